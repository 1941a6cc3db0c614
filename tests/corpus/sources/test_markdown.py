import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.corpus.sources.file_kinds import parse_document
from veriscope.corpus.sources.markdown import parse_markdown, split_front_matter
from veriscope.corpus.sources.markdown_inline import resolve_href
from veriscope.domain import ItemList, Link, Section, Sentence


def page_of(text, place="notes/lima.md"):
    return parse_markdown(place, text.encode()).page


def sentences(text):
    return [sentence.text for sentence in page_of(text).sentences()]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("---\ntitle: The Guide\n---\n# Other\n\nText.", "The Guide"),
        ('---\ntags: [a]\ntitle: "Quoted: yes"\n...\nText.', "Quoted: yes"),
        ("+++\ntitle = 'In TOML'\n+++\nText.", "In TOML"),
        ("---\ntitle: >-\n  folded\n---\n# First\n\nText.", "First"),
        ("Before.\n\n## Low\n\n# The *first* one\n\nText.\n\n# Second\n\nText.", "The first one"),
        ("Text only.", "lima"),
        ("---\nText after a rule.", "lima"),
        (f"# {'long ' * 100}\n\nText.", "lima"),
    ],
)
def test_the_title_is_the_front_matters_else_the_first_headings_else_the_files(text, title):
    assert page_of(text).title == title


def test_a_file_name_reads_as_words():
    assert page_of("Text.", place="a/getting_started.md").title == "getting started"


def test_the_heading_that_became_the_title_is_no_section():
    page = page_of("# Lima\n\nText.\n\n## Past\n\nMore.\n\n### Far past\n\nEnd.")
    assert [element for element in page.elements if isinstance(element, Section)] == [
        Section("Past", 2),
        Section("Far past", 3),
    ]


def test_further_headings_of_level_one_are_sections_above_the_others():
    page = page_of("# Lima\n\n## A\n\nx\n\n# Cusco\n\nx\n\n## B\n\nx")
    levels = [(element.title, element.level) for element in page.elements if isinstance(element, Section)]
    assert levels == [("A", 3), ("Cusco", 2), ("B", 3)]


def test_front_matter_leaves_no_trace_in_the_text():
    assert sentences("---\ntitle: X\nauthor: Ann\n---\nOnly this.") == ["Only this."]


def test_paragraphs_become_numbered_sentences_without_markup():
    page = page_of("Lima is *big*. It has `x_y` &amp; **more**.\nSoft <b>break</b>.\n\nNew paragraph!")
    assert [(sentence.index, sentence.text) for sentence in page.sentences()] == [
        (0, "Lima is big."),
        (1, "It has x_y & more."),
        (2, "Soft break."),
        (3, "New paragraph!"),
    ]


def test_links_between_documents_lead_to_paths_within_the_folder():
    (sentence,) = page_of("See [the  other](sub/other%20one.md#part) and [root](/top.md).").sentences()
    assert sentence == Sentence(
        0, "See the other and root.", (Link(4, 13, "notes/sub/other one.md"), Link(18, 22, "top.md"))
    )


def test_links_are_placed_in_their_own_sentence():
    page = page_of("Go [there](a.md). Or [go. There](b.md) too.")
    linked = [[s.text[link.start : link.end] for link in s.links] for s in page.sentences()]
    assert linked == [["there"], ["go."], ["There"]]


@pytest.mark.parametrize(
    ("href", "target"),
    [
        ("b.md", "guide/b.md"),
        ("../c.md?x=1#y", "c.md"),
        ("./b.md", "guide/b.md"),
        ("/b.md", "b.md"),
        ("../../etc/passwd", ""),
        ("#here", ""),
        ("https://example.org/b.md", ""),
        ("//example.org/b.md", ""),
        ("mailto:ann@example.org", ""),
        ("http://[bad", ""),
        ("..", ""),
    ],
)
def test_a_relative_link_is_resolved_against_its_document(href, target):
    assert resolve_href(href, place="guide/a.md") == target


@pytest.mark.parametrize("mark", ["", "> ", "  "])
def test_a_row_longer_than_its_header_keeps_its_cells(mark):
    rows = ["| a | b |", "|---|---|", "| 1 | 2 | 3 \\| x | [4](c.md) |", "| 5 |"]
    (table,) = page_of("".join(f"{mark}{row}\n" for row in rows)).tables()
    written = [(cell.row, cell.column, cell.text) for cell in table.cells if cell.row]
    assert written == [(1, 0, "1"), (1, 1, "2"), (1, 2, "3 | x"), (1, 3, "4"), (2, 0, "5"), (2, 1, "")]
    assert table.cells[5].links[0].target == "notes/c.md"


def test_wiki_links_lead_to_titles():
    (sentence,) = page_of("From [[Cusco#History|the city]] to [[Lake Titicaca]].").sentences()
    assert sentence.text == "From the city to Lake Titicaca."
    assert [(sentence.text[link.start : link.end], link.target) for link in sentence.links] == [
        ("the city", "Cusco"),
        ("Lake Titicaca", "Lake Titicaca"),
    ]


def test_reference_links_and_footnote_marks():
    (sentence,) = page_of("See [it][x] now[^1].\n\n[x]: y.md").sentences()
    assert (sentence.text, [link.target for link in sentence.links]) == ("See it now.", ["notes/y.md"])


def test_pictures_are_left_out():
    assert sentences("Text ![a picture of Lima](lima.png) goes on.") == ["Text goes on."]


