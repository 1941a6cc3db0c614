import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veriscope.domain import Label
from veriscope.lab.lessons.compound_claims import compound, compound_claims, split_claim
from veriscope.lab.lessons.mined import MinedClaim, RankedLine
from veriscope.lab.training.examples import LABELS, Head
from veriscope.lab.training.train_examples import compose_examples
from veriscope.models.evidence_lines import Line

OTHER = RankedLine(Line("Ida Brandt", "She lived in Vell."), 0.3, is_gold=False)


def mined(text, label, *gold):
    lines = tuple(Line("Ida Brandt", one) for one in gold)
    found = (*(RankedLine(line, 0.8, is_gold=True) for line in lines), OTHER)
    return MinedClaim(text, "fever", text, label, lines, found, is_complete=True)


WROTE = mined("Ida Brandt wrote novels.", Label.SUPPORTS, "Ida Brandt was a novelist.")
BORN = mined("Ida Brandt was born in Vell.", Label.SUPPORTS, "She was born in Vell.")
SANG = mined("Ida Brandt never wrote.", Label.REFUTES, "Ida Brandt was a novelist.")
OWNED = mined("Ida Brandt owned a boat.", Label.NOT_ENOUGH_INFO)


def joined(first, second):
    return compound(split_claim(first), split_claim(second), random.Random(1))


def test_the_subject_is_said_and_then_both_things():
    made = joined(WROTE, BORN)
    assert made.claim.startswith("Ida Brandt wrote novels")
    assert made.claim.endswith("was born in Vell.")
    assert set(made.gold) == {*WROTE.gold, *BORN.gold}


@pytest.mark.parametrize(
    ("first", "second", "label"),
    [
        (WROTE, BORN, Label.SUPPORTS),
        (WROTE, SANG, Label.REFUTES),
        (OWNED, SANG, Label.REFUTES),
        (OWNED, WROTE, Label.NOT_ENOUGH_INFO),
    ],
)
def test_the_weakest_part_decides(first, second, label):
    assert joined(first, second).label is label


def test_what_supports_half_of_an_undecided_claim_stands_in_its_lists():
    made = joined(OWNED, WROTE)
    assert made.gold == ()
    assert WROTE.gold[0] in [one.line for one in made.found]
    assert not any(one.is_gold for one in made.found)


def test_nothing_is_made_of_two_undecided_or_equal_claims():
    assert joined(OWNED, OWNED._replace(claim="Ida Brandt owned a car.")) is None
    assert joined(WROTE, WROTE) is None


@pytest.mark.parametrize("text", ["There is a town called Vell.", "Ida Brandt.", "the boat was hers."])
def test_claims_that_do_not_begin_with_a_name_are_left_out(text):
    assert split_claim(mined(text, Label.SUPPORTS, "x")) is None


def test_claims_about_other_subjects_are_not_joined():
    other = mined("Port Ellis is a town.", Label.SUPPORTS, "Port Ellis is a town.")
    assert list(compound_claims([WROTE, other], each=5, seed=1)) == []
    assert len(list(compound_claims([WROTE, BORN, SANG, OWNED], each=1, seed=1))) == 1


def numbered(label, count):
    known = label is not Label.NOT_ENOUGH_INFO
    return [
        mined(f"Ida Brandt {label.name.lower()} {number}.", label, *[f"{label}-{number}"] * known)
        for number in range(count)
    ]


@settings(max_examples=40)
@given(counts=st.tuples(*[st.integers(0, 9)] * 3), seed=st.integers(0, 99))
def test_no_label_has_many_more_compounds_than_there_are_supported_ones(counts, seed):
    claims = [one for label, count in zip(LABELS, counts, strict=True) for one in numbered(label, count)]
    made = Counter(one.label for one in compound_claims(claims, each=99, seed=seed))
    supported, refuted, undecided = counts
    assert made[Label.SUPPORTS] == supported // 2
    assert made[Label.REFUTES] == min(supported, refuted, supported // 2 + 1)
    assert made[Label.NOT_ENOUGH_INFO] == min(supported, undecided, supported // 2 + 1)


def test_the_first_compounds_are_of_every_label():
    claims = [one for label in LABELS for one in numbered(label, 8)]
    made = Counter(one.label for one in compound_claims(claims, each=9, seed=1))
    assert set(made.values()) == {3}


@pytest.mark.parametrize("label", [Label.REFUTES, Label.NOT_ENOUGH_INFO])
def test_what_is_not_supported_is_said_first_as_often_as_last(label):
    claims = [*numbered(Label.SUPPORTS, 8), *numbered(label, 8)]
    made = [one for one in compound_claims(claims, each=99, seed=1) if one.label is label]
    firsts = [f" {label.name.lower()} " in one.claim.partition(" and")[0] for one in made]
    assert abs(2 * sum(firsts) - len(firsts)) <= 1


def test_every_list_of_a_supported_compound_holds_all_of_its_gold():
    made = joined(WROTE, BORN)
    for seed in range(20):
        lists = [one for one in compose_examples([made], seed=seed) if one.head is Head.LIST]
        assert lists
        assert all(line.text in one.evidence for one in lists for line in made.gold)
        assert {LABELS[one.label] for one in lists} == {Label.SUPPORTS}
