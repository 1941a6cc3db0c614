"""Trains a cross-encoder on examples, with or without a teacher's scores; stops and goes on where it stopped."""

import time
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional

from veriscope.neural.optimising import parameter_groups, rate_share
from veriscope.neural.tokens import TokenTable, like_lengths
from veriscope.neural.train_batches import DeviceEpoch, DeviceTable, Lessons, batches_of
from veriscope.neural.train_epochs import EpochSource, Scores
from veriscope.neural.train_examples import UNKNOWN
from veriscope.neural.train_network import OUTPUTS, CrossEncoder, split, write_log

_CHECKPOINT = "checkpoint.pt"
_LOOK_EVERY = 50


@dataclass(frozen=True, slots=True)
class TrainingSettings:
    """How a network is trained; `tokens` is the size of a batch, `seconds` the time after which it is to stop."""

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
    """Train until done or out of time, and say whether it is done; checkpoints and a log lie in the folder."""
    trainer = _Trainer(network, settings, folder=folder)
    device = next(network.parameters()).device
    folder.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    for number in range(settings.epochs):
        if number < trainer.epochs_done:
            continue
        epoch = source(number)
        batches = batches_of(epoch.table.lengths, tokens=settings.tokens, seed=settings.seed * 1000 + number)
        trainer.begin(len(batches))
        for lessons in DeviceEpoch(epoch, device, filler=filler).lessons(batches[trainer.batches_done :]):
            trainer.step(lessons)
            if trainer.steps % _LOOK_EVERY == 0:
                trainer.log(number, time.monotonic() - started)
                if time.monotonic() - started > settings.seconds:
                    trainer.save()
                    return False
        trainer.end_epoch()
    return True


def score(network: CrossEncoder, table: TokenTable, *, filler: int, tokens: int = 96_000) -> Scores:
    """The seven logits of each pair."""
    device = next(network.parameters()).device
    pairs = DeviceTable(table, device, filler=filler)
    network.eval()
    with torch.inference_mode():
        found = torch.zeros((len(table.claims), OUTPUTS), device=device)
        for batch in pairs.batches(like_lengths(table.lengths, tokens=tokens)):
            with _autocast(device):
                logits = network(*batch.inputs)
            found[batch.numbers] = logits.float()
    network.train()
    scores: Scores = found.cpu().numpy()
    return scores


class _Trainer:
    """The state of a training that can be written down and taken up again."""

    def __init__(self, network: CrossEncoder, settings: TrainingSettings, *, folder: Path) -> None:
        self._network, self._settings, self._folder = network, settings, folder
        self._parameters = list(network.parameters())
        self._device = next(network.parameters()).device
        self._optimiser = torch.optim.AdamW(
            parameter_groups(network, settings.decay), lr=settings.rate, eps=1e-6, fused=self._device.type == "cuda"
        )
        self._weights = torch.tensor(settings.label_weights, device=self._device)
        self._losses: list[Tensor] = []
        self.steps = self.epochs_done = self.batches_done = 0
        self._total = 0
        torch.manual_seed(settings.seed)
        if (folder / _CHECKPOINT).exists():
            self._resume()
        network.train()

    def begin(self, batches: int) -> None:
        """Learn how many batches an epoch has, which sets the slope of the rate."""
        self._total = self._total or batches * self._settings.epochs

    def step(self, lessons: Lessons) -> None:
        """Learn from one batch; nothing here waits for the device."""
        rate = self._settings.rate * rate_share(self.steps, self._total, self._settings.warm_up)
        for group in self._optimiser.param_groups:
            group["lr"] = rate
        self._optimiser.zero_grad(set_to_none=True)
        with _autocast(self._device):
            logits = self._network(*lessons.inputs)
        loss = self._loss(logits.float(), lessons)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self._parameters, 1.0)
        self._optimiser.step()
        self._losses.append(loss.detach())
        self.steps += 1
        self.batches_done += 1

    def end_epoch(self) -> None:
        self.epochs_done += 1
        self.batches_done = 0
        self.save()

    def log(self, epoch: int, seconds: float) -> None:
        loss = float(torch.stack(self._losses).mean())
        self._losses.clear()
        write_log(
            self._folder / "log.jsonl",
            epoch=epoch, step=self.steps, of=self._total, loss=round(loss, 4), seconds=round(seconds, 1),
        )  # fmt: skip

    def save(self) -> None:
        state = {
            "network": self._network.state_dict(),
            "optimiser": self._optimiser.state_dict(),
            "counts": (self.steps, self.epochs_done, self.batches_done, self._total),
            "random": [torch.get_rng_state(), *torch.cuda.get_rng_state_all()],
        }
        temporary = self._folder / f"{_CHECKPOINT}.part"
        torch.save(state, temporary)
        temporary.replace(self._folder / _CHECKPOINT)

    def _resume(self) -> None:
        state = torch.load(self._folder / _CHECKPOINT, map_location=self._device, weights_only=True)
        self._network.load_state_dict(state["network"])
        self._optimiser.load_state_dict(state["optimiser"])
        self.steps, self.epochs_done, self.batches_done, self._total = state["counts"]
        # Dropout goes on where it was, so that a stopped training ends as one that was not.
        if generators := [one.cpu() for one in state.get("random", ())]:
            torch.set_rng_state(generators[0])
            torch.cuda.set_rng_state_all(generators[1:])

    def _loss(self, logits: Tensor, lessons: Lessons) -> Tensor:
        is_list, labels, ranks = lessons.is_list, lessons.labels, lessons.ranks
        outputs = split(logits)
        chosen = torch.where(is_list.unsqueeze(1), outputs.list, outputs.line)
        weights = torch.where(is_list, 1.0, self._settings.line_weight)
        hard = functional.cross_entropy(chosen, labels.clamp(min=0), weight=self._weights, reduction="none")
        hard = hard * (labels != UNKNOWN)
        ranking = functional.binary_cross_entropy_with_logits(
            outputs.rank, ranks.clamp(min=0).float(), reduction="none"
        )
        ranking = ranking * (ranks != UNKNOWN)
        if lessons.scores is None:
            return (weights * hard + self._settings.line_weight * ranking).mean()
        soft, soft_rank = self._soft(chosen, outputs.rank, lessons.scores, is_list)
        share = self._settings.soft
        return (
            weights * (share * soft + (1 - share) * hard)
            + self._settings.line_weight * (share * soft_rank + (1 - share) * ranking)
        ).mean()

    def _soft(self, chosen: Tensor, rank: Tensor, teacher: Tensor, is_list: Tensor) -> tuple[Tensor, Tensor]:
        """How far the student is from the teacher, in labels and in rank."""
        heat = self._settings.temperature
        said = split(teacher)
        wanted = functional.softmax(torch.where(is_list.unsqueeze(1), said.list, said.line) / heat, dim=-1)
        labels = functional.kl_div(functional.log_softmax(chosen / heat, dim=-1), wanted, reduction="none").sum(-1)
        ranking = functional.binary_cross_entropy_with_logits(rank, torch.sigmoid(said.rank), reduction="none")
        return labels * heat**2, ranking * ~is_list


def _autocast(device: torch.device) -> torch.autocast:
    return torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda")
