import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veriscope.domain import Label
from veriscope.lab.lessons.mined import MinedClaim, RankedLine
from veriscope.lab.training.examples import LABELS, UNKNOWN, Head
from veriscope.lab.training.train_examples import (
    LIST_LINES,
    Mixture,
    compose_examples,
    rename_subject,
    with_gold,
)
from veriscope.models.evidence_lines import Line

NEUTRAL = LABELS.index(Label.NOT_ENOUGH_INFO)
DECIDED = (Label.SUPPORTS, Label.REFUTES)
FOUND = tuple(RankedLine(Line("Vell", f"<found-{number}>"), 0.5, False) for number in range(8))

mixtures = st.builds(
    lambda as_ranked, gold_left_out: Mixture(as_ranked=as_ranked, gold_left_out=gold_left_out),
    st.sampled_from([0.0, 0.6, 1.0]),
    st.sampled_from([0.0, 1.0]),
)


def mined(label, *, gold=(), found=FOUND, source="fever", is_complete=True):
    return MinedClaim("1", source, "Vell is old.", label, tuple(gold), tuple(found), is_complete)


@st.composite
def decided_claims(draw):
    """Claims with up to five gold lines on one or two pages, of which retrieval found none, some or all."""
    titles = draw(st.sampled_from(["V", "VT"]))
    gold = [Line(titles[number % len(titles)], f"<gold-{number}>") for number in range(draw(st.integers(1, 5)))]
    hits = [RankedLine(line, 0.5, True) for line in gold[: draw(st.integers(0, len(gold)))]]
    found = draw(st.permutations([*hits, *FOUND[: draw(st.integers(0, 8))]]))
    source = draw(st.sampled_from(["fever", "exchanged"]))
    return mined(draw(st.sampled_from(DECIDED)), gold=gold, found=found, source=source)


def lists_of(claims, *, seed, **options):
    return [one for one in compose_examples(claims, seed=seed, **options) if one.head is Head.LIST]


def lines_of(claims, *, seed, **options):
    return [one for one in compose_examples(claims, seed=seed, **options) if one.head is Head.LINE]


def line_count(example):
    return example.evidence.count("<")


def sizes(claim, *, draws=400):
    """How many lines the lists of a claim can have."""
    return {line_count(one) for one in lists_of([claim] * draws, seed=1)}


@settings(max_examples=50)
@given(claims=st.lists(decided_claims(), max_size=4), seed=st.integers(0, 99))
def test_equal_seeds_give_equal_examples(claims, seed):
    assert compose_examples(claims, seed=seed) == compose_examples(claims, seed=seed)


@settings(max_examples=50)
@given(claims=st.lists(decided_claims(), max_size=6), cut=st.integers(0, 6), seed=st.integers(0, 99))
def test_parts_joined_are_the_whole(claims, cut, seed):
    options = {"seed": seed, "mixture": Mixture(foreign=1.0)}
    parts = [compose_examples(claims, part=part, **options) for part in (slice(0, cut), slice(cut, None))]
    assert parts[0] + parts[1] == compose_examples(claims, **options)


def test_other_seeds_give_other_examples():
    claims = [mined(Label.SUPPORTS, gold=[Line("Vell", "<gold>")])] * 20
    assert compose_examples(claims, seed=1) != compose_examples(claims, seed=2)


@given(claim=decided_claims(), seed=st.integers(0, 999), mixture=mixtures)
def test_a_list_without_a_gold_line_is_never_support_nor_refutation(claim, seed, mixture):
    for one in lists_of([claim], seed=seed, mixture=mixture):
        has_gold = any(line.text in one.evidence for line in claim.gold)
        assert has_gold or one.label == NEUTRAL
        assert one.label in {NEUTRAL, LABELS.index(claim.label)}


@given(claim=decided_claims(), seed=st.integers(0, 999))
def test_a_list_from_which_gold_is_left_out_is_not_enough(claim, seed):
    for one in lists_of([claim], seed=seed, mixture=Mixture(gold_left_out=1.0)):
        has_gold = any(line.text in one.evidence for line in claim.gold)
        assert (one.label == NEUTRAL) == (not has_gold)


