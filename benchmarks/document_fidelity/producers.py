"""Writes known content with the programs and libraries that people's documents come from."""

# ruff: noqa: PLC0415  (each producer imports only its own library)
import datetime as dates
import io
import subprocess
import tempfile
import zipfile
from html import escape
from pathlib import Path

from known_content import Grid, Heading, Listing, Prose


def docx_by_python_docx(title, blocks):
    from docx import Document

    document = Document()
    document.add_heading(title, 0)
    section = document.sections[0]
    section.header.paragraphs[0].text, section.footer.paragraphs[0].text = "A running head.", "A running foot."
    for block in blocks:
        match block:
            case Heading(level, text):
                document.add_heading(text, level)
            case Prose(sentences):
                paragraph = document.add_paragraph()
                for number, sentence in enumerate(sentences):  # runs cut words, as in edited documents
                    middle = len(sentence) // 2
                    paragraph.add_run(("" if number == 0 else " ") + sentence[:middle]).bold = number % 2 == 0
                    paragraph.add_run(sentence[middle:])
            case Listing(items, is_ordered):
                for level, text in items:
                    name = "List Number" if is_ordered else "List Bullet"
                    document.add_paragraph(text, style=f"{name} {level + 1}" if level else name)
            case Grid(rows, merged):
                table = document.add_table(len(rows), len(rows[0]), style="Table Grid")
                for row, texts in enumerate(rows):
                    for column, text in enumerate(texts):
                        table.cell(row, column).text = text
                for top, left, bottom, right in merged:
                    text = table.cell(top, left).text
                    table.cell(top, left).merge(table.cell(bottom, right)).text = text
    return saved(document.save)


def odt_by_odfpy(title, blocks):
    from odf import style, table, text
    from odf.opendocument import OpenDocumentText

    document = OpenDocumentText()
    document.styles.addElement(style.Style(name="Title", family="paragraph"))
    bullets, numbers = text.ListStyle(name="Bullets"), text.ListStyle(name="Numbers")
    for level in (1, 2):
        bullets.addElement(text.ListLevelStyleBullet(level=level, bulletchar="•"))
        numbers.addElement(text.ListLevelStyleNumber(level=level, numformat="1"))
    document.automaticstyles.addElement(bullets)
    document.automaticstyles.addElement(numbers)
    document.text.addElement(text.P(stylename="Title", text=title))
    notes = 0
    for block in blocks:
        match block:
            case Heading(level, heading):
                document.text.addElement(text.H(outlinelevel=level, text=heading))
            case Prose(sentences, note):
                paragraph = text.P()
                for sentence in sentences:
                    paragraph.addElement(text.Span(text=sentence))
                    paragraph.addElement(text.S(c=1))
                if note:
                    notes += 1
                    paragraph.addElement(odf_note(text, note, number=notes))
                document.text.addElement(paragraph)
            case Listing(items, is_ordered):
                document.text.addElement(odf_list(text, items, "Numbers" if is_ordered else "Bullets"))
            case Grid():
                document.text.addElement(odf_table(table, text, block))
    return saved(document.save)


def odf_note(text, note, *, number):
    element = text.Note(noteclass="footnote", id=f"n{number}")
    element.addElement(text.NoteCitation(text=str(number)))
    body = text.NoteBody()
    body.addElement(text.P(text=note))
    element.addElement(body)
    return element


def odf_list(text, items, name):
    outer = text.List(stylename=name)
    for level, written in items:
        item = text.ListItem()
        if level and outer.childNodes:
            inner = text.List()
            inner.addElement(item)
            outer.childNodes[-1].addElement(inner)
        else:
            outer.addElement(item)
        item.addElement(text.P(text=written))
    return outer


def odf_table(table, text, grid):
    element = table.Table(name="Table")
    element.addElement(table.TableColumn(numbercolumnsrepeated=len(grid.rows[0])))
    spans = {(top, left): (bottom - top + 1, right - left + 1) for top, left, bottom, right in grid.merged}
    covered = {
        (row, column)
        for top, left, bottom, right in grid.merged
        for row in range(top, bottom + 1)
        for column in range(left, right + 1)
    } - spans.keys()
    for number, texts in enumerate(grid.rows):
        row = table.TableRow()
        for column, written in enumerate(texts):
            if (number, column) in covered:
                row.addElement(table.CoveredTableCell())
                continue
            rows, columns = spans.get((number, column), (1, 1))
            cell = table.TableCell(numberrowsspanned=rows, numbercolumnsspanned=columns, valuetype="string")
            cell.addElement(text.P(text=written))
            row.addElement(cell)
        element.addElement(row)
    return element


