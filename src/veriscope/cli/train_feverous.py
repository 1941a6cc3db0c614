"""`veriscope train feverous`: the networks of the FEVEROUS paper's baseline."""

import math
from pathlib import Path
from typing import Annotated

import typer

from veriscope.cli.output import talk
from veriscope.cli.progress import progress
from veriscope.errors import VeriscopeError
from veriscope.pipeline.feverous_recipe import chosen_stages, read_feverous_recipe
from veriscope.pipeline.feverous_training_run import run_feverous_stages

_TIME_IS_UP = 3


def feverous(
    config: Annotated[
        Path, typer.Option("--config", metavar="FILE", help="The recipe, in TOML; docs/feverous-baseline.md.")
    ],
    stage: Annotated[
        str | None,
        typer.Option(
            "--stage", help="Only these: prepare, nli, verdict, cells, types, predict, export, or one such as cells-1."
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", min=1, help="Stop after so long, with exit code 3; the same command goes on."),
    ] = None,
) -> None:
    """Train the FEVEROUS paper's baseline: verdict predictors, cell extractors and the evidence-type model.

    Stages that are done are passed over, and one that was stopped goes on. All but `prepare` need the extra `train`
    and want a GPU; `prepare` needs the corpus, the others only what it wrote.

    Example: veriscope train feverous --config recipe.toml --stage verdict
    """
    recipe = read_feverous_recipe(config)
    stages = chosen_stages(recipe, stage)
    try:
        with progress("steps") as update:
            is_done = run_feverous_stages(
                recipe, stages, seconds=seconds or math.inf,
                talk=lambda line: talk.print(line, soft_wrap=True),
                report=lambda name, done, total: update(name, done, total, done),
            )  # fmt: skip
    except KeyboardInterrupt:
        raise VeriscopeError("interrupted; the same command goes on from the last checkpoint") from None
    if not is_done:
        talk.print("the time is up; the same command goes on", soft_wrap=True)
        raise typer.Exit(_TIME_IS_UP)
