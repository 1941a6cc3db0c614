"""The stages of the encoder's recipe that want a GPU: `python -m veriscope.neural.train_encoder STAGE --help`.

    train    a network on mined claims: lines (`--heads line`), or lines and lists; with `--scores` from a teacher
    rank     orders the lines found for each claim by a trained network, as the shipped selector will
    score    a network's logits on the examples that the next network will be trained on
    measure  how well a network does on held-out claims

Each training writes a folder, keeps a log and a checkpoint there, and goes on where it stopped when called again.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import numpy as np
import torch

from veriscope.errors import StoreError
from veriscope.neural.ahead import Ahead, spare_cores
from veriscope.neural.hints import told
from veriscope.neural.mined import MinedClaim, MinedClaims, read_mined, write_mined
from veriscope.neural.tokens import joined_tables
from veriscope.neural.train_epochs import (
    MAX_TOKENS,
    ComposedEpochs,
    Epoch,
    EpochSource,
    FoundLines,
    Scores,
    encoded,
    in_parts,
    joined,
    line_examples,
)
from veriscope.neural.train_examples import LABELS, LIST_LINES, UNKNOWN, Example, Head
from veriscope.neural.train_loop import TrainingSettings, score, train
from veriscope.neural.train_network import CrossEncoder, load_network, network_tokenizer, save_network

# Each process holds the text of all claims: more of them would want much memory for little time.
_WORKERS = 10


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one stage."""
    asked = _parser().parse_args(arguments)
    {"train": _train, "rank": _rank, "score": _score, "measure": _measure}[asked.stage](asked)


def _train(asked: argparse.Namespace) -> None:
    """Exit code 3: the time was up before the end; the same call goes on."""
    if (asked.out / "heads.pt").exists():
        return
    _, filler = network_tokenizer(asked.base, max_tokens=MAX_TOKENS)
    settings = TrainingSettings(
        epochs=asked.epochs, rate=asked.rate, tokens=asked.tokens, seed=asked.seed, seconds=asked.seconds,
        label_weights=tuple(asked.label_weights), soft=asked.soft,
    )  # fmt: skip
    with _scored_epochs(asked) if asked.scores else _composed_epochs(asked) as source:
        torch.manual_seed(asked.seed)
        network = load_network(asked.base).to(_device())
        is_done = train(network, source, settings, folder=asked.out, filler=filler)
    if not is_done:
        sys.exit(3)
    save_network(network, asked.out, tokenizer=asked.base / "tokenizer.json", half=asked.half)
    if asked.held_out:
        _report(network, asked.out, asked.held_out)


@contextmanager
def _composed_epochs(asked: argparse.Namespace) -> Iterator[EpochSource]:
    """Other examples for every epoch; the next ones are made while one is learned from."""
    seeds = tuple(asked.seed + number for number in range(asked.epochs))
    with _made_ahead(asked.base, asked, seeds, heads=asked.heads) as epochs:
        yield epochs


@contextmanager
def _made_ahead(
    network: Path, asked: argparse.Namespace, seeds: tuple[int, ...], *, heads: str = "all"
) -> Iterator[EpochSource]:
    """An epoch for each seed, made by all cores while the one before is used."""
    parts = spare_cores(at_most=_WORKERS)
    made = ComposedEpochs(asked.mined, network / "tokenizer.json", seeds, limit=asked.limit, heads=heads, parts=parts)
    with Ahead(made, count=len(seeds) * parts, workers=parts) as ahead:
        yield in_parts(ahead, parts=parts)


@contextmanager
def _scored_epochs(asked: argparse.Namespace) -> Iterator[EpochSource]:
    """The same examples for every epoch, made once: a teacher has scored just these."""
    files = sorted(asked.scores.glob("draw-*.npy"))
    if not files:
        raise StoreError(f"{asked.scores} holds no scores; the stage `score` writes them")
    seeds = tuple(int(file.stem.removeprefix("draw-")) for file in files)
    with _made_ahead(asked.base, asked, seeds) as draws:
        kept = cache(lambda: _with_scores([draws(number) for number in range(len(files))], files))
        yield lambda _number: kept()


def _with_scores(draws: Sequence[Epoch], files: Sequence[Path]) -> Epoch:
    scores: list[Scores] = [np.load(file).astype(np.float32) for file in files]
    for file, drawn, found in zip(files, draws, scores, strict=True):
        if len(drawn) != len(found):
            raise StoreError(f"{file} has {len(found)} scores for {len(drawn)} examples; score these claims again")
    return joined(draws, scores)