def ods_by_odfpy(found):
    from odf import style, table, text
    from odf.opendocument import OpenDocumentSpreadsheet

    document = OpenDocumentSpreadsheet()
    for kind, data_style in odf_data_styles():
        document.automaticstyles.addElement(data_style)
        shown_so = style.Style(name=kind, family="table-cell", datastylename=f"{kind}-data")
        document.automaticstyles.addElement(shown_so)
    for sheet in found:
        element = table.Table(name=sheet.name)
        merged = {(top, left): right - left + 1 for top, left, _, right in sheet.merged}
        for number, values in enumerate(sheet.rows):
            row, width = table.TableRow(), 0
            for column, value in enumerate(values):
                if width > 0:
                    row.addElement(table.CoveredTableCell())
                    width -= 1
                    continue
                match value:
                    case bool():
                        kind = {"valuetype": "boolean", "booleanvalue": str(value).lower(), "stylename": "boolean"}
                    case int() | float():
                        is_share = (number, column) in sheet.shares
                        kind = {"valuetype": "percentage" if is_share else "float", "value": str(value)}
                        kind |= {"stylename": "percentage"} if is_share else {}
                    case dates.date():
                        kind = {"valuetype": "date", "datevalue": value.isoformat(), "stylename": "date"}
                    case _:
                        kind = {"valuetype": "string"} if value else {}
                width = merged.get((number, column), 1) - 1
                cell = table.TableCell(numbercolumnsspanned=width + 1, **kind) if width else table.TableCell(**kind)
                cell.addElement(text.P(text=str(value)))
                row.addElement(cell)
            element.addElement(row)
        document.spreadsheet.addElement(element)
    return saved(document.save)


def odf_data_styles():
    """How shares, dates and truth values are shown."""
    from odf import number

    share = number.PercentageStyle(name="percentage-data")
    share.addElement(number.Number(decimalplaces=0, minintegerdigits=1))
    share.addElement(number.Text(text="%"))
    day = number.DateStyle(name="date-data")
    for part in (number.Day(), number.Text(text=" "), number.Month(textual=True), number.Text(text=" ")):
        day.addElement(part)
    day.addElement(number.Year(style="long"))
    truth = number.BooleanStyle(name="boolean-data")
    truth.addElement(number.Boolean())
    return {"percentage": share, "date": day, "boolean": truth}.items()


def xls_by_xlwt(found):
    import xlwt

    book = xlwt.Workbook()
    share, day = xlwt.easyxf(num_format_str="0%"), xlwt.easyxf(num_format_str="YYYY-MM-DD")
    for sheet in found:
        page = book.add_sheet(sheet.name)
        merged = {(top, left): (top, bottom, left, right) for top, left, bottom, right in sheet.merged}
        for row, values in enumerate(sheet.rows):
            for column, value in enumerate(values):
                if (row, column) in merged:
                    page.write_merge(*merged[row, column], value)
                elif value != "":
                    is_day = isinstance(value, dates.date)
                    kind = share if (row, column) in sheet.shares else day if is_day else xlwt.Style.default_style
                    page.write(row, column, value, kind)
    return saved(book.save)


def pptx_by_python_pptx(title, found):
    from pptx import Presentation
    from pptx.util import Inches

    deck = Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[0])
    first.shapes.title.text = title
    for slide in found:
        page = deck.slides.add_slide(deck.slide_layouts[5 if slide.grid else 1])
        page.shapes.title.text = slide.title
        if slide.points:
            frame = page.placeholders[1].text_frame
            for number, (level, text) in enumerate(slide.points):
                paragraph = frame.paragraphs[0] if number == 0 else frame.add_paragraph()
                paragraph.text, paragraph.level = text, level
        if slide.grid:
            rows = slide.grid.rows
            size = (Inches(1), Inches(2), Inches(8), Inches(3))
            table = page.shapes.add_table(len(rows), len(rows[0]), *size).table
            for row, texts in enumerate(rows):
                for column, text in enumerate(texts):
                    table.cell(row, column).text = text
            for top, left, bottom, right in slide.grid.merged:
                table.cell(top, left).merge(table.cell(bottom, right))
        if slide.notes:
            page.notes_slide.notes_text_frame.text = " ".join(slide.notes)
    return saved(deck.save)


def html_of(blocks):
    pieces = []
    for block in blocks:
        match block:
            case Heading(level, text):
                pieces.append(f"<h{level}>{escape(text)}</h{level}>")
            case Prose(sentences):
                pieces.append(f"<p>{escape(' '.join(sentences))}</p>")
            case Listing(items, is_ordered):
                tag = "ol" if is_ordered else "ul"
                inner = "".join(
                    f"<li>{escape(text)}</li>" if level == 0 else f"<li><{tag}><li>{escape(text)}</li></{tag}></li>"
                    for level, text in items
                )
                pieces.append(f"<{tag}>{inner}</{tag}>")
            case Grid(rows, merged):
                pieces.append(html_table(rows, merged))
    return "\n".join(pieces)


