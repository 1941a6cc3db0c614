import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs the extra `train`")
pytest.importorskip("transformers", reason="training needs the extra `train`")
pytest.importorskip("onnx", reason="training needs the extra `train`")

import onnxruntime
import torch

from veriscope.errors import InputError
from veriscope.lab.training.export_encoder import ExportSettings, export, export_encoder, quantise
from veriscope.lab.training.onnx_weights import OnnxWeightsSettings, unpack_onnx_weights
from veriscope.lab.training.train_cross_encoder import score
from veriscope.lab.training.train_epochs import MAX_TOKENS
from veriscope.lab.training.train_network import load_network, network_tokenizer, save_network
from veriscope.models.encoder import Encoder
from veriscope.models.tokens import pad

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::torch.jit.TracerWarning"),
    pytest.mark.filterwarnings("ignore:Exporting aten:UserWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]

CLAIM = "The town is not by the sea."
PAIRS = [(CLAIM, "wool " * length) for length in (0, 1, 3, 17, 64, 240, 900)]


@pytest.fixture(scope="module")
def network(tiny_base, tmp_path_factory):
    """A network whose heads say something, and its folder."""
    torch.manual_seed(2)
    made = load_network(tiny_base)
    torch.nn.init.normal_(made.heads.weight, std=0.3)
    folder = tmp_path_factory.mktemp("network")
    save_network(made, folder, tokenizer=tiny_base / "tokenizer.json")
    return made, folder


@pytest.fixture
def pairs(network):
    return network_tokenizer(network[1], max_tokens=MAX_TOKENS)[0].encode(PAIRS)


def scored(network):
    """What torch says of all pairs."""
    made, folder = network
    tokenizer, filler = network_tokenizer(folder, max_tokens=MAX_TOKENS)
    return score(made, tokenizer.table(PAIRS), filler=filler)


def run(file, pairs):
    session = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
    batch = pad(pairs)
    inputs = {"input_ids": batch.ids, "attention_mask": batch.mask, "token_type_ids": batch.sides}
    return session.run(["logits"], inputs)[0]


@pytest.fixture
def whole(network, tmp_path):
    export(network[0], tmp_path / "whole.onnx")
    return tmp_path / "whole.onnx"


def test_the_exported_network_agrees_with_torch_at_every_length_and_batch(network, whole, pairs):
    expected = scored(network)
    assert len({len(pair.ids) for pair in pairs}) == len(PAIRS)
    alone = np.concatenate([run(whole, [pair]) for pair in pairs])
    assert alone == pytest.approx(expected, abs=1e-4)
    assert run(whole, pairs) == pytest.approx(expected, abs=1e-4)


def test_the_quantised_network_agrees_nearly(network, whole, pairs, tmp_path):
    quantise(whole, tmp_path / "encoder.onnx")
    expected = scored(network)
    found = np.concatenate([run(tmp_path / "encoder.onnx", [pair]) for pair in pairs])
    assert found == pytest.approx(expected, abs=0.3)
    assert np.corrcoef(found.ravel(), expected.ravel())[0, 1] > 0.99
    assert found.tolist() != expected.tolist()


def test_quantising_leaves_nothing_else_behind(whole, tmp_path):
    (tmp_path / "out").mkdir()
    quantise(whole, tmp_path / "out" / "encoder.onnx")
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["encoder.onnx"]
    assert (tmp_path / "out" / "encoder.onnx").stat().st_size < whole.stat().st_size


def test_the_encoder_at_run_time_reads_what_the_command_wrote(network, tmp_path):
    (said,) = export_encoder(ExportSettings(network[1], tmp_path / "out"))
    assert said.startswith("encoder.onnx: 0.1 MB")
    judged = Encoder(tmp_path / "out", threads=1).judge(PAIRS)
    found = np.array([[one.rank, *one.line, *one.list] for one in judged])
    assert found == pytest.approx(scored(network), abs=0.3)


def test_training_can_go_on_from_an_exported_encoder(network, tmp_path):
    next(export_encoder(ExportSettings(network[1], tmp_path / "encoder")))
    settings = OnnxWeightsSettings(tmp_path / "encoder", network[1] / "config.json", tmp_path / "base")
    assert "weights" in next(unpack_onnx_weights(settings))
    found = scored((load_network(tmp_path / "base"), tmp_path / "base"))
    assert found == pytest.approx(scored(network), abs=0.3)


def test_a_folder_without_weights_is_named(tmp_path):
    (tmp_path / "config.json").write_text('{"num_hidden_layers": 2}', encoding="utf-8")
    settings = OnnxWeightsSettings(tmp_path, tmp_path / "config.json", tmp_path / "out")
    with pytest.raises(InputError, match=r"holds neither encoder\.onnx nor onnx/model\.onnx"):
        next(unpack_onnx_weights(settings))
