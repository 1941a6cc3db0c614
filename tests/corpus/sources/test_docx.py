"""Word documents with what no library writes by itself: tracked changes, notes, text boxes."""

import io
import zipfile

import pytest
from docx import Document
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from veriscope.corpus.sources.file_kinds import parse_document
from veriscope.domain import Section, Sentence, Table

pytestmark = pytest.mark.slow

W = nsdecls("w")


def saved(document):
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def page_of(*blocks, document=None):
    """The page of a document with XML blocks at its end."""
    document = document or Document()
    body = document.element.body
    for block in blocks:
        body.insert(len(body) - 1, parse_xml(block))
    return parse_document("notes/report.docx", saved(document)).page


def paragraph(*runs, settings=""):
    return f"<w:p {W}><w:pPr>{settings}</w:pPr>{''.join(runs)}</w:p>"


def run(text, settings=""):
    return f'<w:r><w:rPr>{settings}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def texts(page):
    return [element.text for element in page.elements if isinstance(element, Sentence)]


def test_tracked_changes_are_accepted():
    author = 'w:id="1" w:author="A"'
    deleted = f'<w:del {author}><w:r><w:delText xml:space="preserve">twelve </w:delText></w:r></w:del>'
    inserted = f"<w:ins {author}>{run('fifteen ')}</w:ins>"
    moved = f"<w:moveFrom {author}>{run('old')}</w:moveFrom><w:moveTo {author}>{run('ships.')}</w:moveTo>"
    assert texts(page_of(paragraph(run("We saw "), deleted, inserted, moved))) == ["We saw fifteen ships."]


def test_a_paragraph_whose_end_was_deleted_goes_on_in_the_next():
    mark = '<w:rPr><w:del w:id="1" w:author="A"/></w:rPr>'
    page = page_of(paragraph(run("The quay "), settings=mark), paragraph(run("is long.")))
    assert texts(page) == ["The quay is long."]


def test_a_deleted_row_is_left_out():
    def row(text, settings=""):
        return f"<w:tr><w:trPr>{settings}</w:trPr><w:tc>{paragraph(run(text))}</w:tc><w:tc>{paragraph()}</w:tc></w:tr>"

    change = '<w:del w:id="1" w:author="A"/>'
    table = f"<w:tbl {W}>{row('Alma')}{row('Freya', change)}{row('Tordis')}</w:tbl>"
    (found,) = (element for element in page_of(table).elements if isinstance(element, Table))
    assert [cell.text for cell in found.cells if cell.text] == ["Alma", "Tordis"]


def test_hidden_text_field_codes_and_directories_are_left_out():
    document = Document()
    document.styles.add_style("toc 1", 1)
    code = '<w:r><w:instrText xml:space="preserve">PAGE 7</w:instrText></w:r>'
    page = page_of(
        paragraph(run("Trade 3"), settings='<w:pStyle w:val="toc1"/>'),
        paragraph(run("Seen."), run(" Secret.", "<w:vanish/>"), code),
        document=document,
    )
    assert texts(page) == ["Seen."]


def test_headers_and_footers_are_no_evidence():
    document = Document()
    document.sections[0].header.paragraphs[0].text = "Company confidential."
    document.sections[0].footer.paragraphs[0].text = "Page one."
    document.add_paragraph("The only sentence.")
    assert texts(page_of(document=document)) == ["The only sentence."]


def test_a_text_box_follows_its_paragraph_once():
    box = f"<w:txbxContent>{paragraph(run('In the box.'))}</w:txbxContent>"
    drawing = (
        '<w:r><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
        f"<mc:Choice Requires='wps'>{box}</mc:Choice><mc:Fallback><w:pict>{box}</w:pict></mc:Fallback>"
        "</mc:AlternateContent></w:r>"
    )
    page = page_of(paragraph(run("Before "), drawing, run("after.")), paragraph(run("Next.")))
    assert texts(page) == ["Before after.", "In the box.", "Next."]


def test_a_raised_number_is_an_exponent_and_a_link_leads_to_its_document():
    document = Document()
    link = document.part.relate_to(
        "prices.md", "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink", is_external=True
    )
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    linked = f'<w:hyperlink r:id="{link}" xmlns:r="{office}">{run("prices")}</w:hyperlink>'
    raised = run("2", '<w:vertAlign w:val="superscript"/>')
    page = page_of(paragraph(run("12 km"), raised, run(", see "), linked, run(".")), document=document)
    (sentence,) = (element for element in page.elements if isinstance(element, Sentence))
    assert sentence.text == "12 km², see prices."
    assert [(sentence.text[link.start : link.end], link.target) for link in sentence.links] == [
        ("prices", "notes/prices.md")
    ]