@given(claim=decided_claims(), seed=st.integers(0, 999), mixture=mixtures)
def test_lists_are_never_empty_nor_longer_than_what_is_read_together(claim, seed, mixture):
    for one in lists_of([claim], seed=seed, mixture=mixture):
        assert 1 <= line_count(one) <= LIST_LINES


@pytest.mark.parametrize("gold_place", [0, 4, None], ids=["first", "last", "missed"])
def test_the_number_of_lines_does_not_tell_the_label(gold_place):
    gold = Line("Vell", "<gold>")
    found = list(FOUND)
    if gold_place is not None:
        found[gold_place] = RankedLine(gold, 0.5, True)
    neither = sizes(mined(Label.NOT_ENOUGH_INFO, found=found))
    assert sizes(mined(Label.SUPPORTS, gold=[gold], found=found)) <= neither
    assert sizes(mined(Label.REFUTES, gold=[gold], found=found)) <= neither


def test_every_number_of_lines_comes_with_every_label():
    gold = [Line("Vell", "<gold-0>"), Line("Vell", "<gold-1>")]
    found = [*(RankedLine(line, 0.5, True) for line in gold), *FOUND]
    one_or_two = [sizes(mined(Label.SUPPORTS, gold=gold[:count], found=found)) for count in (1, 2)]
    assert set.union(*one_or_two) == sizes(mined(Label.NOT_ENOUGH_INFO, found=found)) == {1, 2, 3, 4, 5}


@pytest.mark.parametrize("label", Label)
def test_titles_are_left_out_as_often_whatever_the_label(label):
    made = lists_of([mined(label, gold=[FOUND[0].line])] * 1000, seed=3)
    untitled = sum(not one.evidence.startswith("Vell : ") for one in made) / len(made)
    assert untitled == pytest.approx(Mixture().no_title, abs=0.04)


def test_quotes_and_dashes_do_not_tell_where_a_line_comes_from():
    as_people_write = mined(Label.SUPPORTS, gold=[Line("Vell", '<It is "old" – since 1874.>')], found=())
    as_fever_does = mined(Label.SUPPORTS, gold=[Line("Vell", "<It is old - since 1874.>")], found=())
    assert compose_examples([as_people_write], seed=1) == compose_examples([as_fever_does], seed=1)


@given(claim=decided_claims(), seed=st.integers(0, 99))
def test_gold_lines_that_were_found_stay_where_retrieval_put_them(claim, seed):
    lines = with_gold(claim, random.Random(seed))
    ranked = [one.line for one in claim.found[:LIST_LINES]]
    assert [line for line in lines if line in ranked] == [line for line in ranked if line in lines]
    assert set(lines) & set(claim.gold)


def test_where_all_of_many_gold_lines_were_missed_two_are_put_in():
    gold = [Line("Vell", f"<gold-{number}>") for number in range(4)]
    lines = with_gold(mined(Label.SUPPORTS, gold=gold), random.Random(1))
    assert set(lines) & set(gold) == set(gold[:2])


def test_a_missed_gold_line_stands_near_the_front():
    claim = mined(Label.SUPPORTS, gold=[Line("Vell", "<gold>")])
    places = Counter(with_gold(claim, random.Random(seed)).index(claim.gold[0]) for seed in range(200))
    assert set(places) == {0, 1, 2}


def test_a_gold_line_of_one_page_is_taught_with_the_label_and_as_evidence():
    claim = mined(Label.REFUTES, gold=[Line("Vell", "<gold>")])
    taught = {one.label: one.rank for one in lines_of([claim], seed=1)}
    assert taught == {LABELS.index(Label.REFUTES): 1, NEUTRAL: 0}


def test_gold_lines_of_several_pages_are_evidence_but_do_not_decide_alone():
    claim = mined(Label.SUPPORTS, gold=[Line("Vell", "<gold-0>"), Line("Tam", "<gold-1>")])
    assert {one.label for one in lines_of([claim], seed=1) if one.rank == 1} == {UNKNOWN}


@settings(max_examples=50)
@given(claim=decided_claims(), seed=st.integers(0, 99))
def test_no_gold_line_is_taught_as_no_evidence(claim, seed):
    gold = {line.text for line in claim.gold}
    for one in lines_of([claim], seed=seed):
        assert (one.rank == 1) == any(text in one.evidence for text in gold)


