"""Statements about tables: every judge on TabFact's val and InfoTabS's dev, by the command that a user would type.

    python benchmarks/table_targets/run.py [NAME...] [--data ../shared/data] [--out RESULT.json] [--sample N]
                                           [--answers FOLDER]

NAME is one of the measurements, `infotabs_JUDGE`, `tabfact_2000_JUDGE` (a sample) and `tabfact_JUDGE` (all) for each
judge; without one, all are run. One worker, so that the times are those of a single statement. Answers of interrupted
runs are kept in FOLDER. Each result is kept in RESULT.json, and those of measurements that are not run stay there; with
`--sample` nothing is kept.
"""

import argparse
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "measuring"))

from commands import report_of, run
from measurements import RUNS, Report, measure, target_parser
from targets import TARGETS

from veriscope.pipeline.table_judging import TABLE_JUDGES

SETS: dict[str, tuple[str, tuple[object, ...]]] = {
    "infotabs": ("infotabs/dev.jsonl.xz", ()),
    "tabfact_2000": ("tabfact/val.jsonl.xz", ("--sample", 2000)),
    "tabfact": ("tabfact/val.jsonl.xz", ()),
}


def statements(asked: argparse.Namespace, *, name: str, judge: str) -> Report:
    """One judge on one data set."""
    file, options = SETS[name]
    data = asked.data / file
    words = ["eval", "tables", "--data", data, "--tables", data.with_name("tables.jsonl.xz"), *options]
    if asked.sample:
        words += ["--sample", asked.sample]
    elif asked.answers:
        words += ["--resume", asked.answers / f"{judge}.answers.jsonl"]
    return report_of(run(*words, "--model", judge, "--json"))


MEASUREMENTS: dict[str, Callable[[argparse.Namespace], Report]] = {
    f"{name}_{judge}": partial(statements, name=name, judge=judge) for judge in TABLE_JUDGES for name in SETS
}


def main() -> None:
    parser = target_parser(__doc__, list(MEASUREMENTS), result=RUNS / "table_targets.json")
    parser.add_argument("--answers", type=Path)
    asked = parser.parse_args()
    measure(asked, asked, MEASUREMENTS, TARGETS)


if __name__ == "__main__":
    main()
