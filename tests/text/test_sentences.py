"""Sentence boundaries: the difficulties of encyclopedias and news, and what holds for any text."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.text import sentence_spans, split_sentences

WHOLE = [
    "J. R. R. Tolkien and C. S. Lewis met R. A. Knox in Oxford.",
    "The U.S. Army and the U.K. Treasury paid $3.5 million, i.e. 2.1% more.",
    "Mr. and Mrs. Dale moved to St. Albans c. 1200 with Prof. Dr. H. Lamb.",
    "Acme Inc. Chairman Lee Ott left Acme Corp. last week.",
    "He lost 3–1 vs. Spain on Jan. 5, 1999 (see p. 12, fig. 3).",
    "Yahoo! Inc. bought it, and Panic! at the Disco sang.",
    "“Really?” Anna Lee asked.",
    '"Stop!" he cried.',
    'The song "Who\'s There?" was a hit.',
    "It was ... well, odd.",
    "The play (it ran for a year. Critics hated it) closed.",
    "Sonata No. 5 in C minor, Op. 27, is short.",
    "See example.org/a.b?c=1. for details",
    "She sang in Go Cat Go! (1996) and Why? (1999).",
    "The train left at 7 p.m. Monday and at 9 a.m. GMT.",
    "They play in the 2. Bundesliga.",
    "Martin Luther King Jr. Day is a holiday.",
    "This line is wrapped\nin the middle.",
    "No boundary.Without a gap",
    "1. Unfold the legs.",
    "",
    "   ",
]


@pytest.mark.parametrize("text", WHOLE)
def test_a_single_sentence_stays_whole(text):
    assert len(split_sentences(text)) == bool(text.strip())


@pytest.mark.parametrize(
    "text",
    [
        "He was born in the U.S.|In 1925 he left for the U.K.|The war began.",
        "They sold it to Acme Inc.|The price was low.",
        '"I came.|I saw."|Then he slept.',
        "He said, 'No.'|She left.",
        "Who knows?|Nobody...|Perhaps it was him!|It was.",
        "World War I.|Fighting ended there.",
        "He lacked vitamin C.|Scurvy followed.",
        "They said no.|Nobody came.",
        "He fell ill.|Doctors came.",
        "It closed in 1991.[4][5]|The rest is gone. [citation needed]|It is a park.",
        "Visit example.com.|Please write to help@example.org.|Do not call.",
        "the band broke up in 1999.|they met again.|nobody cared.",
        "(The ground is a park.|A plaque marks it.)|In 2002 it moved.",
        "It rose 5%.|40 people came.",
        "She has a Ph.D.|Her son has none.",
        "Pike, perch, etc.|Trout are rare.",
        "これは文です。|終わり。",
    ],
)
def test_sentences_end_where_a_reader_ends_them(text):
    assert split_sentences(text.replace("|", " ")) == text.split("|")


def test_an_empty_line_ends_a_sentence():
    assert split_sentences("A heading\n\nSome text\n \nMore") == ["A heading", "Some text", "More"]


def test_items_of_a_list_on_lines_are_sentences():
    text = "Take:\n- two eggs\n- milk\n1. Mix them.\n2. Wait"
    assert split_sentences(text) == ["Take:", "- two eggs", "- milk", "1. Mix them.", "2. Wait"]


def test_spans_point_into_the_text():
    text = "  One.  Two!\n"
    assert sentence_spans(text) == [(2, 6), (8, 12)]


PIECES = st.sampled_from(
    [
        ".",
        "!",
        "?",
        "…",
        "...",
        " ",
        "\n",
        '"',
        "”",
        "(",
        ")",
        "[1]",
        "Mr",
        "U.S",
        "J",
        "the",
        "The",
        "no",
        "5",
        "。",
        "é",
    ]
)


@given(st.one_of(st.text(), st.lists(PIECES).map("".join)))
def test_spans_are_ordered_trimmed_and_hold_all_but_white_space(text):
    spans = sentence_spans(text)
    end = 0
    for start, stop in spans:
        assert end <= start < stop
        assert text[start:stop] == text[start:stop].strip()
        assert not text[end:start].strip()
        end = stop
    assert not text[end:].strip()


@pytest.mark.parametrize(
    "piece", [".", '"', "(", ")", ". ", ".(", "(. ", ".[a", ". [", "\n", "\n ", "A. ", "Mr. ", '? "']
)
def test_time_grows_in_line_with_adversarial_text(piece):
    text = piece * (1_000_000 if len(piece) == 1 else 100_000)
    started = time.process_time()
    sentence_spans(text)
    # A quadratic scan of as much takes minutes; ours takes up to a second on a busy machine.
    assert time.process_time() - started < 15
