"""Runs an MPNet without the work and the waiting that its own `forward` repeats at every step; needs torch."""

import torch
from torch import Tensor, nn

# The bias is computed for a multiple of this many places, so that it is seldom computed.
_PLACES_STEP = 128


class MpnetEncoding:
    """Runs the layers of an MPNet whose attention is fused; the result equals that of the encoder itself.

    It keeps the bias of distances, which is not trained, and adds the mask to it once for all layers.
    """

    def __init__(self, encoder: nn.Module) -> None:
        self._encoder = encoder
        self._kept = torch.empty(0)
        self._key: tuple[torch.device, int] | None = None

    def __call__(self, input_ids: Tensor, attention_mask: Tensor) -> Tensor:
        """The last hidden state of each id."""
        hidden: Tensor = self._encoder.embeddings(input_ids=input_ids)
        place = hidden.device.type
        kind = torch.get_autocast_dtype(place) if torch.is_autocast_enabled(place) else hidden.dtype
        bias = self._bias(hidden.shape[1])
        is_filler = attention_mask[:, None, None, :] == 0
        mask = bias.masked_fill(is_filler, torch.finfo(bias.dtype).min).to(kind)
        for layer in self._encoder.encoder.layer:
            hidden = layer(hidden, mask)[0]
        return hidden

    def _bias(self, length: int) -> Tensor:
        """The bias for `length` places: a corner of a larger bias, since it depends only on distances."""
        inner = self._encoder.encoder
        weight = inner.relative_attention_bias.weight
        # Reloaded weights have another version.
        key = (weight.device, weight._version)
        if self._key != key or self._kept.shape[-1] < length:
            places = -(-length // _PLACES_STEP) * _PLACES_STEP
            # Training cannot use a tensor from the inference mode.
            with torch.inference_mode(mode=False), torch.no_grad():
                self._kept = inner.compute_position_bias(torch.empty(1, places, 1, device=weight.device))
            self._key = key
        return self._kept[..., :length, :length]
