"""Runs the stages of the FEVEROUS baseline's recipe: those that are done are passed over, a stopped one goes on."""

import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

from veriscope.errors import MissingExtraError
from veriscope.pipeline.feverous_prepare import prepare
from veriscope.pipeline.feverous_recipe import FeverousRecipe, MeasuredClaims, Stage, Variant

if TYPE_CHECKING:
    from veriscope.pipeline.feverous_trainings import Trainer

# What is at hand, and how much of how much is done.
Report = Callable[[str, int, int], None]


def run_feverous_stages(
    recipe: FeverousRecipe, stages: Sequence[Stage], *, seconds: float, talk: Callable[[str], None], report: Report
) -> bool:
    """Run the stages that are not done yet; False where the time was over before the last ended."""
    started = time.monotonic()
    for stage in stages:
        if stage.done.exists():
            talk(f"{stage.name}: done already ({stage.done})")
            continue
        talk(f"{stage.name}: begins")
        left = seconds - (time.monotonic() - started)
        if left <= 0 or not _run(recipe, stage, seconds=left, report=report):
            return False
        talk(f"{stage.name}: done after {time.monotonic() - started:.0f} s")
    return True


def _run(recipe: FeverousRecipe, stage: Stage, *, seconds: float, report: Report) -> bool:
    kind, _, rest = stage.name.partition("-")
    if kind == "prepare":
        asked = recipe.measured().get(rest, MeasuredClaims(claims=recipe.train))
        corpus = asked.corpus or recipe.corpus
        prepare(asked.claims, corpus, recipe.prepared(rest), retrieve=rest != "train", report=report)
        return True
    if find_spec("torch") is None or find_spec("transformers") is None:
        raise MissingExtraError(f"the stage {stage.name}", extra="train")
    from veriscope.pipeline.feverous_trainings import Trainer  # noqa: PLC0415 - needs torch

    told: Report = lambda name, done, total: report(f"{stage.name}, {name}", done, total)  # noqa: E731
    return _train(Trainer(recipe, told, seconds), kind, rest)


def _train(trainer: "Trainer", kind: str, rest: str) -> bool:
    match kind:
        case "nli":
            return trainer.pretrain()
        case "verdict":
            variant, _, run = rest.rpartition("-")
            return trainer.verdict(Variant(variant), int(run))
        case "cells":
            return trainer.cells(int(rest))
        case "types":
            return trainer.types(int(rest))
        case _:
            return trainer.export()
