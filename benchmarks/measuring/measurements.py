"""Runs named measurements, keeps their results in a file, and says which targets they hit."""

import argparse
import json
import os
import platform
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from target import Target, judged
from version import commit

RUNS = Path(__file__).parents[1] / "runs" / "2026-11-15-two-core"
Report = dict[str, object]
Bench = TypeVar("Bench")


def target_parser(description: str | None, names: Sequence[str], *, result: Path) -> argparse.ArgumentParser:
    """A command line of measurements to run, with where the data are and where the results go."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(names))
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--out", type=Path, default=result)
    parser.add_argument("--sample", type=int, default=0, metavar="N")
    return parser


def measure(
    asked: argparse.Namespace,
    bench: Bench,
    measurements: Mapping[str, Callable[[Bench], Report]],
    targets: Sequence[Target],
) -> None:
    """Run the measurements asked for, all where none is named; with a sample nothing is kept.

    Each result tells the commit it was made with. Results of the file that no measurement writes any more are dropped.
    """
    unknown = [name for name in asked.names if name not in measurements]
    if unknown:
        raise SystemExit(f"no measurement named {unknown[0]!r}; choose among: {', '.join(measurements)}")
    kept = json.loads(asked.out.read_text(encoding="utf-8")) if asked.out.exists() and not asked.sample else {}
    results = {name: report for name, report in kept.items() if name in measurements}
    results["machine"] = f"{os.cpu_count()} cores, Python {platform.python_version()}"
    for name in asked.names or measurements:
        made_with = commit()
        results[name] = {**measurements[name](bench), "commit": made_with}
        results["targets"] = [found for target in targets if (found := judged(target, results))]
        if not asked.sample:
            asked.out.parent.mkdir(parents=True, exist_ok=True)
            asked.out.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
        for found in results["targets"]:
            if found["measurement"] == name:
                print(_line(found), flush=True)


def _line(found: Report) -> str:
    hit = {True: "hit ", False: "MISS", None: "    "}[found["hit"]]
    asked = "" if found["target"] is None else f"  (asked for: {found['sign']} {found['target']:g})"
    return f"{hit}  {found['what']}: {found['value']:.4g}{asked}"
