"""What programs yield on a table, the cells they read and the steps they take."""

import pytest

from veriscope.domain import CellId
from veriscope.errors import ProgramError
from veriscope.programs import Call, Executor, parse
from veriscope.programs.language import MAX_DEPTH
from veriscope.tables import CellValue, SeveralValues

NORWAY = "filter_eq{all_rows; Country; Norway}"
TRUE = [
    "eq{count{all_rows}; 5}",
    f"eq{{count{{{NORWAY}}}; 3}}",
    "eq{count{filter_not_eq{all_rows; Country; norway}}; 2}",
    "eq{count{filter_greater{all_rows; Points; 10}}; 2}",
    "eq{count{filter_greater_eq{all_rows; Points; 10}}; 3}",
    "eq{count{filter_less{all_rows; Points; 10}}; 1}",
    "eq{count{filter_less_eq{all_rows; Points; 10}}; 2}",
    "eq{count{filter_within{all_rows; Points; 7; 12}}; 3}",
    "eq{count{filter_before{all_rows; Founded; 1920}}; 2}",
    "eq{count{filter_after{all_rows; Founded; June 1920}}; 2}",
    "eq{count{filter_eq{all_rows; Founded; 1901}}; 2}",
    "eq{count{filter_eq{all_rows; Founded; May}}; 2}",
    "eq{count{filter_eq{all_rows; Founded; 1990s}}; 1}",
    "eq{count{filter_before{all_rows; Founded; 1920s}}; 2}",
    "eq{count{filter_eq{all_rows; Points; -}}; 1}",
    "eq{sum{all_rows; Points}; 70}",
    "eq{avg{all_rows; Points}; 17.5}",
    "round_eq{ratio{sum{all_rows; Points}; 3}; 23.3}",
    "eq{max{all_rows; Points}; 41}",
    "eq{min{all_rows; Points}; seven}",
    "eq{nth_max{all_rows; Points; 2}; 12}",
    "eq{nth_min{all_rows; Points; 2nd}; 10}",
    "eq{hop{argmax{all_rows; Points}; Team}; Bravo}",
    "eq{hop{argmin{all_rows; Founded}; Team}; delta}",
    "eq{hop{nth_argmax{all_rows; Points; 2}; Team}; Delta}",
    "eq{hop{nth_argmin{all_rows; Points; 1}; Team}; Charlie}",
    "eq{hop{first{all_rows}; Team}; alpha}",
    f"eq{{hop{{last{{{NORWAY}}}; Team}}; the Delta}}",
    "eq{hop{nth{all_rows; 3}; Team}; charlie}",
    f"eq{{hop{{{NORWAY}; Team}}; Charlie}}",
    "eq{diff{max{all_rows; Points}; min{all_rows; Points}}; 34}",
    "greater{hop{filter_eq{all_rows; Team; Bravo}; Points}; hop{filter_eq{all_rows; Team; Alpha}; Points}}",
    "before{hop{filter_eq{all_rows; Team; Delta}; Founded}; hop{filter_eq{all_rows; Team; Alpha}; Founded}}",
    "within{max{all_rows; Points}; 40; 50}",
    "only{filter_eq{all_rows; Country; Sweden}}",
    "none{filter_eq{all_rows; Country; Finland}}",
    f"any{{{NORWAY}}}",
    "all_greater{all_rows; Points; 5}",
    "all_less_eq{all_rows; Founded; 1999}",
    "most_eq{all_rows; Country; Norway}",
    "most_greater_eq{all_rows; Points; 10}",
    "different{all_rows; Team}",
    "not{same{all_rows; Country}}",
    "and{only{filter_eq{all_rows; Team; Echo}}; not{only{all_rows}}}",
    "or{only{all_rows}; any{all_rows}}",
    "eq{hop{filter_eq{all_rows; Team; Total}; Points}; 70}",
    "eq{count{filter_eq{all_rows; Team; total}}; 1}",
]
UNKNOWN = {
    "eq{avg{filter_eq{all_rows; Country; Finland}; Points}; 5}": "no row is left",
    "eq{hop{filter_eq{all_rows; Country; Finland}; Team}; Alpha}": "no row is left",
    "eq{max{all_rows; Country}; 5}": "no cell can be read",
    "eq{sum{all_rows; Founded}; 5}": "its cells hold no numbers of one kind",
    "eq{count{filter_greater{all_rows; Team; 5}}; 0}": "no cell can be compared with it",
    "greater{hop{first{all_rows}; Points}; hop{first{all_rows}; Team}}": "the two cannot be compared",
    "greater{max{all_rows; Points}; 5 May 1990}": "the two cannot be compared",
    "all_eq{filter_eq{all_rows; Country; Finland}; Points; 5}": "no row is left",
    "same{filter_eq{all_rows; Country; Sweden}; Points}": "fewer than two rows say anything",
    "eq{nth_max{all_rows; Points; 9}; 5}": "there are only 4 of them",
    "eq{hop{nth{all_rows; 9}; Points}; 5}": "there are only 5 rows",
    "eq{ratio{max{all_rows; Points}; 0}; 5}": "the two are not numbers of one kind",
    f"greater{{hop{{{NORWAY}; Points}}; 10}}": "the two cannot be compared",
}


@pytest.mark.parametrize("program", TRUE)
def test_a_true_program_is_true(program, teams):
    assert Executor(teams).run(parse(program)).value is True
    assert Executor(teams).run(parse(f"not{{{program}}}")).value is False


@pytest.mark.parametrize("program", UNKNOWN)
def test_what_the_table_does_not_tell_is_unknown_and_says_why(program, teams):
    outcome = Executor(teams).run(parse(program))
    assert outcome.value is None
    assert UNKNOWN[program] in [step.note for step in outcome.steps]