def html_table(rows, merged):
    spans = {(top, left): (bottom - top + 1, right - left + 1) for top, left, bottom, right in merged}
    covered = {
        (r, c) for top, left, bottom, right in merged for r in range(top, bottom + 1) for c in range(left, right + 1)
    } - spans.keys()
    lines = []
    for number, texts in enumerate(rows):
        tag = "td" if number else "th"
        cells = ""
        for column, text in enumerate(texts):
            if (number, column) not in covered:
                height, width = spans.get((number, column), (1, 1))
                cells += f'<{tag} rowspan="{height}" colspan="{width}">{escape(text)}</{tag}>'
        lines.append(f"<tr>{cells}</tr>")
    return f"<table>{''.join(lines)}</table>"


def epub_by_zipfile(title, blocks):
    """A book with a chapter for each heading of the first level, as publishers' tools write one."""
    chapters = [[]]
    for block in blocks:
        if isinstance(block, Heading) and block.level == 1:
            chapters.append([])
        chapters[-1].append(block)
    parts = {"mimetype": "application/epub+zip", "META-INF/container.xml": CONTAINER}
    for number, chapter in enumerate(chapters):
        parts[f"OEBPS/c{number}.xhtml"] = XHTML.format(title=escape(title), body=html_of(chapter))
    parts["OEBPS/nav.xhtml"] = XHTML.format(title="Contents", body='<nav><a href="c1.xhtml">A chapter.</a></nav>')
    entries = "".join(
        f'<item id="c{n}" href="c{n}.xhtml" media-type="application/xhtml+xml"/>' for n in range(len(chapters))
    )
    spine = "".join(f'<itemref idref="c{n}"/>' for n in range(len(chapters)))
    parts["OEBPS/book.opf"] = OPF.format(title=escape(title), entries=entries, spine=spine)

    def write(file):
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
            for name, text in parts.items():
                package.writestr(zipfile.ZipInfo(name), text)

    return saved(write)


CONTAINER = """<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>
<rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"""
OPF = """<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">b</dc:identifier>
<dc:title>{title}</dc:title>
</metadata><manifest>
<item id="n" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>{entries}</manifest>
<spine><itemref idref="n"/>{spine}</spine></package>"""
XHTML = """<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml">
<head><title>{title}</title><script src="a.js"/></head><body><a id="top"/>{body}</body></html>"""


def by_pandoc(title, blocks, *, form):
    """A document that pandoc makes from HTML and notes from Markdown."""
    pieces = []
    for number, block in enumerate(blocks):
        if isinstance(block, Prose) and block.note:
            text = " ".join(block.sentences)
            pieces.append(f"{markdown(text)}[^{number}]\n\n[^{number}]: {markdown(block.note)}")
        elif isinstance(block, Heading):
            pieces.append(f"{'#' * block.level} {markdown(block.text)}")
        elif isinstance(block, Listing):
            mark = "1." if block.is_ordered else "-"
            pieces.append("\n".join(f"{'    ' * level}{mark} {markdown(text)}" for level, text in block.items))
        elif isinstance(block, Prose):
            pieces.append(markdown(" ".join(block.sentences)))
        else:
            head, *rows = (f"| {' | '.join(map(markdown, row))} |" for row in block.rows)
            pieces.append("\n".join([head, "|" + "---|" * len(block.rows[0]), *rows]))
    source = f"---\ntitle: {title!r}\n---\n\n" + "\n\n".join(pieces) + "\n"
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / f"a.{form}"
        subprocess.run(["pandoc", "-f", "markdown-smart", "-o", out], input=source.encode(), check=True)
        return out.read_bytes()


def markdown(text):
    return "".join(f"\\{mark}" if mark in "\\`*_{}[]()#+-.!|<>" else mark for mark in text)


def converted(data, *, source, form):
    """A document as LibreOffice saves it in another format."""
    with tempfile.TemporaryDirectory() as folder:
        given = Path(folder) / f"given.{source}"
        given.write_bytes(data)
        profile = f"-env:UserInstallation=file://{tempfile.gettempdir()}/document_fidelity_profile"
        command = ["soffice", profile, "--headless", "--convert-to", form, "--outdir", f"{folder}/out", str(given)]
        subprocess.run(command, check=True, capture_output=True, timeout=120)
        return (Path(folder) / "out" / f"given.{form}").read_bytes()


def saved(save):
    file = io.BytesIO()
    save(file)
    return file.getvalue()
