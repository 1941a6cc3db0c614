import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.domain import Cell, Page, Table
from veriscope.errors import InputError
from veriscope.lab.lessons.program_lessons import alike, choices, meaning
from veriscope.programs import ALL_ROWS, Call, parse
from veriscope.programs.features import PROGRAM_FEATURES

HEADER = ("Team", "Country", "Points")
ROWS = (("Lions", "Norway", "41"), ("Tigers", "Sweden", "38"), ("Bears", "Norway", "12"), ("Wolves", "Norway", "20"))
GOLD = {
    "table": "t-1",
    "statement": "three teams are from norway",
    "program": "eq{count{filter_eq{all_rows; country; norway}}; 3}",
}


def page_of(title):
    cells = [Cell(0, column, text, is_header=True) for column, text in enumerate(HEADER)]
    cells += [Cell(row, column, text) for row, texts in enumerate(ROWS, start=1) for column, text in enumerate(texts)]
    return Page(title, (Table(0, tuple(cells)),))


PAGES = {title: page_of(title) for title in ("t-1", "t-2")}


@pytest.fixture
def made(tmp_path):
    """The lessons of gold records and rows that are written to files."""

    def make(gold=(), rows=(), count=0, pages=PAGES):
        paths = tmp_path / "rows.jsonl", tmp_path / "gold.jsonl"
        for path, records in zip(paths, (rows, gold), strict=True):
            lines = [one if isinstance(one, str) else json.dumps(one) for one in records]
            path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return list(choices(pages, *paths, count=count, seed=1))

    return make


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("eq{count{all_rows}; 3}", "round_eq{count{all_rows}; 3.0}"),
        ("greater{hop{all_rows; a}; 3}", "less{3; hop{all_rows; a}}"),
        ("greater_eq{hop{all_rows; a}; 3}", "less_eq{3; hop{all_rows; a}}"),
        ("after{hop{all_rows; a}; 1990}", "before{1990; hop{all_rows; a}}"),
        ("only{filter_before{all_rows; a; 1990}}", "only{filter_less{all_rows; a; 1990}}"),
        ("eq{diff{hop{all_rows; a}; hop{all_rows; b}}; 3}", "eq{diff{hop{all_rows; b}; hop{all_rows; a}}; -3}"),
        (
            "only{filter_eq{filter_greater{all_rows; b; 2}; a; x}}",
            "only{filter_greater{filter_eq{all_rows; a; x}; b; 2}}",
        ),
        ("only{filter_eq{all_rows; a; x}}", "eq{count{filter_eq{all_rows; a; x}}; 1}"),
        ("none{filter_eq{all_rows; a; x}}", "eq{count{filter_eq{all_rows; a; x}}; 0}"),
        ("only{filter_eq{all_rows; Team; LIONS}}", "only{filter_eq{all_rows; team; lions}}"),
        ("only{filter_eq{all_rows; team; lions}}", "only{filter_eq{all_rows; team; red lions}}"),
    ],
)
def test_programs_that_say_the_same_are_alike(one, two):
    assert alike(meaning(parse(one)), meaning(parse(two)))


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("eq{count{all_rows}; 3}", "eq{count{all_rows}; 4}"),
        ("greater{hop{all_rows; a}; 3}", "less{hop{all_rows; a}; 3}"),
        ("only{filter_eq{all_rows; a; x}}", "only{filter_not_eq{all_rows; a; x}}"),
        ("only{filter_eq{all_rows; a; x}}", "only{filter_eq{filter_eq{all_rows; b; y}; a; x}}"),
        ("eq{max{all_rows; points}; 3}", "eq{min{all_rows; points}; 3}"),
        ("only{filter_eq{all_rows; team; lions}}", "only{filter_eq{all_rows; team; lioness}}"),
        ("only{filter_eq{all_rows; team; a b}}", "only{filter_eq{all_rows; team; a}}"),
    ],
)
def test_programs_that_say_other_things_are_not(one, two):
    assert not alike(meaning(parse(one)), meaning(parse(two)))


