import gzip
import json
import sqlite3

import pytest

from veriscope.corpus.sources.fever_pages import FeverPages
from veriscope.corpus.sources.records import RawRecord
from veriscope.domain import Link, Sentence

FORMAT = FeverPages()


def parse(**fields):
    return FORMAT.parse(RawRecord("x:1", json.dumps(fields).encode()))


def sentences(lines):
    return list(parse(id="A", text="", lines=lines).page.sentences())


def test_a_page_id_becomes_a_readable_title():
    assert parse(id="Lima_-LRB-film-RRB-", text="", lines="0\tx").page.title == "Lima (film)"


def test_sentences_keep_their_numbers_and_empty_ones_are_left_out():
    assert [(s.index, s.text) for s in sentences("0\tOne .\n1\t\n2\tThree -LRB- 3 -RRB- .")] == [
        (0, "One ."),
        (2, "Three ( 3 ) ."),
    ]


def test_a_stray_newline_joins_its_line():
    assert [s.text for s in sentences("0\tOne\nand a half .\n1\tTwo\n\n2\tThree")] == [
        "One and a half .",
        "Two",
        "Three",
    ]


def test_a_number_that_does_not_continue_the_count_is_text():
    assert [s.text for s in sentences("0\tIn the year\n1990 it rained .\n1\tTwo")] == [
        "In the year 1990 it rained .",
        "Two",
    ]


def test_a_number_of_thousands_of_digits_is_text():
    assert [s.text for s in sentences("0\tx\n" + "9" * 5000 + "\ty")] == ["x " + "9" * 5000]


def test_links_point_at_their_anchors_in_order():
    (sentence,) = sentences("0\tLima is in Peru and Peru is big .\tPeru\tPeru\tPeru\tPeru_-LRB-state-RRB-")
    assert sentence == Sentence(
        0, "Lima is in Peru and Peru is big .", (Link(11, 15, "Peru"), Link(20, 24, "Peru (state)"))
    )


def test_a_link_whose_anchor_is_not_in_the_text_keeps_its_target():
    (sentence,) = sentences("0\tLima .\tlost\tPeru")
    assert sentence.links == (Link(0, 0, "Peru"),)


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"{",
        b"[1]",
        b'{"id": 3, "lines": ""}',
        b'{"id": "a"}',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"id":"","lines":""}',
    ],
)
def test_a_record_that_is_no_page_is_a_skip_with_its_place(payload):
    parsed = FORMAT.parse(RawRecord("w:7", payload))
    assert parsed.page is None
    assert [skip.place for skip in parsed.skips] == ["w:7"]
    assert "\n" not in parsed.skips[0].reason


def test_the_database_and_the_lines_give_the_same_pages(tmp_path):
    rows = [("A_B", "x", "0\tx"), ("C", "y", "0\ty\tCe\tA_B")]
    with sqlite3.connect(tmp_path / "fever.db") as connection:
        connection.execute("CREATE TABLE documents (id PRIMARY KEY, text, lines)")
        connection.executemany("INSERT INTO documents VALUES (?, ?, ?)", rows)
    connection.close()
    lines = "".join(json.dumps(dict(zip(("id", "text", "lines"), row, strict=True))) + "\n" for row in rows)
    (tmp_path / "wiki.jsonl.gz").write_bytes(gzip.compress(lines.encode()))
    from_db, from_lines = (
        [FORMAT.parse(record).page.elements for record in FORMAT.records(tmp_path / name)]
        for name in ("fever.db", "wiki.jsonl.gz")
    )
    assert from_db == from_lines
    assert len(from_db) == 2
