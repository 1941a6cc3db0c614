"""An article of our own, written as MediaWiki renders it, read by the FEVEROUS rules."""

import tarfile
from pathlib import Path

import pytest

from veriscope.corpus.sources.html_source import parse_html
from veriscope.corpus.sources.records import Redirect
from veriscope.corpus.sources.wikipedia_html import is_wikipedia_html, parse_wikipedia_html
from veriscope.corpus.sources.wikipedia_titles import find_title
from veriscope.domain import Link, Section, TableKind
from veriscope.tables import Grid, citable_elements

FIXTURES = Path(__file__).parents[2] / "corpus" / "fixtures" / "html"
ARTICLES = Path(__file__).resolve().parents[3] / ".." / "shared" / "data" / "wiki-html" / "articles.tar.xz"
RIVER = (FIXTURES / "river.html").read_bytes()


@pytest.fixture(scope="module")
def parsed():
    return parse_wikipedia_html("river.html", RIVER)


@pytest.fixture(scope="module")
def page(parsed):
    return parsed.page


@pytest.fixture(scope="module")
def infobox(page):
    table = next(page.tables())
    return {row[0].text: row[-1] for row in Grid.of(table).rows}


def article(body, head=""):
    return f"<html><head>{head}</head><body><div class=mw-parser-output>{body}</div>wikipedia</body></html>".encode()


def read(body, head="<title>Lima - Wikipedia</title>", **options):
    return parse_wikipedia_html("lima.html", article(body, head), **options)


def sentences(page):
    return [sentence.text for sentence in page.sentences()]


def test_the_sentences_read_well_and_carry_no_marks(page):
    assert sentences(page) == [
        '"Old Tamber" redirects here.',
        "For the lake, see Lake Tamber.",
        "Tamber (Tambra) is a river in Norland.",
        "It was mapped in 1969, as Ann Ruhl wrote.",
        "See the strait and <URL>.",
        "The river in spring.",
        "Main article: Course of the Tamber",
        "An indented remark.",
    ]


def test_links_lead_to_articles_only(page):
    links = [
        (sentence.text[link.start : link.end], link.target) for sentence in page.sentences() for link in sentence.links
    ]
    assert links == [
        ("Lake Tamber", "Lake Tamber"),
        ("Norland", "Norland"),
        ("the strait", "Øresund"),
        ("spring", "Spring (season)"),
        ("Course of the Tamber", "Course of the Tamber"),
    ]


def test_reference_like_and_empty_sections_are_left_out_and_levels_kept(page):
    sections = [element for element in page.elements if isinstance(element, Section)]
    assert sections == [Section("Course", 2), Section("Floods", 3)]


def test_what_is_left_out_is_counted_and_named(parsed):
    assert [(skip.place, skip.what, skip.reason) for skip in parsed.skips] == [
        ("river.html", "table", "neither a wikitable nor an infobox"),
        ("river.html#Trade", "section", "flagged as lacking references"),
        ("river.html#External links", "section", "reference-like section"),
        ("river.html", "table", "empty table"),
    ]


def test_flagged_sections_stay_when_asked_for():
    kept = parse_wikipedia_html("river.html", RIVER, keep_flagged=True).page
    assert {"Unsourced words.", "More of them."} <= set(sentences(kept))


def test_the_infobox_is_an_infobox_with_readable_cells(page, infobox):
    assert next(page.tables()).kind is TableKind.INFOBOX
    assert next(page.tables()).caption == "River Tamber"
    assert infobox["Length"].text == "1,200 km (746 mi)"
    assert infobox["Basin"].text == "10⁶ km²"
    assert infobox["Surveyed"].text == "1969–1987 1998–2002"
    assert infobox["Bridges"].text == "Old Bridge, New Bridge"
    assert infobox["Bridges"].links == (Link(12, 22, "New Bridge (Norland)"),)
    assert infobox["Mouth"].text == "Bay of Ess"
    assert infobox["Website"].text == "<URL>"


