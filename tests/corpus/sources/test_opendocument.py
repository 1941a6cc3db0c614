"""OpenDocument texts and spreadsheets with what producers write seldom, and what nobody writes but to do harm."""

import io
import time
import zipfile

import pytest

from veriscope.corpus.sources.file_kinds import parse_document
from veriscope.domain import ItemList, Section, Sentence, Table

NAMES = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in {
        "office": "office",
        "text": "text",
        "table": "table",
        "style": "style",
        "draw": "drawing",
        "fo": "fo",
        "presentation": "presentation",
    }.items()
)


def package(content, **parts):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as odf:
        odf.writestr("content.xml", content)
        for name, part in parts.items():
            odf.writestr(f"{name}.xml", part)
    return file.getvalue()


def content(kind, body, styles=""):
    return (
        f"<office:document-content {NAMES}><office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>"
    )


def parse_text(body, styles=""):
    return parse_document("a.odt", package(content("text", body, styles)))


def sheet_rows(rows, *, attributes="", styles=""):
    body = f'<table:table table:name="S"{attributes}>{rows}</table:table>'
    return parse_document("a.ods", package(content("spreadsheet", body, styles)))


def cell(value_type, shown, **attributes):
    written = "".join(f' office:{name.replace("_", "-")}="{value}"' for name, value in attributes.items())
    return f'<table:table-cell office:value-type="{value_type}"{written}><text:p>{shown}</text:p></table:table-cell>'


def row(*cells, attributes=""):
    return f"<table:table-row{attributes}>{''.join(cells)}</table:table-row>"


def table_texts(parsed):
    return [cell.text for element in parsed.page.elements if isinstance(element, Table) for cell in element.cells]


def lines(parsed):
    return [element.text for element in parsed.page.elements if isinstance(element, Sentence)]


def test_what_was_deleted_and_directories_are_left_out():
    deleted = (
        "<text:tracked-changes><text:changed-region><text:p>Gone.</text:p></text:changed-region></text:tracked-changes>"
    )
    directory = (
        "<text:table-of-content><text:index-body><text:p>Trade 3</text:p></text:index-body></text:table-of-content>"
    )
    assert lines(parse_text(f"{deleted}{directory}<text:p>Kept.</text:p>")) == ["Kept."]


def test_spaces_tabs_breaks_and_comments():
    body = (
        "<text:p>One<text:s text:c='999999999'/>two<text:tab/>three<text:line-break/>four"
        "<office:annotation><text:p>No.</text:p></office:annotation>.</text:p>"
    )
    assert lines(parse_text(body)) == ["One two three four."]


def test_a_section_is_no_border_and_a_frame_follows_its_paragraph():
    frame = "<draw:frame><draw:text-box><text:p>In the frame.</text:p></draw:text-box></draw:frame>"
    body = f"<text:section><text:p>Before {frame}after.</text:p></text:section><text:p>Next.</text:p>"
    assert lines(parse_text(body)) == ["Before after.", "In the frame.", "Next."]


def test_a_numbered_heading_inside_a_list_is_a_heading():
    body = "<text:list><text:list-item><text:h text:outline-level='2'>Trade</text:h></text:list-item></text:list>"
    page = parse_text(f"{body}<text:p>Text.</text:p>").page
    assert [element.title for element in page.elements if isinstance(element, Section)] == ["Trade"]
    assert not [element for element in page.elements if isinstance(element, ItemList)]


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (cell("float", "1.234,50", value="1234.5"), "1234.5"),
        (cell("float", "12 t", value="12"), "12 t"),
        (cell("currency", "€ 12,50", value="12.5"), "€ 12,50"),
        (cell("percentage", "25,5 %", value="0.255"), "25.5%"),
        (cell("date", "03.05.01", date_value="2001-05-03"), "2001-05-03"),
        (cell("date", "odd", date_value="tomorrow"), "odd"),
        (cell("time", "2:30 PM", time_value="PT14H30M00S"), "14:30"),
        (cell("time", "30:00", time_value="PT30H00M00S"), "30:00:00"),
        (cell("boolean", "WAHR", boolean_value="true"), "TRUE"),
        (cell("string", "Alma"), "Alma"),
        (cell("float", "odd", value="x"), "odd"),
    ],
)
def test_values_of_a_sheet_are_shown_as_in_other_workbooks(written, text):
    assert table_texts(sheet_rows(row(written, cell("string", "beside")))) == [text, "beside"]


def test_empty_rows_between_filled_ones_are_kept_and_those_around_are_not():
    empty = row("<table:table-cell/>", attributes=' table:number-rows-repeated="2"')
    last = row("<table:table-cell/>", attributes=' table:number-rows-repeated="1048000"')
    filled = row("<table:table-cell/>", cell("string", "x"))
    parsed = sheet_rows(f"{empty}{filled}{empty}{filled}{last}")
    (table,) = parsed.page.tables()
    assert [(cell.row, cell.text) for cell in table.cells] == [(0, "x"), (1, ""), (2, ""), (3, "x")]


def test_a_hidden_sheet_is_counted():
    style = (
        '<style:style style:name="t" style:family="table"><style:table-properties table:display="false"/></style:style>'
    )
    parsed = sheet_rows(row(cell("string", "x")), attributes=' table:style-name="t"', styles=style)
    assert [(skip.what, skip.reason) for skip in parsed.skips] == [("document", "hidden")]


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (row(cell("string", "x") * 3, attributes=' table:number-rows-repeated="4000000"'), "more than 4,000,000"),
        (
            row(
                cell("string", "x" * 5000).replace(
                    "<table:table-cell", '<table:table-cell table:number-columns-repeated="20000"'
                )
            ),
            "repeats more than 67,108,864 characters",
        ),
        (
            row(cell("string", "x"))
            + row("<table:table-cell/>", attributes=' table:number-rows-repeated="999999999"')
            + row(cell("string", "x")),
            "more than 4,000,000",
        ),
    ],
)
def test_a_sheet_that_repeats_too_much_is_refused_soon(rows, reason):
    began = time.process_time()
    (skip,) = sheet_rows(rows).skips
    assert reason in skip.reason
    assert time.process_time() - began < 10
