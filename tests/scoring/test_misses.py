from veriscope.domain import CellId, Claim, GoldClaim, Label, SentenceId
from veriscope.scoring import Retrieval, RetrievalCase, worst_misses

GOLD = frozenset({SentenceId("A", 0)})


def case(claim_id, *, pages, evidence=(), label=Label.SUPPORTS):
    return RetrievalCase(GoldClaim(Claim(claim_id, "c"), label, (GOLD,)), Retrieval(tuple(pages), tuple(evidence)))


def test_pages_never_found_come_first_then_the_deepest_then_by_id():
    cases = [
        case("near", pages=["A"]),
        case("deep", pages=["B", "A"]),
        case("lost 2", pages=["B"]),
        case("lost 1", pages=["C"]),
        case("found", pages=["A"], evidence=[SentenceId("A", 0)]),
        case("unverifiable", pages=["B"], label=Label.NOT_ENOUGH_INFO),
    ]
    assert [miss["id"] for miss in worst_misses(cases, limit=9)] == ["lost 1", "lost 2", "deep", "near"]
    assert len(worst_misses(cases, limit=2)) == 2
    assert worst_misses(cases, limit=0) == []


def test_a_miss_tells_what_was_right_and_what_was_returned():
    evidence = [CellId("B", 0, 1, 1), *(SentenceId("B", number) for number in range(7))]
    (miss,) = worst_misses([case("1", pages="BCDEFGA", evidence=evidence)], limit=1)
    assert (miss["claim"], miss["label"], miss["gold"]) == ("c", "SUPPORTS", [["A#sentence-0"]])
    assert (miss["pages"], miss["pages_at"]) == (list("BCDEF"), 7)
    assert miss["evidence"] == [*(f"B#sentence-{number}" for number in range(5)), "B#cell-0-1-1"]
