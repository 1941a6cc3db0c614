"""Runs the stages of the encoder's recipe that need a GPU.

    encoder-train    trains a network on mined claims: on lines (`heads = "line"`), or on lines and lists; with `scores`
                     it also learns from a teacher
    encoder-rank     orders the lines found for each claim by a trained network, as the packaged selector does
    encoder-score    writes a network's logits on the examples that the next network is trained on
    encoder-measure  measures a network on held-out claims

Each training keeps a log and a checkpoint in its folder, and resumes if it is called again after a stop.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

import numpy as np
import torch

from veriscope.errors import StoreError
from veriscope.lab.lessons import MinedClaim, MinedClaims, read_mined, write_mined
from veriscope.lab.training.ahead import Ahead, spare_cores
from veriscope.lab.training.examples import LABELS, UNKNOWN, Example, Head
from veriscope.lab.training.recipes import TimeIsUpError
from veriscope.lab.training.train_cross_encoder import TrainingSettings, score, train
from veriscope.lab.training.train_epochs import (
    MAX_TOKENS,
    ComposedEpochs,
    Epoch,
    EpochSource,
    FoundLines,
    Scores,
    encode_examples,
    in_parts,
    join_epochs,
    line_examples,
)
from veriscope.lab.training.train_examples import LIST_LINES
from veriscope.lab.training.train_loop import device, finish
from veriscope.lab.training.train_network import (
    CrossEncoder,
    load_network,
    network_tokenizer,
    save_network,
    set_dropout,
)
from veriscope.models import joined_tables, with_hints

# Each process holds the texts of all claims: more processes would need much memory and save little time.
_WORKERS = 10


@dataclass(frozen=True, slots=True)
class EncoderSettings:
    """The base weights, mined claims (`limit` of them, 0: all), the network's folder, and how to train.

    `heads` is `all` or `line`; `scores` is the folder of a teacher's scores; `held_out` has claims to measure on at the
    end. `tokens` is the size of a batch; the training stops after `seconds`; `line_weight` is what a line
    counts beside a list; `dropout` is the share within the layers; `half` stores two bytes a weight.
    """

    base: Path
    mined: Path
    out: Path
    heads: Literal["all", "line"] = "all"
    scores: Path | None = None
    held_out: Path | None = None
    epochs: int = 3
    rate: float = 3e-5
    tokens: int = 16_000
    seconds: float = 1e9
    soft: float = 0.7
    label_weights: tuple[float, float, float] = (1.0, 1.0, 1.0)
    line_weight: float = 0.5
    dropout: float = 0.1
    half: bool = False
    limit: int = 0
    seed: int = 11


@dataclass(frozen=True, slots=True)
class RankSettings:
    """A network, mined claims (`limit` of them, 0: all), and the folder for the ordered claims."""

    network: Path
    mined: Path
    out: Path
    limit: int = 0


@dataclass(frozen=True, slots=True)
class ScoreSettings:
    """A teacher, the claims to score (`limit` of them, 0: all), the number of draws, and the folder for the scores."""

    network: Path
    mined: Path
    out: Path
    draws: int = 2
    limit: int = 0
    seed: int = 11


@dataclass(frozen=True, slots=True)
class MeasureSettings:
    """A network, and mined claims that nothing was trained on."""

    network: Path
    held_out: Path


def train_encoder(settings: EncoderSettings) -> Iterator[str]:
    """Train a network; raises `TimeIsUpError` if the time runs out, and the same call resumes."""
    if (settings.out / "heads.pt").exists():
        return
    _, filler = network_tokenizer(settings.base, max_tokens=MAX_TOKENS)
    plan = TrainingSettings(
        epochs=settings.epochs, rate=settings.rate, tokens=settings.tokens, seed=settings.seed,
        seconds=settings.seconds, label_weights=settings.label_weights, soft=settings.soft,
        line_weight=settings.line_weight,
    )  # fmt: skip
    with _epochs(settings) as source:
        torch.manual_seed(settings.seed)
        network = load_network(settings.base).to(device())
        set_dropout(network, settings.dropout)
        if not train(network, source, plan, folder=settings.out, filler=filler):
            raise TimeIsUpError
    save_network(network, settings.out, tokenizer=settings.base / "tokenizer.json", half=settings.half)
    finish(settings.out)
    if settings.held_out:
        yield _measure(network, settings.out, settings.held_out)


def rank_lines(settings: RankSettings) -> Iterator[str]:
    """Write the claims with their lines ordered by a network."""
    parts = spare_cores(at_most=_WORKERS)
    lines = FoundLines(settings.mined, settings.network / "tokenizer.json", parts, limit=settings.limit)
    with Ahead(lines, count=parts, workers=parts) as made:
        network = load_network(settings.network).to(device())
        _, filler = network_tokenizer(settings.network, max_tokens=MAX_TOKENS)
        claims = MinedClaims(settings.mined, settings.limit)
        table = joined_tables([made(part) for part in range(parts)])
    ranks = _chance(score(network, table, filler=filler)[:, 0])
    write_mined(settings.out, _reorder(claims, ranks))
    yield f"{len(claims):,} claims"


def score_examples(settings: ScoreSettings) -> Iterator[str]:
    """Write a teacher's logits on `draws` draws of examples from all claims, in files named by the seeds."""
    seeds = tuple(settings.seed + draw for draw in range(settings.draws))
    made = _EpochMaker(settings.network, settings.mined, seeds, limit=settings.limit)
    with made.ahead() as draws:
        network = load_network(settings.network).to(device())
        _, filler = network_tokenizer(settings.network, max_tokens=MAX_TOKENS)
        settings.out.mkdir(parents=True, exist_ok=True)
        for number, seed in enumerate(seeds):
            found = score(network, draws(number).table, filler=filler)
            np.save(settings.out / f"draw-{seed}.npy", found.astype(np.float16))
            yield f"draw {seed}: {len(found):,} examples"


