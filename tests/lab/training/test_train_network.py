import pytest

pytest.importorskip("torch", reason="training needs the extra `train`")
pytest.importorskip("transformers", reason="training needs the extra `train`")

import torch

from veriscope.lab.training.train_network import (
    OUTPUTS,
    load_network,
    network_tokenizer,
    save_network,
    set_dropout,
    split,
)
from veriscope.models.tokens import pad

pytestmark = pytest.mark.slow

PAIRS = [("The town is old.", "A town by the sea."), ("River", "The wool market was not in the city. " * 5)]


def logits(network, folder, pairs=PAIRS):
    tokenizer, filler = network_tokenizer(folder, max_tokens=256)
    batch = pad(tokenizer.encode(pairs), filler=filler)
    network.eval()
    with torch.inference_mode():
        return network(*(torch.from_numpy(part) for part in (batch.ids, batch.mask, batch.sides)))


def test_each_pair_has_seven_logits_split_by_head(tiny_base):
    found = logits(load_network(tiny_base), tiny_base)
    assert found.shape == (len(PAIRS), OUTPUTS)
    heads = split(found)
    assert torch.equal(torch.cat((heads.rank.unsqueeze(1), heads.line, heads.list), dim=1), found)


def test_padding_changes_no_logits(tiny_base):
    network = load_network(tiny_base)
    alone = torch.cat([logits(network, tiny_base, [pair]) for pair in PAIRS])
    assert torch.allclose(alone, logits(network, tiny_base), atol=1e-5)


def test_a_saved_network_says_the_same_again(tiny_base, tmp_path):
    network = load_network(tiny_base)
    save_network(network, tmp_path / "saved", tokenizer=tiny_base / "tokenizer.json")
    again = load_network(tmp_path / "saved")
    assert torch.equal(logits(again, tmp_path / "saved"), logits(network, tiny_base))


def test_half_precision_keeps_the_logits_nearly(tiny_base, tmp_path):
    network = load_network(tiny_base)
    save_network(network, tmp_path, tokenizer=tiny_base / "tokenizer.json", half=True)
    again = load_network(tmp_path)
    assert next(again.parameters()).dtype is torch.float32
    assert torch.allclose(logits(again, tmp_path), logits(network, tiny_base), atol=0.02)
    size, whole = ((folder / "model.safetensors").stat().st_size for folder in (tmp_path, tiny_base))
    assert size < 0.7 * whole


def test_the_share_that_is_dropped_is_set_in_every_layer(tiny_base):
    network = load_network(tiny_base)
    set_dropout(network, 0.0)
    network.encoder.train()
    assert torch.equal(logits_while_learning(network, tiny_base), logits_while_learning(network, tiny_base))
    set_dropout(network, 0.5)
    assert not torch.equal(logits_while_learning(network, tiny_base), logits_while_learning(network, tiny_base))


def logits_while_learning(network, folder):
    tokenizer, filler = network_tokenizer(folder, max_tokens=64)
    batch = pad(tokenizer.encode(PAIRS), filler=filler)
    network.encoder.train()
    network.dropout.eval()
    with torch.inference_mode():
        return network(*(torch.from_numpy(part) for part in (batch.ids, batch.mask, batch.sides)))