def test_a_wikitable_has_its_headers_sort_keys_gone(page):
    table = list(page.tables())[1]
    context = ("Tamber (river)", "Course", "Floods", "1969", "Height (m)", "Upper")
    assert [piece.context for piece in citable_elements(page) if piece.text == "2.5"] == [context]
    assert table.caption_links == (Link(14, 20, "Tamber"),)


def test_a_table_that_arranges_others_is_read_through(page):
    assert [cell.text for cell in list(page.tables())[2].cells] == ["Inner", "kept"]
    assert [item.text for item in list(page.lists())[2].items] == ["Left item"]


def test_nested_lists_are_flattened_with_levels(page):
    first = next(page.lists())
    assert first.is_ordered
    assert [(item.level, item.text) for item in first.items] == [
        (0, "Source in the hills"),
        (1, "Upper spring"),
        (1, "Lower spring"),
        (2, "East arm"),
        (0, "Mouth"),
    ]


def test_definitions_stand_below_their_terms(page):
    assert [(item.level, item.text) for item in list(page.lists())[1].items] == [(0, "Weir"), (1, "A low dam.")]


def test_names_that_redirect_here_become_redirects(parsed):
    assert parsed.redirects == (Redirect("Old Tamber", "Tamber (river)"),)


def test_several_names_may_redirect_here():
    body = '<div class="hatnote">"A b", "C" and "D" redirect here. For "E", see F.</div><p>Text.</p>'
    assert [redirect.title for redirect in read(body).redirects] == ["A b", "C", "D"]


def test_a_page_flagged_as_lacking_references_is_skipped():
    body = '<table class="ambox"><tr><td>This article <b>needs additional citations</b>.</td></tr></table><p>Text.</p>'
    assert read(body).page is None
    assert [(skip.what, skip.reason) for skip in read(body).skips] == [("page", "flagged as lacking references")]
    assert sentences(read(body, keep_flagged=True).page) == ["Text."]


def test_formulas_and_ordinals_read_well():
    body = (
        "<p>The 1<sup>st</sup> law: H<sub>2</sub>O at 2<sup>1/72</sup>, "
        '<math alttext="{\\displaystyle E=mc^2}"><mi>E</mi></math> and <img class="tex" alt="x+y">.</p>'
    )
    assert sentences(read(body).page) == ["The 1st law: H2O at 2^1/72, E=mc^2 and x+y."]


def test_words_of_neighbouring_blocks_are_not_glued():
    cell = "<td><div>One</div><div>two</div><p>three</p>four<ul><li>five</li></ul></td>"
    body = f"<table class=wikitable><tr>{cell}</tr></table>"
    assert next(read(body).page.tables()).cells[0].text == "One two three four five"


@pytest.mark.parametrize(
    ("html", "title", "rule"),
    [
        ('<link rel="canonical" href="https://en.wikipedia.org/wiki/A_%28b%29">', "A (b)", "canonical link"),
        ('<script>{"wgPageName":"A_\\"b\\""}</script>', 'A "b"', "page name"),
        ("<h1 class=firstHeading><i>A</i> b</h1>", "A b", "first heading"),
        ("<title>A – b - Wikipedia, the free encyclopedia</title>", "A – b", "document title"),
        ('<span title="rfr_id=info%3Asid%2Fen.wikipedia.org%3AA%26b+c">', "A&b c", "citations"),
        ('<a href="//x.example/geohack.php?pagename=A%2C_b&amp;params=1">x</a>', "A, b", "map link"),
        ('<a href="/w/index.php?title=A_b&amp;action=edit">x</a>', "A b", "edit link"),
        ('<a href="/w/index.php?title=A&amp;action=edit&amp;redlink=1">x</a><p><b>C</b></p>', "no name", "file name"),
        ('<a href="/w/index.php?title=Template:A&amp;action=edit">x</a><p><b>Cd</b></p>', "Cd", "bold in the lead"),
        ('<a href="//en.wikipedia.org/wiki/Talk:A_b">talk</a>', "A b", "talk link"),
        (
            '<table class="infobox vcard"><tr><th class="fn">Ann</th></tr></table><p><b>Anna</b></p>',
            "Ann",
            "name in the infobox",
        ),
        ('<p><b><a href="/wiki/Other">Other</a></b> is it.</p>', "no name", "file name"),
        ("<p>This is a <b>list of birds</b>.</p>", "List of birds", "bold in the lead"),
    ],
)
def test_the_title_comes_from_the_surest_hint(html, title, rule):
    assert find_title(parse_html(html.encode()), place="x/no_name.html") == (title, rule)


