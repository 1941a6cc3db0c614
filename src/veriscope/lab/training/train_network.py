"""The cross-encoder as a torch module: a pretrained encoder and three small heads."""

from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor, nn
from transformers import AutoConfig, AutoModel

from veriscope.lab.training.fused_attention import fuse_attention
from veriscope.models import PairTokenizer

OUTPUTS = 7
_HEADS = "heads.pt"
_DROPOUT = 0.1


class HeadLogits(NamedTuple):
    """Logits: whether a line is evidence, the label by this line alone, and the label by a list of lines."""

    rank: Tensor
    line: Tensor
    list: Tensor


class CrossEncoder(nn.Module):
    """One encoder over claim and evidence; the heads read its first token and the mean of all."""

    def __init__(self, encoder: nn.Module) -> None:
        super().__init__()
        self.encoder = encoder
        self.uses_sides = encoder.config.model_type == "bert"
        self.dropout = nn.Dropout(_DROPOUT)
        self.heads = nn.Linear(2 * encoder.config.hidden_size, OUTPUTS)

    def forward(self, input_ids: Tensor, attention_mask: Tensor, token_type_ids: Tensor) -> Tensor:
        """The seven logits of each pair: one for the rank, three for the line, three for the list."""
        sides = {"token_type_ids": token_type_ids} if self.uses_sides else {}
        hidden = self.encoder(input_ids=input_ids, attention_mask=attention_mask, **sides).last_hidden_state
        weights = attention_mask.unsqueeze(-1).to(hidden.dtype)
        mean = (hidden * weights).sum(1) / weights.sum(1).clamp(min=1)
        logits: Tensor = self.heads(self.dropout(torch.cat((hidden[:, 0], mean), dim=-1)))
        return logits


def split(logits: Tensor) -> HeadLogits:
    """The logits by head."""
    return HeadLogits(logits[:, 0], logits[:, 1:4], logits[:, 4:7])


def load_network(folder: Path) -> CrossEncoder:
    """The network of a folder: one that `save_network` wrote, or base weights with new heads."""
    network = CrossEncoder(AutoModel.from_pretrained(folder, dtype=torch.float32, add_pooling_layer=False))
    fuse_attention(network.encoder)
    if (folder / _HEADS).exists():
        network.heads.load_state_dict(torch.load(folder / _HEADS, map_location="cpu", weights_only=True))
    return network


def set_dropout(network: CrossEncoder, share: float) -> None:
    """Drop this share in every layer of the encoder; on a CPU, drawing what to drop takes a third of a step."""
    for module in network.encoder.modules():
        if isinstance(module, nn.Dropout):
            module.p = share


def save_network(network: CrossEncoder, folder: Path, *, tokenizer: Path, half: bool = False) -> None:
    """Write the encoder, the heads and the tokenizer; `half` stores two bytes a weight."""
    folder.mkdir(parents=True, exist_ok=True)
    state = {
        name: value.half() if half and value.is_floating_point() else value
        for name, value in network.encoder.state_dict().items()
    }
    network.encoder.save_pretrained(folder, state_dict=state)
    (folder / "tokenizer.json").write_text(tokenizer.read_text(encoding="utf-8"), encoding="utf-8")
    # The heads come last: if they are there, the network is complete.
    torch.save(network.heads.state_dict(), folder / _HEADS)


def network_tokenizer(folder: Path, *, max_tokens: int) -> tuple[PairTokenizer, int]:
    """The tokenizer of a network's folder, and the id that pads short pairs."""
    filler = AutoConfig.from_pretrained(folder).pad_token_id
    return PairTokenizer(folder / "tokenizer.json", max_tokens=max_tokens), int(filler or 0)
