import json
import shutil
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs the extra `train`")
pytest.importorskip("transformers", reason="training needs the extra `train`")

import torch
from transformers import DistilBertConfig, DistilBertModel, MPNetConfig, MPNetModel

from veriscope.errors import StoreError, UsageError
from veriscope.lab.training.feverous_batches import LessonTable
from veriscope.lab.training.feverous_lessons import IGNORED, TableExample, table_lessons, text_lessons
from veriscope.lab.training.feverous_network import (
    TorchNetwork,
    export_feverous_network,
    load_feverous_network,
    network_logits,
    on_device,
    save_feverous_network,
)
from veriscope.lab.training.feverous_training import FineTuning, fine_tune, shuffled_batches
from veriscope.lab.training.train_loop import Run, finish
from veriscope.models.feverous_folder import FEVEROUS_CELLS, FEVEROUS_VERDICT, NetworkHeader
from veriscope.models.feverous_session import OnnxNetwork
from veriscope.models.feverous_tables import TableCell, TableText
from veriscope.models.feverous_tokens import FeverousTokenizer

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_thread")]

NAMES = ("vell", "tam", "ellis", "orrin", "sorrel", "brandt", "kess", "marl")
SAYS = {"town is old": 0, "town is not old": 1, "film was by sea": 2}
PLAN = FineTuning(epochs=12, decay=0.01, seed=3, batch=4, rate=1e-2)


@pytest.fixture(scope="module")
def base(tiny_base, tmp_path_factory):
    """An MPNet of two layers with random weights."""
    folder = tmp_path_factory.mktemp("tiny-mpnet")
    shutil.copy(tiny_base / "tokenizer.json", folder)
    torch.manual_seed(2)
    config = MPNetConfig(
        vocab_size=128, hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=32,
        max_position_embeddings=130, pad_token_id=0, initializer_range=0.3,
    )  # fmt: skip
    MPNetModel(config, add_pooling_layer=False).save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def tokens(base):
    return FeverousTokenizer(base, max_tokens=512)


@pytest.fixture(scope="module")
def verdict_lessons(tokens):
    pairs = [(f"the town {name} is old", f"{name} : the {text}") for name in NAMES for text in SAYS]
    return text_lessons(tokens.texts(pairs), list(SAYS.values()) * len(NAMES))


@pytest.fixture(scope="module")
def cell_lessons(tokens):
    """The relevant cell of each table is the one that says wool, wherever it stands."""
    goods = ("wool", "film", "sea", "market")
    examples = []
    for turn, name in enumerate(NAMES):
        turned = goods[turn % 4 :] + goods[: turn % 4]
        cells = tuple(
            TableCell(row, column, False, text)
            for row, good in enumerate(turned)
            for column, text in enumerate((good, str(row * 7)))
        )
        table = TableText("Vell", turn, (), cells)
        examples.append(TableExample(f"the goods of {name}", table, {(turned.index("wool"), 0)}))
    return table_lessons(examples, tokens, seed=1)


def run_in(folder, name="one"):
    return Run(folder, name, lambda *_: None)


def new_verdict(base, seed=5):
    return load_feverous_network(base, outputs=3, per_id=False, seed=seed)


def assert_equal_weights(first, second):
    other = second.state_dict()
    assert all(torch.equal(value, other[name]) for name, value in first.state_dict().items())


def test_no_more_ids_are_read_than_the_network_has_places(tokens):
    assert tokens.max_tokens == 128
    assert len(tokens.texts([("a", "town " * 500)])[0].ids) == 128


def test_verdicts_are_learned_and_the_log_tells_of_it(base, tokens, verdict_lessons, tmp_path):
    network = new_verdict(base)
    assert fine_tune(network, verdict_lessons, PLAN, run_in(tmp_path), filler=tokens.filler)
    said = network_logits(network, [one.pair for one in verdict_lessons], filler=tokens.filler)
    assert np.mean([logits.argmax() == one.targets[0] for logits, one in zip(said, verdict_lessons, strict=True)]) > 0.9
    log = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert (log[-1]["step"], log[-1]["of"]) == (72, 72)
    assert log[-1]["loss"] < log[0]["loss"]


def test_cells_are_learned(base, tokens, cell_lessons, tmp_path):
    network = load_feverous_network(base, outputs=1, per_id=True, seed=5)
    fine_tune(network, cell_lessons, replace(PLAN, epochs=30), run_in(tmp_path), filler=tokens.filler)
    said = network_logits(network, [one.pair for one in cell_lessons], filler=tokens.filler)
    right = [
        ((logits[:, 0] > 0) == (one.targets == 1))[one.targets >= 0].mean()
        for logits, one in zip(said, cell_lessons, strict=True)
    ]
    assert np.mean(right) > 0.95


def test_a_run_that_was_stopped_ends_with_the_weights_of_one_that_was_not(base, tokens, verdict_lessons, tmp_path):
    few = replace(PLAN, epochs=2)
    whole, stopped = new_verdict(base), new_verdict(base)
    fine_tune(whole, verdict_lessons, few, run_in(tmp_path / "whole"), filler=tokens.filler)
    calls = 1
    while not fine_tune(
        stopped, verdict_lessons, replace(few, seconds=0.0), run_in(tmp_path / "stopped"), filler=tokens.filler
    ):
        stopped = new_verdict(base, seed=calls)
        calls += 1
    assert calls == 12
    assert_equal_weights(whole, stopped)
    finish(tmp_path / "stopped")
    assert [path.name for path in (tmp_path / "stopped").iterdir()] == ["log.jsonl"]


