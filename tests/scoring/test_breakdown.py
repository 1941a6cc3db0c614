from veriscope.domain import Label
from veriscope.scoring import ClaimOutcome, GoldRow
from veriscope.scoring.breakdown import by_challenge, by_evidence_type, by_pages, by_pieces

A, B, CELL = ("A", "sentence", "0"), ("B", "sentence", "0"), ("A", "cell", "0_0_0")
RIGHT, WRONG = ClaimOutcome(True, True, 1.0, 1.0, True), ClaimOutcome(False, False, 0.0, 0.0, True)


def gold(*sets, challenge=""):
    return GoldRow(1, 1, Label.SUPPORTS, tuple(frozenset(pieces) for pieces in sets), challenge)


def test_challenges_and_claims_without_one():
    groups = by_challenge([gold(challenge="Other"), gold(challenge="Other"), gold()], [RIGHT, WRONG, RIGHT])
    assert list(groups) == ["Other"]
    assert (groups["Other"].claims, groups["Other"].scores.score) == (2, 0.5)


def test_types_of_evidence():
    golds = [
        gold([A]),
        gold([CELL]),
        gold([A, CELL]),
        gold([A], [CELL]),
        gold(),
        gold([(None, None)]),
        gold([("A", 0)]),
    ]
    groups = by_evidence_type(golds, [RIGHT] * len(golds))
    assert {name: group.claims for name, group in groups.items()} == {
        "combined": 1,
        "none": 2,
        "sentences": 2,
        "tables": 1,
        "various": 1,
    }


def test_the_easiest_set_tells_how_much_a_claim_needs():
    golds = [gold([A, B], [A, CELL]), gold([A, B]), gold([A, B], [A])]
    assert {name: group.claims for name, group in by_pages(golds, [RIGHT] * 3).items()} == {"1": 2, "2": 1}
    assert {name: group.claims for name, group in by_pieces(golds, [RIGHT] * 3).items()} == {"1": 1, "2": 2}
