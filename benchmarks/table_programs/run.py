"""Runs TabFact's gold programs, and measures how long programs take on small tables and on a great one.

    python benchmarks/table_programs/run.py [--data ../shared/data] [--out RESULT.json]

The gold programs have no operator that rounds: `eq` of an average is read as `round_eq`, and the share that is true
with every `eq` as written is given beside it. Times are wall clock, each the best of three runs on values that were
read before; `cpu_ms` is the processor time of the same run.
"""

import argparse
import json
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import msgspec

from veriscope.corpus import FORMATS
from veriscope.domain import Cell, Page, Table
from veriscope.errors import ProgramError
from veriscope.files.lines import Line, read_lines
from veriscope.lab.lessons.cell_claims import read_pages
from veriscope.programs import ALL_ROWS, Call, Executor, parse
from veriscope.tables import Frame
from veriscope.tables.values import read_value

PROGRAMS = 400
REPEATS = 3
GREAT = 10_000
ROUNDED = {"avg", "ratio"}
GREAT_PROGRAMS = {
    "count": "eq{count{filter_greater{all_rows; size; 500}}; 5}",
    "filters and sum": "eq{sum{filter_after{filter_less{all_rows; size; 900}; day; 3 May 1950}; size}; 5}",
    "superlative": "eq{hop{argmax{filter_not_eq{all_rows; name; name 7}; day}; name}; name 5}",
    "all": "all_greater{all_rows; size; 100}",
}


class Gold(msgspec.Struct):
    table: str
    program: str


def read_gold(path: Path) -> list[Gold]:
    lines = (line for line in read_lines(path) if isinstance(line, Line) and line.data.strip())
    return [msgspec.json.decode(line.data, type=Gold) for line in lines]


def rounding(call: Call) -> Call:
    """The program with `eq` of an average as `round_eq`."""
    arguments = tuple(one if isinstance(one, str) else rounding(one) for one in call.arguments)
    is_rounded = call.operator == "eq" and any(isinstance(one, Call) and one.operator in ROUNDED for one in arguments)
    return Call("round_eq" if is_rounded else call.operator, arguments)


