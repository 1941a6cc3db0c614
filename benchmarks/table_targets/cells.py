"""Claims about cells, from the claim to the verdict, in one corpus with all pages of FEVER and FEVEROUS."""

import argparse
import json
import tempfile
from pathlib import Path

from commands import built, check_one_by_one, report_of, run
from measurements import Report
from version import code_version

MIXED = ("fever/wiki-pages", "feverous-pages/pages.jsonl.xz", "cells/pages.jsonl.xz")
TIMED = 300


def cells(asked: argparse.Namespace) -> Report:
    """All claims, with the causes of the errors; one worker, so that the times are those of a single claim."""
    with tempfile.TemporaryDirectory() as folder:
        listing = Path(folder) / "wrong.csv"
        report = _pipeline(asked, "--errors", listing)
        # A list without a wrong claim cannot be counted.
        wrong = json.loads(run("eval", "errors", listing, "--json").printed) if report["feverous_score"] != 1 else {}
    return {**report, "errors": wrong}


def cells_gold_evidence(asked: argparse.Namespace) -> Report:
    """The same with the gold evidence given."""
    return _pipeline(asked, "--oracle", "evidence")


def cells_ablation(asked: argparse.Namespace) -> Report:
    """What each stage and the programs are worth, on 500 of the claims."""
    return _pipeline(asked, "--ablation", "--sample", asked.sample or 500)


def speed(asked: argparse.Namespace) -> Report:
    """The time of a single claim in a program that is warm, what explains the verdict counted in."""
    return report_of(check_one_by_one(_corpus(asked), _gold(asked), claims=asked.sample or TIMED))


def _corpus(asked: argparse.Namespace) -> Path:
    return built(asked.corpora / "mixed", *(asked.data / source for source in MIXED))


def _gold(asked: argparse.Namespace) -> Path:
    return Path(asked.data / "cells" / "dev.jsonl")


def _pipeline(asked: argparse.Namespace, *options: object) -> Report:
    words: list[object] = ["eval", "pipeline", "--corpus", _corpus(asked), "--gold", _gold(asked), "--json", *options]
    if asked.sample and "--sample" not in options:
        words += ["--sample", asked.sample]
    elif asked.answers and not asked.sample:
        words += ["--resume", asked.answers / f"cells.{code_version()}.answers.jsonl"]
    return report_of(run(*words))
