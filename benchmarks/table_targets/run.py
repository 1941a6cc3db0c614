"""Statements about tables: every judge on TabFact's val and InfoTabS's dev, by the command that a user would type.

    python benchmarks/table_targets/run.py [NAME...] [--data ../shared/data] [--out RESULT.json] [--sample N]
                                           [--answers FOLDER]

NAME is one of the measurements, `tabfact_JUDGE` and `infotabs_JUDGE` for each judge; without one, all are run. One
worker, so that the times are those of a single statement. Answers of interrupted runs are kept in FOLDER. Each result
is kept in RESULT.json, and those of measurements that are not run stay there; with `--sample` nothing is kept.
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

FILES = {"tabfact": "val.jsonl.xz", "infotabs": "dev.jsonl.xz"}


def statements(asked: argparse.Namespace, *, name: str, judge: str) -> Report:
    """One judge on one data set."""
    folder = asked.data / name
    words: list[object] = ["eval", "tables", "--data", folder / FILES[name], "--tables", folder / "tables.jsonl.xz"]
    if asked.sample:
        words += ["--sample", asked.sample]
    elif asked.answers:
        words += ["--resume", asked.answers / f"{name}_{judge}.answers.jsonl"]
    return report_of(run(*words, "--model", judge, "--json"))


MEASUREMENTS: dict[str, Callable[[argparse.Namespace], Report]] = {
    f"{name}_{judge}": partial(statements, name=name, judge=judge) for judge in TABLE_JUDGES for name in FILES
}


def main() -> None:
    parser = target_parser(__doc__, list(MEASUREMENTS), result=RUNS / "table_targets.json")
    parser.add_argument("--answers", type=Path)
    asked = parser.parse_args()
    measure(asked, asked, MEASUREMENTS, TARGETS)


if __name__ == "__main__":
    main()
