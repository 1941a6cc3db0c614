"""Makes the predictions of the FEVEROUS baseline's networks on prepared claims, and keeps them as small files."""

import gzip
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from veriscope.domain import Evidence, Verdict
from veriscope.lab.reproductions.feverous_models import open_cell_extractor, open_feverous_verdict
from veriscope.lab.reproductions.feverous_prepared import PreparedSet, TableKey
from veriscope.lab.reproductions.feverous_recipe import FeverousSetting
from veriscope.models import TableText

_Case = TypeVar("_Case")
# How many claims a network gets at once.
_AT_ONCE = 256


class Prediction(msgspec.Struct, frozen=True, array_like=True):
    """A prediction for a claim: a label, empty if none was asked for, and the ids of the evidence found."""

    label: str
    evidence: tuple[str, ...] = ()


class KeptPredictions(msgspec.Struct, frozen=True):
    """The predictions for all claims of a file, in order, and fingerprints of what they were made from."""

    made_from: tuple[str, ...]
    said: tuple[Prediction, ...]

    def write(self, path: Path) -> None:
        """Write the predictions, replacing earlier ones."""
        part = path.with_name(f"{path.name}.part")
        part.write_bytes(gzip.compress(msgspec.json.encode(self), mtime=0))
        part.replace(path)


def read_kept(path: Path, made_from: Sequence[str]) -> tuple[Prediction, ...] | None:
    """The predictions of a file; None if it is missing, is damaged, or was made from something else."""
    try:
        kept = msgspec.json.decode(gzip.decompress(path.read_bytes()), type=KeptPredictions)
    except (OSError, EOFError, zlib.error, msgspec.DecodeError):
        return None
    return kept.said if kept.made_from == tuple(made_from) else None


class FeverousPredictor:
    """Asks trained networks about prepared claims, and keeps the cells that an extractor marked for further rows."""

    def __init__(self, prepared: PreparedSet) -> None:
        self._prepared = prepared
        self._claims = [one.gold_claim().claim for one in prepared.claims]
        self._marked: dict[Path, list[list[Evidence]]] = {}

    def verdicts(self, folder: Path) -> list[Prediction]:
        """The labels for gold evidence."""
        said = self._decide(folder, [one.evidence() for one in self._prepared.claims])
        return [Prediction(verdict.label.value) for verdict in said]

    def cells(self, folder: Path, *, whole: bool) -> list[Prediction]:
        """The cells that an extractor marks, given the gold tables."""
        given = [self._tables(one.tables) for one in self._prepared.claims]
        return [Prediction("", _ids(pieces)) for pieces in self._extract(folder, given, whole=whole)]

    def pipeline(self, setting: FeverousSetting, *, cells: Path, verdict: Path) -> list[Prediction]:
        """The labels for found evidence, and this evidence."""
        found = self._find_evidence(setting, cells)
        said = self._decide(verdict, found)
        return [Prediction(one.label.value, _ids(pieces)) for one, pieces in zip(said, found, strict=True)]

    def _find_evidence(self, setting: FeverousSetting, cells: Path) -> list[list[Evidence]]:
        claims = self._prepared.claims
        sentences = [[piece.evidence() for piece in one.found.sentences] if one.found else [] for one in claims]
        if setting is FeverousSetting.SENTENCES:
            return sentences
        if cells not in self._marked:
            tables = [self._tables(one.found.tables if one.found else ()) for one in claims]
            self._marked[cells] = self._extract(cells, tables, whole=False)
        if setting is FeverousSetting.TABLES:
            return self._marked[cells]
        return [[*first, *then] for first, then in zip(sentences, self._marked[cells], strict=True)]

    def _extract(self, folder: Path, tables: Sequence[list[TableText]], *, whole: bool) -> list[list[Evidence]]:
        extractor = open_cell_extractor(folder, whole=whole)
        cases = list(zip(self._claims, tables, strict=True))
        return [pieces for part in _parts(cases) for pieces in extractor.extract(part)]

    def _decide(self, folder: Path, evidence: Sequence[list[Evidence]]) -> list[Verdict]:
        model = open_feverous_verdict(folder)
        cases = list(zip(self._claims, evidence, strict=True))
        return [verdict for part in _parts(cases) for verdict in model.decide_all(part)]

    def _tables(self, keys: Sequence[TableKey]) -> list[TableText]:
        return [self._prepared.tables[key] for key in keys]


def _parts(cases: Sequence[_Case]) -> Iterator[Sequence[_Case]]:
    return (cases[start : start + _AT_ONCE] for start in range(0, len(cases), _AT_ONCE))


def _ids(pieces: Sequence[Evidence]) -> tuple[str, ...]:
    return tuple(str(piece.id) for piece in pieces)
