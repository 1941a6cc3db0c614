"""`veriscope train NAME --config FILE`: one command for each recipe."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from veriscope.cli.options import RecipeFile
from veriscope.cli.output import out, talk
from veriscope.errors import StoppedError, UsageError
from veriscope.files import read_toml
from veriscope.lab.training import RECIPES, TimeIsUpError, run_recipe

_TIME_IS_UP = 3
_NO_SETTINGS = {"config", "as_json", "help"}
# How the help marks options that are paths.
_PATHS = {"FILE", "DIR"}


def __getattr__(name: str) -> Callable[[Path], None]:
    """The command of a recipe in the registry."""
    if name not in RECIPES:
        raise AttributeError(name)

    def recipe(config: RecipeFile) -> None:
        with one_line_when_stopped():
            for line in run_recipe(name, config):
                out.print(line, soft_wrap=True)

    recipe.__doc__ = f"{RECIPES[name].summary}\n\nPaths in the recipe are relative to its file."
    return recipe


@contextmanager
def one_line_when_stopped() -> Iterator[None]:
    """Say in one line that a training was interrupted, or that its time is up (exit code 3, because it can resume)."""
    try:
        yield
    except KeyboardInterrupt:
        raise StoppedError("interrupted; the same command resumes from the last checkpoint") from None
    except TimeIsUpError as error:
        talk.print(str(error), soft_wrap=True)
        raise typer.Exit(_TIME_IS_UP) from None


def fill_options(context: typer.Context, config: Path | None) -> Path | None:
    """Take a command's options from a settings file; options on the command line override them."""
    if config is not None:
        options = {option.name: option for option in context.command.params if option.name not in _NO_SETTINGS}
        found = read_toml(config)
        for name, value in found.items():
            if name not in options:
                names = ", ".join(map(str, options))
                raise UsageError(f"{config}: no setting named {name!r}; choose one of: {names}")
            if getattr(options[name], "metavar", None) in _PATHS and isinstance(value, str):
                found[name] = str(config.parent / value)
        context.default_map = found
    return config


Settings = Annotated[
    Path | None,
    typer.Option(
        "--config",
        metavar="FILE",
        is_eager=True,
        callback=fill_options,
        help="A TOML file with values for the options.",
    ),
]
