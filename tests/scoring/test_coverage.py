import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.domain import CaptionId, CellId, Claim, GoldClaim, ItemId, Label, SentenceId
from veriscope.scoring import RankedKind, Retrieval, RetrievalCase, cell_recall, coverage
from veriscope.scoring.coverage import full_evidence, within_budget


def case(*sets, evidence=(), pages=(), label=Label.SUPPORTS):
    gold = GoldClaim(Claim("1", "c"), label, tuple(frozenset(pieces) for pieces in sets))
    return RetrievalCase(gold, Retrieval(tuple(pages), tuple(evidence)))


def cell(column, table=0):
    return CellId("A", table, 1, column)


def test_coverage_is_the_share_of_all_gold_items_found_averaged_over_claims():
    cases = [
        case({SentenceId("A", 0), SentenceId("B", 0)}, pages=["A", "C", "B"]),
        case({SentenceId("D", 0)}, pages=["D"]),
        case(pages=["A"], label=Label.NOT_ENOUGH_INFO),
    ]
    assert coverage(cases, RankedKind.PAGES, ks=(1, 3)) == {1: (0.5 + 1) / 2, 3: 1.0}
    assert coverage(cases, RankedKind.TABLES, ks=(1,)) is None


def test_coverage_takes_the_sets_of_a_claim_together():
    several = case({SentenceId("A", 0)}, {SentenceId("B", 0)}, pages=["A"])
    assert coverage([several], RankedKind.PAGES, ks=(1,)) == {1: 0.5}


def test_whole_evidence_needs_every_piece_of_one_set():
    mixed = {SentenceId("A", 0), cell(1)}
    assert full_evidence([case(mixed, evidence=[cell(1), SentenceId("A", 0)])]) == 1.0
    assert full_evidence([case(mixed, evidence=[cell(1)]), case(mixed, {cell(1)}, evidence=[cell(1)])]) == 0.5
    assert full_evidence([case(mixed, label=Label.NOT_ENOUGH_INFO), case()]) is None


def test_the_budget_is_five_sentences_and_twenty_five_others():
    sentences = [SentenceId("A", number) for number in range(6)]
    others = [CaptionId("A", number) for number in range(13)] + [ItemId("A", 0, number) for number in range(13)]
    kept = within_budget([*others, *sentences, *others])
    assert sentences[4] in kept
    assert sentences[5] not in kept
    assert others[24] in kept
    assert others[25] not in kept
    assert full_evidence([case({sentences[5]}, evidence=sentences)]) == 0.0


def test_cell_recall_by_claim_and_pooled():
    # One claim finds 1 of 1, the other 1 of 3.
    cases = [
        case({cell(0), SentenceId("A", 0)}, evidence=[cell(0)]),
        case({cell(0), cell(1), cell(2)}, evidence=[cell(2), cell(7)]),
        case({SentenceId("A", 0)}, evidence=[cell(0)]),
    ]
    found = cell_recall(cases)
    assert found.claims == 2
    assert found.mean == pytest.approx((1 + 1 / 3) / 2)
    assert found.pooled == pytest.approx(2 / 4)
    assert cell_recall(cases[2:]) is None


def test_cell_recall_takes_the_set_that_was_found_best():
    assert cell_recall([case({cell(0), cell(1)}, {cell(2)}, evidence=[cell(0), cell(2)])]).mean == 1.0


@pytest.mark.slow
@given(st.lists(st.sampled_from([cell(0), cell(1), SentenceId("A", 0), SentenceId("B", 1)]), max_size=4))
def test_more_evidence_never_covers_less(evidence):
    gold = [{cell(0), SentenceId("A", 0)}, {SentenceId("B", 1)}]
    before = full_evidence([case(*gold, evidence=evidence[:-1])])
    assert full_evidence([case(*gold, evidence=evidence)]) >= before
