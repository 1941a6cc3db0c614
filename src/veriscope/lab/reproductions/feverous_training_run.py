"""Runs the stages of the FEVEROUS baseline's recipe: skips finished stages, and resumes a stopped one."""

import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

from veriscope.datasets import count_text
from veriscope.errors import MissingExtraError
from veriscope.lab.reproductions.feverous_prepare import preparation, prepare
from veriscope.lab.reproductions.feverous_prepared import read_prepared
from veriscope.lab.reproductions.feverous_recipe import FeverousRecipe, MeasuredClaims, Stage, Variant
from veriscope.lab.reproductions.feverous_results import predict_feverous

if TYPE_CHECKING:
    from veriscope.lab.reproductions.feverous_trainings import Trainer

_PREDICT = "predict-"

# Takes the current task, and how much of how much is done.
Report = Callable[[str, int, int], None]


def run_feverous_stages(
    recipe: FeverousRecipe, stages: Sequence[Stage], *, seconds: float, talk: Callable[[str], None], report: Report
) -> bool:
    """Run the unfinished stages; False if the time was over before the last one ended."""
    started = time.monotonic()
    predicted = [stage.name.removeprefix(_PREDICT) for stage in stages if stage.name.startswith(_PREDICT)]
    for stage in stages:
        kind, _, rest = stage.name.partition("-")
        if kind == "prepare":
            _prepare(recipe, rest, talk=talk, report=report)
            continue
        if kind == "predict":
            # All rows run at once, so that the claims and marked cells that they share are made only once.
            if rest == predicted[0]:
                predict_feverous(recipe, predicted, talk=talk)
            continue
        if stage.done.exists():
            talk(f"{stage.name}: done already ({stage.done})")
            continue
        talk(f"{stage.name}: begins")
        left = seconds - (time.monotonic() - started)
        if left <= 0 or not _run(recipe, stage, seconds=left, report=report):
            return False
        talk(f"{stage.name}: done after {time.monotonic() - started:.0f} s")
    return True


def _prepare(recipe: FeverousRecipe, split: str, *, talk: Callable[[str], None], report: Report) -> None:
    asked = recipe.measured_claims().get(split, MeasuredClaims(claims=recipe.train))
    folder = recipe.prepared_folder(split)
    prepare(asked.claims, asked.corpus or recipe.corpus, folder, retrieve=split != "train", report=report)
    counts = preparation(read_prepared(folder, tables=False).claims)
    talk(
        f"prepare-{split}: {count_text(counts.claims, 'claim')}; of {counts.incomplete:,} the corpus lacks evidence "
        f"and {counts.without_gold:,} have none: these teach nothing"
    )


def _run(recipe: FeverousRecipe, stage: Stage, *, seconds: float, report: Report) -> bool:
    kind, _, rest = stage.name.partition("-")
    if find_spec("torch") is None or find_spec("transformers") is None:
        raise MissingExtraError(f"the stage {stage.name}", extra="train")
    from veriscope.lab.reproductions.feverous_trainings import Trainer  # noqa: PLC0415

    def report_stage(name: str, done: int, total: int) -> None:
        report(f"{stage.name}, {name}", done, total)

    return _train(Trainer(recipe, report_stage, seconds), kind, rest)


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