def test_likely_lines_are_no_negatives_where_gold_is_missing_from_the_corpus():
    likely = [one._replace(score=0.9) for one in FOUND]
    claim = mined(Label.SUPPORTS, gold=[Line("Vell", "<gold>")], found=likely, is_complete=False)
    assert {one.rank for one in lines_of([claim], seed=1)} == {1}


def test_lines_found_for_a_claim_without_enough_information_say_nothing_of_it():
    taught = lines_of([mined(Label.NOT_ENOUGH_INFO)], seed=1)
    assert {(one.label, one.rank) for one in taught} == {(NEUTRAL, UNKNOWN)}


@pytest.mark.parametrize("label", Label)
def test_an_inference_pair_is_a_line_or_a_list_of_one(label):
    pair = mined(label, gold=[Line("", "<premise>")], found=(), source="nli", is_complete=False)
    made = [compose_examples([pair], seed=seed) for seed in range(20)]
    assert {len(examples) for examples in made} == {1}
    assert {(one.head, one.label, one.evidence) for (one,) in made} == {
        (Head.LINE, LABELS.index(label), "<premise>"),
        (Head.LIST, LABELS.index(label), "<premise>"),
    }


def test_rows_of_which_none_is_known_to_decide_are_taught_together_only():
    statement = mined(Label.REFUTES, source="tabfact", is_complete=False)
    made = compose_examples([statement], seed=1)
    assert [(one.head, one.label) for one in made] == [(Head.LIST, LABELS.index(Label.REFUTES))]


def test_a_claim_with_nothing_found_and_no_gold_makes_no_example():
    assert compose_examples([mined(label, found=()) for label in Label], seed=1) == []


def test_lines_that_were_found_for_another_claim_say_nothing_of_this_one():
    lines = tuple(RankedLine(Line("Vell", f"Vell has {count} streets."), 0.5, is_gold=False) for count in range(3))
    here = MinedClaim("1", "fever", "Ida sang.", Label.SUPPORTS, (Line("Ida", "She sang."),), (), is_complete=True)
    there = MinedClaim("2", "fever", "Vell is large.", Label.NOT_ENOUGH_INFO, (), lines, is_complete=True)
    made = compose_examples([there, here], seed=1, mixture=Mixture(foreign=1.0, no_title=0.0, renamed=0.0))
    foreign = [one for one in made if one.claim == "Ida sang." and "Vell" in one.evidence]
    assert {one.head for one in foreign} == {Head.LIST, Head.LINE}
    assert {LABELS[one.label] for one in foreign} == {Label.NOT_ENOUGH_INFO}


def about(name, said="sang in Vell.", *, found=(), source="fever"):
    """A claim about a name, with a gold line and other lines found."""
    gold = Line(name, f"{name} {said}")
    lines = (RankedLine(gold, 0.9, is_gold=True), *(RankedLine(Line(*line), 0.5, is_gold=False) for line in found))
    return MinedClaim("7", source, f"{name} {said}", Label.SUPPORTS, (gold,), lines, is_complete=True)


def test_a_renamed_claim_and_all_its_lines_are_about_the_other_name():
    found = [("Karl Brandt", "Brandt's wife Ida sang in Brandthal."), ("Vell (town)", "It is far.")]
    told_of = rename_subject(about("Ida Brandt", found=found), [about("Orrin Hale")])
    assert told_of.claim == "Orrin Hale sang in Vell."
    assert told_of.gold == (Line("Orrin Hale", "Orrin Hale sang in Vell."),)
    assert [one.line for one in told_of.found] == [
        told_of.gold[0],
        Line("Karl Hale", "Hale's wife Orrin sang in Brandthal."),
        Line("Vell (town)", "It is far."),
    ]
    unchanged = about("Ida Brandt", found=found)
    assert told_of._replace(claim=unchanged.claim, gold=unchanged.gold, found=unchanged.found) == unchanged