def test_the_only_first_heading_is_the_title_and_several_are_sections():
    one, two = Document(), Document()
    one.add_heading("The harbour", 1)
    one.add_heading("Trade", 2)
    one.add_paragraph("Text.")
    for name in ("Trade", "Ships"):
        two.add_heading(name, 1)
        two.add_paragraph("Text.")
    first, second = page_of(document=one), page_of(document=two)
    assert (first.title, [e for e in first.elements if isinstance(e, Section)]) == (
        "The harbour",
        [Section("Trade", 2)],
    )
    assert second.title == "report"
    assert [e for e in second.elements if isinstance(e, Section)] == [Section("Trade", 2), Section("Ships", 2)]


def test_a_caption_above_a_table_is_its_caption():
    document = Document()
    document.add_paragraph("Table 1: Ships seen", style="Caption")
    table = document.add_table(2, 2)
    for row in table.rows:
        for cell in row.cells:
            cell.text = "x"
    document.add_paragraph("A picture", style="Caption")
    page = page_of(document=document)
    assert [e.caption for e in page.elements if isinstance(e, Table)] == ["Table 1: Ships seen"]
    assert texts(page) == ["A picture"]


def test_a_table_of_one_cell_is_a_frame_around_text():
    document = Document()
    document.add_table(1, 1).cell(0, 0).text = "A warning. Twice."
    page = page_of(document=document)
    assert texts(page) == ["A warning.", "Twice."]


def with_parts(data, parts):
    """A package with parts added or replaced."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as given, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as changed:
        kept = {name: given.read(name) for name in given.namelist()}
        for name, part in (kept | parts).items():
            changed.writestr(name, part)
    return file.getvalue()


def test_footnotes_follow_their_list_and_come_once():
    document = Document()
    for text in ("One", "Two"):
        document.add_paragraph(text, style="List Bullet")._p.append(
            parse_xml(f'<w:r {W}><w:footnoteReference w:id="2"/></w:r>')
        )
    data = saved(document)
    rels = "word/_rels/document.xml.rels"
    relation = '<Relationship Id="n" Type="http://x/footnotes" Target="footnotes.xml"/></Relationships>'
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        relations = package.read(rels).decode().replace("</Relationships>", relation)
    notes = f'<w:footnotes {W}><w:footnote w:id="2">{paragraph(run("As seen in 1874."))}</w:footnote></w:footnotes>'
    page = parse_document("a.docx", with_parts(data, {rels: relations, "word/footnotes.xml": notes})).page
    items, note = page.elements
    assert [item.text for item in items.items] == ["One", "Two"]
    assert note.text == "As seen in 1874."


BOMB = (
    f'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><w:document {W}><w:body>&b;</w:body></w:document>'
)
XXE = f'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><w:document {W}><w:body>&a;</w:body></w:document>'
DEEP = f"<w:document {W}><w:body>{'<w:sdt>' * 5000}{'</w:sdt>' * 5000}</w:body></w:document>"


@pytest.mark.parametrize(
    ("xml", "reason"),
    [
        (BOMB, "declares entities"),
        (XXE, "declares entities"),
        (BOMB.encode("utf-16"), "declares entities"),
        (DEEP, "nested more than 300 levels deep"),
        ("<w:document>", "is damaged"),
        ("", "has no word/document.xml"),
        ('<?xml version="1.0" encoding="foo"?><a/>', "is damaged"),
        (f"<w:document {W}><w:body/></w:document>", "empty"),
    ],
)
def test_a_hostile_or_broken_part_is_refused_in_one_line(xml, reason):
    (skip,) = parse_document("a.docx", with_parts(saved(Document()), {"word/document.xml": xml})).skips
    assert reason in skip.reason


def test_a_document_that_unpacks_to_too_much_is_refused(monkeypatch):
    monkeypatch.setattr("veriscope.corpus.sources.office.zip_package.MAX_UNPACKED_BYTES", 20_000)
    (skip,) = parse_document("a.docx", with_parts(saved(Document()), {"word/document.xml": " " * 50_000})).skips
    assert "unpacks to more than 20,000 bytes" in skip.reason


def test_a_password_or_an_old_format_is_named():
    (skip,) = parse_document("a.docx", b"\xd0\xcf\x11\xe0" + bytes(500)).skips
    assert "password" in skip.reason
