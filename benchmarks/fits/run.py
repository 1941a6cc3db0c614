"""The fits by scikit-learn beside those written by hand before, each in the tree that it belongs to.

    python benchmarks/fits/run.py --before FOLDER [--data ../shared/data] [--out RESULT.json]

FOLDER is a checkout of the commit before (70d3500). `claim_only` trains the bias model on fever/train (or on
its first 15,000 claims) and guesses the labels of fever/dev. The others fit drawn rows:
their losses have one least value, so that the two must find the same.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RESULT = ROOT / "benchmarks" / "runs" / "2026-11-18-two-core" / "fits.json"


def measured(tree: Path, data: Path) -> dict:
    """What the fits of a tree give."""
    command = [sys.executable, str(Path(__file__).with_name("measure.py")), str(data)]
    environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True, text=True)
    return json.loads(done.stdout)


def compared(before: dict, after: dict) -> dict:
    """Both models, and how far accuracy moved claim by claim, with 95 %."""
    pairs = zip(before.pop("right"), after.pop("right"), strict=True)
    moved = [int(now) - int(then) for then, now in pairs]
    error = 1.96 * (sum(one * one for one in moved) / len(moved)) ** 0.5 / len(moved) ** 0.5
    gain = {"mean": round(sum(moved) / len(moved), 4), "error": round(error, 4)}
    return {"before": before, "after": after, "gain": gain}


def largest_difference(before: list[float], after: list[float]) -> float:
    return max(abs(one - other) for one, other in zip(before, after, strict=True))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", type=Path, required=True)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--out", type=Path, default=RESULT)
    asked = parser.parse_args()
    trees = {"before": asked.before, "after": ROOT}
    found = {name: measured(tree, asked.data) for name, tree in trees.items()}
    convex = ("verdict_head", "table_fusion", "platt")
    report = {
        "date": time.strftime("%Y-%m-%d"),
        **{name: compared(*(found[tree][name] for tree in trees)) for name in ("claim_only", "claim_only_15000")},
        **{
            name: {
                "processor_s": {tree: found[tree][name]["processor_s"] for tree in trees},
                "loss": {tree: found[tree][name]["loss"] for tree in trees},
                "largest_difference": largest_difference(*(found[tree][name]["values"] for tree in trees)),
            }
            for name in convex
        },
    }
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    asked.out.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
