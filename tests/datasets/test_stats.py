from veriscope.datasets import VeriscopeClaim, dataset_stats
from veriscope.datasets.operations import summarise_operations
from veriscope.domain import CaptionId, CellId, ItemId, Label, SentenceId

A0, A1, B0 = SentenceId("Lima (city)", 0), SentenceId("Lima (city)", 1), SentenceId("Peru", 0)
CELL, HEADER = CellId("Peru", 0, 3, 1), CellId("Peru", 0, 0, 1, is_header=True)
CLAIMS = [
    VeriscopeClaim(1, "Lima lies in Peru.", Label.SUPPORTS, ((A0,), (A0, B0), (A0,)), (("challenge", "Other"),)),
    VeriscopeClaim(2, "It is old.", Label.REFUTES, ((A0, A1), (A1, B0)), (("challenge", "Other"),)),
    VeriscopeClaim(3, "Peru has two rows.", Label.SUPPORTS, ((CELL, HEADER, CaptionId("Peru", 1)),)),
    VeriscopeClaim(4, "Peru is listed.", Label.REFUTES, ((ItemId("Peru", 0, 1),), (CELL, B0))),
    VeriscopeClaim(5, "Nobody knows.", Label.NOT_ENOUGH_INFO, ((),)),
]


def test_labels_lengths_and_challenges_are_counted():
    stats = dataset_stats(CLAIMS)
    assert stats.labels == {"REFUTES": 2, "SUPPORTS": 2, "NOT ENOUGH INFO": 1}
    assert (stats.claim_tokens.mean, stats.claim_tokens.median, stats.claim_tokens.maximum) == (4.2, 4.0, 5)
    assert stats.challenges == {"Other": 2}
    assert (stats.claims, stats.claims_with_evidence, stats.pages) == (5, 4, 2)


def test_a_set_counts_once_for_a_claim():
    stats = dataset_stats(CLAIMS)
    assert stats.sets == 7
    assert stats.sets_per_claim == {0: 1, 1: 1, 2: 3}
    assert stats.set_sizes == {1: 2, 2: 4, 3: 1}


def test_evidence_is_sorted_by_what_it_is_made_of():
    stats = dataset_stats(CLAIMS)
    assert stats.set_kinds == {"sentences": 4, "tables": 1, "lists": 1, "combined": 1}
    assert stats.pieces == {"sentence": 8, "cell": 2, "header": 1, "caption": 1, "item": 1}


def test_averages_over_the_sets():
    per_set = dataset_stats(CLAIMS).per_set
    assert (per_set.pieces, per_set.sentences, per_set.cells) == (13 / 7, 8 / 7, 3 / 7)
    assert (per_set.tables, per_set.pages) == (3 / 7, 9 / 7)


def test_shares_are_of_the_claims_with_evidence():
    shares = dataset_stats(CLAIMS).shares
    assert shares.several_sets == 3 / 4
    assert shares.several_pieces == 1
    assert shares.needs_several_pieces == 2 / 4
    assert shares.needs_several_sentences == 1 / 4
    assert shares.needs_several_pages == 0
    assert shares.names_a_page == 3 / 4


def test_positions_of_sentences_and_rows():
    stats = dataset_stats(CLAIMS)
    assert (stats.sentence_positions.mean, stats.sentence_positions.maximum) == (0.25, 1)
    assert (stats.cell_rows.mean, stats.cell_rows.maximum) == (2.0, 3)


def test_no_claims_give_zeros():
    stats = dataset_stats([])
    assert stats.claim_tokens.mean == 0
    assert stats.per_set.pieces == 0
    assert stats.operations is None


def test_operations_are_averaged_over_the_claims_that_have_a_log():
    logs = [
        [{"operation": "search", "value": "x", "time": "2.5"}, {"operation": "search", "time": 4}],
        [{"operation": "hyperlink", "time": "none"}],
        None,
        [],
    ]
    found = summarise_operations(logs)
    assert found is not None
    assert (found.claims, found.per_claim, found.seconds) == (2, {"search": 1.0, "hyperlink": 0.5}, 2.0)