def test_nested_lists_are_one_list_with_levels():
    (items,) = page_of("- one\n  1. sub [a](a.md)\n\n     more\n- two\n\n  end of two").elements
    assert isinstance(items, ItemList)
    assert [(item.index, item.level, item.text) for item in items.items] == [
        (0, 0, "one"),
        (1, 1, "sub a more"),
        (2, 0, "two end of two"),
    ]
    assert items.items[1].links == (Link(4, 5, "notes/a.md"),)
    assert not items.is_ordered


def test_an_ordered_list_is_ordered():
    (items,) = page_of("1. one\n2. two").lists()
    assert items.is_ordered


def test_quotes_are_sentences_and_headings_in_them_no_sections():
    page = page_of("> # Shouted\n>\n> Quoted text. Second.")
    assert [type(element) for element in page.elements] == [Sentence] * 3


def test_code_is_left_out_and_counted():
    parsed = parse_markdown("a.md", b"Text.\n\n```py\ncode. here.\n```\n\n    more code\n")
    assert [sentence.text for sentence in parsed.page.sentences()] == ["Text."]
    assert [(skip.place, skip.what) for skip in parsed.skips] == [("a.md", "code block")] * 2


def test_a_table_has_headers_and_cells_by_their_place():
    (table,) = page_of("| Name | Born |\n|---|---:|\n| [Ann](ann.md) | 1961 |\n| Bo |\n").tables()
    assert [(cell.row, cell.column, cell.text, cell.is_header) for cell in table.cells] == [
        (0, 0, "Name", True),
        (0, 1, "Born", True),
        (1, 0, "Ann", False),
        (1, 1, "1961", False),
        (2, 0, "Bo", False),
        (2, 1, "", False),
    ]
    assert table.cells[2].links == (Link(0, 3, "notes/ann.md"),)


def test_html_among_markdown_is_read():
    page = page_of("Before.\n\n<div><p>Inside a <b>block</b>.</p></div>\n\n<!-- not this -->\n\nAfter.")
    assert [(sentence.index, sentence.text) for sentence in page.sentences()] == [
        (0, "Before."),
        (1, "Inside a block."),
        (2, "After."),
    ]


def test_a_table_in_html_keeps_its_cells():
    page = page_of("Text.\n\n| a | b |\n|---|---|\n| c | d |\n\n<table><tr><th>Sum</th><td>12</td></tr></table>\n")
    assert [table.index for table in page.tables()] == [0, 1]
    assert [cell.text for cell in list(page.tables())[1].cells] == ["Sum", "12"]


def test_a_document_of_headings_and_code_is_a_skip():
    parsed = parse_document("a.md", b"# Title\n\n## Part\n\n```\ncode\n```\n")
    assert parsed.page is None
    assert "nothing but headings" in parsed.skips[0].reason


def test_unclosed_front_matter_is_text():
    assert split_front_matter("---\ntitle: x\n").title == ""


@pytest.mark.slow
@given(st.text(alphabet="ab .#*-_[](){}<>!|`>\n\t\\&1x:^~", max_size=300))
def test_any_text_gives_a_page_or_a_skip(text):
    parsed = parse_document("a.md", text.encode())
    assert parsed.page is not None or parsed.skips
    if parsed.page is not None:
        for sentence in parsed.page.sentences():
            assert all(0 <= link.start < link.end <= len(sentence.text) for link in sentence.links)


HOSTILE = {
    "nested quotes": ">" * 10_000 + " a",
    "nested spaced quotes": "> " * 10_000 + "a",
    "nested lists": "- " * 10_000 + "a",
    "lists ever deeper": "".join("  " * depth + "- a\n" for depth in range(500)),
    "open brackets": "[" * 50_000,
    "brackets": "[" * 50_000 + "]" * 50_000,
    "emphasis": "*a **a " * 20_000,
    "links without end": "[a](b" * 20_000,
    "pictures": "![[]()" * 20_000,
    "character data": "a <![CDATA[" * 20_000,
    "backticks": "".join("e" + "`" * count for count in range(500)),
    "references": "".join(f"[a{number}]: x\n" for number in range(5_000)) + "\n[a1]",
    "wide table": "|a" * 10_000 + "|\n" + "|-" * 10_000 + "|\n" + "|b|\n" * 500,
    "links in one paragraph": "[a](b.md). " * 1_800,
    "one huge line": "word. " * 300_000,
    "list of paragraphs": "- a\n\n" + "  b\n\n" * 10_000,
    "html blocks": "<div>\n\n" * 2_000,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_markdown_ends_soon(name):
    began = time.process_time()
    parsed = parse_document("a.md", HOSTILE[name].encode())
    assert time.process_time() - began < 10
    assert parsed.page is not None or parsed.skips


def test_content_nested_too_deep_is_counted():
    parsed = parse_document("a.md", b"Text.\n\n" + b"> " * 10_000 + b"deep")
    assert [skip.reason for skip in parsed.skips] == ["nested deeper than 60 levels"]


def test_a_document_of_nothing_but_deep_nesting_is_a_skip_that_says_so():
    assert parse_document("a.md", b"> " * 10_000 + b"deep").skips[0].reason == "nested deeper than 60 levels"


def test_a_document_of_too_many_lines_is_a_skip():
    assert "more than 200,000 lines" in parse_document("a.md", b"a\n" * 200_002).skips[0].reason
