"""Tables and programs: every target by the command that a user would type.

    python benchmarks/table_targets/run.py [NAME...] [--data ../shared/data] [--corpora FOLDER] [--out RESULT.json]
                                           [--sample N] [--answers FOLDER]

NAME is one of the measurements; without one, all are run. `infotabs_JUDGE`, `tabfact_2000_JUDGE` (a sample) and
`tabfact_JUDGE` (all) put statements about one table to each judge; `cells`, `cells_gold_evidence` and `cells_ablation`
go from the claim to the verdict in one corpus of `fever/wiki-pages`, `feverous-pages` and `cells`, and `speed` times
single claims there; `numeric_traces` compares what is shown as computed with the gold programs of the atlas. One
worker, so that the times are those of a single claim. The corpus is kept in the folder of `--corpora`, as `mixed`, and
built where it is missing; answers of interrupted runs are kept in that of `--answers`, and good for the same code only.
Each result is kept in RESULT.json with its command and commit, and those of measurements that are not run stay there,
unless no measurement of that name is left; with `--sample` nothing is kept.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "measuring"))

from cells import cells, cells_ablation, cells_gold_evidence, speed
from commands import report_of, run
from measurements import RUNS, Report, measure, target_parser
from numeric_traces import numeric_traces
from targets import TARGETS
from version import code_version

from veriscope.lab.evaluation.table_judging import TABLE_JUDGES

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
        words += ["--resume", asked.answers / f"{judge}.{code_version()}.answers.jsonl"]
    return report_of(run(*words, "--verdict", judge, "--json"))


MEASUREMENTS: dict[str, Callable[[argparse.Namespace], Report]] = {
    "speed": speed,
    "numeric_traces": numeric_traces,
    "cells": cells,
    "cells_gold_evidence": cells_gold_evidence,
    "cells_ablation": cells_ablation,
    **{f"{name}_{judge}": partial(statements, name=name, judge=judge) for judge in TABLE_JUDGES for name in SETS},
}


def main() -> None:
    parser = target_parser(__doc__, list(MEASUREMENTS), result=RUNS / "table_targets.json")
    parser.add_argument("--answers", type=Path)
    parser.add_argument("--corpora", type=Path)
    asked = parser.parse_args()
    for folder in filter(None, (asked.answers, asked.corpora)):
        folder.mkdir(parents=True, exist_ok=True)
    asked.corpora = asked.corpora or Path(tempfile.mkdtemp())
    measure(asked, asked, MEASUREMENTS, TARGETS)


if __name__ == "__main__":
    main()
