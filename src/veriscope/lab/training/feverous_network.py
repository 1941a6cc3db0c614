"""The FEVEROUS baseline's networks in torch: a pretrained encoder with a linear layer on top."""

import warnings
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from transformers import AutoModel
from transformers.utils.logging import disable_progress_bar

from veriscope.errors import StoreError
from veriscope.lab.training.feverous_encoding import MpnetEncoding
from veriscope.lab.training.fused_attention import fuse_attention
from veriscope.lab.training.train_loop import autocast, device, place_of
from veriscope.models import (
    ONNX_FILE,
    TOKENIZER_FILE,
    Logits,
    NetworkHeader,
    TokenPair,
    like_length,
    pad,
    without_padding,
)

_HEAD = "head.pt"
_INPUTS = ("input_ids", "attention_mask", "token_type_ids")
_BATCH_TOKENS = 65_536


class FeverousNetwork(nn.Module):
    """An encoder with a linear layer over its first id, or over each id."""

    def __init__(self, encoder: nn.Module, *, outputs: int, per_id: bool, dropout: float = 0.1) -> None:
        super().__init__()
        self.encoder = encoder
        self.uses_sides = encoder.config.model_type == "bert"
        self.per_id = per_id
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(encoder.config.hidden_size, outputs)
        self._encoding = MpnetEncoding(encoder) if encoder.config.model_type == "mpnet" else None

    def forward(self, input_ids: Tensor, attention_mask: Tensor, token_type_ids: Tensor) -> Tensor:
        """The logits of each pair, or of each id of each pair."""
        # An export must not contain the kept bias.
        if self._encoding and not torch.jit.is_tracing():
            hidden = self._encoding(input_ids, attention_mask)
        else:
            sides = {"token_type_ids": token_type_ids} if self.uses_sides else {}
            hidden = self.encoder(input_ids=input_ids, attention_mask=attention_mask, **sides).last_hidden_state
        logits: Tensor = self.head(self.dropout(hidden if self.per_id else hidden[:, 0]))
        return logits


def load_feverous_network(folder: Path, *, outputs: int, per_id: bool, seed: int = 0) -> FeverousNetwork:
    """The network of a folder: a saved one, or base weights with a random head drawn by the seed."""
    disable_progress_bar()
    try:
        encoder = _encoder(folder)
    except (OSError, ValueError) as error:
        raise StoreError(f"{folder} holds no base network: {str(error).splitlines()[0]}") from None
    fuse_attention(encoder)
    torch.manual_seed(seed)
    network = FeverousNetwork(encoder, outputs=outputs, per_id=per_id)
    if (folder / _HEAD).exists():
        network.head.load_state_dict(torch.load(folder / _HEAD, map_location="cpu", weights_only=True))
    return network


def _encoder(folder: Path) -> nn.Module:
    """The encoder of a folder, without the pooling layer that some kinds have."""
    try:
        return AutoModel.from_pretrained(folder, dtype=torch.float32, add_pooling_layer=False)
    except TypeError:
        return AutoModel.from_pretrained(folder, dtype=torch.float32)


def save_feverous_network(network: FeverousNetwork, folder: Path, header: NetworkHeader, *, base: Path) -> None:
    """Write the encoder (two bytes a weight), the head, the tokenizer and the header."""
    folder.mkdir(parents=True, exist_ok=True)
    state = {
        name: value.detach().cpu().half() if value.is_floating_point() else value.cpu()
        for name, value in network.encoder.state_dict().items()
    }
    network.encoder.save_pretrained(folder, state_dict=state)
    torch.save({name: value.cpu() for name, value in network.head.state_dict().items()}, folder / _HEAD)
    (folder / TOKENIZER_FILE).write_bytes((base / TOKENIZER_FILE).read_bytes())
    header.write(folder)


class TorchNetwork:
    """A trained network run by torch, on a GPU if there is one."""

    def __init__(self, folder: Path, *, outputs: int, per_id: bool) -> None:
        self._network = load_feverous_network(folder, outputs=outputs, per_id=per_id).to(device()).eval()
        self._filler = int(self._network.encoder.config.pad_token_id or 0)

    def logits(self, pairs: Sequence[TokenPair]) -> list[Logits]:
        """The logits of each pair, in order: one number for each label, or a row of numbers for each id."""
        return network_logits(self._network, pairs, filler=self._filler)


def network_logits(network: FeverousNetwork, pairs: Sequence[TokenPair], *, filler: int) -> list[Logits]:
    """The logits of each pair."""
    found: list[Logits] = [np.zeros(0, np.float32)] * len(pairs)
    place = place_of(network)
    was_training = network.training
    network.eval()
    with torch.inference_mode():
        for numbers in like_length(pairs, tokens=_BATCH_TOKENS if place.type == "cuda" else _BATCH_TOKENS // 16):
            rows = on_device([pairs[number] for number in numbers], place, filler=filler)
            with autocast(place):
                logits = network(*rows)
            for number, row in zip(numbers, logits.float().cpu().numpy(), strict=True):
                found[number] = without_padding(row, pairs[number])
    network.train(was_training)
    return found


def export_feverous_network(folder: Path, *, outputs: int, per_id: bool) -> None:
    """Write the network of a folder as ONNX beside its weights, for batches of any size and length."""
    network = load_feverous_network(folder, outputs=outputs, per_id=per_id).eval()
    ids = torch.ones(2, 8, dtype=torch.long)
    shapes = {name: {0: "batch", 1: "length"} for name in _INPUTS}
    with warnings.catch_warnings():
        # The trace is valid for all sizes, as a test checks.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            network, (ids, ids, ids), str(folder / f"{ONNX_FILE}.part"),
            input_names=list(_INPUTS), output_names=["logits"],
            dynamic_axes=shapes | {"logits": {0: "batch", 1: "length"} if per_id else {0: "batch"}},
            opset_version=17, dynamo=False,
        )  # fmt: skip
    (folder / f"{ONNX_FILE}.part").replace(folder / ONNX_FILE)


def on_device(pairs: Sequence[TokenPair], place: torch.device, *, filler: int) -> tuple[Tensor, Tensor, Tensor]:
    """The ids, mask and sides of pairs on a device, padded to one length."""
    batch = pad(pairs, filler=filler)
    ids, mask, sides = (
        torch.from_numpy(part).to(place, non_blocking=True) for part in (batch.ids, batch.mask, batch.sides)
    )
    return ids, mask, sides
