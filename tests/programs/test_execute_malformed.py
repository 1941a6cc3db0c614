"""Malformed cells, mixed types, empty tables and great ones: never a crash, never a value of the wrong type."""

from math import isfinite
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veriscope.programs import ALL_ROWS, Call, Executor, explain, parse
from veriscope.programs.language import OPERATORS, ProgramType
from veriscope.tables import CellValue, SeveralValues

GREAT = "9" * 308
ODD = [
    "", "-", "n/a", "1e400", "-1e400", "١٢", "1,2,3", "--5", "NaN", "nan", "∞", "inf", "9" * 400, f"-{GREAT}", GREAT,
    f"{GREAT} km", "0.0", "-0", "1:99", "99:99:99", "31 February 2001", "2001-13-45", "0000", "3–1–", "1–", "–1", "[",
    "12[[a]]", "½", "5 km", "5 kg", "€5", "$-5", "5%", "1990–91", "2–1", "3 May 2001", "May", "total", "a" * 99, "\x00",
    "\ud800", "{};\\", "12.13 (85)", "6'2\"", "1st", "four", "5 or 6", "10 to 12", "1/0", "0/0", "²", "１２", "1.2.3",
    "..", "( )", "1 000 000",
]  # fmt: skip
CELLS = st.sampled_from(ODD) | st.text(max_size=6)
TABLES = st.lists(st.tuples(CELLS, CELLS), max_size=5).map(lambda rows: [("A", "B (km)"), *rows])
LITERALS = {
    ProgramType.COLUMN: st.sampled_from(["A", "B (km)"]),
    ProgramType.NUMBER: st.sampled_from(["1", "2", "9th"]),
}
ANY = Call("any", (ALL_ROWS,))
EXPECTED = {
    ProgramType.ROWS: tuple,
    ProgramType.VALUE: CellValue | SeveralValues,
    ProgramType.NUMBER: CellValue | SeveralValues,
    ProgramType.TRUTH: bool,
}


@st.composite
def programs(draw, wanted, depth=3):
    names = sorted(name for name, one in OPERATORS.items() if one.result is wanted)
    if wanted is ProgramType.VALUE and (depth == 0 or draw(st.booleans())):
        return draw(CELLS)
    if wanted is ProgramType.ROWS and (depth == 0 or draw(st.booleans())):
        return ALL_ROWS
    call = draw(st.sampled_from(names))
    arguments = [
        draw(LITERALS[one]) if one in LITERALS else draw(programs(one, max(depth - 1, 0)))
        for one in OPERATORS[call].parameters
    ]
    return Call(call, tuple(arguments))


@settings(max_examples=150)
@given(TABLES, programs(ProgramType.TRUTH) | programs(ProgramType.NUMBER) | programs(ProgramType.ROWS))
def test_any_program_on_any_table_yields_its_type_or_unknown(frame_of, rows, call):
    outcome = Executor(frame_of(rows)).run(call)
    for step in outcome.steps:
        assert step.value is None or isinstance(step.value, EXPECTED[OPERATORS[step.call.operator].result])
        for value in step.value.values if isinstance(step.value, SeveralValues) else [step.value]:
            amount = value.amount if isinstance(value, CellValue) else None
            assert amount is None or not value.is_computed or isfinite(amount.value)
    assert len(set(outcome.cells)) == len(outcome.cells)
    told = explain(outcome)
    assert told.question
    assert told.conclusion


@pytest.mark.parametrize("operator", sorted(OPERATORS))
def test_every_operator_runs_on_an_empty_table(operator, frame_of):
    samples = {
        ProgramType.ROWS: ALL_ROWS,
        ProgramType.COLUMN: "A",
        ProgramType.VALUE: "5",
        ProgramType.NUMBER: "1",
        ProgramType.TRUTH: Call("any", (ALL_ROWS,)),
    }
    call = Call(operator, tuple(samples[parameter] for parameter in OPERATORS[operator].parameters))
    value = Executor(frame_of([("A", "B (km)")])).run(call).value
    assert value is None or isinstance(value, EXPECTED[OPERATORS[operator].result])


def test_a_sum_beyond_what_can_be_written_is_unknown(frame_of):
    frame = frame_of([("A",), (GREAT,), (GREAT,)])
    outcome = Executor(frame).run(parse("eq{sum{all_rows; A}; 5}"))
    assert outcome.value is None
    assert "the numbers are too large" in [step.note for step in outcome.steps]


@pytest.mark.slow
def test_ten_thousand_rows_take_a_fraction_of_a_second(frame_of):
    rows = [("Name", "Size", "Day")] + [
        (f"name {n}", f"{n % 977:,}", f"{n % 28 + 1} May {1900 + n % 90}") for n in range(10_000)
    ]
    frame = frame_of(rows)
    executor = Executor(frame)
    assert executor.run(parse("eq{count{filter_greater{all_rows; Size; 500}}; 5}")).value is False
    started = process_time()
    outcome = executor.run(parse("eq{sum{filter_after{filter_less{all_rows; Size; 900}; Day; 3 May 1950}; Size}; 5}"))
    assert outcome.value is False
    assert len(outcome.cells) > 5_000
    assert process_time() - started < 2
