import numpy as np
import pytest

from veriscope.domain import Claim, Evidence, Label, SentenceId
from veriscope.errors import StoreError, UsageError
from veriscope.lab.training.training_pairs import Pairs, TrainingPair
from veriscope.verdict import TRAINED_VERDICT_MODELS
from veriscope.verdict.label_probabilities import LABEL_ORDER, stance_from
from veriscope.verdict.word_vectors import WordVectors

pytest.importorskip("torch", reason="training needs the extra `train`")

from veriscope.lab.training import train_loop
from veriscope.lab.training.train_decomposable_attention import (
    AttentionExamples,
    AttentionNetwork,
    AttentionSettings,
    train_decomposable_attention,
)
from veriscope.lab.training.train_fever_mlp import MlpSettings, train_fever_mlp

pytestmark = pytest.mark.usefixtures("one_thread")

TEXTS = {
    Label.SUPPORTS: "The town {} lies by the sea .",
    Label.REFUTES: "The town {} never saw the sea .",
    Label.NOT_ENOUGH_INFO: "A film of wool and iron .",
}
PAIRS = [
    TrainingPair(f"{name} lies by the sea.", text.format(name), label)
    for name in ("Vell", "Tam", "Orrin", "Ellis", "Sorrel", "Brandt")
    for label, text in TEXTS.items()
]
DATA = Pairs(PAIRS * 4, PAIRS, 0)
TOKENS = ("the", "town", "lies", "by", "sea", "never", "saw", "a", "film", "of", "wool", "and", "iron", ".")
WORDS = WordVectors.of(TOKENS, np.random.default_rng(1).normal(size=(len(TOKENS), 8)), seed=1)


def run(folder, name="run", report=lambda *_: None):
    return train_loop.Run(folder, name, report)


def train_mlp(folder, *, epochs=12, **options):
    plan = train_loop.Plan(epochs, seed=2, patience=50)
    return train_fever_mlp(DATA, plan, settings=MlpSettings(batch=16, hidden=8), run=run(folder, **options))


def train_attention(folder, *, epochs=12, **options):
    settings = AttentionSettings(hidden=12, batch=8)
    plan = train_loop.Plan(epochs, seed=2, patience=50)
    return train_decomposable_attention(DATA, plan, settings=settings, words=WORDS, run=run(folder, **options))


TRAINERS = [train_mlp, train_attention]


@pytest.mark.parametrize("train", TRAINERS)
def test_what_was_learned_is_what_the_model_without_torch_says(train, tmp_path):
    files, fitted = train(tmp_path)
    assert max(fitted.scores) == 1.0
    files.write(tmp_path)
    model = TRAINED_VERDICT_MODELS[files.kind](tmp_path)
    for pair in PAIRS:
        verdict = model.decide(Claim("1", pair.claim), [Evidence(SentenceId("x", 0), pair.evidence, ("x",), 1.0)])
        assert verdict.label is pair.label


def test_attention_without_torch_gives_the_same_numbers(tmp_path):
    settings = AttentionSettings(hidden=12, batch=len(PAIRS))
    network = AttentionNetwork(WORDS.vectors, settings, seed=3)
    batch = AttentionExamples(PAIRS, WORDS, settings).batches(None)[0]()
    logits = network.eval()(*batch.inputs).detach().numpy()
    files, _ = train_attention(tmp_path)
    arrays = {name: tensor.detach().numpy() for name, tensor in network.weights.items()}
    type(files)(files.kind, {}, files.words, arrays | {"vectors": WORDS.vectors}).write(tmp_path)
    model = TRAINED_VERDICT_MODELS[files.kind](tmp_path)
    expected = {
        (stance_from(row), LABEL_ORDER[label]) for row, label in zip(logits, batch.labels.tolist(), strict=True)
    }
    for pair in PAIRS:
        verdict = model.decide(Claim("1", pair.claim), [Evidence(SentenceId("x", 0), pair.evidence, ("x",), 1.0)])
        near = [stance for stance, label in expected if label is pair.label]
        assert min(abs(stance.supports - verdict.supports) for stance in near) < 1e-5


@pytest.mark.parametrize("train", TRAINERS)
def test_a_stopped_run_ends_as_one_that_was_not_stopped(train, tmp_path, monkeypatch):
    whole, _ = train(tmp_path / "whole", epochs=4)
    monkeypatch.setattr(train_loop, "_SAVE_EVERY_S", -1.0)
    steps = iter(range(1000))

    def stop(*_):
        if next(steps) == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(tmp_path / "stopped", epochs=4, report=stop)
    resumed, _ = train(tmp_path / "stopped", epochs=4)
    for name, array in whole.arrays.items():
        assert np.array_equal(array, resumed.arrays[name])


def test_the_checkpoint_of_another_run_is_refused(tmp_path):
    train_mlp(tmp_path, epochs=1)
    with pytest.raises(UsageError, match="run with other settings"):
        train_mlp(tmp_path, epochs=1, name="another")


def test_a_damaged_checkpoint_is_one_clear_error(tmp_path):
    (tmp_path / train_loop.CHECKPOINT).write_bytes(b"no checkpoint")
    with pytest.raises(StoreError, match="is damaged"):
        train_mlp(tmp_path)


def test_training_stops_when_nothing_is_gained(tmp_path):
    plan = train_loop.Plan(200, seed=2, patience=3)
    _, fitted = train_fever_mlp(DATA, plan, settings=MlpSettings(batch=16, hidden=8), run=run(tmp_path))
    assert len(fitted.scores) == fitted.best_epoch + 3


def test_a_finished_run_leaves_no_checkpoint(tmp_path):
    train_mlp(tmp_path, epochs=1)
    train_loop.finish(tmp_path)
    assert not (tmp_path / train_loop.CHECKPOINT).exists()
