"""PDF as people have it: made by reportlab here, and by LibreOffice in the fixtures."""

import io
import random
import time
import zlib
from pathlib import Path

import pytest
from PIL import Image
from reportlab.lib import colors
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import ListFlowable, ListItem, PageBreak, Paragraph, SimpleDocTemplate, Table

from veriscope.corpus.sources import isolated
from veriscope.corpus.sources.file_kinds import parse_document
from veriscope.corpus.sources.pdf import reader
from veriscope.corpus.sources.pdf.hyphens import Hyphens
from veriscope.corpus.sources.pdf.sheets import Sheet, Word
from veriscope.domain import ItemList, Section, Sentence

pytestmark = pytest.mark.slow

FIXTURES = Path(__file__).parents[1] / "fixtures"
STYLES = getSampleStyleSheet()
BODY = STYLES["BodyText"]
PROSE = "The harbour of Vellmar was dredged in 1962 because larger ships could not enter it."


def pdf(*flow, furniture=lambda *_: None, **settings):
    out = io.BytesIO()
    SimpleDocTemplate(out, invariant=True, **settings).build(list(flow), onFirstPage=furniture, onLaterPages=furniture)
    return out.getvalue()


def drawn(draw, *, pages=1):
    out = io.BytesIO()
    canvas = Canvas(out, invariant=True)
    for number in range(pages):
        draw(canvas, number)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def read(data):
    parsed = parse_document("a.pdf", data)
    assert parsed.page is not None, parsed.skips
    return parsed.page


def sentences(page):
    return [element.text for element in page.elements if isinstance(element, Sentence)]


def rows(table):
    return [
        [cell.text for cell in table.cells if cell.row == number] for number in sorted({c.row for c in table.cells})
    ]


@pytest.mark.parametrize("name", ["two-columns-libreoffice", "two-columns-reportlab"])
def test_two_columns_are_read_one_after_the_other(name):
    page = read((FIXTURES / f"{name}.pdf").read_bytes())
    texts = sentences(page)
    assert page.title == "Ferries of the north"
    assert texts[:3] == [
        "The ferry of Brevik opened in 1844.",
        "It crossed the fjord twelve times a day until the bridge was built.",
        "In 1931 it carried 4,200 passengers, more than the railway did in that year.",
    ]
    yards = [f"In {1950 + i} the yard repaired {i + 3} boats and sold {i + 1} of them." for i in range(45)]
    assert [text for text in texts if text.startswith("In 19") and "yard" in text] == yards
    assert [rows(table) for table in page.tables()] == [
        [
            ["Ship", "Built", "Passengers"],
            ["Aurora", "1902", "120"],
            ["Nordstern", "1911", "85"],
            ["Ebba", "1926", "210"],
        ]
    ]
    assert not any("coast" in text for text in texts)


def test_headings_are_told_by_the_size_of_their_type():
    page = read(
        pdf(
            Paragraph("A history of Vellmar", STYLES["Title"]),
            *(
                Paragraph(text, STYLES[style])
                for style, text in [
                    ("Heading2", "Trade"),
                    ("BodyText", PROSE),
                    ("Heading3", "Salt"),
                    ("BodyText", PROSE),
                ]
            ),
            Paragraph("Ships", STYLES["Heading2"]),
            Paragraph(PROSE, BODY),
        )
    )
    assert page.title == "A history of Vellmar"
    found = [(element.title, element.level) for element in page.elements if isinstance(element, Section)]
    assert found == [("Trade", 2), ("Salt", 3), ("Ships", 2)]


def test_heads_footers_and_page_numbers_are_left_out():
    def furniture(canvas, document):
        canvas.drawString(72, 800, "Annals of the coast")
        canvas.drawCentredString(300, 30, f"- {document.page} -")

    texts = [f"The ship of {1800 + number} carried {number * 17} sacks." for number in range(80)]
    page = read(pdf(*[Paragraph(text, BODY) for text in texts], furniture=furniture))
    assert sentences(page) == texts
    assert not [text for text in sentences(page) if "Annals" in text or text.startswith("-")]


