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
from functools import cache
from pathlib import Path

import numpy as np
import torch

from veriscope.errors import StoreError
from veriscope.neural.evidence_lines import listed
from veriscope.neural.mined import MinedClaim, read_mined, write_mined
from veriscope.neural.train_examples import LABELS, LIST_LINES, UNKNOWN, Example, Head, composed
from veriscope.neural.train_loop import Epoch, EpochSource, Scores, TrainingSettings, encoded, score, train
from veriscope.neural.train_network import CrossEncoder, load_network, network_tokenizer, save_network

MAX_TOKENS = 256


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one stage."""
    asked = _parser().parse_args(arguments)
    {"train": _train, "rank": _rank, "score": _score, "measure": _measure}[asked.stage](asked)


def _train(asked: argparse.Namespace) -> None:
    """Exit code 3: the time was up before the end; the same call goes on."""
    if (asked.out / "heads.pt").exists():
        return
    claims = _claims(asked.mined, asked.limit)
    tokenizer, filler = network_tokenizer(asked.base, max_tokens=MAX_TOKENS)
    settings = TrainingSettings(
        epochs=asked.epochs, rate=asked.rate, tokens=asked.tokens, seed=asked.seed, seconds=asked.seconds,
        label_weights=tuple(asked.label_weights), soft=asked.soft,
    )  # fmt: skip

    def epoch(number: int) -> Epoch:
        if asked.scores:
            examples, scores = _scored_examples(asked.scores, claims)
            return Epoch(examples, encoded(examples, tokenizer), scores)
        examples = _of_heads(composed(claims, seed=asked.seed + number), asked.heads)
        return Epoch(examples, encoded(examples, tokenizer))

    torch.manual_seed(asked.seed)
    network = load_network(asked.base).to(_device())
    if not train(network, _kept(epoch) if asked.scores else epoch, settings, folder=asked.out, filler=filler):
        sys.exit(3)
    save_network(network, asked.out, tokenizer=asked.base / "tokenizer.json", half=asked.half)
    if asked.held_out:
        _report(network, asked.out, asked.held_out)


def _kept(source: EpochSource) -> EpochSource:
    """The same examples for every epoch, made once: a teacher has scored just these."""
    made = cache(source)
    return lambda _number: made(0)


def _rank(asked: argparse.Namespace) -> None:
    network = load_network(asked.network).to(_device())
    claims = _claims(asked.mined, asked.limit)
    tokenizer, filler = network_tokenizer(asked.network, max_tokens=MAX_TOKENS)
    examples = _line_examples(claims)
    ranks = _chance(score(network, encoded(examples, tokenizer), filler=filler)[:, 0])
    write_mined(asked.out, _reordered(claims, ranks))


def _score(asked: argparse.Namespace) -> None:
    """Logits on `--draws` compositions of every claim, kept with the seeds that made them."""
    network = load_network(asked.network).to(_device())
    tokenizer, filler = network_tokenizer(asked.network, max_tokens=MAX_TOKENS)
    claims = _claims(asked.mined, asked.limit)
    asked.out.mkdir(parents=True, exist_ok=True)
    for draw in range(asked.draws):
        examples = composed(claims, seed=asked.seed + draw)
        found = score(network, encoded(examples, tokenizer), filler=filler)
        np.save(asked.out / f"draw-{asked.seed + draw}.npy", found.astype(np.float16))


def _measure(asked: argparse.Namespace) -> None:
    _report(load_network(asked.network).to(_device()), asked.network, asked.held_out)


def _scored_examples(folder: Path, claims: Sequence[MinedClaim]) -> tuple[list[Example], Scores]:
    examples: list[Example] = []
    scores: list[Scores] = []
    for file in sorted(folder.glob("draw-*.npy")):
        drawn = composed(claims, seed=int(file.stem.removeprefix("draw-")))
        scores.append(np.load(file).astype(np.float32))
        if len(drawn) != len(scores[-1]):
            raise StoreError(f"{file} has {len(scores[-1])} scores for {len(drawn)} examples; score these claims again")
        examples += drawn
    if not scores:
        raise StoreError(f"{folder} holds no scores; the stage `score` writes them")
    return examples, np.concatenate(scores)


def _report(network: CrossEncoder, folder: Path, held_out: Path) -> None:
    """Accuracy and recall on the best lines by the network's own ranking, and how often a gold line is among them."""
    tokenizer, filler = network_tokenizer(folder, max_tokens=MAX_TOKENS)
    claims = [claim for claim in read_mined(held_out) if claim.source == "fever" and claim.found]
    ranks = _chance(score(network, encoded(_line_examples(claims), tokenizer), filler=filler)[:, 0])
    ordered = list(_reordered(claims, ranks))
    lists = [
        Example(Head.LIST, one.claim, listed([found.line for found in one.found[:LIST_LINES]]), 0, UNKNOWN, "")
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


def _line_examples(claims: Sequence[MinedClaim]) -> list[Example]:
    return [
        Example(Head.LINE, claim.claim, found.line.alone(), UNKNOWN, UNKNOWN, claim.source)
        for claim in claims
        for found in claim.found
    ]


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


def _of_heads(examples: list[Example], heads: str) -> list[Example]:
    return examples if heads == "all" else [one for one in examples if one.head is Head.LINE]


def _claims(folder: Path, limit: int) -> list[MinedClaim]:
    return list(read_mined(folder))[: limit or None]


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
