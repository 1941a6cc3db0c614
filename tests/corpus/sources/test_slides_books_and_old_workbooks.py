"""Presentations, e-books and old workbooks with what fixtures do not hold."""

import builtins
import datetime as dates
import io
import sys
import time
import zipfile

import pytest
import xlwt
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from veriscope.corpus.sources.file_kinds import parse_document
from veriscope.domain import ItemList, Section, Sentence


def saved(document):
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def lines(page):
    return [element.text for element in page.elements if isinstance(element, Sentence)]


def headings(page):
    return [(element.title, element.level) for element in page.elements if isinstance(element, Section)]


def deck(*titles):
    found = Presentation()
    for title in titles:
        found.slides.add_slide(found.slide_layouts[1]).shapes.title.text = title
    return found


def test_a_hidden_slide_and_a_chart_are_counted():
    found = deck("First", "Second", "Third")
    first, second, third = found.slides
    first.placeholders[1].text = "It is shown."
    second._element.set("show", "0")
    data = CategoryChartData()
    data.categories = ["1900"]
    data.add_series("Ships", (12,))
    third.shapes.add_chart(XL_CHART_TYPE.PIE, Inches(1), Inches(1), Inches(3), Inches(3), data)
    parsed = parse_document("a.pptx", saved(found))
    assert [(skip.place, skip.what) for skip in parsed.skips] == [
        ("a.pptx slide 2", "slide"),
        ("a.pptx slide 3", "drawing"),
    ]
    assert headings(parsed.page) == [("Third", 2)]


def test_a_slide_without_a_title_is_named_by_its_number():
    found = deck("First", "")
    found.slides[1].placeholders[1].text = "One statement alone. And its end."
    page = parse_document("a.pptx", saved(found)).page
    assert headings(page) == [("Slide 2", 2)]
    assert lines(page) == ["One statement alone.", "And its end."]


def test_text_boxes_are_prose_and_outlines_are_lists():
    found = deck("First")
    slide = found.slides[0]
    slide.placeholders[1].text = "One\nTwo"
    slide.shapes.add_textbox(Inches(1), Inches(1), Inches(3), Inches(1)).text_frame.text = "A remark.\nAnother."
    page = parse_document("a.pptx", saved(found)).page
    assert [[item.text for item in e.items] for e in page.elements if isinstance(e, ItemList)] == [["One", "Two"]]
    assert lines(page) == ["A remark.", "Another."]


def book(chapters, *, title="The book", **parts):
    """An e-book of XHTML bodies."""
    names = [f"c{number}" for number in range(len(chapters))]
    manifest = "".join(f'<item id="{n}" href="{n}.xhtml" media-type="application/xhtml+xml"/>' for n in names)
    spine = "".join(f'<itemref idref="{name}"/>' for name in names)
    written = {
        "META-INF/container.xml": '<container><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>',
        "b.opf": '<package><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<dc:title>{title}</dc:title></metadata><manifest>{manifest}</manifest><spine>{spine}</spine></package>",
    } | {f"{name}.xhtml": chapter for name, chapter in zip(names, chapters, strict=True)}
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as package:
        for name, part in (written | parts).items():
            package.writestr(name, part)
    return file.getvalue()


def test_marks_of_footnotes_in_a_book_are_left_out():
    chapter = (
        '<body><p>Built in 2017.<a epub:type="noteref" href="#f">1</a> Sold 2019.<sup><a href="n.xhtml#g">2</a></sup>'
        ' Rebuilt.<a href="#f3"><sup>[3]</sup></a></p><aside><p>As told.'
        ' <a role="doc-backlink" href="#r1">↩</a></p></aside></body>'
    )
    page = parse_document("a.epub", book([chapter])).page
    assert lines(page) == ["Built in 2017.", "Sold 2019.", "Rebuilt.", "As told."]


def test_an_element_closed_at_once_does_not_swallow_a_chapter():
    head = '<head><title/><script src="a.js"/></head>'
    chapter = f'<html>{head}<body><a id="x"/><p>All of <i/>this.<br/>And this.</p></body></html>'
    assert lines(parse_document("a.epub", book([chapter])).page) == ["All of this.", "And this."]


def test_a_chapter_is_named_by_its_title_unless_it_begins_with_a_heading():
    named = "<html><head><title>Trade</title></head><body><p>One.</p><h2>Goods</h2><p>Two.</p></body></html>"
    headed = "<html><head><title>The book</title></head><body><h1>Ships</h1><p>Three.</p></body></html>"
    page = parse_document("a.epub", book([named, headed])).page
    assert (page.title, headings(page)) == ("The book", [("Trade", 2), ("Goods", 3), ("Ships", 2)])


def test_an_encrypted_chapter_and_a_missing_one_are_counted():
    encryption = '<encryption><CipherReference URI="c0.xhtml"/></encryption>'
    parts = {"META-INF/encryption.xml": encryption}
    parsed = parse_document("a.epub", book(["x", "<p>Read.</p>"], **parts))
    assert [(skip.place, skip.reason) for skip in parsed.skips] == [("a.epub c0.xhtml", "encrypted")]
    assert lines(parsed.page) == ["Read."]


def workbook(rows, *, kinds=None, hidden=False):
    found = xlwt.Workbook()
    sheet = found.add_sheet("S")
    for (row, column), value in rows.items():
        sheet.write(row, column, value, xlwt.easyxf(num_format_str=(kinds or {}).get((row, column), "General")))
    other = found.add_sheet("Other")
    other.write(0, 0, "aside")
    other.visibility = int(hidden)
    return saved(found)


def test_dates_times_durations_and_shares_of_an_old_workbook():
    values = {(0, 0): dates.datetime(2001, 5, 3), (0, 1): dates.time(14, 30), (0, 2): 1.25, (0, 3): 0.255, (0, 4): 7}
    kinds = {(0, 0): "D MMM YY", (0, 1): "h:mm", (0, 2): "[h]:mm", (0, 3): "0.0%", (0, 4): "General"}
    page = parse_document("a.xls", workbook(values, kinds=kinds)).page
    assert [cell.text for cell in next(page.tables()).cells] == ["2001-05-03", "14:30", "30:00:00", "25.5%", "7"]


def test_a_hidden_sheet_of_an_old_workbook_is_counted():
    parsed = parse_document("a.xls", workbook({(0, 0): "x"}, hidden=True))
    assert [(skip.place, skip.reason) for skip in parsed.skips] == [("a.xls Other", "hidden")]


def test_two_cells_in_opposite_corners_are_refused_at_once():
    began = time.process_time()
    parsed = parse_document("a.xls", workbook({(0, 0): "x", (65_535, 255): "y"}))
    assert "more than 4,000,000" in parsed.skips[0].reason
    assert time.process_time() - began < 5


def test_without_the_extra_an_old_workbook_is_skipped_with_the_command_that_helps(monkeypatch):
    monkeypatch.delitem(sys.modules, "xlrd", raising=False)
    really = builtins.__import__

    def without_xlrd(name, *args, **kwargs):
        if name == "xlrd":
            raise ImportError(name)
        return really(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without_xlrd)
    (skip,) = parse_document("a.xls", b"x").skips
    assert skip.reason == "reading .xls workbooks needs an optional dependency: pip install 'veriscope[documents]'"


@pytest.mark.parametrize("suffix", [".docx", ".pptx", ".odt", ".ods", ".odp", ".epub", ".xls"])
def test_another_file_under_the_suffix_says_what_it_should_be(suffix):
    (skip,) = parse_document(f"a{suffix}", b"plain text").skips
    assert skip.reason.startswith("not a")
