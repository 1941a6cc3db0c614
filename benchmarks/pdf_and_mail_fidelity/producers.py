"""Writes a document of known content as PDF, by reportlab and by LibreOffice, or as e-mail by the standard library."""

# ruff: noqa: E501, PLC0415  (XML as it is; reportlab only where it is used)
import html
import mailbox
import shutil
import subprocess
import tempfile
from email.message import EmailMessage
from pathlib import Path

from content import Bullets, Document, Grid, Heading, Prose

_FODT = """<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" office:version="1.3"
 office:mimetype="application/vnd.oasis.opendocument.text"><office:styles>
<style:style style:name="Standard" style:family="paragraph"><style:paragraph-properties fo:margin-bottom="0.2cm"
 fo:text-align="justify"/><style:text-properties fo:font-size="10pt" style:font-name="Liberation Serif"/></style:style>
<style:style style:name="Title" style:family="paragraph"><style:text-properties fo:font-size="22pt"/></style:style>
<style:style style:name="H2" style:family="paragraph"><style:text-properties fo:font-size="15pt"/></style:style>
<style:style style:name="Small" style:family="paragraph"><style:text-properties fo:font-size="8pt"/></style:style>
<style:style style:name="H3" style:family="paragraph"><style:text-properties fo:font-size="12pt"
 fo:font-weight="bold"/></style:style></office:styles><office:automatic-styles>
<style:style style:name="Cell" style:family="table-cell"><style:table-cell-properties fo:border="0.5pt solid #000000"/>
</style:style><style:style style:name="Two" style:family="section"><style:section-properties><style:columns
 fo:column-count="COUNT" fo:column-gap="0.6cm"/></style:section-properties></style:style>
<style:page-layout style:name="pm"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm"
 fo:margin="2cm"/><style:footer-style/></style:page-layout></office:automatic-styles><office:master-styles>
<style:master-page style:name="Standard" style:page-layout-name="pm"><style:header><text:p>Reports of the coast
</text:p></style:header><style:footer><text:p><text:page-number/></text:p></style:footer></style:master-page>
</office:master-styles><office:body><office:text>BODY</office:text></office:body></office:document>"""


def write_reportlab(made: Document, path: Path, *, columns: int = 1, ruled: bool = True) -> None:
    """A PDF with a running head and page numbers, in one or more justified columns."""
    from reportlab.lib import colors
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.platypus import BaseDocTemplate, Frame, ListFlowable, ListItem, PageTemplate, Paragraph, Table

    styles = getSampleStyleSheet()
    styles["BodyText"].alignment = 4
    grid = [("GRID", (0, 0), (-1, -1), 0.5, colors.black)] if ruled else [("ALIGN", (2, 0), (-1, -1), "RIGHT")]
    flow = [Paragraph(made.title, styles["Title"])]
    for block in made.blocks:
        match block:
            case Heading(level, text):
                flow.append(Paragraph(text, styles[f"Heading{level}"]))
            case Prose(sentences):
                flow.append(Paragraph(" ".join(sentences), styles["BodyText"]))
            case Bullets(items):
                shown = [ListItem(Paragraph(item, styles["BodyText"])) for item in items]
                flow.append(ListFlowable(shown, bulletType="bullet"))
            case Grid(rows):
                flow.append(Table(rows, style=grid))

    def furniture(canvas, document):
        canvas.drawString(72, 800, "Annals of the coast")
        canvas.drawCentredString(300, 30, f"Page {document.page}")

    wide = (475 - 15 * (columns - 1)) / columns
    frames = [Frame(60 + place * (wide + 15), 60, wide, 710) for place in range(columns)]
    document = BaseDocTemplate(str(path), title=made.title, invariant=True)
    document.addPageTemplates(PageTemplate(frames=frames, onPage=furniture))
    document.build(flow)


def write_libreoffice(made: Document, path: Path, *, columns: int = 1) -> None:
    """A PDF from a flat OpenDocument text with a header, a footer and columns below the title."""
    body = [f'<text:p text:style-name="Title">{html.escape(made.title)}</text:p><text:section text:name="s" ']
    body.append('text:style-name="Two">')
    for number, block in enumerate(made.blocks):
        body.append(_odt(block, number))
    body.append("</text:section>")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / f"{path.stem}.fodt"
        source.write_text(_FODT.replace("COUNT", str(columns)).replace("BODY", "".join(body)), encoding="utf-8")
        profile = f"-env:UserInstallation=file://{folder}/profile"
        command = ["soffice", profile, "--headless", "--convert-to", "pdf", "--outdir", folder, str(source)]
        subprocess.run(command, check=True, capture_output=True, timeout=180)
        shutil.copy(source.with_suffix(".pdf"), path)


def _odt(block: object, number: int) -> str:
    match block:
        case Heading(level, text):
            return f'<text:h text:style-name="H{level}" text:outline-level="{level}">{html.escape(text)}</text:h>'
        case Prose(sentences):
            return f'<text:p text:style-name="Standard">{html.escape(" ".join(sentences))}</text:p>'
        case Bullets(items):
            inside = (
                f'<text:list-item><text:p text:style-name="Standard">{html.escape(i)}</text:p></text:list-item>'
                for i in items
            )
            return f"<text:list>{''.join(inside)}</text:list>"
        case Grid(rows):
            cell = '<table:table-cell table:style-name="Cell"><text:p text:style-name="Small">{}</text:p></table:table-cell>'
            lines = ("<table:table-row>" + "".join(map(cell.format, row)) + "</table:table-row>" for row in rows)
            columns = f'<table:table-column table:number-columns-repeated="{len(rows[0])}"/>'
            return f'<table:table table:name="t{number}">{columns}{"".join(lines)}</table:table>'
    return ""


def mail_of(made: Document, *, is_html: bool) -> EmailMessage:
    """A message whose text is the document, as plain text or as HTML beside an empty plain part."""
    message = EmailMessage()
    message["Subject"], message["From"], message["To"] = made.title, "Ann Hale <ann@example.org>", "bo@example.org"
    message["Date"] = "Thu, 03 May 2001 10:00:00 +0200"
    if is_html:
        message.set_content("".join(map(_html, made.blocks)), subtype="html")
    else:
        message.set_content("\n\n".join(filter(None, map(_text, made.blocks))) + "\n\n-- \nAnn Hale\nArchivist\n")
    return message


def write_mbox(messages: list[EmailMessage], path: Path) -> None:
    """A mailbox of messages."""
    box = mailbox.mbox(path)
    for message in messages:
        box.add(message)
    box.close()


def _text(block: object) -> str:
    match block:
        case Heading(_, text):
            return f"{text}\n{'-' * len(text)}"
        case Prose(sentences):
            return " ".join(sentences)
        case Bullets(items):
            return "\n".join(f"- {item}" for item in items)
    return ""


def _html(block: object) -> str:
    match block:
        case Heading(level, text):
            return f"<h{level}>{text}</h{level}>"
        case Prose(sentences):
            return f"<p>{' '.join(sentences)}</p>"
        case Bullets(items):
            return "<ul>" + "".join(f"<li>{item}</li>" for item in items) + "</ul>"
        case Grid(rows):
            return (
                "<table>" + "".join("<tr>" + "".join(f"<td>{v}</td>" for v in r) + "</tr>" for r in rows) + "</table>"
            )
    return ""