def test_the_checkpoint_of_another_run_is_refused(base, tokens, verdict_lessons, tmp_path):
    short = replace(PLAN, seconds=0.0)
    assert not fine_tune(new_verdict(base), verdict_lessons, short, run_in(tmp_path), filler=tokens.filler)
    with pytest.raises(UsageError, match="other settings or data"):
        fine_tune(new_verdict(base), verdict_lessons, short, run_in(tmp_path, "another"), filler=tokens.filler)


def test_a_damaged_checkpoint_is_one_clear_error(base, tokens, verdict_lessons, tmp_path):
    (tmp_path / "checkpoint.pt").write_bytes(b"nothing")
    with pytest.raises(StoreError, match="is damaged"):
        fine_tune(new_verdict(base), verdict_lessons, PLAN, run_in(tmp_path), filler=tokens.filler)


def test_every_lesson_is_in_one_batch_and_batches_are_full():
    batches = shuffled_batches(list(range(50, 0, -1)), size=16, seed="1")
    assert sorted(number for batch in batches for number in batch) == list(range(50))
    assert sorted(map(len, batches)) == [2, 16, 16, 16]
    assert batches != shuffled_batches(list(range(50, 0, -1)), size=16, seed="2")


@pytest.mark.parametrize("kind", ["labels", "ids"])
def test_lessons_on_the_device_are_padded_as_others_and_teach_the_same(kind, tokens, verdict_lessons, cell_lessons):
    per_id = kind == "ids"
    lessons = cell_lessons if per_id else verdict_lessons
    table = LessonTable(lessons, torch.device("cpu"), filler=tokens.filler, per_id=per_id)
    groups = [[3, 0, 5], [1]]
    for numbers, (inputs, targets) in zip(groups, table.batches(groups), strict=True):
        chosen = [lessons[number] for number in numbers]
        wanted = on_device([one.pair for one in chosen], torch.device("cpu"), filler=tokens.filler)
        width = wanted[0].shape[1]
        for found, part, filler in zip(inputs, wanted, (tokens.filler, 0, 0), strict=True):
            assert torch.equal(found[:, :width], part)
            assert (found[:, width:] == filler).all()
        for row, one in zip(targets, chosen, strict=True):
            assert row.reshape(-1)[: len(one.targets)].tolist() == one.targets.tolist()
            assert (row.reshape(-1)[len(one.targets) :] == IGNORED).all()


def test_an_mpnet_says_what_its_own_forward_says_also_when_weights_are_loaded_anew(base, tokens):
    network = new_verdict(base).eval()
    pairs = tokens.texts([("the town", "a city by the sea"), ("a", "b"), ("film", "wool " * 40)])
    rows = on_device(pairs, torch.device("cpu"), filler=tokens.filler)
    for _ in range(2):
        with torch.inference_mode():
            own = network.encoder(input_ids=rows[0], attention_mask=rows[1]).last_hidden_state
            said, expected = network(*rows), network.head(own[:, 0])
        assert torch.allclose(said, expected, atol=1e-5)
        # What was kept in the inference mode serves a training too.
        network(*rows).sum().backward()
        network.load_state_dict({name: value * 1.5 for name, value in network.state_dict().items()})


@pytest.mark.parametrize(("kind", "outputs", "per_id"), [(FEVEROUS_VERDICT, 3, False), (FEVEROUS_CELLS, 1, True)])
def test_a_saved_network_says_the_same_in_torch_and_in_onnx(kind, outputs, per_id, base, tokens, tmp_path):
    network = load_feverous_network(base, outputs=outputs, per_id=per_id, seed=5).eval()
    save_feverous_network(network, tmp_path, NetworkHeader(kind, {"max_tokens": 128}), base=base)
    export_feverous_network(tmp_path, outputs=outputs, per_id=per_id)
    pairs = tokens.texts([("the town", "a city by the sea"), ("a", "b"), ("film", "wool " * 90)])
    by_torch = TorchNetwork(tmp_path, outputs=outputs, per_id=per_id).logits(pairs)
    by_onnx = OnnxNetwork(tmp_path, filler=tokens.filler).logits(pairs)
    for first, second, pair in zip(by_torch, by_onnx, pairs, strict=True):
        assert first.shape == second.shape == ((len(pair.ids), 1) if per_id else (3,))
        assert first == pytest.approx(second, abs=1e-4)


def test_an_encoder_of_a_kind_without_a_pooling_layer_is_a_base_too(tiny_base, tmp_path):
    config = DistilBertConfig(vocab_size=128, dim=16, n_layers=2, n_heads=2, hidden_dim=32, max_position_embeddings=66)
    DistilBertModel(config).save_pretrained(tmp_path)
    shutil.copy(tiny_base / "tokenizer.json", tmp_path)
    tokens = FeverousTokenizer(tmp_path, max_tokens=512)
    (said,) = network_logits(new_verdict(tmp_path), tokens.texts([("a", "town " * 99)]), filler=tokens.filler)
    assert (tokens.max_tokens, said.shape) == (64, (3,))


def test_a_folder_without_a_network_is_one_clear_error(tmp_path):
    with pytest.raises(StoreError, match="holds no base network"):
        new_verdict(tmp_path)
