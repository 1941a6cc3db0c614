import re

import pytest

from veriscope.domain import Cell, Table
from veriscope.lab.lessons import program_statements
from veriscope.lab.lessons.program_statements import lessons
from veriscope.programs import Executor, parse
from veriscope.programs.syntax import write
from veriscope.tables import Frame

HEADER = ("Team", "Country", "Points", "Crowd")
TEAMS = (
    ("Lions", "Norway", "41", "1,200,000"),
    ("Tigers", "Sweden", "38", "2,345,678"),
    ("Bears", "Norway", "12", "900"),
    ("Wolves", "Norway", "20", "12.5"),
    ("Foxes", "Sweden", "7", "31"),
    ("Hares", "Norway", "9", "77"),
)
KINDS = program_statements._KINDS  # each kind is looked at by itself


def frame_of(*rows, header=HEADER, title="League"):
    cells = [Cell(0, column, text, is_header=True) for column, text in enumerate(header)]
    cells += [Cell(row, column, text) for row, texts in enumerate(rows, start=1) for column, text in enumerate(texts)]
    return Frame.of(title, Table(0, tuple(cells)))


LEAGUE = frame_of(*TEAMS)


@pytest.fixture
def of_kind(monkeypatch):
    """Some lessons of one kind, about the league."""

    def make(kind, count=30):
        monkeypatch.setattr(program_statements, "_KINDS", (kind,))
        return [lesson for _, lesson in lessons([LEAGUE], count=count, seed=7)]

    return make


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__.strip("_"))
def test_the_program_of_a_lesson_is_whole_and_runs_on_its_table(of_kind, kind):
    made = of_kind(kind)
    executor = Executor(LEAGUE)
    outcomes = [executor.run(lesson.program).value for lesson in made]
    assert len(made) == 30
    for lesson in made:
        assert parse(write(lesson.program)) == lesson.program
    assert {type(value) for value in outcomes} <= {bool, type(None)}
    # The fifth of four cannot be told; nearly everything else can.
    assert sum(isinstance(value, bool) for value in outcomes) > 20


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__.strip("_"))
def test_a_statement_names_the_literals_of_its_program(of_kind, kind):
    for lesson in of_kind(kind, count=12):
        assert lesson.statement.endswith(".")
        said = lesson.statement.lower().replace(",", "")
        for literal in literals(lesson.program):
            assert literal.lower() in said or spelled(literal) & set(re.findall(r"\w+", said)), lesson


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__.strip("_"))
def test_a_program_uses_every_cell_that_its_statement_names(of_kind, kind):
    cells = {text for name, country, *_ in TEAMS for text in (name, country)}
    for lesson in of_kind(kind, count=12):
        named = {text for text in cells if text in lesson.statement}
        # "After the Lions" says that another is the second.
        assert len(named - set(literals(lesson.program))) <= (kind.__name__ == "_runner_up"), lesson


def literals(call):
    """The texts of a program that are no columns: what stands after the column, or beside a value."""
    for place, argument in enumerate(call.arguments):
        if not isinstance(argument, str):
            yield from literals(argument)
        elif place > 1 or argument not in HEADER:
            yield argument


def spelled(number):
    words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    ordinals = ["first", "second", "third", "fourth", "fifth"]
    implied = {"2": {"twice", "after", "next", "apart"}, "0.5": {"half"}, "0": {"no", "without", "not", "zero"}}
    return implied.get(number, set()) | {
        listed[int(number) - 1] for listed in (words, ordinals) if number.isdigit() and 0 < int(number) <= len(listed)
    }


def test_great_numbers_are_written_out():
    made = [lesson for _, lesson in lessons([LEAGUE], count=400, seed=1)]
    assert any("2345678" in lesson.statement or "1200000" in lesson.statement for lesson in made)
    assert not [lesson for lesson in made if "e+" in lesson.statement]


def test_as_many_lessons_as_asked_for_and_the_same_for_a_seed():
    first = list(lessons([LEAGUE], count=25, seed=3))
    assert len(first) == 25
    assert first == list(lessons([LEAGUE], count=25, seed=3))
    assert first != list(lessons([LEAGUE], count=25, seed=4))


def test_all_kinds_come_up():
    made = [lesson for _, lesson in lessons([LEAGUE], count=600, seed=2)]
    assert len({lesson.program.operator for lesson in made}) >= 10
    assert len({lesson.statement for lesson in made}) > 300


@pytest.mark.parametrize(
    "frame",
    [
        frame_of(),
        frame_of(*TEAMS[:3]),
        frame_of(*TEAMS * 11),
        frame_of(*((name, name, points, crowd) for name, _, points, crowd in TEAMS)),
        frame_of(*((name, country, country, country) for name, country, _, _ in TEAMS)),
        frame_of(*(("Lions", *rest) for _, *rest in TEAMS)),
    ],
    ids=["empty", "few rows", "many rows", "no shared value", "no numbers", "no names"],
)
def test_a_table_that_no_statement_can_be_written_about_gives_none(frame):
    assert list(lessons([frame], count=5, seed=1)) == []


def test_no_tables_give_no_lessons():
    assert list(lessons([], count=5, seed=1)) == []


def test_rows_of_totals_are_not_spoken_of():
    whole = frame_of(*TEAMS, ("Total", "", "127", ""))
    made = [lesson for _, lesson in lessons([whole], count=100, seed=5)]
    assert made
    assert not [lesson for lesson in made if "Total " in lesson.statement or "127" in lesson.statement]
