"""Examples composed from lessons: titles do not decide, and single lines decide only what one line can decide."""

import random

from veriscope.domain import Label
from veriscope.lab.lessons.mined import LESSON, MinedClaim, RankedLine
from veriscope.lab.training.examples import LABELS, UNKNOWN, Head, computed_line
from veriscope.lab.training.lesson_examples import LessonMixture, compose_lesson
from veriscope.models.evidence_lines import Line

PASSAGE = tuple(Line("Annual report", text) for text in ("Sales rose to 40.", "Costs fell to 12.", "The dog slept."))


def claim(*deciding, label=Label.SUPPORTS, computed=""):
    found = tuple(RankedLine(line, 0.5, place in deciding) for place, line in enumerate(PASSAGE))
    return MinedClaim(
        "1", LESSON, "Sales came to 40.", label, tuple(PASSAGE[place] for place in deciding), found, True, computed
    )


def composed(one, **mixture):
    return [
        example
        for seed in range(40)
        for example in compose_lesson(one, random.Random(seed), wrong_title="Fishing", mixture=LessonMixture(**mixture))
    ]


def test_the_same_line_is_read_with_its_title_without_and_with_a_wrong_one():
    texts = {example.evidence for example in composed(claim(0)) if example.rank == 1}
    assert texts == {
        "Annual report : Sales rose to 40.",
        "Sales rose to 40.",
        "Fishing : Sales rose to 40.",
    }


def test_a_line_that_is_only_a_part_of_the_evidence_has_no_label():
    lines = [one for one in composed(claim(0, 1)) if one.head is Head.LINE]
    assert {one.label for one in lines if one.rank == 1} == {UNKNOWN}
    assert {one.label for one in lines if one.rank == 0} == {LABELS.index(Label.NOT_ENOUGH_INFO)}


def test_evidence_of_one_line_is_taught_as_a_line_or_as_a_list():
    alone = claim(0)._replace(source="text", found=(RankedLine(PASSAGE[0], 0.5, is_gold=True),))
    made = [list(compose_lesson(alone, random.Random(seed), wrong_title="Fishing")) for seed in range(20)]
    assert {len(examples) for examples in made} == {1}
    assert {example.head for (example,) in made} == {Head.LINE, Head.LIST}


def test_a_list_keeps_every_deciding_line_unless_all_are_left_out():
    for one in composed(claim(0, 1)):
        if one.head is Head.LIST:
            has = ["Sales" in one.evidence, "Costs" in one.evidence]
            assert all(has) if LABELS[one.label] is Label.SUPPORTS else not any(has)


def test_an_undecidable_claim_is_undecided_by_every_line():
    found = composed(claim(label=Label.NOT_ENOUGH_INFO))
    assert {LABELS[one.label] for one in found} == {Label.NOT_ENOUGH_INFO}


def test_a_finding_that_contradicts_the_label_decides_nothing():
    agreeing = computed_line(claim(0, computed="the sum of Sales is 40 : yes, 40, as the claim says"))
    other = computed_line(claim(0, computed="the number of rows is 40 : no, 3, and the claim says 40"))
    assert agreeing is not None
    assert LABELS[agreeing.label] is Label.SUPPORTS
    assert other is not None
    assert LABELS[other.label] is Label.NOT_ENOUGH_INFO
    assert computed_line(claim(0)) is None
