import json
import random

import pytest

from veriscope.domain import Cell, Link, Page, Table
from veriscope.errors import InputError
from veriscope.lab.lessons.cell_claims import CellClaim, linked_statements
from veriscope.lab.lessons.program_claims import program_claims
from veriscope.lab.lessons.rewordings import write_otherwise
from veriscope.lab.lessons.synthetic_claims import PlainTable, Source, make_up_claim, make_up_question, with_runs
from veriscope.lab.training.header_words import associate, column_usage, stated_pairs, unite
from veriscope.lab.training.train_cells import example, spread, without_links
from veriscope.text.values import match_keys

ROWS = [["Year", "Team", "Wins"], ["1990", "Reds", "3"], ["1990", "Blues", "5"], ["1991", "Reds", "12"]]
SOURCE = Source(
    ["A sentence of some words that say little ."],
    lambda title: [f"{title} is a club in Arvania ."],
    lambda _: 0.0,
)


def page_of(rows):
    cells = tuple(
        Cell(y, x, text, is_header=y == 0, links=(Link(0, 1, text),) if x == 1 and y else ())
        for y, row in enumerate(rows)
        for x, text in enumerate(row)
    )
    return Page("League", (Table(0, cells),))


@pytest.fixture
def plain():
    page = page_of(ROWS)
    return PlainTable.of(page, (), next(page.tables()))


class OnePage:
    def page_count(self):
        return 1

    def frequency(self, term):
        return len(term) * 0


def test_the_gold_of_made_up_claims_are_filled_cells_of_the_table(plain):
    rng = random.Random(1)
    made = [
        claim for _ in range(200) for make in (make_up_claim, make_up_question) if (claim := make(plain, SOURCE, rng))
    ]
    filled = {(cell.row, cell.column) for cell in plain.table.cells if cell.text and not cell.is_header}
    assert len(made) > 100
    assert all(claim.gold and claim.gold <= filled for claim in made)
    assert all(claim.text.endswith("?") or claim.text.endswith(".") for claim in made)


def test_the_same_seed_makes_up_the_same_claims(plain):
    assert make_up_claim(plain, SOURCE, random.Random(4)) == make_up_claim(plain, SOURCE, random.Random(4))


def test_a_question_asks_for_one_thing(plain):
    rng = random.Random(2)
    made = [claim for _ in range(50) if (claim := make_up_question(plain, SOURCE, rng))]
    assert all(len({column for _, column in claim.gold}) == 1 for claim in made)


def test_tables_with_spans_or_without_a_header_are_not_plain():
    page = page_of(ROWS)
    spanned = Table(0, (Cell(0, 0, "A", is_header=True, column_span=2), *next(page.tables()).cells[1:]))
    assert PlainTable.of(page, (), spanned) is None
    assert PlainTable.of(page, (), Table(0, tuple(Cell(y, x, "t") for y in range(5) for x in range(2)))) is None


def test_equal_cells_beside_a_used_one_are_used_too(plain):
    assert sorted(with_runs(plain, [(0, 0)])) == [(0, 0), (1, 0)]
    assert with_runs(plain, [(0, 1)]) == [(0, 1)]


def test_other_writings_keep_the_value_of_numbers_and_dates():
    rng = random.Random(3)
    for value in ("7", "12345", "2001-05-03", "1999"):
        assert {match_keys(write_otherwise(value, rng)) for _ in range(20)} == {match_keys(value)}


def test_a_line_that_holds_no_program_is_named(tmp_path):
    tables, programs = tmp_path / "tables.jsonl", tmp_path / "programs.jsonl"
    tables.write_text(json.dumps({"id": "t1", "header": ["a"], "rows": [["1"]]}) + "\n")
    programs.write_text(json.dumps({"table": "t1", "statement": "s", "program": "no program"}) + "\n")
    with pytest.raises(InputError, match=r"programs\.jsonl, line 1: not a program: 'no program'"):
        list(program_claims(tables, programs))


@pytest.mark.parametrize(
    ("program", "gold"),
    [
        ("eq{count{filter_eq{all_rows; team; reds}}; 2}", {(1, 1), (3, 1)}),
        ("eq{hop{filter_eq{all_rows; year; 1991}; wins}; 12}", {(3, 0), (3, 2)}),
        ("eq{hop{argmax{all_rows; wins}; team}; reds}", {(3, 1), (3, 2)}),
        ("greater{hop{filter_eq{filter_eq{all_rows; year; 1990}; team; blues}; wins}; 3}", {(2, 0), (2, 1), (2, 2)}),
        ("eq{count{filter_greater{all_rows; wins; 4}}; 2}", {(2, 2), (3, 2)}),
    ],
)
def test_a_program_looks_at_the_cells_of_the_rows_it_keeps(tmp_path, program, gold):
    tables, programs = tmp_path / "tables.jsonl", tmp_path / "programs.jsonl"
    header, *rows = [[text.lower() for text in row] for row in ROWS]
    tables.write_text(json.dumps({"id": "t1", "caption": "league", "header": header, "rows": rows}) + "\n")
    programs.write_text(json.dumps({"table": "t1", "statement": "s", "program": program, "result": "True"}) + "\n")
    assert [set(claim.gold) for claim in program_claims(tables, programs)] == [gold]


def test_linked_statements_leave_headers_out_of_the_gold(tmp_path):
    tables, linked = tmp_path / "tables.jsonl", tmp_path / "linked.jsonl"
    tables.write_text(json.dumps({"id": "t1", "header": ["a"], "rows": [["1"], ["2"]]}) + "\n")
    rows = [
        {"table": "t1", "statement": "one", "cells": [[0, 0], [1, 0]]},
        {"table": "t1", "statement": "x", "cells": [[0, 0]]},
    ]
    linked.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert [(claim.text, set(claim.gold)) for claim in linked_statements(tables, linked)] == [("one", {(1, 0)})]


def test_words_that_stand_with_a_header_more_than_with_others_go_with_it():
    pairs = [(frozenset({"goal"}), frozenset({"scor"})), (frozenset({"venu"}), frozenset({"play"}))] * 50
    assert set(associate(pairs)["goal"]) == {"scor"}
    assert unite({"a": {"x": 1.0}}, {"a": {"x": 2.0, "y": 1.0}}) == {"a": {"x": 2.0, "y": 1.0}}


def test_columns_that_claims_speak_of_more_often_have_a_higher_usage():
    page = page_of(ROWS)
    claim = CellClaim("Reds won", page, next(page.tables()), frozenset({(1, 1)}))
    usage = column_usage([claim] * 30)
    assert usage["team"] > 0 > usage["year"]


def test_words_of_a_cell_itself_say_nothing_of_its_header():
    page = page_of(ROWS)
    claim = CellClaim("Reds won", page, next(page.tables()), frozenset({(1, 1)}))
    assert list(stated_pairs([claim])) == [(frozenset({"team"}), frozenset({"won"}))]


def test_an_example_labels_the_gold_cells():
    page = page_of(ROWS)
    claim = CellClaim("The Blues won 5 in 1990", page, next(page.tables()), frozenset({(2, 1), (2, 2)}))
    made = example(claim, OnePage())
    assert made.labels.sum() == made.gold == 2
    assert len(made.rows) == len(made.labels) == 9
    assert example(claim._replace(text="the"), OnePage()) is None
    assert set(spread(claim._replace(gold=frozenset({(1, 0)}))).gold) == {(1, 0), (2, 0)}
    assert not any(cell.links for cell in without_links(claim).table.cells)
