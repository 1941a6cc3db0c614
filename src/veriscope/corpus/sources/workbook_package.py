"""Opens and measures the zip package of an XLSX workbook within limits, before the spreadsheet library lays it out."""

import io
import posixpath
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from xml.etree import ElementTree

from veriscope.corpus.sources.archives import DAMAGE
from veriscope.corpus.sources.document_text import UnreadableDocument, error_detail

MAX_GRID_CELLS = 4_000_000
MAX_SHARED_BYTES = 512 * 2**20

_CELL = re.compile(rb"<(?:\w+:)?c(?=[\s/>])")
_ROW_OR_CELL = re.compile(
    rb"""<(?:\w+:)?(?:row(?=[\s/>])(?:[^>]*?\sr=["'](?P<row>\d{1,7})["'])?
    |c(?=[\s/>])(?P<attributes>[^>]*))""",
    re.VERBOSE,
)
_REFERENCE = re.compile(rb"""\sr=["']([A-Z]{1,3})(\d{1,7})["']""")
_LETTERS = re.compile(rb"""\sr=["']([A-Z]{1,3})\d""")
_DIGITS = re.compile(rb"""\sr=["'][A-Z]{0,3}(\d{1,7})["']""")
_STYLE = re.compile(rb"""\ss=["'](\d{1,6})["']""")
_SHARED_ITEM = re.compile(rb"<(?:\w+:)?si(?=[\s/>])")
_SHARED_CELL = re.compile(rb"""\st=["']s["'][^>]*>\s*<(?:\w+:)?v>\s*(\d{1,9})""")


class Position(NamedTuple):
    """The place of a cell, counted from 0."""

    row: int
    column: int


def survey_sheet(part: bytes, *, percent_styles: frozenset[int]) -> frozenset[tuple[int, int]]:
    """The (row, column) of the cells shown as percentages; raises an error if the sheet is too large to lay out."""
    letters = _LETTERS.findall(part)
    if len(letters) == len(_CELL.findall(part)):
        # Every cell states its place, as in most programs' files: no need to walk through them.
        rows = {int(digits) - 1 for digits in set(_DIGITS.findall(part))}
        columns = {_column(name) for name in set(letters)}
    else:
        positions = [position for position, _ in _walk(part)]
        rows, columns = {place.row for place in positions}, {place.column for place in positions}
    area = (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1) if rows and columns else 0
    if area > MAX_GRID_CELLS:
        raise UnreadableDocument(f"a sheet reaches over {area:,} cells, more than {MAX_GRID_CELLS:,}; save it as CSV")
    if not percent_styles:
        return frozenset()
    return frozenset(position for position, style in _walk(part) if style in percent_styles)


def _walk(part: bytes) -> Iterator[tuple[Position, int]]:
    """The place and the style of each cell; a cell without a place is right of the one before."""
    row = column = -1
    for match in _ROW_OR_CELL.finditer(part):
        attributes = match["attributes"]
        if attributes is None:
            row, column = (int(match["row"]) - 1 if match["row"] else row + 1), -1
            continue
        reference, style = _REFERENCE.search(attributes), _STYLE.search(attributes)
        row, column = (int(reference[2]) - 1, _column(reference[1])) if reference else (max(row, 0), column + 1)
        yield Position(row, column), int(style[1]) if style else 0


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number - 1


def check_shared_text(shared: bytes, sheets: Sequence[bytes]) -> None:
    """Raise an error if the cells repeat so much shared text that the sheets would not fit into memory."""
    lengths = [len(item) for item in _SHARED_ITEM.split(shared)[1:]]
    if not lengths or max(lengths) * sum(len(sheet) for sheet in sheets) // 20 <= MAX_SHARED_BYTES:
        return
    total = 0
    for sheet in sheets:
        for match in _SHARED_CELL.finditer(sheet):
            total += lengths[int(match[1])] if int(match[1]) < len(lengths) else 0
            if total > MAX_SHARED_BYTES:
                raise UnreadableDocument(f"its cells repeat more than {MAX_SHARED_BYTES:,} bytes of shared text")


