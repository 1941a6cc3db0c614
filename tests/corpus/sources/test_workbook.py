"""XLSX workbooks, written here part by part so that a test can break any of them."""

import io
import time
import zipfile
from datetime import date, datetime, timedelta
from datetime import time as clock

import pytest

from veriscope.corpus.sources.document_text import UnreadableDocument
from veriscope.corpus.sources.file_kinds import parse_document
from veriscope.corpus.sources.grid_cells import merged_spans
from veriscope.corpus.sources.workbook import cell_text, parse_workbook, percentage_text
from veriscope.corpus.sources.workbook_package import check_shared_text, survey_sheet
from veriscope.domain import Section

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
# Styles: 0 plain, 1 a built-in percentage, 2 a date, 3 a percentage of the author's own, 4 a duration.
_STYLES = f"""<styleSheet xmlns="{_MAIN}"><numFmts><numFmt numFmtId="170" formatCode="0.0%;-0.0%"/></numFmts>
<cellXfs><xf numFmtId="0"/><xf numFmtId="9"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="46"/></cellXfs>
</styleSheet>"""


def sheet_xml(*rows, merged=()):
    """A sheet of rows of ready `<c>` elements."""
    body = "".join(f'<row r="{number}">{"".join(row)}</row>' for number, row in rows)
    merges = "".join(f'<mergeCell ref="{ref}"/>' for ref in merged)
    merges = f"<mergeCells>{merges}</mergeCells>" if merges else ""
    return f'<worksheet xmlns="{_MAIN}"><sheetData>{body}</sheetData>{merges}</worksheet>'


def text_cell(place, text):
    return f'<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>'


def number_cell(place, number, *, style=0, kind="n"):
    return f'<c r="{place}" s="{style}" t="{kind}"><v>{number}</v></c>'


def workbook(sheets, *, hidden=(), extra=None):
    """The bytes of a workbook of named sheets."""
    entries = "".join(
        f'<sheet name="{name}" sheetId="{n}" r:id="r{n}" state="{"hidden" if name in hidden else "visible"}"/>'
        for n, name in enumerate(sheets, start=1)
    )
    relations = "".join(
        f'<Relationship Id="r{n}" Type="{_OFFICE}/worksheet" Target="worksheets/sheet{n}.xml"/>'
        for n in range(1, len(sheets) + 1)
    )
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"/>',
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="w" '
        f'Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>{entries}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">{relations}</Relationships>',
        "xl/styles.xml": _STYLES,
    }
    parts |= {f"xl/worksheets/sheet{n}.xml": xml for n, xml in enumerate(sheets.values(), start=1)}
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in (parts | (extra or {})).items():
            package.writestr(name, content)
    return file.getvalue()


def table_of(data):
    return next(parse_workbook("prices.xlsx", data).page.tables())


def rows_of(table):
    rows = {}
    for cell in table.cells:
        rows.setdefault(cell.row, []).append(cell.text)
    return list(rows.values())


PRICES = sheet_xml(
    (1, [text_cell("A1", "Fruit"), text_cell("B1", "Price"), text_cell("C1", "Share")]),
    (2, [text_cell("A2", "Apple"), number_cell("B2", "1.5"), number_cell("C2", "0.25", style=1)]),
    (3, [text_cell("A3", "Pear"), number_cell("B3", "12.0"), number_cell("C3", "0.125", style=3)]),
)


def test_a_sheet_becomes_a_section_and_a_table_with_its_name_as_caption():
    page = parse_workbook("shop/fruit_prices.xlsx", workbook({"Autumn": PRICES})).page
    assert (page.title, page.origin) == ("fruit prices", "shop/fruit_prices.xlsx")
    section, table = page.elements
    assert (section, table.caption) == (Section("Autumn", 2), "Autumn")


def test_numbers_and_percentages_read_as_people_read_them():
    assert rows_of(table_of(workbook({"S": PRICES}))) == [
        ["Fruit", "Price", "Share"],
        ["Apple", "1.5", "25%"],
        ["Pear", "12", "12.5%"],
    ]


