"""`veriscope train verdict`: runs the recipe of the shipped encoder."""

from importlib.util import find_spec
from typing import Annotated

import typer

from veriscope.cli.options import RecipeFile
from veriscope.cli.output import out, talk
from veriscope.cli.train_recipe import one_line_when_stopped
from veriscope.errors import MissingExtraError
from veriscope.files import read_settings
from veriscope.lab.training import EncoderRecipe, run_encoder_recipe


def verdict(
    config: RecipeFile,
    stage: Annotated[
        str | None,
        typer.Option(
            "--stage", help="Only one of: mine, ranker, rank, teacher, score, student, export, head. Default: all."
        ),
    ] = None,
) -> None:
    """Train the encoder that ranks sentences and decides verdicts, from mining to the exported model.

    Finished stages are skipped, and a stopped one resumes. All but `mine` and `head` need the extra `train`; `ranker`
    to `student` should have a GPU.

    Example: veriscope train verdict --config recipe.toml
    """
    recipe = read_settings(config, EncoderRecipe)
    if stage not in {"mine", "head"} and find_spec("torch") is None:
        raise MissingExtraError("training the encoder", extra="train")
    with one_line_when_stopped():
        for line in run_encoder_recipe(recipe, only=stage, report=lambda line: talk.print(line, soft_wrap=True)):
            out.print(line, soft_wrap=True)
