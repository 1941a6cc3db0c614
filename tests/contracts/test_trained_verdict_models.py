import shutil
from pathlib import Path

import numpy as np
import pytest

from veriscope.domain import Claim, Computation, Evidence, Label, SentenceId
from veriscope.errors import StoreError
from veriscope.models.feverous_folder import ONNX_FILE
from veriscope.verdict import TRAINED_VERDICT_MODELS
from veriscope.verdict.decomposable_attention import LAYERS
from veriscope.verdict.model_files import MODEL_FILE, WEIGHTS_FILE, ModelFiles, model_kind
from veriscope.verdict.word_vectors import WordVectors

COUNT = Computation("Arvania", 0, "p", True, 0.8, 0.9, 1.0, True, True, "one row", (), "1", ())

WORDS = ("arvania", "island", "capital", "not")
WIDTH, HIDDEN = 4, 6


def drawn(*shape):
    return np.random.default_rng(sum(shape)).normal(size=shape).astype(np.float32)


def mlp_arrays():
    size, hidden = len(WORDS), HIDDEN
    arrays = {"idf": np.ones(size), "claim": drawn(size, hidden), "body": drawn(size, hidden), "cosine": drawn(hidden)}
    return arrays | {"hidden_bias": drawn(hidden), "out": drawn(hidden, 3), "out_bias": drawn(3)}


def attention_arrays():
    sizes = [
        (WIDTH, HIDDEN),
        *[(HIDDEN, HIDDEN)] * 2,
        (2 * HIDDEN, HIDDEN),
        (HIDDEN, HIDDEN),
        (2 * HIDDEN, HIDDEN),
        (HIDDEN, 3),
    ]
    layers = dict(zip(LAYERS, sizes, strict=True))
    biases = {f"{name}_bias": drawn(size[1]) for name, size in layers.items()}
    vectors = WordVectors.of(WORDS, drawn(len(WORDS), WIDTH), seed=1).vectors
    return {name: drawn(*size) for name, size in layers.items()} | biases | {"vectors": vectors}


ARRAYS = {
    "claim-only": {"weights": drawn(len(WORDS), 3), "bias": drawn(3)},
    "decomposable-attention": attention_arrays(),
    "fever-mlp": mlp_arrays(),
    "word-label-pmi": {"npmi": drawn(len(WORDS), 3)},
}


# Models whose weights are a network, in folders with random ones.
NETWORKS = {"feverous-verdict": Path(__file__).parents[1] / "models" / "fixtures" / "tiny_feverous"}


@pytest.fixture(params=sorted(TRAINED_VERDICT_MODELS))
def kind(request):
    return request.param


@pytest.fixture
def folder(kind, tmp_path):
    if kind in NETWORKS:
        shutil.copytree(NETWORKS[kind], tmp_path, dirs_exist_ok=True)
    else:
        ModelFiles(kind, {"seed": 1}, WORDS, ARRAYS[kind]).write(tmp_path)
    return tmp_path


@pytest.fixture
def model(kind, folder):
    return TRAINED_VERDICT_MODELS[kind](folder)


def evidence(*texts):
    return [Evidence(SentenceId("Arvania", i), text, ("Arvania",), 1.0) for i, text in enumerate(texts)]


def test_no_evidence_is_not_enough_and_says_why(model):
    verdict = model.decide(Claim("1", "Arvania is an island."), [])
    assert (verdict.label, verdict.reason) == (Label.NOT_ENOUGH_INFO, "no evidence was found")


@pytest.mark.parametrize("text", ["", "?", "Arvania is not an island.", "island " * 10_000])
def test_probabilities_sum_to_one_and_name_the_label(model, text):
    verdict = model.decide(Claim("1", text), evidence("Arvania is an island.", ""))
    parts = [verdict.probability(label) for label in Label]
    assert sum(parts) == pytest.approx(1)
    assert verdict.probability(verdict.label) == max(parts)


def test_a_stance_belongs_to_every_piece_or_to_none(model):
    verdict = model.decide(Claim("1", "Arvania is an island."), evidence("Arvania is an island.", "Its capital."))
    assert len(verdict.stances) in {0, 2}
    for stance in verdict.stances:
        assert sum(stance) == pytest.approx(1)


def test_one_piece_says_what_all_of_it_says(model):
    verdict = model.decide(Claim("1", "Arvania is an island."), evidence("Its capital."))
    assert all(stance.supports == pytest.approx(verdict.supports) for stance in verdict.stances)


def test_the_folder_knows_its_kind(kind, folder):
    assert model_kind(folder) == kind


def test_a_folder_without_a_model_is_one_clear_error(kind, tmp_path):
    with pytest.raises(StoreError, match=r"no trained model in .*veriscope train"):
        TRAINED_VERDICT_MODELS[kind](tmp_path / "nothing")


def test_the_folder_of_another_model_is_refused(kind, folder):
    other = next(name for name in sorted(TRAINED_VERDICT_MODELS) if name != kind)
    with pytest.raises(StoreError, match=f"holds the model '{kind}', not '{other}'"):
        TRAINED_VERDICT_MODELS[other](folder)


def test_damaged_weights_are_one_clear_error(kind, folder):
    (folder / (ONNX_FILE if kind in NETWORKS else WEIGHTS_FILE)).write_bytes(b"PK\x03\x04 and nothing more")
    with pytest.raises(StoreError, match="train the model again"):
        TRAINED_VERDICT_MODELS[kind](folder)


def test_a_damaged_header_is_one_clear_error(kind, folder):
    (folder / MODEL_FILE).write_text('{"kind": ', encoding="utf-8")
    with pytest.raises(StoreError, match="is damaged"):
        TRAINED_VERDICT_MODELS[kind](folder)


@pytest.mark.parametrize("kind", sorted(ARRAYS), indirect=True)
def test_weights_that_are_missing_are_named(kind, tmp_path):
    ModelFiles(kind, {}, WORDS, {"strange": np.zeros(3)}).write(tmp_path)
    with pytest.raises(StoreError, match="is damaged"):
        TRAINED_VERDICT_MODELS[kind](tmp_path)


@pytest.mark.parametrize("kind", sorted(ARRAYS), indirect=True)
def test_words_without_weights_are_refused(kind, tmp_path):
    ModelFiles(kind, {}, (*WORDS, "more"), ARRAYS[kind]).write(tmp_path)
    with pytest.raises(StoreError, match="differ in number"):
        TRAINED_VERDICT_MODELS[kind](tmp_path)


def test_another_version_is_refused(kind, folder):
    header = (folder / MODEL_FILE).read_text(encoding="utf-8")
    (folder / MODEL_FILE).write_text(header.replace('"version":1', '"version":2'), encoding="utf-8")
    with pytest.raises(StoreError, match="of version 2"):
        TRAINED_VERDICT_MODELS[kind](folder)


def test_every_trained_model_is_documented(kind):
    guide = Path(__file__).resolve().parents[2] / "docs" / "paper-models.md"
    assert f"`{kind}`" in guide.read_text(encoding="utf-8")


def test_computations_and_other_wordings_may_be_told_to_every_model(model):
    pieces, claim = evidence("Arvania became independent in 1961."), Claim("1", "Arvania became independent in 1958.")
    wordings = [claim.text, "Arvania became independent in 1961."]
    verdict = model.decide(claim, pieces, computations=[COUNT], wordings=wordings)
    assert len(verdict.wordings) in {0, len(wordings)}
    assert all(sum(stance) == pytest.approx(1) for stance in verdict.wordings)
    assert model.decide(claim, pieces, wordings=wordings).label is model.decide(claim, pieces).label
