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
from veriscope.neural.feverous_encoding import MpnetEncoding
from veriscope.neural.feverous_folder import ONNX_FILE, NetworkHeader
from veriscope.neural.feverous_session import Logits, unpadded
from veriscope.neural.feverous_tokens import TOKENIZER_FILE
from veriscope.neural.fused_attention import fuse_attention
from veriscope.neural.tokens import TokenPair, like_length, padded

_HEAD = "head.pt"
_INPUTS = ("input_ids", "attention_mask", "token_type_ids")
_BATCH_TOKENS = 65_536


class FeverousNetwork(nn.Module):
    """An encoder and a linear layer over its first id, or over each id."""

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
        # What is kept must not become part of an export.
        if self._encoding and not torch.jit.is_tracing():
            hidden = self._encoding(input_ids, attention_mask)
        else:
            sides = {"token_type_ids": token_type_ids} if self.uses_sides else {}
            hidden = self.encoder(input_ids=input_ids, attention_mask=attention_mask, **sides).last_hidden_state
        logits: Tensor = self.head(self.dropout(hidden if self.per_id else hidden[:, 0]))
        return logits


def load_feverous_network(folder: Path, *, outputs: int, per_id: bool, seed: int = 0) -> FeverousNetwork:
    """The network of a folder: base weights, with a new head drawn by the seed, or one that was saved."""
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
    """The encoder of a folder; not every kind has a pooling layer to leave out."""
    try:
        return AutoModel.from_pretrained(folder, dtype=torch.float32, add_pooling_layer=False)
    except TypeError:
        return AutoModel.from_pretrained(folder, dtype=torch.float32)


def save_feverous_network(network: FeverousNetwork, folder: Path, header: NetworkHeader, *, base: Path) -> None:
    """Write encoder (two bytes a weight), head, tokenizer and header."""
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
    """A trained network run by torch, on a GPU where there is one."""

    def __init__(self, folder: Path, *, outputs: int, per_id: bool) -> None:
        self._network = load_feverous_network(folder, outputs=outputs, per_id=per_id).to(device()).eval()
        self._filler = int(self._network.encoder.config.pad_token_id or 0)

    def logits(self, pairs: Sequence[TokenPair]) -> list[Logits]:
        """What it says of each pair, in order: one number a label, or one line of numbers an id."""
        return network_logits(self._network, pairs, filler=self._filler)


def network_logits(network: FeverousNetwork, pairs: Sequence[TokenPair], *, filler: int) -> list[Logits]:
    """The logits of each pair."""
    found: list[Logits] = [np.zeros(0, np.float32)] * len(pairs)
    place = next(network.parameters()).device
    was_training = network.training
    network.eval()
    with torch.inference_mode():
        for numbers in like_length(pairs, tokens=_BATCH_TOKENS if place.type == "cuda" else _BATCH_TOKENS // 16):
            rows = on_device([pairs[number] for number in numbers], place, filler=filler)
            with autocast(place):
                logits = network(*rows)
            for number, row in zip(numbers, logits.float().cpu().numpy(), strict=True):
                found[number] = unpadded(row, pairs[number])
    network.train(was_training)
    return found


def export_feverous_network(folder: Path, *, outputs: int, per_id: bool) -> None:
    """Write the network of a folder as ONNX beside its weights, for batches of any size and length."""
    network = load_feverous_network(folder, outputs=outputs, per_id=per_id).eval()
    ids = torch.ones(2, 8, dtype=torch.long)
    shapes = {name: {0: "batch", 1: "length"} for name in _INPUTS}
    with warnings.catch_warnings():
        # What is traced holds for all sizes; a test compares.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            network, (ids, ids, ids), str(folder / f"{ONNX_FILE}.part"),
            input_names=list(_INPUTS), output_names=["logits"],
            dynamic_axes=shapes | {"logits": {0: "batch", 1: "length"} if per_id else {0: "batch"}},
            opset_version=17, dynamo=False,
        )  # fmt: skip
    (folder / f"{ONNX_FILE}.part").replace(folder / ONNX_FILE)


def on_device(pairs: Sequence[TokenPair], place: torch.device, *, filler: int) -> tuple[Tensor, Tensor, Tensor]:
    """Pairs as the network takes them."""
    batch = padded(pairs, filler=filler)
    ids, mask, sides = (
        torch.from_numpy(part).to(place, non_blocking=True) for part in (batch.ids, batch.mask, batch.sides)
    )
    return ids, mask, sides


def device() -> torch.device:
    """A GPU where there is one."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def autocast(place: torch.device) -> torch.autocast:
    """Half precision on a GPU."""
    return torch.autocast(place.type, torch.bfloat16, enabled=place.type == "cuda")
