import base64
import datetime
import hashlib
import re
from dataclasses import replace
from html.parser import HTMLParser

from hypothesis import given, settings
from hypothesis import strategies as st

from veriscope.domain import Claim, Label
from veriscope.pipeline import PipelineConfig, Verifier
from veriscope.pipeline.table_excerpts import ExcerptCell
from veriscope.reports.html_claim import claim_html
from veriscope.reports.html_text import text_html

LEXICAL = PipelineConfig(selector="lexical", verdict="lexical")
DAY = datetime.date(2026, 11, 5)
VOID = {"meta"}
ALLOWED = {
    "html", "head", "meta", "title", "style", "body", "header", "svg", "circle", "path", "span", "main", "footer",
    "article", "h1", "h2", "h3", "div", "i", "ul", "ol", "li", "b", "p", "section", "details", "summary", "mark",
    "rect", "code", "figure", "figcaption", "table", "tr", "td", "th", "a", "sup", "q", "pre",
}  # fmt: skip


class Reader(HTMLParser):
    """Collects tags and text, and checks that every element is closed."""

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.text, self.links = [], set(), [], []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.links += [value for name, value in attrs if name in {"href", "src"}]
        assert not [name for name, _ in attrs if name.startswith("on") or name == "style"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, _attrs):
        self.tags.add(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def read(page):
    reader = Reader()
    reader.feed(page)
    assert reader.open == []
    assert reader.tags <= ALLOWED
    assert all(link.startswith("#claim-") for link in reader.links)
    return reader


def test_the_report_of_a_claim_shows_verdict_evidence_and_table(refuted):
    page = claim_html(refuted, day=DAY)
    said = " ".join("".join(read(page).text).split())
    for words in ("Refuted 85%", "Vell is the capital of Arvania.", "refutes 97%", "3 more rows", "5 November 2026"):
        assert words in said
    assert '<mark class="differs">not</mark>' in page
    assert '<td class="chosen">Port Ellis</td>' in page
    assert "Checked against arvania" in said
    assert "/somewhere" not in said


def test_a_report_fetches_nothing(refuted):
    page = claim_html(refuted, day=DAY)
    assert not re.search(r"https?:|url\(|@import|<script|<link|<img", page)
    assert "default-src 'none'" in page


def test_the_policy_of_a_report_allows_its_own_style_sheet_and_no_other(refuted):
    page = claim_html(refuted, day=DAY)
    sheet = page.partition("<style>")[2].partition("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(sheet.encode()).digest()).decode()
    assert f"""content="default-src 'none'; style-src 'sha256-{digest}'">""" in page
    assert "unsafe" not in page


def test_the_scale_of_a_report_is_divided_as_the_probabilities_are(refuted):
    widths = re.findall(r'<rect class="(\w+)" x="([\d.]+)" width="([\d.]+)"', claim_html(refuted, day=DAY))
    verdict = refuted.verdict
    assert [float(width) for _, _, width in widths] == [
        round(verdict.supports, 4), round(verdict.not_enough_info, 4), round(verdict.refutes, 4)
    ]  # fmt: skip
    assert [kind for kind, _, _ in widths] == ["supports", "unknown", "refutes"]
    assert float(widths[2][1]) == round(verdict.supports + verdict.not_enough_info, 4)


def test_a_claim_that_no_model_decided_shows_the_reason_and_no_percentage(world):
    page = claim_html(Verifier(world, LEXICAL).check("Zorblax invented the quantum toaster."), day=DAY)
    body = page.partition("<body")[2]
    assert "no page of the corpus shares a telling word" in body
    assert "%" not in body


NASTY = st.text(alphabet=st.sampled_from("<>&\"'/abc \n\x00\u202e{}%"), max_size=40)


@settings(max_examples=40)
@given(NASTY, NASTY, NASTY)
def test_whatever_stands_in_a_claim_or_in_evidence_is_only_text(refuted, claim, text, title):
    piece = refuted.evidence[2]._replace(text=text, context=(title, title))
    cells = (ExcerptCell(text, is_header=True), ExcerptCell(title, is_evidence=True, is_repeat=True))
    tables = (replace(refuted.tables[0], caption=text, page=title, rows=(cells,)),)
    trace = replace(
        refuted, claim=Claim("1", claim), read_as=claim, evidence=(*refuted.evidence[:2], piece), tables=tables
    )
    page = claim_html(trace, day=DAY)
    read(page)
    assert not re.search("[\x00\u202e]", page)


def test_the_report_of_a_text_colours_every_sentence_and_puts_refuted_ones_first(world):
    text = "# Ports & <b>\n\nPort Ellis is the capital of Arvania. Vell is the capital of Arvania.\n\n- Why not?\n\n"
    text += "```\n<x>\n```\n"
    page = text_html(Verifier(world, LEXICAL).check_text(text), name="answer<1>.md", day=DAY)
    reader = read(page)
    assert "#claim-2" in reader.links
    assert (
        page.index("Refuted by the corpus")
        < page.index('class="sentence supports"')
        < page.index('class="sentence refutes"')
    )
    assert page.count('<details class="card') == 2
    assert page.count('<details class="card refutes" open>') == 1
    assert 'title="a question"' in page
    assert "answer&lt;1&gt;.md" in page
    assert "&lt;x&gt;" in page


def test_a_text_without_a_statement_still_has_a_report(world):
    page = text_html(Verifier(world, LEXICAL).check_text("Why not?"), name="x", day=DAY)
    read(page)
    assert "Nothing was checked." in page


def test_labels_are_told_apart_without_colour(refuted):
    icons = {
        re.search(
            r'class="icon"[^>]*>(.*?)</svg>',
            claim_html(replace(refuted, verdict=replace(refuted.verdict, label=label))),
        )[1]
        for label in Label
    }
    assert len(icons) == 3