MAX_UNPACKED_BYTES = 256 * 2**20
_PERCENT_FORMATS = frozenset({9, 10})
_SHARED = "xl/sharedStrings.xml"


@dataclass(frozen=True, slots=True)
class Package:
    """A workbook that is safe to open, with the (row, column) of the percentage cells of each sheet."""

    file: io.BytesIO
    percentages: Mapping[str, frozenset[tuple[int, int]]]


def open_package(data: bytes) -> Package:
    """A bounded copy of a workbook's parts; raises `UnreadableDocument` if it is damaged or too large."""
    parts = _unpack(data)
    styles = _percent_styles(_xml(parts, "xl/styles.xml"))
    # Any part may be named as a sheet, so all are measured.
    surveys = {name: survey_sheet(part, percent_styles=styles) for name, part in parts.items() if name != _SHARED}
    check_shared_text(parts.get(_SHARED, b""), [part for name, part in parts.items() if name != _SHARED])
    percentages = {sheet: surveys[part] for sheet, part in _sheet_parts(parts).items() if part in surveys}
    return Package(_repack(parts), percentages)


def _unpack(data: bytes) -> dict[str, bytes]:
    """The XML parts, without pictures and the like."""
    parts: dict[str, bytes] = {}
    room = MAX_UNPACKED_BYTES
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            for member in package.infolist():
                if member.filename.endswith((".xml", ".rels")):
                    with package.open(member) as file:
                        part = file.read(room + 1)
                    room -= len(part)
                    if room < 0:
                        raise UnreadableDocument(f"unpacks to more than {MAX_UNPACKED_BYTES:,} bytes; save it as CSV")
                    parts[member.filename] = part
    except (*DAMAGE, RuntimeError) as error:
        raise UnreadableDocument(f"not an XLSX workbook, or damaged or protected ({error_detail(error)})") from None
    if not any(name.lower() == "xl/workbook.xml" for name in parts):
        raise UnreadableDocument("not an XLSX workbook; save it as one")
    return parts


def _repack(parts: Mapping[str, bytes]) -> io.BytesIO:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as package:
        for name, part in parts.items():
            package.writestr(zipfile.ZipInfo(name), part)
    file.seek(0)
    return file


def _xml(parts: Mapping[str, bytes], name: str) -> ElementTree.Element:
    """The root of a part; an empty element if the part is missing."""
    part = parts.get(name, b"<none/>")
    if b"<!DOCTYPE" in part or b"<!ENTITY" in part:
        raise UnreadableDocument(f"its part {name} declares entities, as no spreadsheet program does")
    try:
        return ElementTree.fromstring(part)  # noqa: S314  (entities were refused above)
    except ElementTree.ParseError as error:
        raise UnreadableDocument(f"its part {name} is damaged: {error}") from None


def _percent_styles(styles: ElementTree.Element) -> frozenset[int]:
    """The numbers of the cell styles that show a percentage."""
    percent = _PERCENT_FORMATS | {
        int(custom.get("numFmtId", "0"))
        for custom in styles.iterfind(".//{*}numFmt")
        if "%" in custom.get("formatCode", "") and custom.get("numFmtId", "").isdecimal()
    }
    styled = enumerate(styles.iterfind("{*}cellXfs/{*}xf"))
    return frozenset(number for number, style in styled if style.get("numFmtId") in {str(code) for code in percent})


def _sheet_parts(parts: Mapping[str, bytes]) -> dict[str, str]:
    """The part of each sheet, by the sheet's name."""
    targets = {
        relation.get("Id", ""): posixpath.normpath(posixpath.join("/xl", relation.get("Target", ""))).lstrip("/")
        for relation in _xml(parts, "xl/_rels/workbook.xml.rels").iterfind("{*}Relationship")
    }
    sheets = {}
    for sheet in _xml(parts, "xl/workbook.xml").iterfind("{*}sheets/{*}sheet"):
        relation = next((value for key, value in sheet.attrib.items() if key.endswith("}id")), "")
        sheets[sheet.get("name", "")] = targets.get(relation, "")
    return sheets
