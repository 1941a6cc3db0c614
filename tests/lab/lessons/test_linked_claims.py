import json
import random

import pytest

from veriscope.corpus import FORMATS, Corpus, PlannedSource, build_corpus
from veriscope.domain import Label
from veriscope.lab.lessons.cell_claims import CellClaim, read_pages
from veriscope.lab.lessons.linked_claims import (
    TableLines,
    exchange_value,
    held_tables,
    linked_claims,
    tables_named,
    with_infobox,
)
from veriscope.pipeline.stages import make_computer

TABLE = {
    "id": "games.csv",
    "caption": "winter games",
    "header": ["country", "gold", "city"],
    "rows": [["arvania", "16", "vell"], ["tamland", "12", "tam"], ["orrinia", "9", "sorrel"]],
}


def write(folder, name, *rows):
    file = folder / name
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    return write(tmp_path_factory.mktemp("tables"), "tables.jsonl", TABLE)


@pytest.fixture(scope="module")
def lines(tables):
    source = PlannedSource(tables, "tables", tables.stat().st_size)
    build_corpus(tables.parent / "corpus", [source], report=lambda _: None)
    return TableLines(Corpus.open(tables.parent / "corpus"), make_computer("programs"))


def statement(tables, text, *cells):
    (page,) = read_pages(tables, FORMATS["tables"])
    return CellClaim(text, page, next(page.tables()), frozenset(cells))


@pytest.mark.parametrize("seed", range(6))
def test_an_exchanged_value_is_another_one_of_its_column(tables, seed):
    one = statement(tables, "tamland have 12 gold", (2, 0), (2, 1))
    text = exchange_value(one, random.Random(seed))
    assert text in {f"tamland have {n} gold" for n in ("16", "9")} | {
        f"{c} have 12 gold" for c in ("arvania", "orrinia")
    }


def test_a_value_that_stands_twice_or_within_a_word_is_not_exchanged(tables):
    twice = statement(tables, "tam be tam", (2, 2))
    within = statement(tables, "tamland be cold", (2, 2))
    assert exchange_value(twice, random.Random(1)) == exchange_value(within, random.Random(1)) == ""


def test_statements_come_true_and_false_with_the_rows_found_and_what_was_computed(tables, lines, tmp_path):
    rows = [{"table": "games.csv", "statement": "tamland have 12 gold", "cells": [[2, 0], [2, 1], [0, 1]]}]
    made = list(linked_claims(tables, write(tmp_path, "linked.jsonl", *rows), lines, seed=3))
    true, false = (one for one in made if one.id.startswith("linked"))
    assert (true.label, true.claim, false.label) == (Label.SUPPORTS, "tamland have 12 gold", Label.REFUTES)
    for one in (true, false):
        assert one.gold == tuple(found.line for found in one.found if found.is_gold)
        assert all("tamland" in line.text for line in one.gold)
        assert {found.line.title for found in one.found} == {"winter games"}
    assert true.computed.endswith("yes, 12, as the claim says")


def test_tables_set_apart_are_left_out(tables, lines, tmp_path):
    rows = [{"table": "games.csv", "statement": "tamland have 12 gold", "cells": [[2, 0], [2, 1]]}]
    file = write(tmp_path, "linked.jsonl", *rows)
    assert list(linked_claims(tables, file, lines, apart={"games.csv"}, seed=3)) == []


def test_a_row_as_a_box_decides_and_without_what_is_spoken_of_it_does_not(tables):
    one = statement(tables, "tamland have 12 gold", (2, 0), (2, 1))
    whole, less = with_infobox("box", one.text, Label.SUPPORTS, one)
    assert whole.label is Label.SUPPORTS
    assert [line.alone() for line in whole.gold] == ["tamland : Gold is 12"]
    assert less.label is Label.NOT_ENOUGH_INFO
    assert [found.line.alone() for found in less.found] == ["tamland : City is tam"]


@pytest.mark.parametrize("text", ["tamland have the most gold with 12", "tamland and arvania have 12 gold"])
def test_what_one_row_does_not_tell_is_not_boxed(tables, text):
    cells = [(2, 0), (2, 1)] + ([(1, 0)] if "arvania" in text else [])
    assert list(with_infobox("box", text, Label.SUPPORTS, statement(tables, text, *cells))) == []


def test_the_same_tables_are_held_out_in_whatever_order_they_come(tmp_path):
    names = [f"t{number}" for number in range(50)]
    held = held_tables(names, share=0.2)
    assert len(held) == 10
    assert held == held_tables(names[::-1] * 2, share=0.2)
    rows = [{"table": name, "statement": "x", "label": "REFUTES"} for name in ("a", "b", "a")]
    assert tables_named(write(tmp_path, "s.jsonl", *rows)) == {"a", "b"}