def test_the_row_that_names_the_columns_holds_headers():
    headers = [cell.text for cell in table_of(workbook({"S": PRICES})).cells if cell.is_header]
    assert headers == ["Fruit", "Price", "Share"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (12.0, "12"),
        (1234.5, "1234.5"),
        (1234.50000001, "1234.5"),
        (0.1 + 0.2, "0.3"),
        (12345678901.25, "12345678901.25"),
        (123456789012345.0, "123456789012345"),
        (1e-7, "1E-07"),
        (-3.0, "-3"),
        (True, "TRUE"),
        (date(2001, 5, 3), "2001-05-03"),
        (datetime(2001, 5, 3), "2001-05-03"),
        (datetime(2001, 5, 3, 14, 30), "2001-05-03 14:30"),
        (clock(14, 30, 5), "14:30:05"),
        (timedelta(hours=36, minutes=15), "36:15:00"),
        ("  two\nlines ", "two lines"),
    ],
)
def test_a_value_reads_as_in_the_sheet(value, text):
    assert cell_text(value) == text


def test_only_numbers_become_percentages():
    assert [percentage_text(value) for value in (0.5, "n/a", True)] == ["50%", "n/a", "TRUE"]


def test_dates_and_cached_formula_values_are_read():
    formula = '<c r="B2"><f>1+1</f><v>2</v></c>'
    sheet = sheet_xml(
        (1, [text_cell("A1", "Day"), text_cell("B1", "Sum")]), (2, [number_cell("A2", 37014, style=2), formula])
    )
    assert rows_of(table_of(workbook({"S": sheet})))[1] == ["2001-05-03", "2"]


def test_an_error_cell_is_empty():
    sheet = sheet_xml(
        (1, [text_cell("A1", "Day"), text_cell("B1", "Sum")]),
        (2, [text_cell("A2", "one"), number_cell("B2", "#N/A", kind="e"), text_cell("C2", "x")]),
    )
    assert rows_of(table_of(workbook({"S": sheet})))[1] == ["one", "", "x"]


def test_merged_cells_become_spans_and_group_headings_headers():
    sheet = sheet_xml(
        (2, [text_cell("B2", "Fruit"), text_cell("C2", "Price"), text_cell("D2", "")]),
        (3, [text_cell("C3", "Low"), text_cell("D3", "High")]),
        (4, [text_cell("B4", "Apple"), number_cell("C4", 1), number_cell("D4", 2)]),
        merged=["C2:D2", "B2:B3"],
    )
    table = table_of(workbook({"S": sheet}))
    written = [(c.row, c.column, c.text, c.is_header, c.row_span, c.column_span) for c in table.cells]
    assert written == [
        (0, 0, "Fruit", True, 2, 1),
        (0, 1, "Price", True, 1, 2),
        (1, 0, "Low", True, 1, 1),
        (1, 1, "High", True, 1, 1),
        (2, 0, "Apple", False, 1, 1),
        (2, 1, "1", False, 1, 1),
        (2, 2, "2", False, 1, 1),
    ]


def test_a_row_with_a_merged_heading_may_itself_name_the_columns():
    sheet = sheet_xml(
        (1, [text_cell("A1", "Region"), text_cell("C1", "2023"), text_cell("D1", "2024")]),
        (2, [text_cell("A2", "North"), text_cell("B2", "Oslo"), number_cell("C2", 120), number_cell("D2", 140)]),
        (3, [text_cell("A3", "South"), text_cell("B3", "Rome"), number_cell("C3", 300), number_cell("D3", 310)]),
        merged=["A1:B1"],
    )
    table = table_of(workbook({"S": sheet}))
    assert [cell.text for cell in table.cells if cell.is_header] == ["Region", "2023", "2024"]


def test_overlapping_merges_keep_the_first_and_lose_no_cell():
    ranges = [((0, 0), (0, 1)), ((0, 1), (1, 1)), ((0, 0), (1048575, 16383))]
    spans = merged_spans(ranges, start=(0, 0), rows=[["a", "b"], ["c", "d"]])
    assert spans == {(0, 0): (1, 2), (0, 1): None}


def test_hidden_and_empty_sheets_give_no_table():
    sheets = {"Shown": PRICES, "Secret": PRICES, "Empty": sheet_xml()}
    parsed = parse_workbook("a.xlsx", workbook(sheets, hidden={"Secret"}))
    assert [table.caption for table in parsed.page.tables()] == ["Shown"]
    assert [(skip.place, skip.what) for skip in parsed.skips] == [("a.xlsx Secret", "sheet")]