@pytest.mark.parametrize(
    "html",
    [
        '<title>Old</title><meta http-equiv="refresh" content="0;url=New_name">',
        '<title>Old - Wikipedia</title><ul class="redirectText"><li><a href="/wiki/New_name">x</a></li></ul>',
    ],
)
def test_a_stub_that_forwards_becomes_a_redirect(html):
    parsed = parse_wikipedia_html("old.html", html.encode())
    assert parsed.page is None
    assert parsed.redirects == (Redirect("Old", "New name"),)


@pytest.mark.parametrize(
    ("href", "target"),
    [
        ("/wiki/Ab_c", "Ab c"),
        ("./Ab_c", "Ab c"),
        ("../A/Ab_c.html", "Ab c"),
        ("ab_c", "Ab c"),
        ("https://en.m.wikipedia.org/wiki/Ab_c?x=1#y", "Ab c"),
        ("/wiki/Star_Trek:_X", "Star Trek: X"),
        ("//en.wikipedia.org/wiki/C%2B%2B", "C++"),
        ("/wiki/Category:X", None),
        ("/wiki/User_talk:X", None),
        ("../I/pic.png", None),
        ("#top", None),
        ("https://other.example/wiki/X", None),
        ("mailto:a@b.example", None),
        ("/w/index.php?title=X&action=edit", None),
    ],
)
def test_where_links_lead(href, target):
    page = read(f'<p>Go <a href="{href}">there</a>.</p>').page
    assert [link.target for sentence in page.sentences() for link in sentence.links] == ([target] if target else [])


def test_articles_of_offline_archives_are_read():
    body = (
        "<h1 id=titleHeading>Lima</h1><section><p>Lead.</p></section><details><summary class=section-heading><h2 id=H>"
        "History</h2></summary><p>Long ago.</p></details>"
    )
    data = f"<html><body class=mw-body-content data-x=wikipedia>{body}</body></html>".encode()
    assert is_wikipedia_html(data)
    page = parse_wikipedia_html("A/Lima", data).page
    assert page.title == "Lima"
    assert [path for path, _ in page.outline()] == [(), ("History",)]


def test_only_articles_look_like_articles():
    assert is_wikipedia_html(RIVER)
    own = b'<p>See <a href="https://en.wikipedia.org/wiki/Lima">Wikipedia</a>.</p>' * 5
    assert not is_wikipedia_html(own)
    assert not is_wikipedia_html(b"<meta name=generator content='MediaWiki 1.40'><p>A wiki of our own.</p>")


@pytest.mark.corpus
@pytest.mark.slow
@pytest.mark.skipif(not ARTICLES.exists(), reason="needs ../shared/data/wiki-html beside the checkout")
def test_the_public_articles_become_pages_without_marks():
    with tarfile.open(ARTICLES) as archive:
        files = {member.name: archive.extractfile(member).read() for member in archive if member.isfile()}
    parsed = [parse_wikipedia_html(name, data) for name, data in files.items()]
    assert len(files) == 400
    assert all(map(is_wikipedia_html, files.values()))
    assert (
        sum(one.page is not None for one in parsed) + sum(skip.what == "page" for one in parsed for skip in one.skips)
        == 400
    )
    text = "\n".join(sentence.text for one in parsed if one.page for sentence in one.page.sentences())
    assert not any(mark in text for mark in ("[edit]", "[citation needed]", "http://"))
