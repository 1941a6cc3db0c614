"""Runs MPNet's attention in one kernel; its own passes through memory a dozen times a layer. Needs torch."""

from types import MethodType

from torch import Tensor, nn
from torch.nn import functional

_KIND = "MPNetSelfAttention"


def fuse_attention(encoder: nn.Module) -> None:
    """Make the layers of an MPNet use the fused kernel; the pretrained bias of distances is not trained."""
    for module in encoder.modules():
        if type(module).__name__ == _KIND:
            module.forward = MethodType(_attend, module)  # type: ignore[method-assign, unused-ignore]


def _attend(
    self: nn.Module,
    hidden_states: Tensor,
    attention_mask: Tensor | None = None,
    position_bias: Tensor | None = None,
    output_attentions: bool = False,  # noqa: FBT001, FBT002 - the name and place that the library calls by
    **_: object,
) -> tuple[Tensor]:
    """The attended states; the attention weights are not kept, so they cannot be returned."""
    if output_attentions:
        raise ValueError("the fused kernel keeps no attention")
    batch, length, _width = hidden_states.shape
    shape = (batch, length, -1, self.attention_head_size)
    query, key, value = (part(hidden_states).view(shape).transpose(1, 2) for part in (self.q, self.k, self.v))
    bias = position_bias.detach() if position_bias is not None else None
    mask = attention_mask if bias is None else bias if attention_mask is None else bias + attention_mask
    context = functional.scaled_dot_product_attention(
        query, key, value,
        attn_mask=None if mask is None else mask.to(query.dtype),
        dropout_p=self.dropout.p if self.training else 0.0,
    )  # fmt: skip
    return (self.o(context.transpose(1, 2).reshape(batch, length, -1)),)
