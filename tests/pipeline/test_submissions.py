from dataclasses import replace

from veriscope.domain import CellId, Evidence, SentenceId
from veriscope.pipeline.batch_claims import ClaimRow
from veriscope.pipeline.submissions import result_row

ROW = ClaimRow(3, 75397, "Vell is the capital of Arvania.")


def many(refuted):
    sentences = [Evidence(SentenceId("Vell (town): old", i), "x", (), 1.0) for i in range(8)]
    cells = [Evidence(CellId("Vell é", 0, i, 1), "x", (), 1.0) for i in range(30)]
    mixed = [piece for pair in zip(sentences, cells[:8], strict=True) for piece in pair] + cells[8:]
    return replace(refuted, evidence=tuple(mixed))


def test_a_fever_row_holds_five_sentences_with_fevers_ids(refuted):
    row = result_row(ROW, many(refuted), form="fever")
    assert row["id"] == 75397
    assert row["predicted_label"] == "REFUTES"
    assert row["predicted_evidence"] == [["Vell_-LRB-town-RRB--COLON-_old", line] for line in range(5)]


def test_a_feverous_row_holds_five_sentences_and_25_others_in_their_order(refuted):
    evidence = result_row(ROW, many(refuted), form="feverous")["predicted_evidence"]
    kinds = [kind for _, kind, _ in evidence]
    assert (kinds.count("sentence"), kinds.count("cell")) == (5, 25)
    assert kinds[:4] == ["sentence", "cell", "sentence", "cell"]
    assert evidence[1] == ["Vell e\u0301", "cell", "0_0_1"]
