import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.corpus.sources.file_kinds import parse_document
from veriscope.corpus.sources.plain_text import parse_plain_text
from veriscope.corpus.sources.text_layout import unwrap
from veriscope.domain import ItemList, Section


def page_of(text, place="notes/trip_report.txt"):
    return parse_plain_text(place, text.encode()).page


def texts(page):
    return [sentence.text for sentence in page.sentences()]


def sections(page):
    return [(element.title, element.level) for element in page.elements if isinstance(element, Section)]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("A trip to Lima\n\nWe went there.", "A trip to Lima"),
        ("A TRIP\n\nWe went.", "A TRIP"),
        ("The trip\n========\n\nWe went.", "The trip"),
        ("We went there.\n\nThen home.", "trip report"),
        ("Dear Ann,\n\nThanks.", "trip report"),
        ("Two lines\nThat start\n\nText.", "trip report"),
        ("Only line", "trip report"),
        ("1. Introduction\n\nText.", "trip report"),
        (f"{'long ' * 30}\n\nText.", "trip report"),
    ],
)
def test_the_title_is_a_short_first_line_or_the_files_name(text, title):
    assert page_of(text).title == title


def test_wrapped_lines_are_joined_and_sentences_split():
    page = page_of(
        "This is a paragraph that somebody wrapped by hand, or by a program, at\n"
        "about seventy characters. It goes on. And it ends with a well-\n"
        "known word.\n\nNext paragraph."
    )
    assert texts(page) == [
        "This is a paragraph that somebody wrapped by hand, or by a program, at about seventy characters.",
        "It goes on.",
        "And it ends with a well-known word.",
        "Next paragraph.",
    ]


def test_lines_broken_on_purpose_stay_apart():
    assert unwrap(["Name: Ann", "Born: 1961", "Lives in", "lima"]) == ["Name: Ann", "Born: 1961", "Lives in lima"]


def test_headings_are_underlined_numbered_or_in_capitals():
    page = page_of(
        "Some text first. Really.\n\nPast\n====\nOld.\n\nFar past\n--------\nOlder.\n\n1 Results\n\nGood.\n\n"
        "1.2 More results\n\nBetter.\n\nCONCLUSIONS\n\nBest."
    )
    assert sections(page) == [
        ("Past", 2),
        ("Far past", 3),
        ("1 Results", 2),
        ("1.2 More results", 3),
        ("CONCLUSIONS", 2),
    ]


@pytest.mark.parametrize("line", ["USA", "THIS IS SHOUTED!", "1984 was a year", "Just a line", "1. Buy milk"])
def test_a_line_that_may_be_text_is_no_heading(line):
    assert sections(page_of(f"Text. More.\n\n{line}\n\n2. Call Ann")) == []


def test_bullets_become_lists_with_levels():
    page = page_of("Text. More.\n\nBring:\n- a tent\n  * with poles\n- a very\n  warm bag\n\n- food")
    (items,) = page.lists()
    assert [(item.index, item.level, item.text) for item in items.items] == [
        (0, 0, "a tent"),
        (1, 1, "with poles"),
        (2, 0, "a very warm bag"),
        (3, 0, "food"),
    ]
    assert "Bring:" in texts(page)


def test_numbers_make_an_ordered_list():
    (items,) = page_of("Text. More.\n\n1. one\n2) two\n\n3. three").lists()
    assert items.is_ordered
    assert [item.text for item in items.items] == ["one", "two", "three"]


def test_a_dash_that_wrapping_brought_to_the_start_of_a_line_is_no_bullet():
    page = page_of("Everybody came to the big party at the house of Ann\n- except for Bo, who had to stay at home.")
    assert not [element for element in page.elements if isinstance(element, ItemList)]


def test_carriage_returns_form_feeds_and_tabs_are_space():
    assert texts(page_of("One.\r\n\r\nTwo\there.\fThree.")) == ["One.", "Two here.", "Three."]


def test_nothing_but_headings_is_a_skip():
    assert "nothing but headings" in parse_document("a.txt", b"First\n=====\n\nSecond\n======").skips[0].reason


@given(st.text(alphabet="aB1 .-=*:,()\n\t\u2022", max_size=300))
def test_all_words_survive(text):
    parsed = parse_document("a.txt", text.encode())
    if parsed.page is None:
        assert parsed.skips
        return
    kept = parsed.page.title + "".join(
        element.title
        if isinstance(element, Section)
        else "".join(item.text for item in element.items)
        if isinstance(element, ItemList)
        else element.text
        for element in parsed.page.elements
    )
    assert kept.count("B") >= text.count("B")


HOSTILE = {
    "one huge line": "word " * 400_000,
    "no blank lines": ("x" * 70 + "\n") * 20_000,
    "many bullets": "- a\n\n" * 50_000,
    "ever deeper bullets": "".join(" " * depth + "- a\n" for depth in range(2_000)),
    "only marks": "-" * 300_000,
    "only blanks": "a" + " " * 300_000 + "b" + "\t" * 100_000,
    "many marks": "- " * 200_000,
    "dots": "." * 300_000,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_ends_soon(name):
    began = time.process_time()
    parsed = parse_document("a.txt", HOSTILE[name].encode())
    assert time.process_time() - began < 10
    assert parsed.page is not None or parsed.skips


@pytest.mark.slow
def test_a_document_of_too_many_sentences_is_a_skip():
    assert "more than 500,000 sentences" in parse_document("a.txt", b"A b.\n\n" * 500_001).skips[0].reason