def test_every_element_knows_its_page():
    page = read(pdf(*[piece for n in range(3) for piece in (Paragraph(f"{PROSE} Page {n}.", BODY), PageBreak())]))
    assert [mark.label for mark in page.marks] == ["p. 1", "p. 2", "p. 3"]
    assert page.mark_at(len(page.elements) - 1) == "p. 3"


def test_a_paragraph_goes_on_in_the_next_column_or_page():
    text = " ".join(f"The mill of Ostrava ground {n} sacks of rye in that year." for n in range(600))
    page = read(pdf(Paragraph(text, BODY)))
    assert len(page.marks) > 2
    assert sentences(page) == [f"The mill of Ostrava ground {n} sacks of rye in that year." for n in range(600)]


def test_spanning_cells_keep_their_spans():
    table = Table(
        [["Town", "Visitors", ""], ["", "Adults", "Children"], ["Brevik", "120", "340"], ["Arles", "75", "80"]],
        style=[("GRID", (0, 0), (-1, -1), 0.5, colors.black), ("SPAN", (1, 0), (2, 0)), ("SPAN", (0, 0), (0, 1))],
    )
    (found,) = read(pdf(Paragraph(PROSE, BODY), table)).tables()
    spans = {cell.text: (cell.row_span, cell.column_span) for cell in found.cells}
    assert (spans["Town"], spans["Visitors"], spans["340"]) == ((2, 1), (1, 2), (1, 1))
    assert [cell.text for cell in found.cells if cell.is_header] == ["Town", "Visitors", "Adults", "Children"]


def test_a_table_without_lines_is_told_by_its_columns():
    cells = [["Town", "Building", "Visitors"], ["Brevik", "Old mill", "1,200"], ["Arles", "Tannery", "75"]]
    page = read(pdf(Paragraph(PROSE, BODY), Table(cells), Paragraph(PROSE, BODY)))
    assert [rows(table) for table in page.tables()] == [cells]
    assert sentences(page) == [PROSE, PROSE]


def test_a_table_goes_on_on_the_next_page():
    cells = [["Town", "Visitors", "Year"], *([f"Town {n}", str(n), str(1900 + n)] for n in range(70))]
    grid = Table(cells, style=[("GRID", (0, 0), (-1, -1), 0.5, colors.black)], repeatRows=1)
    assert [rows(table) for table in read(pdf(Paragraph(PROSE, BODY), grid)).tables()] == [cells]


def test_lists_keep_their_items_and_lose_their_marks():
    items = ["Salt from the northern pans", f"Timber. {PROSE} {PROSE}", "Fish"]
    flow = ListFlowable([ListItem(Paragraph(item, BODY)) for item in items], bulletType="bullet")
    page = read(pdf(Paragraph(PROSE, BODY), flow, Paragraph(PROSE, BODY)))
    (found,) = page.lists()
    assert [item.text for item in found.items] == items
    assert isinstance(page.elements[1], ItemList)


def test_hyphens_at_line_ends_are_undone_unless_the_word_has_one():
    joined = Hyphens(["a well-known town"]).join_lines
    assert (
        joined(["the har-", "bour of a well-", "known North-", "Ostrava"])
        == "the harbour of a well-known North-Ostrava"
    )


def test_marks_of_footnotes_are_left_out_and_exponents_stay():
    def draw(canvas, number):
        canvas.setFont("Helvetica", 12)
        canvas.drawString(72, 700, "The bridge was opened")
        canvas.setFont("Helvetica", 7)
        canvas.drawString(72 + canvas.stringWidth("The bridge was opened", "Helvetica", 12), 704, "3")
        canvas.setFont("Helvetica", 12)
        canvas.drawString(200, 700, "over 40 m")
        canvas.setFont("Helvetica", 7)
        canvas.drawString(200 + canvas.stringWidth("over 40 m", "Helvetica", 12), 704, "2")

    assert sentences(read(drawn(draw))) == ["The bridge was opened over 40 m2"]


def test_a_turned_page_is_read_as_it_is_shown():
    def draw(canvas, number):
        canvas.setPageRotation(90)
        canvas.rotate(90)
        canvas.drawString(72, -100, PROSE)
        canvas.drawString(72, -114, "It took four years.")

    assert sentences(read(drawn(draw))) == [PROSE, "It took four years."]


