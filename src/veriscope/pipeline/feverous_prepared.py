"""Claims with all that the FEVEROUS baseline's networks read, taken from the corpus once and kept as files."""

import gzip
import shutil
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO, TypeVar

import msgspec

from veriscope.domain import CellId, Claim, Evidence, GoldClaim, Label, parse_evidence_id
from veriscope.errors import StoreError
from veriscope.neural.feverous_tables import TableText

CLAIMS_FILE = "claims.jsonl.gz"
_TABLES_FILE = "tables.jsonl.gz"
_NAME_FILE = "made_from.json"
_CLAIMS_PART, _TABLES_PART = "claims.part", "tables.part"

_Record = TypeVar("_Record")
# A page and the number of a table on it.
TableKey = tuple[str, int]


class Piece(msgspec.Struct, frozen=True, array_like=True):
    """A piece of evidence: its id, its text and its context."""

    id: str
    text: str
    context: tuple[str, ...]

    @classmethod
    def of(cls, evidence: Evidence) -> "Piece":
        """The piece as it is kept."""
        return cls(str(evidence.id), evidence.text, evidence.context)

    def evidence(self) -> Evidence:
        """The piece as models read it."""
        return Evidence(parse_evidence_id(self.id), self.text, self.context, 1.0)


class Found(msgspec.Struct, frozen=True):
    """What the baseline's retriever finds, best first, and the lexical ranker's best cells of the gold tables."""

    pages: tuple[str, ...]
    sentences: tuple[Piece, ...]
    tables: tuple[TableKey, ...]
    lexical_cells: tuple[str, ...]


class PreparedClaim(msgspec.Struct, frozen=True):
    """A claim with its gold: all sets as ids, one set as evidence, the tables of all sets.

    `missing` counts pieces of that one set that the corpus does not hold; training claims have nothing found.
    """

    id: str
    claim: str
    label: Label
    sets: tuple[tuple[str, ...], ...]
    gold: tuple[Piece, ...]
    missing: int
    tables: tuple[TableKey, ...]
    found: Found | None = None

    def gold_claim(self) -> GoldClaim:
        """The claim as the scorers know it."""
        sets = tuple(frozenset(parse_evidence_id(piece) for piece in group) for group in self.sets)
        return GoldClaim(Claim(self.id, self.claim), self.label, sets)

    def evidence(self) -> list[Evidence]:
        """The pieces of one gold set."""
        return [piece.evidence() for piece in self.gold]

    def relevant_cells(self, table: TableKey) -> frozenset[tuple[int, int]]:
        """The row and column of every gold cell in a table, of all sets."""
        pieces = (parse_evidence_id(piece) for group in self.sets for piece in group)
        cells = (piece for piece in pieces if isinstance(piece, CellId) and (piece.page, piece.table) == table)
        return frozenset((cell.row, cell.column) for cell in cells)


class PreparedSet(msgspec.Struct, frozen=True):
    """All claims of a file, and the tables that they name."""

    claims: tuple[PreparedClaim, ...]
    tables: dict[TableKey, TableText]

    def fingerprint(self) -> str:
        """Eight characters that differ when the claims or their evidence do."""
        return f"{zlib.crc32(msgspec.json.encode(self.claims)):08x}"


class PreparedWriter:
    """Writes claims one by one; one that was stopped goes on behind the last claim that it wrote.

    What was written under another name, for other claims or another corpus, is thrown away.
    """

    def __init__(self, folder: Path, *, name: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._name = msgspec.json.encode(name)
        self.written, self._known = self._resume()
        self._files = ExitStack()
        self._claims: BinaryIO = self._files.enter_context((folder / _CLAIMS_PART).open("ab"))
        self._tables: BinaryIO = self._files.enter_context((folder / _TABLES_PART).open("ab"))

    def write(self, claim: PreparedClaim, tables: Iterable[TableText]) -> None:
        """Keep a claim, and those of the tables that no claim before it named."""
        new = {(table.page, table.number): table for table in tables if (table.page, table.number) not in self._known}
        self._tables.write(b"".join(msgspec.json.encode(table) + b"\n" for table in new.values()))
        # The tables are on disk before the claim that names them.
        self._tables.flush()
        self._claims.write(msgspec.json.encode(claim) + b"\n")
        self._claims.flush()
        self._known |= new.keys()
        self.written += 1

    def close(self) -> None:
        """Leave the work as it is."""
        self._files.close()

    def finish(self) -> None:
        """Put the finished files in place."""
        self._files.close()
        (self._folder / _NAME_FILE).write_bytes(self._name + b"\n")
        for part, name in ((_TABLES_PART, _TABLES_FILE), (_CLAIMS_PART, CLAIMS_FILE)):
            temporary = self._folder / f"{name}.new"
            with (self._folder / part).open("rb") as lines, gzip.GzipFile(temporary, "wb", mtime=0) as packed:
                lines.readline()
                shutil.copyfileobj(lines, packed)
            temporary.replace(self._folder / name)
        for part in (_TABLES_PART, _CLAIMS_PART):
            (self._folder / part).unlink()

    def _resume(self) -> tuple[int, set[TableKey]]:
        """How many claims are there, and which tables; torn last lines are cut off."""
        kept = [_whole_lines(self._folder / part) for part in (_CLAIMS_PART, _TABLES_PART)]
        if any(not lines or lines[0] != self._name for lines in kept):
            kept = [[self._name], [self._name]]
        for part, lines in zip((_CLAIMS_PART, _TABLES_PART), kept, strict=True):
            (self._folder / part).write_bytes(b"".join(line + b"\n" for line in lines))
        tables = (msgspec.json.decode(line, type=TableText) for line in kept[1][1:])
        return len(kept[0]) - 1, {(table.page, table.number) for table in tables}


def prepared_name(folder: Path) -> str:
    """The name under which the claims of a folder were written; empty where it is not told."""
    try:
        return msgspec.json.decode((folder / _NAME_FILE).read_bytes(), type=str)
    except (OSError, msgspec.DecodeError):
        return ""


def read_prepared(folder: Path, *, tables: bool = True) -> PreparedSet:
    """The claims that a finished writer left in a folder; without `tables`, these are left where they are."""
    claims = tuple(_read(folder / CLAIMS_FILE, PreparedClaim))
    read = _read(folder / _TABLES_FILE, TableText) if tables else ()
    return PreparedSet(claims, {(table.page, table.number): table for table in read})


def learnable(claims: Sequence[PreparedClaim]) -> list[PreparedClaim]:
    """The claims whose gold evidence is all there."""
    return [claim for claim in claims if claim.gold and not claim.missing]


def _read(path: Path, kind: type[_Record]) -> Iterator[_Record]:
    try:
        with gzip.open(path) as stream:
            for line in stream:
                yield msgspec.json.decode(line, type=kind)
    except FileNotFoundError:
        raise StoreError(f"{path} is not there; prepare it with: veriscope train feverous --stage prepare") from None
    except (OSError, EOFError, zlib.error, msgspec.DecodeError) as error:
        raise StoreError(f"{path} is damaged ({error}); remove it and prepare it again") from None


def _whole_lines(path: Path) -> list[bytes]:
    return path.read_bytes().split(b"\n")[:-1] if path.exists() else []
