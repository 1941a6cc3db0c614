"""The cross-encoder as a torch module: a pretrained encoder and three small heads."""

import json
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor, nn
from transformers import AutoConfig, AutoModel

from veriscope.neural.fused_attention import fuse_attention
from veriscope.neural.tokens import PairTokenizer

OUTPUTS = 7
_HEADS = "heads.pt"


class Outputs(NamedTuple):
    """Logits: how well a line serves as evidence, what it says alone, and what a list of lines says."""

    rank: Tensor
    line: Tensor
    list: Tensor


class CrossEncoder(nn.Module):
    """One encoder over claim and evidence; the heads read its first token and the mean of all."""

    def __init__(self, encoder: nn.Module, *, dropout: float = 0.1) -> None:
        super().__init__()
        self.encoder = encoder
        self.uses_sides = encoder.config.model_type == "bert"
        self.dropout = nn.Dropout(dropout)
        self.heads = nn.Linear(2 * encoder.config.hidden_size, OUTPUTS)

    def forward(self, input_ids: Tensor, attention_mask: Tensor, token_type_ids: Tensor) -> Tensor:
        """The seven logits of each pair: rank, three of the line, three of the list."""
        sides = {"token_type_ids": token_type_ids} if self.uses_sides else {}
        hidden = self.encoder(input_ids=input_ids, attention_mask=attention_mask, **sides).last_hidden_state
        weights = attention_mask.unsqueeze(-1).to(hidden.dtype)
        mean = (hidden * weights).sum(1) / weights.sum(1).clamp(min=1)
        logits: Tensor = self.heads(self.dropout(torch.cat((hidden[:, 0], mean), dim=-1)))
        return logits


def split(logits: Tensor) -> Outputs:
    """The logits by head."""
    return Outputs(logits[:, 0], logits[:, 1:4], logits[:, 4:7])


def load_network(folder: Path, *, dropout: float = 0.1) -> CrossEncoder:
    """The network of a folder: base weights, with new heads, or one that `save_network` wrote."""
    network = CrossEncoder(
        AutoModel.from_pretrained(folder, dtype=torch.float32, add_pooling_layer=False), dropout=dropout
    )
    fuse_attention(network.encoder)
    if (folder / _HEADS).exists():
        network.heads.load_state_dict(torch.load(folder / _HEADS, map_location="cpu", weights_only=True))
    return network


def save_network(network: CrossEncoder, folder: Path, *, tokenizer: Path, half: bool = False) -> None:
    """Write encoder, heads and tokenizer; `half` keeps two bytes a weight."""
    folder.mkdir(parents=True, exist_ok=True)
    state = {
        name: value.half() if half and value.is_floating_point() else value
        for name, value in network.encoder.state_dict().items()
    }
    network.encoder.save_pretrained(folder, state_dict=state)
    (folder / "tokenizer.json").write_text(tokenizer.read_text(encoding="utf-8"), encoding="utf-8")
    # The heads come last: where they are, all is.
    torch.save(network.heads.state_dict(), folder / _HEADS)


def network_tokenizer(folder: Path, *, max_tokens: int) -> tuple[PairTokenizer, int]:
    """The tokenizer of a network's folder, and the id that fills short pairs up."""
    filler = AutoConfig.from_pretrained(folder).pad_token_id
    return PairTokenizer(folder / "tokenizer.json", max_tokens=max_tokens), int(filler or 0)


def write_log(path: Path, **values: object) -> None:
    """Append one JSON object to a log."""
    with path.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(values) + "\n")
