import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from veriscope.domain import Claim, Evidence, Label, SentenceId
from veriscope.errors import StoreError
from veriscope.models.feverous_folder import FEVEROUS_VERDICT, ONNX_FILE, NetworkHeader
from veriscope.verdict.feverous_verdict import FeverousVerdict

TOKENIZER = Path(__file__).parents[1] / "models" / "fixtures" / "tiny_encoder" / "tokenizer.json"
CLAIM = Claim("1", "The town is old.")


class Lengths:
    """A network that refutes by long evidence and supports by short."""

    def logits(self, pairs):
        return [np.array([10.0, len(pair.ids), 0.0], np.float32) for pair in pairs]


@pytest.fixture
def folder(tmp_path):
    shutil.copy(TOKENIZER, tmp_path)
    (tmp_path / "config.json").write_text(json.dumps({"pad_token_id": 0}), encoding="utf-8")
    NetworkHeader(FEVEROUS_VERDICT, {"max_tokens": 64}).write(tmp_path)
    return tmp_path


def sentence(text):
    return Evidence(SentenceId("Vell", 0), text, ("Vell",), 1.0)


def test_no_evidence_is_not_enough_and_is_not_asked(folder):
    model = FeverousVerdict(folder, network=Lengths())
    assert model.decide(CLAIM, []).label is Label.NOT_ENOUGH_INFO
    assert model.decide(CLAIM, []).reason == "no evidence was found"


def test_many_claims_are_decided_in_their_order(folder):
    model = FeverousVerdict(folder, network=Lengths())
    verdicts = model.decide_all([(CLAIM, [sentence("the town " * 20)]), (CLAIM, []), (CLAIM, [])])
    assert [one.label for one in verdicts] == [Label.REFUTES, Label.NOT_ENOUGH_INFO, Label.NOT_ENOUGH_INFO]


def test_probabilities_sum_to_one_and_name_the_label(folder):
    verdict = FeverousVerdict(folder, network=Lengths()).decide(CLAIM, [sentence("")])
    parts = [verdict.probability(label) for label in Label]
    assert sum(parts) == pytest.approx(1)
    assert verdict.probability(verdict.label) == max(parts)


def test_a_damaged_network_is_one_clear_error(folder):
    (folder / ONNX_FILE).write_bytes(b"nothing")
    with pytest.raises(StoreError, match=r"network.onnx is damaged .*train the model again"):
        FeverousVerdict(folder)
