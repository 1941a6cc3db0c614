"""The FEVEROUS paper's Tables 3 and 4 with our trained baseline, on all claims that a recipe measures on.

Run: python benchmarks/feverous_baseline/run.py --recipe RECIPE [--out RESULT.json]
The networks are trained by `veriscope train feverous --config RECIPE`; where its stage `predict` ran, no network is
needed here, only the folder `results`, the `model.json` of each network and the prepared claims.
"""

import argparse
import json
import platform
import sys
from pathlib import Path

from veriscope.lab.reproductions.feverous_paper_tables import paper_tables, tables_json
from veriscope.lab.reproductions.feverous_recipe import FeverousRecipe, feverous_stages, read_feverous_recipe
from veriscope.lab.reproductions.feverous_results import measure_feverous

ROOT = Path(__file__).resolve().parents[2]
RESULT = ROOT / "benchmarks" / "runs" / "2026-11-15-two-core" / "feverous_baseline.json"


def trained(recipe: FeverousRecipe) -> dict:
    """How each network was trained, and the last line of its log."""
    found = {}
    for stage in feverous_stages(recipe):
        header, log = stage.done.with_name("model.json"), stage.done.with_name("log.jsonl")
        if stage.name.startswith(("nli", "verdict-", "cells-", "types-")) and log.exists():
            settings = json.loads(header.read_text(encoding="utf-8"))["settings"] if header.exists() else {}
            last = json.loads(log.read_text(encoding="utf-8").splitlines()[-1])
            found[stage.name] = {"settings": settings, "last": last}
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--recipe", type=Path)
    parser.add_argument("--out", type=Path, default=RESULT)
    asked = parser.parse_args()
    if asked.recipe is None:
        print("no --recipe: nothing to measure", file=sys.stderr)
        return
    recipe = read_feverous_recipe(asked.recipe)
    report = {"machine": f"{platform.machine()}, Python {platform.python_version()}", "trained": trained(recipe)}
    for split in recipe.measured_claims():
        results = measure_feverous(recipe, split, talk=lambda line: print(line, file=sys.stderr))
        report[split] = tables_json(results, paper_tables(results, runs=recipe.run_numbers()))
    text = json.dumps(report, indent=2) + "\n"
    asked.out.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