def test_the_first_name_that_fits_is_taken():
    others = [about("Orrin"), about("Ida Hale"), about("Vell Hale"), about("The Hales"), about("May Hale")]
    assert rename_subject(about("Ida Brandt"), others) is None
    fitting = [about("Orrin Hale"), about("Tam Moss")]
    assert rename_subject(about("Ida Brandt"), [*others, *fitting]).claim == "Orrin Hale sang in Vell."


def test_a_name_that_the_lines_tell_of_already_is_not_taken():
    claim = about("Ida Brandt", found=[("Karl Moss", "He met Orrin once.")])
    assert rename_subject(claim, [about("Karl Hale"), about("Orrin Hale"), about("Tam Moss")]) is None


@pytest.mark.parametrize(
    "claim",
    [
        about("The Brandts"),
        about("May Brandt"),
        about("Seven"),
        about("Ida Brandt (singer)"),
        about("Ida Ida"),
        about("ida"),
        about("Ida of Vell"),
        about("Ida")._replace(claim="Idaville is a town."),
        about("Ida")._replace(claim="Ida Brandt is a singer."),
        about("Ida")._replace(claim="Ida 2 is a film."),
        about("Ida")._replace(claim="She is Ida."),
        about("Ida")._replace(gold=(), found=()),
    ],
    ids=lambda claim: claim.claim,
)
def test_a_claim_that_begins_with_no_plain_name_of_a_page_keeps_its_own(claim):
    assert rename_subject(claim, [about("Orrin"), about("Orrin Hale"), about("Orrin Hale Moss")]) is None


def test_the_longest_title_that_a_claim_begins_with_is_its_name():
    claim = about("Ida Brandt", found=[("Ida", "Ida is a name.")])
    assert rename_subject(claim, [about("Orrin"), about("Orrin Hale")]).claim == "Orrin Hale sang in Vell."


words = st.lists(st.sampled_from(["Ida", "Brandt", "Orrin", "Hale", "Vell", "sang", "Idaville"]), max_size=5)


@given(found=st.lists(st.tuples(words.map(" ".join), words.map(" ".join)), max_size=5))
def test_lines_that_are_equal_or_not_stay_so_under_another_name(found):
    claim = about("Ida Brandt", found=found)
    told_of = rename_subject(claim, [about("Orrin Hale"), about("Tam Moss")])
    before, after = ([*one.gold, *(each.line for each in one.found)] for one in (claim, told_of))
    assert [line == other for line in before for other in before] == [
        line == other for line in after for other in after
    ]
    assert [(one.score, one.is_gold) for one in told_of.found] == [(one.score, one.is_gold) for one in claim.found]


@pytest.mark.parametrize("source", ["fever", "compound", "exchanged", "negated", "loosened"])
def test_so_many_claims_about_pages_are_told_of_other_names(source):
    claims = [about(name, source=source) for name in ("Ida Brandt", "Orrin Hale", "Tam Moss")] * 100
    made = compose_examples(claims, seed=1, mixture=Mixture(renamed=0.3, foreign=0.0, gold_left_out=0.0, no_title=0.0))
    told = [one for one in made if one.head is Head.LIST]
    assert all(one.evidence == f"{one.claim.split(' sang')[0]} : {one.claim}" for one in told)
    shares = sum(claim.claim != one.claim for claim, one in zip(claims, told, strict=True)) / len(claims)
    assert shares == pytest.approx(0.3, abs=0.1)
    assert [one.claim for one in lists_of(claims, seed=1, mixture=Mixture(renamed=0.0, foreign=0.0))] == [
        claim.claim for claim in claims
    ]


@pytest.mark.parametrize("source", ["pair", "fact", "table", "tabfact", "nli"])
def test_made_up_claims_and_those_of_tables_keep_their_names(source):
    claims = [about("Ida Brandt", source=source), about("Orrin Hale", source=source)] * 20
    made = compose_examples(claims, seed=1, mixture=Mixture(renamed=1.0))
    assert made == compose_examples(claims, seed=1, mixture=Mixture(renamed=0.0))
    assert {one.claim for one in made} == {claim.claim for claim in claims}


