"""Office documents and e-books by real producers; `benchmarks/document_fidelity/fixtures.py` wrote them."""

import io
import json
import random
import time
import zipfile
from pathlib import Path

import pytest

from veriscope.corpus.sources.file_kinds import KIND_OF_SUFFIX, parse_document
from veriscope.corpus.sources.records import ParsedRecord
from veriscope.domain import ItemList, Section, Sentence, Table

FIXTURES = Path(__file__).parent / "fixtures"
HELD = json.loads((FIXTURES / "held.json").read_text(encoding="utf-8"))
DOCUMENTS = sorted(HELD)
# One document for each reader, to be damaged.
SEEDS = [
    next(name for name in DOCUMENTS if name.endswith(suffix))
    for suffix in (".docx", ".epub", ".odp", ".ods", ".odt", ".pptx", ".xls")
]


def read(name):
    return parse_document(name, (FIXTURES / name).read_bytes())


def lines_of(page):
    for element in page.elements:
        if isinstance(element, Sentence):
            yield element.text
        elif isinstance(element, ItemList):
            yield from (item.text for item in element.items)


def table_of(page):
    return next(element for element in page.elements if isinstance(element, Table))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_sentence_and_item_comes_in_order(name):
    assert list(lines_of(read(name).page)) == HELD[name]["lines"]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_title_and_every_heading_come_in_order(name):
    page = read(name).page
    headings = [element.title for element in page.elements if isinstance(element, Section)]
    given = headings if name.endswith((".ods", ".xls")) else [page.title, *headings]
    assert given == HELD[name]["headings"]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_cell_comes_in_its_row(name):
    tables = [element for element in read(name).page.elements if isinstance(element, Table)]
    cells = [[cell.row, cell.text] for table in tables for cell in table.cells if cell.text]
    assert cells == HELD[name]["cells"]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_first_row_of_a_table_holds_its_headers(name):
    cells = table_of(read(name).page).cells
    assert [cell.is_header for cell in cells if cell.text] == [cell.row == 0 for cell in cells if cell.text]


@pytest.mark.parametrize("name", [name for name in DOCUMENTS if not name.startswith("pandoc")])
def test_a_merged_cell_is_written_once_with_its_span(name):
    spans = [(cell.row_span, cell.column_span) for cell in table_of(read(name).page).cells]
    expected = (1, 2) if name.endswith((".ods", ".xls")) else (2, 1)
    assert [span for span in spans if span != (1, 1)] == [expected]


@pytest.mark.parametrize("name", [name for name in DOCUMENTS if name.endswith((".docx", ".odt", ".epub"))])
def test_lists_keep_their_levels_and_their_order(name):
    goods, berths = (element for element in read(name).page.elements if isinstance(element, ItemList))
    # LibreOffice makes another list of each of Word's styles for deeper levels.
    assert [item.level for item in goods.items] == ([0, 0, 0] if name == "libreoffice.odt" else [0, 1, 0])
    assert [goods.is_ordered, berths.is_ordered] == [False, True]


@pytest.mark.parametrize("name", [name for name in DOCUMENTS if name.endswith((".docx", ".odt", ".epub"))])
def test_headings_keep_their_levels(name):
    levels = [element.level for element in read(name).page.elements if isinstance(element, Section)]
    assert levels == [2, 3, 2]


@pytest.mark.parametrize("name", [name for name in DOCUMENTS if name.endswith((".pptx", ".odp"))])
def test_notes_stand_below_their_slide(name):
    headings = [(element.title, element.level) for element in read(name).page.elements if isinstance(element, Section)]
    assert headings == [("Trade", 2), ("Notes", 3), ("Ships", 2)]


def test_every_suffix_of_an_office_format_has_a_document():
    kinds = {KIND_OF_SUFFIX[Path(name).suffix] for name in DOCUMENTS}
    others = {"csv", "html", "json", "mail", "mailbox", "markdown", "pdf", "text", "workbook"}
    assert kinds == set(KIND_OF_SUFFIX.values()) - others


def damaged(data, draw):
    """A document cut short, with bytes changed, or with a part of its package changed."""
    way = draw.randrange(3)
    if way == 0:
        return data[: draw.randrange(len(data))]
    if way == 1 or not data.startswith(b"PK"):
        return with_changed_bytes(data, draw)
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as given, zipfile.ZipFile(file, "w") as changed:
        members = given.namelist()
        unlucky = draw.choice(members)
        for name in members:
            part = given.read(name)
            changed.writestr(name, with_changed_bytes(part, draw) if name == unlucky and part else part)
    return file.getvalue()


def with_changed_bytes(data, draw):
    changed = bytearray(data)
    for _ in range(draw.randrange(1, 12)):
        place = draw.randrange(len(changed))
        if draw.random() < 0.5:
            changed[place] = draw.randrange(256)
        else:
            del changed[place : place + draw.randrange(1, 40)]
            changed = changed or bytearray(b"x")
    return bytes(changed)


@pytest.mark.slow
@pytest.mark.parametrize("name", SEEDS)
def test_two_hundred_damaged_documents_are_read_or_refused(name):
    data, draw = (FIXTURES / name).read_bytes(), random.Random(name)
    for _ in range(200):
        broken = damaged(data, draw)
        began = time.monotonic()
        parsed = parse_document(name, broken)
        assert isinstance(parsed, ParsedRecord)
        assert parsed.page or parsed.skips
        assert all("\n" not in skip.reason for skip in parsed.skips)
        assert time.monotonic() - began < 20