def measure_network(settings: MeasureSettings) -> Iterator[str]:
    """Yield the measures of a network on held-out claims."""
    yield _measure(load_network(settings.network).to(device()), settings.network, settings.held_out)


@dataclass(frozen=True, slots=True)
class _EpochMaker:
    """Composes epochs from mined claims, one for each seed."""

    network: Path
    mined: Path
    seeds: tuple[int, ...]
    limit: int
    heads: str = "all"

    @contextmanager
    def ahead(self) -> Iterator[EpochSource]:
        """An epoch for each seed; all spare cores make the next one while one is in use."""
        parts = spare_cores(at_most=_WORKERS)
        made = ComposedEpochs(
            self.mined, self.network / "tokenizer.json", self.seeds, limit=self.limit, heads=self.heads, parts=parts
        )
        with Ahead(made, count=len(self.seeds) * parts, workers=parts) as ahead:
            yield in_parts(ahead, parts=parts)


@contextmanager
def _epochs(settings: EncoderSettings) -> Iterator[EpochSource]:
    """New examples for every epoch, or the examples that a teacher has scored, the same for every epoch."""
    if settings.scores is None:
        seeds = tuple(settings.seed + number for number in range(settings.epochs))
        with _EpochMaker(settings.base, settings.mined, seeds, settings.limit, settings.heads).ahead() as epochs:
            yield epochs
        return
    files = sorted(settings.scores.glob("draw-*.npy"))
    if not files:
        raise StoreError(f"{settings.scores} holds no scores; the stage `score` writes them")
    seeds = tuple(int(file.stem.removeprefix("draw-")) for file in files)
    with _EpochMaker(settings.base, settings.mined, seeds, settings.limit).ahead() as draws:
        kept = cache(lambda: _with_scores([draws(number) for number in range(len(files))], files))
        yield lambda _number: kept()


def _with_scores(draws: Sequence[Epoch], files: Sequence[Path]) -> Epoch:
    scores: list[Scores] = [np.load(file).astype(np.float32) for file in files]
    for file, drawn, found in zip(files, draws, scores, strict=True):
        if len(drawn) != len(found):
            raise StoreError(f"{file} has {len(found)} scores for {len(drawn)} examples; score these claims again")
    return join_epochs(draws, scores)


def _measure(network: CrossEncoder, folder: Path, held_out: Path) -> str:
    """Accuracy and recall on the lines that the network ranks best, and how often they include a gold line."""
    tokenizer, filler = network_tokenizer(folder, max_tokens=MAX_TOKENS)
    claims = [claim for claim in read_mined(held_out) if claim.source == "fever" and claim.found]
    ranks = _chance(score(network, encode_examples(line_examples(claims), tokenizer), filler=filler)[:, 0])
    ordered = list(_reorder(claims, ranks))
    lists = [
        Example(
            Head.LIST,
            one.claim,
            with_hints(one.claim, [found.line for found in one.found[:LIST_LINES]]),
            0,
            UNKNOWN,
            "",
        )
        for one in ordered
    ]
    logits = score(network, encode_examples(lists, tokenizer), filler=filler)[:, 4:7]
    said, gold = logits.argmax(1), np.array([LABELS.index(one.label) for one in ordered])
    with_gold = [one for one in ordered if one.gold and one.is_complete]
    hits = [any(found.is_gold for found in one.found[:LIST_LINES]) for one in with_gold]
    result = {
        "claims": len(ordered),
        "accuracy": round(float((said == gold).mean()), 4),
        "recall": [round(float((said[gold == place] == place).mean()), 4) for place in range(len(LABELS))],
        "gold_line_at_5": round(float(np.mean(hits)), 4),
    }
    (folder / "held_out.json").write_text(json.dumps(result), encoding="utf-8")
    return json.dumps(result)


def _reorder(claims: Sequence[MinedClaim], ranks: Scores) -> Iterator[MinedClaim]:
    place = 0
    for claim in claims:
        scored = [
            one._replace(score=float(rank))
            for one, rank in zip(claim.found, ranks[place : place + len(claim.found)], strict=True)
        ]
        place += len(claim.found)
        yield claim._replace(found=tuple(sorted(scored, key=lambda one: -one.score)))


def _chance(logits: Scores) -> Scores:
    chances: Scores = (1 / (1 + np.exp(-logits))).astype(np.float32)
    return chances