def test_a_claim_with_lines_found_for_another_keeps_its_name():
    claims = [about("Ida Brandt"), about("Orrin Hale")]
    for seed in range(20):
        made = compose_examples(claims, seed=seed, mixture=Mixture(renamed=1.0, foreign=1.0, no_title=0.0))
        foreign = [one for one in made if one.label == NEUTRAL]
        assert {one.claim for one in foreign} == {claim.claim for claim in claims}
        assert not any(one.claim in one.evidence for one in foreign)


def test_parts_joined_are_the_whole_where_names_change():
    claims = [about(name) for name in ("Ida Brandt", "Orrin Hale", "Tam Moss")] * 3
    options = {"seed": 2, "mixture": Mixture(renamed=1.0)}
    parts = [compose_examples(claims, part=part, **options) for part in (slice(0, 4), slice(4, None))]
    assert parts[0] + parts[1] == compose_examples(claims, **options)


@pytest.mark.parametrize(("source", "most"), [("fever", LIST_LINES), ("compound", 8), ("pair", 8), ("fact", 8)])
def test_claims_of_several_parts_and_made_up_ones_have_longer_lists(source, most):
    assert max(sizes(mined(Label.NOT_ENOUGH_INFO, source=source), draws=20)) == most
    gold = FOUND[0].line
    assert max(sizes(mined(Label.SUPPORTS, gold=[gold], source=source), draws=20)) == most


@pytest.mark.parametrize("source", ["compound", "pair"])
def test_a_line_of_a_claim_of_several_parts_is_evidence_but_does_not_decide(source):
    claim = mined(Label.REFUTES, gold=[Line("Vell", "<gold-0>"), Line("Vell", "<gold-1>")], source=source)
    assert {(one.label, one.rank) for seed in range(9) for one in lines_of([claim], seed=seed)} == {(UNKNOWN, 1)}


@pytest.mark.parametrize("source", ["pair", "fact", "table"])
def test_rows_always_come_with_the_name_of_what_they_are_about(source):
    made = compose_examples([mined(Label.SUPPORTS, gold=[FOUND[0].line], source=source)] * 50, seed=1)
    assert all(one.evidence.startswith("Vell : ") for one in made)


def test_half_of_the_statements_about_tables_come_with_other_rows_alone_too():
    gold = RankedLine(Line("Vell", "<gold>"), 0.5, is_gold=True)
    lists = lists_of([mined(Label.REFUTES, gold=[gold.line], found=[gold, *FOUND], source="table")] * 400, seed=1)
    neither = [one for one in lists if one.label == NEUTRAL]
    assert len(neither) / 400 == pytest.approx(Mixture().row_left_out, abs=0.1)
    assert not any("<gold>" in one.evidence for one in neither)


def test_what_can_be_computed_from_the_lines_stands_before_them():
    gold = Line("Vell", "Founded is 1874")
    claim = MinedClaim("1", "fact", "Vell was founded before 1880.", Label.SUPPORTS, (gold,), (), is_complete=True)
    assert {one.evidence for one in compose_examples([claim], seed=1)} == {
        "Computed : Founded : Vell 1874 is earlier than 1880 || Vell : Founded is 1874"
    }


def test_what_a_program_computed_stands_in_front_of_most_lists_and_of_no_line():
    claim = mined(Label.REFUTES, source="linked", gold=[FOUND[0].line])._replace(computed="the count is 5 : no, 4")
    examples = compose_examples([claim] * 200, seed=3)
    with_computed = [one for one in examples if one.evidence.startswith("Computed : the count is 5 : no, 4 || ")]
    decided = [one for one in examples if one.head is Head.LIST and one.label != NEUTRAL]
    assert all(one.head is Head.LIST and one.label != NEUTRAL for one in with_computed)
    assert 0.6 < len(with_computed) / len(decided) < 0.9


def test_one_row_of_several_does_not_decide_what_they_say_together():
    two = mined(Label.REFUTES, source="linked", gold=[FOUND[0].line, FOUND[1].line])
    labels = {one.label for one in lines_of([two] * 40, seed=3) if one.rank == 1}
    assert labels == {UNKNOWN}
    one = mined(Label.REFUTES, source="linked", gold=[FOUND[0].line])
    assert {each.label for each in lines_of([one], seed=3) if each.rank == 1} == {LABELS.index(Label.REFUTES)}
