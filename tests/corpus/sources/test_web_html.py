"""A user's own HTML: all of it, in order, and none of Wikipedia's rules."""

import pytest

from veriscope.corpus.sources.web_html import parse_web_html
from veriscope.domain import ItemList, Link, Section, Sentence, Table


def read(html, place="docs/a_page.html"):
    return parse_web_html(place, html if isinstance(html, bytes) else html.encode())


def texts(html):
    return [sentence.text for sentence in read(html).page.sentences()]


def test_every_kind_of_element_stands_in_reading_order():
    page = read(
        "<title>Guide</title><body><h1>Guide</h1><p>One. Two.</p><h2>References</h2><ul><li>a</li></ul>"
        "<table><tr><th>x</th></tr><tr><td>1</td></tr></table><p>Three [1].</p>"
    ).page
    assert [type(element) for element in page.elements] == [Sentence, Sentence, Section, ItemList, Table, Sentence]
    assert page.title == "Guide"


def test_none_of_the_rules_for_wikipedia_apply():
    assert texts("<h2>External links</h2><p>See https://a.example/b now.<sup>[1]</sup></p>") == [
        "See https://a.example/b now.[1]"
    ]


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ("<title> A  b </title><h1>C</h1><p>x", "A b"),
        ("<h1>C <b>d</b></h1><p>x", "C d"),
        ("<p>x", "a page"),
        ("<title></title><p>x", "a page"),
    ],
)
def test_the_title_is_the_documents_or_its_first_heading_or_the_files_name(html, title):
    assert read(html).page.title == title


def test_headings_begin_at_level_two():
    levels = [
        element for element in read("<h1>A</h1><h2>B</h2><h1>C</h1><p>x").page.elements if isinstance(element, Section)
    ]
    assert levels == [Section("A", 2), Section("B", 3), Section("C", 2)]


def test_boilerplate_and_hidden_text_are_left_out():
    html = (
        "<nav>menu</nav><script>var x</script><style>p{}</style><p hidden>no</p><p style='display : none'>no</p>"
        "<template>no</template><noscript>no</noscript><header>Head</header><p>Yes.</p><footer>Foot</footer>"
    )
    assert texts(html) == ["Yes."]


def test_what_surrounds_the_content_is_left_out_and_counted():
    html = (
        '<header><p>Your daily news</p></header><div id="cookie-banner"><p>We use cookies.</p></div>'
        "<main><article><header><h1>Bridge</h1><p>By Ann Hale.</p></header><p>It opened in 1931.</p>"
        '<div class="share-buttons">Share it.</div><footer>Measured in 2001.</footer></article></main>'
        "<aside>Most read</aside><footer>All rights reserved.</footer>"
    )
    assert texts(html) == ["By Ann Hale.", "It opened in 1931.", "Measured in 2001."]
    assert [(skip.what, skip.reason[:11]) for skip in read(html).skips] == [("furniture", "left out 5 ")]


def test_a_page_that_is_nothing_but_a_footer_is_read():
    assert texts("<footer>The whole text.</footer>") == ["The whole text."]


def test_links_lead_to_documents_beside_it_and_to_articles():
    page = read(
        '<p><a href="../b.html#x">B</a> <a href="https://en.wikipedia.org/wiki/A_b">ab</a> <a href="http://c.example">c</a></p>'
    ).page
    assert next(page.sentences()).links == (Link(0, 1, "b.html"), Link(2, 4, "A b"))


def test_a_link_around_blocks_is_a_link_in_each():
    page = read('<a href="b.html"><p>One.</p><p>Two.</p></a>').page
    assert [sentence.links for sentence in page.sentences()] == [(Link(0, 4, "docs/b.html"),)] * 2


def test_two_line_breaks_end_a_paragraph_and_one_is_a_space():
    assert texts("one<br>more<br><br>two") == ["one more", "two"]


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("<p>café".encode(), "café"),
        ("<p>café".encode("utf-8-sig"), "café"),
        ("<p>café".encode("utf-16"), "café"),
        ("<meta charset=iso-8859-1><p>“café”".encode("cp1252"), "“café”"),
        ('<meta http-equiv="Content-Type" content="text/html; charset=windows-1251"><p>Лима'.encode("cp1251"), "Лима"),
        ("<meta charset=no-such-code><p>café".encode(), "café"),
        ("<meta charset=utf-16><p>café".encode(), "café"),
        ("<p>café".encode()[:-1], "caf"),
        (b"<p>a\0b", "ab"),
    ],
)
def test_the_encoding_is_found(data, text):
    assert texts(data) == [text]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "the file is empty"),
        (b" \n ", "the file is empty"),
        (
            b"<p>caf\xe9 au lait and more</p>",
            "not UTF-8 text (byte 0xe9 at 6); save it as UTF-8 or declare its charset",
        ),
        ("<p>text".encode("utf-16-le"), "binary data, or UTF-16 without a byte order mark; save it as UTF-8"),
        (b"<p></p>", "no content"),
        (b"<frameset><frame></frameset>", "no content"),
    ],
)
def test_what_cannot_be_read_is_a_skip_with_its_reason(data, reason):
    parsed = read(data)
    assert parsed.page is None
    assert [(skip.place, skip.what, skip.reason) for skip in parsed.skips] == [("docs/a_page.html", "page", reason)]
