"""Opens the zip package of an XLSX workbook within bounds, before the spreadsheet library lays it out.

That library lays a sheet out as one dense rectangle and aborts the process when memory ends, so a sheet with
two cells in opposite corners must be refused before. What was measured is what is opened: the parts are
copied, uncompressed, into a package of our own.
"""

import io
import posixpath
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from xml.etree import ElementTree

from veriscope.corpus.archives import DAMAGE
from veriscope.corpus.document_text import UnreadableDocument, error_detail
from veriscope.corpus.workbook_survey import check_shared_text, survey_sheet

MAX_UNPACKED_BYTES = 256 * 2**20
_PERCENT_FORMATS = frozenset({9, 10})
_SHARED = "xl/sharedStrings.xml"


@dataclass(frozen=True, slots=True)
class Package:
    """A workbook that is safe to open, and for each sheet the (row, column) of its cells shown as percentages."""

    file: io.BytesIO
    percentages: Mapping[str, frozenset[tuple[int, int]]]


def open_package(data: bytes) -> Package:
    """A bounded copy of a workbook's parts; raises `UnreadableDocument` when it is damaged or too large."""
    parts = _unpack(data)
    styles = _percent_styles(_xml(parts, "xl/styles.xml"))
    # Any part may be named as a sheet, so every one is measured.
    surveys = {name: survey_sheet(part, percent_styles=styles) for name, part in parts.items() if name != _SHARED}
    check_shared_text(parts.get(_SHARED, b""), [part for name, part in parts.items() if name != _SHARED])
    percentages = {sheet: surveys[part] for sheet, part in _sheet_parts(parts).items() if part in surveys}
    return Package(_repack(parts), percentages)


def _unpack(data: bytes) -> dict[str, bytes]:
    """The XML parts; pictures and the like are left behind."""
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
    """The root of a part; an empty element when it is missing."""
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
