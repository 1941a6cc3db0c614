"""Trains a cross-encoder on examples, with or without a teacher's scores."""

from dataclasses import dataclass, replace
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional

from veriscope.lab.training.examples import UNKNOWN
from veriscope.lab.training.train_batches import DeviceEpoch, DeviceTable, ExampleBatch, batches_of
from veriscope.lab.training.train_epochs import EpochSource, Scores
from veriscope.lab.training.train_loop import EpochBatches, Learning, Plan, Run, adamw, autocast, fit, place_of
from veriscope.lab.training.train_network import OUTPUTS, CrossEncoder, split
from veriscope.models import TokenTable, like_lengths


@dataclass(frozen=True, slots=True)
class TrainingSettings:
    """How to train a network; `tokens` is the size of a batch, and the training stops after `seconds`."""

    epochs: int = 3
    rate: float = 3e-5
    tokens: int = 16_000
    warm_up: float = 0.06
    decay: float = 0.01
    line_weight: float = 0.5
    soft: float = 0.7
    temperature: float = 1.5
    label_weights: tuple[float, float, float] = (1.0, 1.0, 1.0)
    seed: int = 11
    seconds: float = 1e9


def train(network: CrossEncoder, source: EpochSource, settings: TrainingSettings, *, folder: Path, filler: int) -> bool:
    """Train until done or out of time; returns whether it is done. The folder holds checkpoints and a log."""
    place = place_of(network)

    def epoch(number: int) -> EpochBatches[ExampleBatch]:
        made = source(number)
        batches = batches_of(made.table.lengths, tokens=settings.tokens, seed=settings.seed * 1000 + number)
        laid = DeviceEpoch(made, place, filler=filler)
        return EpochBatches(len(batches), lambda step: laid.batches(batches[step:]))

    # Copied to the device once: a copy in a step would wait for the steps before it.
    label_weights = torch.tensor(settings.label_weights, device=place)

    def loss(lessons: ExampleBatch) -> Tensor:
        with autocast(place, learning=True):
            logits = network(*lessons.inputs)
        return _loss(logits.float(), lessons, settings, label_weights)

    learning = Learning(network, adamw(network, rate=settings.rate, decay=settings.decay), epoch, loss)
    plan = Plan(settings.epochs, settings.seed, warm_up=settings.warm_up, seconds=settings.seconds)
    name = f"{network.encoder.config.model_type} {replace(settings, seconds=0)}"
    return fit(learning, plan, Run(folder, name)) is not None


def score(network: CrossEncoder, table: TokenTable, *, filler: int, tokens: int = 96_000) -> Scores:
    """The seven logits of each pair."""
    device = place_of(network)
    pairs = DeviceTable(table, device, filler=filler)
    network.eval()
    with torch.inference_mode():
        found = torch.zeros((len(table.claims), OUTPUTS), device=device)
        for batch in pairs.batches(like_lengths(table.lengths, tokens=tokens)):
            with autocast(device):
                logits = network(*batch.inputs)
            found[batch.numbers] = logits.float()
    network.train()
    scores: Scores = found.cpu().numpy()
    return scores


def _loss(logits: Tensor, lessons: ExampleBatch, settings: TrainingSettings, label_weights: Tensor) -> Tensor:
    is_list, labels, ranks = lessons.is_list, lessons.labels, lessons.ranks
    outputs = split(logits)
    chosen = torch.where(is_list.unsqueeze(1), outputs.list, outputs.line)
    weights = torch.where(is_list, 1.0, settings.line_weight)
    hard = functional.cross_entropy(chosen, labels.clamp(min=0), weight=label_weights, reduction="none")
    hard = hard * (labels != UNKNOWN)
    ranking = functional.binary_cross_entropy_with_logits(outputs.rank, ranks.clamp(min=0).float(), reduction="none")
    ranking = ranking * (ranks != UNKNOWN)
    if lessons.scores is None:
        return (weights * hard + settings.line_weight * ranking).mean()
    soft, soft_rank = _soft_loss(chosen, outputs.rank, lessons, heat=settings.temperature)
    share = settings.soft
    return (
        weights * (share * soft + (1 - share) * hard)
        + settings.line_weight * (share * soft_rank + (1 - share) * ranking)
    ).mean()


def _soft_loss(chosen: Tensor, rank: Tensor, lessons: ExampleBatch, *, heat: float) -> tuple[Tensor, Tensor]:
    """The losses between student and teacher, in labels and in rank."""
    assert lessons.scores is not None
    said = split(lessons.scores)
    wanted = functional.softmax(torch.where(lessons.is_list.unsqueeze(1), said.list, said.line) / heat, dim=-1)
    labels = functional.kl_div(functional.log_softmax(chosen / heat, dim=-1), wanted, reduction="none").sum(-1)
    ranking = functional.binary_cross_entropy_with_logits(rank, torch.sigmoid(said.rank), reduction="none")
    return labels * heat**2, ranking * ~lessons.is_list
