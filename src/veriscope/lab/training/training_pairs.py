"""Reads pairs of claim and evidence text for training verdicts: FEVER's training claims, or inference data."""

import random
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from veriscope.datasets import read_records, take, take_id, take_label, take_text
from veriscope.domain import Claim, Label
from veriscope.errors import InputError
from veriscope.files import JsonLine, JsonObject, JsonValue, json_excerpt, locate_errors
from veriscope.text import restore_brackets, words

_SHARES = 1000

# Draws an evidence text for a claim; None if there is nothing to draw.
DrawEvidence = Callable[[Claim], str | None]


class ClaimTexts(NamedTuple):
    """A labelled claim with the texts of its gold sentences."""

    claim: Claim
    label: Label
    evidence: tuple[str, ...]


class TrainingPair(NamedTuple):
    """A claim, all its evidence as one text, and the label by this evidence."""

    claim: str
    evidence: str
    label: Label


class Pairs(NamedTuple):
    """Training pairs, held-out pairs that decide when to stop, and how many claims had no evidence text."""

    learned: list[TrainingPair]
    held_out: list[TrainingPair]
    left_out: int


def read_claim_texts(path: Path) -> Iterator[ClaimTexts]:
    """The rows `{id, claim, label, evidence_text}` of a file; the first bad row raises `InputError`."""
    for line in read_records(path):
        with locate_errors(path, line.number):
            claim = Claim(str(take_id(line.value)), take_text(line.value, "claim"))
            yield ClaimTexts(claim, take_label(line.value), _texts(take(line.value, "evidence_text")))


def read_inference_pairs(path: Path) -> Iterator[ClaimTexts]:
    """The rows `{premise, hypothesis, label}` of a file of inference pairs."""
    for line in read_records(path):
        with locate_errors(path, line.number):
            yield _inference_pair(line)


def pair_with_evidence(claims: Iterable[ClaimTexts], draw: DrawEvidence) -> Iterator[TrainingPair | None]:
    """Each claim with its evidence as one text, drawn if it has none; None if no text can be drawn.

    As in the paper, evidence is drawn only for NOT ENOUGH INFO; other claims without text give None.
    """
    for claim, label, texts in claims:
        text: str | None = " ".join(dict.fromkeys(texts))
        if not text and label is Label.NOT_ENOUGH_INFO:
            text = draw(claim)
        yield TrainingPair(claim.text, text, label) if text else None


def split_pairs(pairs: Iterable[TrainingPair | None], *, held_out: float, seed: int) -> Pairs:
    """Hold out a share of the pairs, and keep claims that begin with the same two words together.

    FEVER's sets do not share pages, and claims about one thing mostly begin with its name.
    """
    learned: list[TrainingPair] = []
    stopping: list[TrainingPair] = []
    left_out = 0
    for pair in pairs:
        if pair is None:
            left_out += 1
        else:
            (stopping if _share(pair.claim, seed) < held_out else learned).append(pair)
    return Pairs(learned, stopping, left_out)


def drawn_pairs(pairs: Sequence[TrainingPair], *, count: int, seed: int) -> list[TrainingPair]:
    """`count` random pairs; all pairs, in order, if `count` is 0 or there are no more."""
    if not count or count >= len(pairs):
        return list(pairs)
    return random.Random(seed).sample(list(pairs), count)  # noqa: S311 - repeatable, no secret


def check_pairs(pairs: Pairs, path: Path) -> None:
    """Raise `InputError` if a label has no training pair, or if no pair is held out."""
    counts = Counter(pair.label for pair in pairs.learned)
    missing = [label.value for label in Label if not counts[label]]
    if missing or not pairs.held_out:
        lacking = f"no claims labelled {' or '.join(missing)}" if missing else "too few claims to hold some out"
        raise InputError(f"{path}: {lacking} among {sum(counts.values()):,} claims with evidence text")


def _share(claim: str, seed: int) -> float:
    return zlib.crc32(f"{seed} {' '.join(words(claim)[:2])}".encode()) % _SHARES / _SHARES


def _texts(value: JsonValue) -> tuple[str, ...]:
    match value:
        case None:
            return ()
        case str():
            return _texts([value])
        case list() if all(isinstance(item, str) for item in value):
            return tuple(restore_brackets(str(item)).strip() for item in value if str(item).strip())
        case _:
            raise InputError(f"evidence_text: found {json_excerpt(value)}; expected a text or a list of texts")


def _inference_pair(line: JsonLine) -> ClaimTexts:
    row: JsonObject = line.value
    claim = Claim(str(line.number), take_text(row, "hypothesis"))
    return ClaimTexts(claim, take_label(row), (take_text(row, "premise"),))
