"""TabFact's gold programs: all of them fit their tables, and most are true."""

import msgspec
import pytest

from veriscope.corpus import FORMATS
from veriscope.files.lines import Line, read_lines
from veriscope.lab.lessons.cell_claims import read_pages
from veriscope.programs import Call, Executor, explain, parse
from veriscope.programs.syntax import write
from veriscope.tables import Frame

pytestmark = pytest.mark.corpus
AVERAGES = {"avg", "ratio"}


class Gold(msgspec.Struct):
    table: str
    program: str


@pytest.fixture(scope="module")
def gold(public_data) -> list[tuple[Frame, str]]:
    lines = read_lines(public_data / "tabfact" / "train_programs.jsonl.xz")
    read = [msgspec.json.decode(line.data, type=Gold) for line in lines if isinstance(line, Line) and line.data.strip()]
    wanted = {one.table for one in read}
    pages = read_pages(public_data / "tabfact" / "tables.jsonl.xz", FORMATS["tables"])
    frames = {page.title: Frame.of(page.title, next(page.tables())) for page in pages if page.title in wanted}
    return [(frames[one.table], one.program) for one in read]


def rounding(call: Call) -> Call:
    """The program with `eq` of an average as `round_eq`: the gold programs have no operator that rounds."""
    arguments = tuple(one if isinstance(one, str) else rounding(one) for one in call.arguments)
    is_rounded = call.operator == "eq" and any(isinstance(one, Call) and one.operator in AVERAGES for one in arguments)
    return Call("round_eq" if is_rounded else call.operator, arguments)


def test_every_gold_program_is_read_and_written(gold):
    assert len(gold) > 1000
    for _, program in gold:
        call = parse(program)
        assert parse(write(call)) == call


def test_most_gold_programs_are_true_and_all_are_told_in_words(gold):
    outcomes = [Executor(frame).run(rounding(parse(program))) for frame, program in gold]
    assert sum(outcome.value is True for outcome in outcomes) / len(outcomes) >= 0.86
    assert {type(outcome.value) for outcome in outcomes} <= {bool, type(None)}
    assert all(explain(outcome).conclusion for outcome in outcomes)
