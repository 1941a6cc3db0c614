import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.domain import CaptionId, CellId, Claim, GoldClaim, ItemId, Label, SentenceId
from veriscope.scoring import RankedKind, Retrieval, RetrievalCase, retrieval_json, score_retrieval
from veriscope.scoring.retrieval import depth, gold_groups, ranking, score_kind

A0, A1, B0 = SentenceId("A", 0), SentenceId("A", 1), SentenceId("B", 0)
CELL, HEADER, OTHER = CellId("A", 0, 1, 2), CellId("A", 0, 0, 2, is_header=True), CellId("A", 1, 1, 0)
CAPTION, ITEM = CaptionId("B", 3), ItemId("A", 0, 4)


def case(*sets, label=Label.SUPPORTS, pages=(), evidence=(), claim_id="1", challenge=""):
    gold = GoldClaim(Claim(claim_id, "c"), label, tuple(frozenset(pieces) for pieces in sets))
    return RetrievalCase(gold, Retrieval(tuple(pages), tuple(evidence)), challenge)


def test_a_claim_is_found_where_the_last_page_of_its_easiest_group_stands():
    assert depth([frozenset("ab"), frozenset("d")], "cabd") == 3
    assert depth([frozenset("d")], "cabd") == 4
    assert depth([frozenset("ax")], "cabd") is None
    assert depth([], "abc") is None


def test_the_two_columns_of_fevers_second_table():
    # Found at 1, found at 2, not found, and one that cannot be verified.
    cases = [
        case({A0}, pages=["A", "B"]),
        case({A0, B0}, pages=["A", "B"]),
        case({B0}, pages=["C"]),
        case(label=Label.NOT_ENOUGH_INFO, pages=["A"]),
    ]
    scores = score_kind(cases, RankedKind.PAGES, ks=(1, 2))
    assert scores.claims == 3
    assert scores.fully_supported == {1: 1 / 3, 2: 2 / 3}
    assert scores.oracle_accuracy == {1: 2 / 4, 2: 3 / 4}


def test_evidence_of_a_claim_that_cannot_be_verified_is_not_asked_for():
    assert gold_groups(case({A0}, label=Label.NOT_ENOUGH_INFO).gold, RankedKind.PAGES) == []


@pytest.mark.parametrize(
    ("kind", "groups"),
    [
        (RankedKind.PAGES, [{"A", "B"}, {"A"}]),
        (RankedKind.SENTENCES, [{B0}]),
        (RankedKind.TABLES, [{("A", 0)}, {("A", 0), ("A", 1)}]),
        (RankedKind.CELLS, [{CELL, ITEM}, {HEADER, OTHER}]),
    ],
)
def test_a_group_is_reduced_to_the_kind_and_left_out_where_it_has_none(kind, groups):
    gold = case({CELL, ITEM, B0}, {HEADER, OTHER}).gold
    assert gold_groups(gold, kind) == groups


def test_a_claim_without_gold_of_a_kind_does_not_count_for_it():
    cases = [case({A0}, evidence=[A0]), case({CELL}, evidence=[CELL])]
    assert score_kind(cases, RankedKind.CELLS, ks=(1,)).claims == 1
    assert score_kind(cases[:1], RankedKind.CELLS, ks=(1,)) is None


def test_tables_stand_in_the_order_of_their_first_cell_or_caption():
    found = Retrieval((), (A0, OTHER, CELL, ITEM, HEADER, CAPTION))
    assert ranking(found, RankedKind.TABLES) == [("A", 1), ("A", 0), ("B", 3)]
    assert ranking(found, RankedKind.SENTENCES) == [A0]
    assert ranking(found, RankedKind.CELLS) == [OTHER, CELL, ITEM, HEADER, CAPTION]


def test_ranks_count_among_their_own_kind():
    cases = [case({CELL}, evidence=[A0, A1, B0, CELL])]
    assert score_kind(cases, RankedKind.CELLS, ks=(1,)).fully_supported == {1: 1.0}


def test_the_json_begins_with_the_contract():
    report = retrieval_json(score_retrieval([case({A0}, pages=["B", "A"], evidence=[A0])], ks=(1, 5)))
    assert list(report)[:5] == ["claims", "pages", "sentences", "tables", "cells"]
    assert report["pages"]["fully_supported"] == {"1": 0.0, "5": 1.0}
    assert report["pages"]["oracle_accuracy"] == {"1": 0.0, "5": 1.0}
    assert (report["tables"], report["cells"]) == (None, None)
    assert report["coverage"]["sentences"] == {"1": 1.0, "5": 1.0}


def test_what_an_oracle_gave_is_not_scored():
    scores = score_retrieval([case({CELL}, pages=["A"], evidence=[CELL])], ks=(1,), kinds={RankedKind.CELLS})
    assert scores.kinds[RankedKind.PAGES] is None
    assert scores.coverage[RankedKind.TABLES] is None
    assert scores.kinds[RankedKind.CELLS].fully_supported == {1: 1.0}


PIECES = st.one_of(
    st.builds(SentenceId, st.sampled_from("AB"), st.integers(0, 2)),
    st.builds(CellId, st.sampled_from("AB"), st.integers(0, 1), st.integers(0, 1), st.integers(0, 1), st.booleans()),
    st.builds(CaptionId, st.sampled_from("AB"), st.integers(0, 1)),
    st.builds(ItemId, st.sampled_from("AB"), st.integers(0, 1), st.integers(0, 1)),
)
CASES = st.lists(
    st.builds(
        case,
        st.frozensets(PIECES, min_size=1, max_size=3),
        st.frozensets(PIECES, min_size=1, max_size=2),
        label=st.sampled_from(Label),
        pages=st.lists(st.sampled_from("ABC"), max_size=4),
        evidence=st.lists(PIECES, max_size=8),
    ),
    min_size=1,
    max_size=5,
)


@given(CASES)
def test_scores_are_shares_that_grow_with_k(cases):
    ks = (1, 2, 3, 10)
    for found in score_retrieval(cases, ks=ks).kinds.values():
        for values in (found.fully_supported, found.oracle_accuracy) if found else ():
            assert all(0 <= value <= 1 for value in values.values())
            assert list(values.values()) == sorted(values.values())


@given(CASES)
def test_a_perfect_classifier_is_never_worse_than_what_it_is_given(cases):
    for found in score_retrieval(cases, ks=(1, 3)).kinds.values():
        assert found is None or all(found.oracle_accuracy[k] >= found.fully_supported[k] for k in (1, 3))


@given(st.frozensets(PIECES, min_size=1, max_size=4), st.lists(PIECES, max_size=12))
def test_a_whole_evidence_set_is_whole_in_each_of_its_kinds(pieces, evidence):
    scores = score_retrieval([case(pieces, evidence=evidence)], ks=(5, 25))
    kinds = [scores.kinds[kind] for kind in (RankedKind.SENTENCES, RankedKind.CELLS)]
    whole = [found.fully_supported[k] for found, k in zip(kinds, (5, 25), strict=True) if found]
    assert scores.full_evidence == min(whole)
    assert scores.cell_recall is None or scores.full_evidence == 0 or scores.cell_recall.mean == 1
