"""Reads files of triples, labelled or not: tab-separated columns, BUCKLE's scenario files, N-Triples lines."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from veriscope.errors import InputError
from veriscope.files import Line, OverlongLine, read_lines

_MAX_LINE_BYTES = 2**20
_TRUE, _FALSE = frozenset({"1", "1.0", "+1", "true"}), frozenset({"0", "0.0", "-1", "-1.0", "false"})
_LABELS = "1 or true, 0, -1 or false"
_COLUMNS = {
    "subject": frozenset({"subject", "head"}),
    "predicate": frozenset({"predicate", "relation", "property"}),
    "object": frozenset({"object", "tail"}),
    "label": frozenset({"label", "truth", "is_true"}),
}
_N_TRIPLE = re.compile(r'\s*<([^<>"\s]+)>\s+<([^<>"\s]+)>\s+(<[^<>"\s]+>|".*"\S*)\s*\.\s*')
_BYTE_ORDER_MARK = "\ufeff"


@dataclass(frozen=True, slots=True)
class TripleRow:
    """A triple as a file writes it, in IRIs or names, with all cells of its line; `is_true` if it is labelled."""

    line: int
    cells: tuple[str, ...]
    subject: str
    predicate: str
    object: str
    is_true: bool | None


@dataclass(frozen=True, slots=True)
class BadTripleRow:
    """A line without a usable triple, and why."""

    line: int
    cells: tuple[str, ...]
    problem: str


@dataclass(frozen=True, slots=True)
class TripleFile:
    """The rows of a file, in order, and its header if it has one."""

    path: Path
    header: tuple[str, ...] | None
    rows: tuple[TripleRow | BadTripleRow, ...]


@dataclass(frozen=True, slots=True)
class _Layout:
    """The places of the columns; `label` is None if there is no label."""

    subject: int
    predicate: int
    object: int
    label: int | None


def read_triple_file(path: Path, *, labelled: bool = False) -> TripleFile:
    """Every line that is not blank, as a triple or with its problem; if labels are needed, a row without one is bad.

    Columns are subject, predicate, object and perhaps a label, unless a header says otherwise. A line may also be in
    N-Triples. A file without any triple is an error.
    """
    if not path.is_file():
        raise InputError(f"cannot read {path}: no such file; name a file of triples, tab-separated")
    header, layout = None, _Layout(0, 1, 2, 3)
    rows: list[TripleRow | BadTripleRow] = []
    for number, cells, problem in _lines(path):
        found = None if rows or header or problem else _layout(cells)
        if found is not None:
            header, layout = cells, found
        elif problem:
            rows.append(BadTripleRow(number, cells, problem))
        else:
            rows.append(_row(number, cells, layout, labelled=labelled))
    if not any(isinstance(row, TripleRow) for row in rows):
        raise InputError(_no_triples_message(path, rows))
    return TripleFile(path, header, tuple(rows))


def _no_triples_message(path: Path, rows: Sequence[TripleRow | BadTripleRow]) -> str:
    if not rows:
        return f"{path}: the file holds no triples; write subject, predicate and object on a line, tabs between them"
    first = rows[0]
    assert isinstance(first, BadTripleRow)
    return f"{path}:{first.line}: {first.problem} (no line of the file can be read)"


def _lines(path: Path) -> Iterator[tuple[int, tuple[str, ...], str]]:
    """The number and the cells of each line, and what is wrong with it."""
    for line in read_lines(path, max_bytes=_MAX_LINE_BYTES):
        if isinstance(line, OverlongLine):
            yield line.number, (), f"the line has {line.size:,} bytes; a triple has three names"
        elif line.data.strip(b" \t\r"):
            yield line.number, *_cells(line)


def _cells(line: Line) -> tuple[tuple[str, ...], str]:
    try:
        text = line.data.decode().removeprefix(_BYTE_ORDER_MARK).rstrip("\r")
    except UnicodeDecodeError as error:
        return (), f"byte {error.start + 1} is not UTF-8; save the file as UTF-8"
    if "\t" not in text and (triple := _N_TRIPLE.fullmatch(text)):
        return triple.groups(), ""
    return tuple(cell.strip() for cell in text.split("\t")), ""


def _layout(cells: Sequence[str]) -> _Layout | None:
    """The places of the columns if the cells are column names, otherwise None."""
    names = [cell.lower() for cell in cells]
    places = {
        column: next((place for place, name in enumerate(names) if name in known), None)
        for column, known in _COLUMNS.items()
    }
    subject, predicate, object_ = places["subject"], places["predicate"], places["object"]
    if subject is None or predicate is None or object_ is None:
        return None
    return _Layout(subject, predicate, object_, places["label"])


def _row(number: int, cells: tuple[str, ...], layout: _Layout, *, labelled: bool) -> TripleRow | BadTripleRow:
    names = [cells[place] if place < len(cells) else "" for place in (layout.subject, layout.predicate, layout.object)]
    missing = [column for column, name in zip(("subject", "predicate", "object"), names, strict=True) if not name]
    if missing:
        columns = f"found {len(cells)} column{'' if len(cells) == 1 else 's'}"
        return BadTripleRow(number, cells, f"no {missing[0]} ({columns}); write three names with tabs between them")
    label = "" if layout.label is None or layout.label >= len(cells) else cells[layout.label]
    is_true = True if label.lower() in _TRUE else False if label.lower() in _FALSE else None
    if labelled and is_true is None:
        said = f"the label {label!r} is unknown" if label else "no label"
        return BadTripleRow(number, cells, f"{said}; write {_LABELS} in the fourth column")
    subject, predicate, object_ = (name[1:-1] if name[0] + name[-1] == "<>" else name for name in names)
    return TripleRow(number, cells, subject, predicate, object_, is_true)
