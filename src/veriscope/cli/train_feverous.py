"""`veriscope train feverous`: trains the networks of the FEVEROUS paper's baseline."""

import math
from typing import Annotated

import typer

from veriscope.cli.options import RecipeFile
from veriscope.cli.output import talk
from veriscope.cli.progress import progress
from veriscope.cli.train_recipe import one_line_when_stopped
from veriscope.lab.reproductions import chosen_stages, read_feverous_recipe, run_feverous_stages
from veriscope.lab.training import TimeIsUpError


def feverous(
    config: RecipeFile,
    stage: Annotated[
        str | None,
        typer.Option(
            "--stage",
            help="Only one of: prepare, nli, verdict, cells, types, predict, export; or one run, such as cells-1.",
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", min=1, help="Stop after this time, with exit code 3; the same command resumes."),
    ] = None,
) -> None:
    """Train the FEVEROUS paper's baseline: verdict predictors, cell extractors and the evidence-type model.

    Finished stages are skipped, and a stopped one resumes. All but `prepare` need the extra `train` and should have a
    GPU; `prepare` needs the corpus, the others only its output. docs/feverous-baseline.md describes the recipe.

    Example: veriscope train feverous --config recipe.toml --stage verdict
    """
    recipe = read_feverous_recipe(config)
    stages = chosen_stages(recipe, stage)
    with one_line_when_stopped(), progress("steps") as update:
        is_done = run_feverous_stages(
            recipe, stages, seconds=seconds or math.inf,
            talk=lambda line: talk.print(line, soft_wrap=True),
            report=lambda name, done, total: update(name, done, total, done),
        )  # fmt: skip
        if not is_done:
            raise TimeIsUpError
