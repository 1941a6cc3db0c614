"""Stores claims with all that the FEVEROUS baseline's networks read, so that the corpus is read only once."""

import gzip
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import convert, to_builtins

from veriscope.domain import CellId, Claim, Evidence, GoldClaim, Label, parse_evidence_id
from veriscope.errors import StoreError, UsageError
from veriscope.files import Journal, append_rows, replacing
from veriscope.models import TableText

CLAIMS_FILE = "claims.jsonl.gz"
_TABLES_FILE = "tables.jsonl.gz"
_NAME_FILE = "made_from.json"
_PART = "claims.part"

_Record = TypeVar("_Record")
# A page and the number of a table on it.
TableKey = tuple[str, int]


class StoredEvidence(msgspec.Struct, frozen=True, array_like=True):
    """A piece of evidence as it is stored: its id, its text and its context."""

    id: str
    text: str
    context: tuple[str, ...]

    @classmethod
    def of(cls, evidence: Evidence) -> "StoredEvidence":
        """The stored form of a piece of evidence."""
        return cls(str(evidence.id), evidence.text, evidence.context)

    def evidence(self) -> Evidence:
        """The piece in the form that models read."""
        return Evidence(parse_evidence_id(self.id), self.text, self.context, 1.0)


class RetrievedEvidence(msgspec.Struct, frozen=True):
    """What the baseline's retriever finds, best first, and the lexical ranker's best cells of the gold tables."""

    pages: tuple[str, ...]
    sentences: tuple[StoredEvidence, ...]
    tables: tuple[TableKey, ...]
    lexical_cells: tuple[str, ...]


class PreparedClaim(msgspec.Struct, frozen=True):
    """A claim with its gold: all sets as ids, one set as evidence, and the tables of all sets.

    `missing` counts the pieces of that one set that the corpus lacks; `found` is None for training claims.
    """

    id: str
    claim: str
    label: Label
    sets: tuple[tuple[str, ...], ...]
    gold: tuple[StoredEvidence, ...]
    missing: int
    tables: tuple[TableKey, ...]
    found: RetrievedEvidence | None = None

    def gold_claim(self) -> GoldClaim:
        """The claim in the form that scorers read."""
        sets = tuple(frozenset(parse_evidence_id(piece) for piece in group) for group in self.sets)
        return GoldClaim(Claim(self.id, self.claim), self.label, sets)

    def evidence(self) -> list[Evidence]:
        """The pieces of one gold set."""
        return [piece.evidence() for piece in self.gold]

    def relevant_cells(self, table: TableKey) -> frozenset[tuple[int, int]]:
        """The (row, column) of every gold cell of a table, from all sets."""
        pieces = (parse_evidence_id(piece) for group in self.sets for piece in group)
        cells = (piece for piece in pieces if isinstance(piece, CellId) and (piece.page, piece.table) == table)
        return frozenset((cell.row, cell.column) for cell in cells)


class PreparedSet(msgspec.Struct, frozen=True):
    """All prepared claims of a file, and the tables that they name."""

    claims: tuple[PreparedClaim, ...]
    tables: dict[TableKey, TableText]

    def fingerprint(self) -> str:
        """Eight characters that change with the claims and their evidence."""
        return f"{zlib.crc32(msgspec.json.encode(self.claims)):08x}"


class PreparedWriter:
    """Writes claims one by one; a stopped writer resumes after the last claim that it wrote.

    Work under another name, for other claims or another corpus, is discarded.
    """

    def __init__(self, folder: Path, *, name: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._name = name
        self._journal = Journal(folder / _PART, "feverous_prepared", {"name": name}, "was begun for other claims")
        self._files = ExitStack()
        try:
            self.written, self._stream = self._files.enter_context(self._journal.open())
        except UsageError:
            self._journal.drop()
            self.written, self._stream = self._files.enter_context(self._journal.open())
        self._known = {_key(table) for row in self._journal.rows() for table in _tables(row)}

    def write(self, claim: PreparedClaim, tables: Iterable[TableText]) -> None:
        """Append a claim, and the tables that no earlier claim named."""
        new = {_key(table): table for table in tables if _key(table) not in self._known}
        append_rows(self._stream, [{"claim": to_builtins(claim), "tables": to_builtins(list(new.values()))}])
        self._known |= new.keys()
        self.written += 1

    def close(self) -> None:
        """Close the files, and leave the work as it is."""
        self._files.close()

    def finish(self) -> None:
        """Write the finished files, and drop the journal."""
        (self._folder / _NAME_FILE).write_bytes(msgspec.json.encode(self._name) + b"\n")
        rows = self._journal.rows
        # The claims come last: if they are there, everything is.
        _write(self._folder / _TABLES_FILE, (table for row in rows() for table in _tables(row)))
        _write(self._folder / CLAIMS_FILE, (convert(row["claim"], PreparedClaim) for row in rows()))
        self._journal.drop()


def prepared_name(folder: Path) -> str:
    """The name under which the claims of a folder were written; empty if it cannot be read."""
    try:
        return msgspec.json.decode((folder / _NAME_FILE).read_bytes(), type=str)
    except (OSError, msgspec.DecodeError):
        return ""


def read_prepared(folder: Path, *, tables: bool = True) -> PreparedSet:
    """The claims that a finished writer left in a folder; without `tables`, the tables are not read."""
    claims = tuple(_read(folder / CLAIMS_FILE, PreparedClaim))
    read = _read(folder / _TABLES_FILE, TableText) if tables else ()
    return PreparedSet(claims, {_key(table): table for table in read})


def learnable(claims: Sequence[PreparedClaim]) -> list[PreparedClaim]:
    """The claims with gold evidence, none of it missing."""
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


def _tables(row: Mapping[str, Any]) -> list[TableText]:
    return convert(row["tables"], list[TableText])


def _key(table: TableText) -> TableKey:
    return table.page, table.number


def _write(path: Path, records: Iterable[object]) -> None:
    with replacing(path) as stream:
        stream.writelines(msgspec.json.encode(record) + b"\n" for record in records)