def run_gold(gold: list[Gold], frames: dict[str, Frame], change: Callable[[Call], Call]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for one in gold:
        try:
            value = Executor(frames[one.table]).run(change(parse(one.program))).value
            counts["unknown" if value is None else str(value).lower()] += 1
        except ProgramError as error:
            print(f"{one.table}: {error}", file=sys.stderr)
            counts["error"] += 1
    return counts


def random_programs(frame: Frame, seed: int) -> list[Call]:
    """Programs that share filters, as a search proposes them."""
    chance = random.Random(seed)
    columns = frame.column_names
    kept = [ALL_ROWS]
    for _ in range(30):
        column = chance.randrange(len(columns))
        test = chance.choice(("eq", "not_eq", "greater", "less"))
        literal = chance.choice(frame.rows)[column].text
        kept.append(Call(f"filter_{test}", (chance.choice(kept[:10]), columns[column], literal)))
    return [random_program(frame, chance, kept) for _ in range(PROGRAMS)]


def random_program(frame: Frame, chance: random.Random, kept: list[Call]) -> Call:
    rows, column = chance.choice(kept), chance.choice(frame.column_names)
    literal = chance.choice(frame.rows)[frame.column(column) or 0].text
    match chance.randrange(6):
        case 0:
            return Call("eq", (Call("count", (rows,)), str(chance.randrange(9))))
        case 1:
            return Call("eq", (Call(chance.choice(("max", "min", "hop")), (rows, column)), literal))
        case 2:
            return Call("round_eq", (Call(chance.choice(("sum", "avg")), (rows, column)), str(chance.randrange(99))))
        case 3:
            best = Call(chance.choice(("argmax", "argmin")), (rows, column))
            return Call("eq", (Call("hop", (best, chance.choice(frame.column_names))), literal))
        case 4:
            return Call(f"{chance.choice(('all', 'most'))}_{chance.choice(('eq', 'less'))}", (rows, column, literal))
        case _:
            return Call("greater", (Call("hop", (rows, column)), Call("hop", (chance.choice(kept), column))))


def best_of(run: Callable[[], object]) -> tuple[float, float]:
    """The wall clock and the processor time of the quickest of some runs, in milliseconds."""
    times = []
    for _ in range(REPEATS):
        wall, cpu = time.perf_counter(), time.process_time()
        run()
        times.append(((time.perf_counter() - wall) * 1e3, (time.process_time() - cpu) * 1e3))
    return min(times)


def run_all(frame: Frame, calls: list[Call]) -> None:
    executor = Executor(frame)
    for call in calls:
        executor.run(call)


def small_tables(pages: list[Page]) -> dict[str, object]:
    tables = [(page.title, next(page.tables())) for page in pages]
    chosen = [pair for pair in tables if _is_small(Frame.of(*pair))]
    read_value.cache_clear()
    first = [best_first(title, table) for title, table in chosen]
    frames = [Frame.of(title, table) for title, table in chosen]
    times = [
        best_of(lambda f=frame, c=calls: run_all(f, c)) for frame in frames if (calls := random_programs(frame, 7))
    ]
    return {
        "tables": len(chosen),
        "programs_a_table": PROGRAMS,
        "wall_ms": summary([wall for wall, _ in times]),
        "cpu_ms": summary([cpu for _, cpu in times]),
        "first_reading_ms": summary(first),
    }


def best_first(title: str, table: Table) -> float:
    """How long it takes to lay a table out and read every cell for the first time."""
    started = time.perf_counter()
    frame = Frame.of(title, table)
    for column in range(len(frame.columns)):
        frame.kind(column)
    return (time.perf_counter() - started) * 1e3


def _is_small(frame: Frame) -> bool:
    return 18 <= len(frame.rows) <= 22 and 5 <= len(frame.columns) <= 7


def great_table() -> dict[str, object]:
    header = ("name", "size", "day")
    rows = [(f"name {n}", f"{n % 977:,}", f"{n % 28 + 1} May {1900 + n % 90}") for n in range(GREAT)]
    cells = (Cell(y, x, text, is_header=y == 0) for y, row in enumerate([header, *rows]) for x, text in enumerate(row))
    table = Table(0, tuple(cells))
    first = best_first("great", table)
    frame = Frame.of("great", table)
    run_all(frame, [parse(program) for program in GREAT_PROGRAMS.values()])
    times = {name: best_of(lambda p=program: run_all(frame, [parse(p)])) for name, program in GREAT_PROGRAMS.items()}
    rounded = {name: {"wall_ms": round(wall, 1), "cpu_ms": round(cpu, 1)} for name, (wall, cpu) in times.items()}
    return {"rows": GREAT, "first_reading_ms": round(first, 1), "programs": rounded}


def summary(values: list[float]) -> dict[str, float]:
    ordered = sorted(values)
    return {"median": round(statistics.median(ordered), 2), "p95": round(ordered[int(len(ordered) * 0.95)], 2)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    gold = read_gold(options.data / "tabfact" / "train_programs.jsonl.xz")
    wanted = {one.table for one in gold}
    tables = read_pages(options.data / "tabfact" / "tables.jsonl.xz", FORMATS["tables"])
    pages = [page for page in tables if page.title in wanted]
    frames = {page.title: Frame.of(page.title, next(page.tables())) for page in pages}
    counts, strict = run_gold(gold, frames, rounding), run_gold(gold, frames, lambda call: call)
    result = {
        "gold": {
            "programs": len(gold),
            "share_true": round(counts["true"] / len(gold), 4),
            "share_true_with_eq_as_written": round(strict["true"] / len(gold), 4),
            "outcomes": dict(sorted(counts.items())),
        },
        "small_tables": small_tables(pages),
        "great_table": great_table(),
    }
    text = json.dumps(result, indent=2)
    if options.out:
        options.out.write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
