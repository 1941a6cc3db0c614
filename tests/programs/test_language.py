"""The operators, and what their arguments must be."""

import pytest

from veriscope.errors import ProgramError
from veriscope.programs import Executor, parse
from veriscope.programs.language import OPERATORS, place
from veriscope.programs.operations import VALUE_OPERATIONS
from veriscope.programs.row_operations import ROW_OPERATIONS

ERRORS = {
    "counts{all_rows}": "no operator named 'counts'",
    "count{all_rows; Points}": "count takes rows, not 2 arguments",
    "hop{all_rows; Goals}": "hop: no column named 'Goals'; the columns are: Team, Country, Points, Founded",
    "count{Norway}": "count: 'Norway' is written where rows belong",
    "count{count{all_rows}}": "count: count yields number, where rows belongs",
    "eq{all_rows; 5}": "eq: all_rows yields rows, where value belongs",
    "and{count{all_rows}; only{all_rows}}": "and: count yields number, where truth belongs",
    "nth{all_rows; many}": "nth: 'many' is not a place in an order",
    "nth{all_rows; 0}": "nth: '0' is not a place in an order",
    "nth{all_rows; count{all_rows}}": "nth: count yields number, where number belongs",
    "hop{all_rows; count{all_rows}}": "hop: count yields number, where column belongs",
}


@pytest.mark.parametrize("program", ERRORS)
def test_what_does_not_fit_is_one_clear_line(program, teams):
    with pytest.raises(ProgramError) as caught:
        Executor(teams).run(parse(program))
    assert str(caught.value).startswith(ERRORS[program])
    assert "\n" not in str(caught.value)


def test_every_operator_is_implemented_and_nothing_else_is():
    assert {*ROW_OPERATIONS, *VALUE_OPERATIONS, "all_rows"} == set(OPERATORS)


@pytest.mark.parametrize("written", ["0", "", "²", "x", "1.5", "-1", "9" * 30])
def test_what_is_no_place_in_an_order_is_none(written):
    assert place(written) is None


def test_a_place_in_an_order_counts_from_one():
    assert [place(written) for written in ("1", "2nd", " 11th ")] == [1, 2, 11]
