"""Compares our scorers with the official ones on generated submissions; every one of the five numbers must be equal.

    make test   # once: it installs the official packages, in spite of fever-scorer's setup.py
    python benchmarks/scorer_parity/run.py --out benchmarks/runs/DATE-MACHINE/scorer_parity.json

`--record DIR` writes a few cases with the official numbers, for tests that run without the official packages.
"""

import argparse
import copy
import json
import platform
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from functools import partial
from importlib.metadata import version
from itertools import chain
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from cases import Case, fever_cases, feverous_cases

from veriscope.scoring import SCORERS, Resampling, evaluate, score_fever_claim, score_feverous_claim

Numbers = tuple[float, ...]


def official_fever(case: Case) -> Numbers | None:
    """The official numbers; nothing where the official scorer divides by zero."""
    from fever.scorer import fever_score  # noqa: PLC0415 - optional here

    return _guarded(fever_score, case, {"max_evidence": case.limits["max_evidence"]})


def official_feverous(case: Case) -> Numbers | None:
    """The official numbers; nothing where the official scorer divides by zero."""
    from feverous.evaluation.feverous_scorer import feverous_score  # noqa: PLC0415 - optional here

    limits = {"max_evidence": case.limits["max_evidence"], "max_evidence_cell": case.limits["max_cells"]}
    return _guarded(feverous_score, case, limits)


def _guarded(score: Callable, case: Case, limits: dict[str, int]) -> Numbers | None:
    try:
        # The official scorers change their input.
        return score(copy.deepcopy(case.predictions), copy.deepcopy(case.official_gold), **limits)
    except ZeroDivisionError:
        return None


def ours(task: str, case: Case, *, folder: Path) -> Numbers:
    """Our numbers, through files as a user would."""
    gold, predictions = folder / "gold.jsonl", folder / "predictions.jsonl"
    gold.write_text("".join(json.dumps(row) + "\n" for row in case.gold), encoding="utf-8")
    predictions.write_text("".join(json.dumps(row) + "\n" for row in case.predictions), encoding="utf-8")
    if task == "fever":
        score = partial(score_fever_claim, max_evidence=case.limits["max_evidence"])
    else:
        limits = {"max_sentences": case.limits["max_evidence"], "max_cells": case.limits["max_cells"]}
        score = partial(score_feverous_claim, **limits)
    scorer = replace(SCORERS[task], score=score)
    found = evaluate(predictions, gold, scorer=scorer, resampling=Resampling(resamples=0))
    return tuple(asdict(found.scores).values())


TASKS = {"fever": (fever_cases, official_fever), "feverous": (feverous_cases, official_feverous)}


def compare(task: str, *, count: int, seed: int) -> dict:
    """How many of `count` cases differ; where the official scorer crashes, its F1 has no value and ours is 0."""
    make, official = TASKS[task]
    features: Counter[str] = Counter()
    crashes, claims, differences = 0, 0, []
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as name:
        for number, case in enumerate(make(count, seed=seed)):
            features.update(case.features)
            claims += len(case.gold)
            theirs, mine = official(case), ours(task, case, folder=Path(name))
            if theirs is None:
                crashes += 1
                is_equal = mine[2:] == (0.0, 0.0, 0.0)
            else:
                is_equal = mine == theirs
            if not is_equal:
                differences.append({"case": number, "official": theirs, "ours": mine})
    return {
        "cases": count,
        "claims": claims,
        "differences": len(differences),
        "first_differences": differences[:5],
        "official_divides_by_zero": crashes,
        "cases_with": dict(sorted(features.items())),
        "seconds": round(time.perf_counter() - started, 1),
    }


def recorded(task: str, *, count: int, seed: int) -> Iterator[dict]:
    """A few cases with the official numbers beside them."""
    make, official = TASKS[task]
    for case in make(count, seed=seed):
        numbers = official(case)
        if numbers is not None and len(case.gold) < 10:
            yield {"gold": case.gold, "predictions": case.predictions, "limits": case.limits, "official": numbers}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=20_261_115)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--record", type=Path)
    arguments = parser.parse_args()
    if arguments.record:
        for task in TASKS:
            rows = recorded(task, count=20, seed=arguments.seed)
            lines = chain.from_iterable((json.dumps(row), "\n") for row in rows)
            (arguments.record / f"{task}_official.jsonl").write_text("".join(lines), encoding="utf-8")
        return
    result = {
        "command": f"python benchmarks/scorer_parity/run.py --cases {arguments.cases} --seed {arguments.seed}",
        "python": platform.python_version(),
        "official": {name: version(name) for name in ("fever-scorer", "feverous")},
        "seed": arguments.seed,
    } | {task: compare(task, count=arguments.cases, seed=arguments.seed) for task in TASKS}
    text = json.dumps(result, indent=2) + "\n"
    print(text)
    if arguments.out:
        arguments.out.write_text(text, encoding="utf-8")
    if any(result[task]["differences"] for task in TASKS):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