def _rank(asked: argparse.Namespace) -> None:
    parts = spare_cores(at_most=_WORKERS)
    lines = FoundLines(asked.mined, asked.network / "tokenizer.json", parts, limit=asked.limit)
    with Ahead(lines, count=parts, workers=parts) as made:
        network = load_network(asked.network).to(_device())
        _, filler = network_tokenizer(asked.network, max_tokens=MAX_TOKENS)
        claims = MinedClaims(asked.mined, asked.limit)
        table = joined_tables([made(part) for part in range(parts)])
    ranks = _chance(score(network, table, filler=filler)[:, 0])
    write_mined(asked.out, _reordered(claims, ranks))


def _score(asked: argparse.Namespace) -> None:
    """Logits on `--draws` compositions of every claim, kept with the seeds that made them."""
    seeds = tuple(asked.seed + draw for draw in range(asked.draws))
    with _made_ahead(asked.network, asked, seeds) as draws:
        network = load_network(asked.network).to(_device())
        _, filler = network_tokenizer(asked.network, max_tokens=MAX_TOKENS)
        asked.out.mkdir(parents=True, exist_ok=True)
        for number, seed in enumerate(seeds):
            found = score(network, draws(number).table, filler=filler)
            np.save(asked.out / f"draw-{seed}.npy", found.astype(np.float16))


def _measure(asked: argparse.Namespace) -> None:
    _report(load_network(asked.network).to(_device()), asked.network, asked.held_out)


def _report(network: CrossEncoder, folder: Path, held_out: Path) -> None:
    """Accuracy and recall on the best lines by the network's own ranking, and how often a gold line is among them."""
    tokenizer, filler = network_tokenizer(folder, max_tokens=MAX_TOKENS)
    claims = [claim for claim in read_mined(held_out) if claim.source == "fever" and claim.found]
    ranks = _chance(score(network, encoded(line_examples(claims), tokenizer), filler=filler)[:, 0])
    ordered = list(_reordered(claims, ranks))
    lists = [
        Example(Head.LIST, one.claim, told(one.claim, [found.line for found in one.found[:LIST_LINES]]), 0, UNKNOWN, "")
        for one in ordered
    ]
    logits = score(network, encoded(lists, tokenizer), filler=filler)[:, 4:7]
    said, gold = logits.argmax(1), np.array([LABELS.index(one.label) for one in ordered])
    with_gold = [one for one in ordered if one.gold and one.is_complete]
    hits = [any(found.is_gold for found in one.found[:LIST_LINES]) for one in with_gold]
    result = {
        "claims": len(ordered),
        "accuracy": round(float((said == gold).mean()), 4),
        "recall": [round(float((said[gold == place] == place).mean()), 4) for place in range(len(LABELS))],
        "gold_line_at_5": round(float(np.mean(hits)), 4),
    }
    print(json.dumps(result), flush=True)  # noqa: T201 - a recipe talks
    (folder / "held_out.json").write_text(json.dumps(result), encoding="utf-8")


def _reordered(claims: Sequence[MinedClaim], ranks: Scores) -> Iterator[MinedClaim]:
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


def _device() -> torch.device:
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    stages = parser.add_subparsers(dest="stage", required=True)
    training = stages.add_parser("train")
    training.add_argument("--base", type=Path, required=True, help="weights to start from")
    training.add_argument("--out", type=Path, required=True)
    training.add_argument("--heads", choices=("all", "line"), default="all")
    training.add_argument("--scores", type=Path, help="a teacher's scores")
    training.add_argument("--held-out", type=Path)
    training.add_argument("--epochs", type=int, default=3)
    training.add_argument("--rate", type=float, default=3e-5)
    training.add_argument("--tokens", type=int, default=16_000)
    training.add_argument("--seconds", type=float, default=1e9)
    training.add_argument("--soft", type=float, default=0.7)
    training.add_argument("--label-weights", type=float, nargs=3, default=(1.0, 1.0, 1.0))
    training.add_argument("--half", action="store_true", help="keep two bytes a weight")
    ranking, scoring, measuring = (stages.add_parser(name) for name in ("rank", "score", "measure"))
    for stage in (ranking, scoring, measuring):
        stage.add_argument("--network", type=Path, required=True)
    for stage in (ranking, scoring):
        stage.add_argument("--out", type=Path, required=True)
    for stage in (training, ranking, scoring):
        stage.add_argument("--mined", type=Path, required=True)
        stage.add_argument("--limit", type=int, default=0, help="only so many claims")
        stage.add_argument("--seed", type=int, default=11)
    scoring.add_argument("--draws", type=int, default=2)
    measuring.add_argument("--held-out", type=Path, required=True)
    return parser


if __name__ == "__main__":
    main()
