"""`veriscope train verdict`: the recipe of the shipped encoder."""

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from veriscope.cli.output import talk
from veriscope.errors import MissingExtraError
from veriscope.pipeline.encoder_recipe import read_recipe, run_recipe


def verdict(
    config: Annotated[Path, typer.Option("--config", metavar="FILE", help="The recipe, in TOML; docs/training.md.")],
    stage: Annotated[
        str | None,
        typer.Option(
            "--stage", help="Only this one: mine, ranker, rank, teacher, score, student, export or head; else all."
        ),
    ] = None,
) -> None:
    """Train the encoder that ranks sentences and decides verdicts, from mining to the exported model.

    Stages that are done are passed over, and one that was stopped goes on. All but `mine` and `head` need the extra
    `train`; `ranker` to `student` want a GPU.

    Example: veriscope train verdict --config recipe.toml
    """
    recipe = read_recipe(config)
    if stage not in {"mine", "head"} and find_spec("torch") is None:
        raise MissingExtraError("training the encoder", extra="train")
    run_recipe(recipe, only=stage, report=lambda line: talk.print(line, soft_wrap=True))