def picture(canvas, number):
    canvas.drawInlineImage(_grey(), 50, 50, 400, 600)


def _grey():
    return Image.new("L", (60, 80), 128)


def test_scanned_pages_are_named_and_counted():
    def draw(canvas, number):
        picture(canvas, number) if number else canvas.drawString(72, 700, PROSE)

    parsed = parse_document("a.pdf", drawn(draw, pages=3))
    assert sentences(parsed.page) == [PROSE]
    assert [(skip.place, skip.what) for skip in parsed.skips] == [("a.pdf p. 2", "page"), ("a.pdf p. 3", "page")]
    assert "scanned" in parsed.skips[0].reason


def test_a_scan_alone_is_one_line():
    (skip,) = parse_document("a.pdf", drawn(picture, pages=2)).skips
    assert skip.reason == "2 pages scanned, without text; run it through OCR first"


def test_a_locked_file_says_so():
    (skip,) = parse_document("a.pdf", pdf(Paragraph(PROSE, BODY), encrypt=StandardEncryption("secret"))).skips
    assert skip.reason == "encrypted; save it without a password"


def test_without_the_extra_the_line_names_it():
    answer = isolated._answer("veriscope_no_such_module:extract", b"")
    assert answer == (b"m", b"documents")


def test_a_reader_that_crashes_or_hangs_costs_one_document():
    with pytest.raises(isolated.UnreadableDocument, match="crashed"):
        isolated.run_isolated("tests.corpus.sources.pdf.failing:die", b"")
    with pytest.raises(isolated.UnreadableDocument, match="too long"):
        isolated.run_isolated("tests.corpus.sources.pdf.failing:hang", b"", wait_s=0.5)


def bomb(name):
    head = (
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[KIDS]/Count COUNT>>endobj\n"
    )
    leaf = b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R>>endobj\n"
    tail = b"trailer<</Root 1 0 R>>\n"
    if name == "loop":
        return head.replace(b"KIDS", b"2 0 R").replace(b"COUNT", b"99999999") + tail
    if name == "pages":
        return head.replace(b"KIDS", b"3 0 R " * 300_000).replace(b"COUNT", b"300000") + leaf + tail
    stream = zlib.compress(b"BT /F1 12 Tf (x) Tj ET\n" * 4_000_000, 9)
    body = b"4 0 obj<</Length %d/Filter/FlateDecode>>stream\n" % len(stream) + stream + b"\nendstream endobj\n"
    return head.replace(b"KIDS", b"3 0 R").replace(b"COUNT", b"1") + leaf + body + tail


@pytest.mark.slow
@pytest.mark.parametrize("name", ["loop", "pages", "stream"])
def test_bombs_are_one_line(name):
    start = time.monotonic()
    parsed = parse_document("a.pdf", bomb(name))
    assert time.monotonic() - start < 90
    assert parsed.page is None
    assert len(parsed.skips) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["two-columns-libreoffice", "two-columns-reportlab"])
def test_damaged_files_are_read_or_refused(name):
    draw, whole = random.Random(17), (FIXTURES / f"{name}.pdf").read_bytes()
    for _ in range(100):
        data = bytearray(whole[: draw.randrange(len(whole))] if draw.random() < 0.4 else whole)
        for _ in range(draw.randrange(30)):
            if data:
                data[draw.randrange(len(data))] = draw.randrange(256)
        parsed = parse_document("a.pdf", bytes(data))
        assert parsed.page or parsed.skips


def test_pages_that_would_take_hours_to_lay_out_are_refused(monkeypatch):
    crowd = [Word("ab", 25 * (n % 24), 25 * (n % 24) + 10, 5 * (n // 24), 10.0) for n in range(500)]
    monkeypatch.setattr(reader, "_LAYOUT_S", 0.001)
    monkeypatch.setattr(reader, "_LAYOUT_S_OF_SHEET", 0.0)
    with pytest.raises(isolated.UnreadableDocument, match="laying out its 50 pages takes too long"):
        list(reader._blocks([Sheet(600, 800, crowd)] * 50))