def test_unknown_is_weaker_than_what_decides(teams):
    unknown, true, false = "greater{avg{all_rows; Team}; 5}", "any{all_rows}", "none{all_rows}"
    run = Executor(teams).run
    assert run(parse(f"and{{{unknown}; {false}}}")).value is False
    assert run(parse(f"or{{{unknown}; {true}}}")).value is True
    assert run(parse(f"and{{{unknown}; {true}}}")).value is None
    assert run(parse(f"or{{{unknown}; {false}}}")).value is None
    assert run(parse(f"not{{{unknown}}}")).value is None


def test_numbers_are_equal_only_by_value_and_rounded_only_where_asked(teams):
    run = Executor(teams).run
    assert run(parse("eq{avg{all_rows; Points}; 18}")).value is False
    assert run(parse("round_eq{avg{all_rows; Points}; 18}")).value is True
    assert run(parse("round_eq{avg{all_rows; Points}; 19}")).value is False


def test_rows_without_a_value_and_totals_are_left_out_and_counted(teams):
    steps = Executor(teams).run(parse("eq{sum{all_rows; Points}; 70}")).steps
    assert steps[0].note == "1 row of totals left out"
    assert (steps[1].considered, steps[1].left_out) == (5, 1)


def test_the_cells_are_those_read_in_the_rows_that_were_kept(teams):
    run = Executor(teams).run
    count = run(parse("eq{count{filter_greater{filter_eq{all_rows; Country; Norway}; Points; 8}}; 2}"))
    assert count.cells == tuple(CellId("Page", 0, row, column) for row in (1, 4) for column in (1, 2))
    best = run(parse("eq{hop{argmax{all_rows; Points}; Team}; Bravo}"))
    assert best.cells == (CellId("Page", 0, 2, 0), CellId("Page", 0, 2, 2))


def test_a_program_may_yield_rows_or_a_value(teams):
    run = Executor(teams).run
    assert run(parse(NORWAY)).value == (0, 2, 3)
    value = run(parse("sum{all_rows; Points}")).value
    assert isinstance(value, CellValue)
    assert value.amount.value == 70
    assert isinstance(run(parse(f"hop{{{NORWAY}; Team}}")).value, SeveralValues)


def test_what_is_shared_is_computed_once(teams):
    executor = Executor(teams)
    one = executor.run(parse(f"hop{{{NORWAY}; Team}}")).value
    two = executor.run(parse(f"hop{{{NORWAY}; Team}}")).value
    assert one is two
    assert executor.run(parse(f"eq{{hop{{{NORWAY}; Team}}; Alpha}}")).steps[2].value is one


def test_a_program_that_does_not_fit_is_refused(teams):
    with pytest.raises(ProgramError, match="no column named 'Goals'"):
        Executor(teams).run(parse("eq{max{all_rows; Goals}; 3}"))


def test_a_program_that_nests_too_deeply_is_refused(teams):
    call = parse("any{all_rows}")
    for _ in range(MAX_DEPTH):
        call = Call("not", (call,))
    with pytest.raises(ProgramError, match="nests more than"):
        Executor(teams).run(call)


def test_rows_that_tie_are_all_the_highest(frame_of):
    frame = frame_of([["Team", "Points"], ["a", "3"], ["b", "5"], ["c", "5.0"]])
    assert Executor(frame).run(parse("argmax{all_rows; Points}")).value == (1, 2)


def test_units_are_brought_together_and_dimensions_are_not_mixed(frame_of):
    frame = frame_of([["Name", "Length", "Mixed"], ["a", "5 km", "5 km"], ["b", "900 m", "3 kg"], ["c", "2 km", "7"]])
    run = Executor(frame).run
    assert run(parse("eq{hop{argmin{all_rows; Length}; Name}; b}")).value is True
    assert run(parse("eq{sum{all_rows; Length}; 7.9 km}")).value is True
    assert run(parse("greater{max{all_rows; Length}; 4 kg}")).value is None
    assert run(parse("eq{sum{all_rows; Mixed}; 15}")).value is None


def test_a_plain_number_is_meant_in_the_one_unit_of_a_column(frame_of):
    frame = frame_of([["Name", "Length", "Both"], ["a", "5 km", "5 km"], ["b", "9 km", "900 m"]])
    run = Executor(frame).run
    assert run(parse("eq{count{filter_greater{all_rows; Length; 6}}; 1}")).value is True
    assert run(parse("eq{count{filter_greater{all_rows; Both; 6}}; 1}")).value is None


def test_seasons_are_ordered_and_count_as_the_year_they_begin_in(frame_of):
    frame = frame_of([["Season", "Wins"], ["1971–72", "1"], ["1972–73", "2"], ["1973–74", "3"], ["1970–79", "9"]])
    run = Executor(frame).run
    assert run(parse("eq{sum{filter_greater_eq{all_rows; Season; 1973}; Wins}; 3}")).value is True
    assert run(parse("eq{sum{filter_before{all_rows; Season; 1973–74}; Wins}; 3}")).value is True
    assert run(parse("filter_greater_eq{all_rows; Season; 1973}")).steps[-1].left_out == 1


def test_scores_are_summed_side_by_side(frame_of):
    frame = frame_of([["Game", "Score"], ["a", "3–1"], ["b", "w 2-2"], ["c", "postponed"]])
    run = Executor(frame).run
    assert run(parse("eq{sum{all_rows; Score}; 5-3}")).value is True
    assert run(parse("eq{sum{all_rows; Score}; 8}")).value is True
    assert run(parse("eq{sum{all_rows; Score}; 7}")).value is False
    assert run(parse("greater{sum{all_rows; Score}; 4}")).value is None
