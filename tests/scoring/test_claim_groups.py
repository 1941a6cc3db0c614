from veriscope.domain import CellId, Claim, GoldClaim, Label, SentenceId
from veriscope.scoring import GROUPINGS, Retrieval, RetrievalCase, score_groups
from veriscope.scoring.claim_groups import group_cases

A0, A1, B0, CELL = SentenceId("A", 0), SentenceId("A", 1), SentenceId("B", 0), CellId("A", 0, 0, 0)


def case(*sets, label=Label.SUPPORTS, challenge=""):
    gold = GoldClaim(Claim("1", "c"), label, tuple(frozenset(pieces) for pieces in sets))
    return RetrievalCase(gold, Retrieval(("A",), (A0,)), challenge)


def names(by, *cases):
    return [next(iter(group_cases([each], by=by)), "") for each in cases]


def test_claims_whose_every_set_needs_several_sentences_stand_apart():
    found = names("sentences", case({A0}), case({A0, A1}), case({A0, A1}, {B0}), case({CELL}), case())
    assert found == ["one sentence", "several sentences", "one sentence", "", ""]


def test_hops_are_the_pages_of_the_set_that_has_fewest():
    assert names("hops", case({A0, B0}), case({A0, B0}, {A0, A1}), case()) == ["2 pages", "1 page", "0 pages"]


def test_evidence_is_named_by_what_the_sets_are_made_of():
    found = names("evidence", case({A0}), case({CELL}), case({A0, CELL}), case({A0}, {CELL}), case())
    assert found == ["sentences", "tables", "combined", "various", "none"]


def test_labels_and_challenges_are_names_themselves():
    assert names("label", case({A0}, label=Label.REFUTES)) == ["REFUTES"]
    assert names("challenge", case({A0}, challenge="Other"), case({A0})) == ["Other", ""]


def test_groups_come_in_order_and_are_scored_apart():
    cases = [case({B0}, label=Label.SUPPORTS), case({A0}, label=Label.REFUTES)]
    groups = score_groups(cases, by="label", ks=(1,))
    assert list(groups) == ["REFUTES", "SUPPORTS"]
    assert [scores.full_evidence for scores in groups.values()] == [1.0, 0.0]


def test_every_grouping_takes_every_claim():
    for by in GROUPINGS:
        group_cases([case(), case({A0}), case({CELL}, label=Label.NOT_ENOUGH_INFO)], by=by)
