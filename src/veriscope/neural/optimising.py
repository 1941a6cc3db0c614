"""What all trainings share: which parameters are decayed, and how the rate goes over the steps."""

import torch

_RARELY_DECAYED = ("bias", "LayerNorm.weight")


def parameter_groups(network: torch.nn.Module, decay: float) -> list[dict[str, object]]:
    """The parameters for an optimiser: biases and the weights of norms are not decayed."""
    named = list(network.named_parameters())
    return [
        {"params": [value for name, value in named if not name.endswith(_RARELY_DECAYED)], "weight_decay": decay},
        {"params": [value for name, value in named if name.endswith(_RARELY_DECAYED)], "weight_decay": 0.0},
    ]


def rate_share(step: int, total: int, warm_up: float) -> float:
    """The share of the full rate: a short rise, then a straight line down to nothing."""
    rise = max(1, int(total * warm_up))
    return (step + 1) / rise if step < rise else max(0.0, (total - step) / max(1, total - rise))