_LITERALS = st.sampled_from(["norway", "3", "41.0", "red lions", "1990", ""])
_COLUMNS = st.sampled_from(["Team", "Country", "Points"])
_FILTERS = st.sampled_from(["filter_eq", "filter_greater", "filter_before", "filter_not_eq"])
_KEPT = st.recursive(
    st.just(ALL_ROWS), lambda rows: st.builds(lambda *a: Call(a[0], a[1:]), _FILTERS, rows, _COLUMNS, _LITERALS)
)
_VALUES = st.one_of(_LITERALS, st.builds(lambda rows, column: Call("hop", (rows, column)), _KEPT, _COLUMNS))
_TESTS = st.sampled_from(["eq", "round_eq", "greater", "less", "greater_eq", "before", "after"])
CALLS = st.builds(lambda test, one, two: Call(test, (one, two)), _TESTS, _VALUES, _VALUES)


@given(CALLS, CALLS)
def test_a_program_is_like_itself_and_likeness_goes_both_ways(one, two):
    assert alike(meaning(one), meaning(one))
    assert alike(meaning(one), meaning(two)) == alike(meaning(two), meaning(one))


@given(st.permutations([("filter_eq", "Team", "x"), ("filter_less", "Points", "3"), ("filter_eq", "Country", "y")]))
def test_the_order_of_filters_does_not_matter(order):
    rows = ALL_ROWS
    for test, column, literal in order:
        rows = Call(test, (rows, column, literal))
    written = "filter_eq{filter_less{filter_eq{all_rows; Team; x}; Points; 3}; Country; y}"
    assert meaning(rows) == meaning(parse(written))


@given(_TESTS, _VALUES, _VALUES)
def test_turning_a_comparison_around_does_not_matter(test, one, two):
    turned = {"greater": "less", "less": "greater", "before": "after", "after": "before", "greater_eq": "less_eq"}
    if test in turned:
        assert meaning(Call(test, (one, two))) == meaning(Call(turned[test], (two, one)))


def test_a_gold_program_is_found_among_those_that_are_proposed(made):
    (choice,) = made([GOLD])
    assert choice.weight > 1
    assert choice.features.shape == (len(choice.is_right), len(PROGRAM_FEATURES))
    assert choice.is_right.sum() == 1
    (right,) = choice.features[choice.is_right]
    assert right[PROGRAM_FEATURES.index("family count")] == 1
    assert right[PROGRAM_FEATURES.index("truth")] == 1


def test_gold_of_unknown_tables_teaches_nothing_and_what_is_never_proposed_that_nothing_is_right(made):
    other = {**GOLD, "program": "eq{hop{nth_argmin{all_rows; points; 4}; team}; bears}"}
    (found,) = made([{**GOLD, "table": "elsewhere"}, other])
    assert not found.is_right.any()


def test_beside_another_table_nothing_is_right(made):
    own, other = made([GOLD], rows=[{"table": "t-1"}, {"table": "t-2"}])
    assert (own.is_right.any(), other.is_right.any()) == (True, False)
    assert own.weight > other.weight


def test_rules_write_lessons_about_the_tables_of_the_rows_alone(made):
    assert made(rows=[], count=10) == []
    assert made(rows=[{"table": "elsewhere"}], count=10) == []
    found = made(rows=[{"table": "t-2"}, {"table": "t-2"}, {"table": "t-1"}], count=20)
    assert 10 < len(found) <= 20
    assert {one.weight for one in found} == {1.0}
    assert all(one.is_right.dtype == np.bool_ for one in found)
    assert sum(one.is_right.any() for one in found) > 10


def test_lessons_are_repeatable(made):
    first, again = (made([GOLD], [{"table": "t-1"}], 8) for _ in range(2))
    assert len(first) == len(again) > 3
    for one, two in zip(first, again, strict=True):
        assert (one.features == two.features).all()
        assert (one.is_right == two.is_right).all()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", r"gold\.jsonl, line 2: .*truncated"),
        ('{"table": "t-1"}', r"gold\.jsonl, line 2: .*missing required field `statement`"),
        (json.dumps({**GOLD, "program": "eq{count{"}), r"gold\.jsonl, line 2: not a program: 'eq\{count\{'"),
    ],
)
def test_a_record_that_cannot_be_read_is_named_by_its_line(made, line, message):
    with pytest.raises(InputError, match=message):
        made([GOLD, line])


def test_blank_lines_are_read_over(made):
    assert len(made(["", GOLD, "  "])) == 1