def test_two_sheets_get_two_numbers():
    tables = list(parse_workbook("a.xlsx", workbook({"One": PRICES, "Two": PRICES})).page.tables())
    assert [table.index for table in tables] == [0, 1]


def test_rows_of_unequal_width_stay_so():
    sheet = sheet_xml((1, [text_cell("A1", "a"), text_cell("D1", "d")]), (2, [text_cell("A2", "e")]))
    assert rows_of(table_of(workbook({"S": sheet}))) == [["a", "", "", "d"], ["e"]]


def test_cells_without_references_stand_side_by_side():
    sheet = f'<worksheet xmlns="{_MAIN}"><sheetData><row><c><v>1</v></c><c><v>2</v></c></row></sheetData></worksheet>'
    assert rows_of(table_of(workbook({"S": sheet}))) == [["1", "2"]]


@pytest.mark.parametrize("far", ["XFD1048576", "A1048576", "XFD300"])
def test_two_cells_far_apart_are_refused_before_they_are_laid_out(far):
    row = int(far.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    sheet = sheet_xml((1, [text_cell("A1", "a"), text_cell("E1", "a")]), (row, [text_cell(far, "z")]))
    with pytest.raises(UnreadableDocument, match=r"reaches over [\d,]+ cells"):
        parse_workbook("far.xlsx", workbook({"S": sheet}))


def test_far_cells_without_references_are_measured_too():
    sheet = f'<worksheet xmlns="{_MAIN}"><sheetData><row r="1"><c><v>1</v></c></row>'
    sheet += f'<row r="1048576">{"<c><v>1</v></c>" * 10}</row></sheetData></worksheet>'
    with pytest.raises(UnreadableDocument, match="reaches over 10,485,760 cells"):
        survey_sheet(sheet.encode(), percent_styles=frozenset())


def test_a_table_far_from_the_first_cell_is_no_large_table():
    sheet = sheet_xml((1048575, [text_cell("XFC1048575", "a")]), (1048576, [text_cell("XFD1048576", "b")]))
    assert rows_of(table_of(workbook({"S": sheet}))) == [["a"], ["", "b"]]


@pytest.mark.slow
def test_a_workbook_that_unpacks_to_far_more_is_refused_quickly():
    bomb = workbook({"S": PRICES}, extra={"xl/sharedStrings.xml": bytes(300 * 2**20)})
    assert len(bomb) < 2**20
    began = time.process_time()
    with pytest.raises(UnreadableDocument, match="unpacks to more than"):
        parse_workbook("bomb.xlsx", bomb)
    assert time.process_time() - began < 10


def test_shared_text_repeated_beyond_memory_is_refused():
    cells = b'<c r="A1" t="s"><v>0</v></c>' * 100_000
    shared = b"<sst><si><t>" + b"x" * 100_000 + b"</t></si></sst>"
    with pytest.raises(UnreadableDocument, match="shared text"):
        check_shared_text(shared, [cells])


def test_long_shared_text_that_few_cells_use_is_read():
    cells = b'<c r="A1" t="s"><v>1</v></c>' * 100_000
    check_shared_text(b"<sst><si><t>" + b"x" * 100_000 + b"</t></si><si><t>y</t></si></sst>", [cells])


def test_entities_are_refused():
    bomb = '<!DOCTYPE w [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><workbook>&b;</workbook>'
    with pytest.raises(UnreadableDocument, match="entities"):
        parse_workbook("a.xlsx", workbook({"S": PRICES}, extra={"xl/workbook.xml": bomb}))


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("keep", [0, 1, 10, 100, 400, -1, -30, -200])
def test_a_workbook_cut_short_is_a_counted_skip(keep):
    parsed = parse_document("a.xlsx", workbook({"S": PRICES})[:keep])
    assert parsed.page is None
    assert [skip.place for skip in parsed.skips] == ["a.xlsx"]


def test_a_workbook_damaged_anywhere_never_raises():
    good = workbook({"S": PRICES})
    for place in range(0, len(good), 37):
        damaged = bytearray(good)
        damaged[place] ^= 0xFF
        parsed = parse_document("a.xlsx", bytes(damaged))
        assert parsed.page is not None or parsed.skips


def test_an_old_or_renamed_workbook_is_named_as_such():
    old = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)
    assert "not an XLSX workbook" in parse_document("a.xlsx", old).skips[0].reason
