"""Runs a training by name, with the settings of a TOML file."""

from collections.abc import Callable, Iterable
from dataclasses import is_dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, get_type_hints

from veriscope.domain import choose
from veriscope.errors import MissingExtraError, VeriscopeError
from veriscope.files import read_settings
from veriscope.lab.training.registry import RECIPES
from veriscope.starter import STARTER

_EXTRA = frozenset({"lightgbm", "onnx", "onnxscript", "safetensors", "torch", "transformers"})

# Takes its settings, trains, and yields its results line by line.
Recipe = Callable[[Any], Iterable[str]]


class TimeIsUpError(VeriscopeError):
    """A training stopped because its time was over; the same call resumes it."""

    def __init__(self) -> None:
        super().__init__("the time is up; the same command goes on")


def run_recipe(name: str, config: Path) -> Iterable[str]:
    """Train with the settings of a file; yields the results line by line."""
    recipe = load_recipe(name)
    settings = read_settings(config, settings_of(recipe), places=[STARTER])
    return _with_extra(recipe(settings), name)


def load_recipe(name: str) -> Recipe:
    """The function of a recipe; importing it imports what it needs."""
    module, _, function = choose(RECIPES, name, "recipe").function.partition(":")
    try:
        recipe: Recipe = getattr(import_module(module), function)
    except ModuleNotFoundError as error:
        raise _missing(error, name) from None
    return recipe


def settings_of(recipe: Recipe) -> type[Any]:
    """The dataclass of a recipe's settings."""
    kind = get_type_hints(recipe)["settings"]
    assert is_dataclass(kind)
    return kind  # type: ignore[return-value]


def _with_extra(lines: Iterable[str], name: str) -> Iterable[str]:
    """Yields the lines; some recipes import the `train` extra only while they run."""
    try:
        yield from lines
    except ModuleNotFoundError as error:
        raise _missing(error, name) from None


def _missing(error: ModuleNotFoundError, name: str) -> VeriscopeError | ModuleNotFoundError:
    return MissingExtraError(f"train {name}", extra="train") if error.name in _EXTRA else error
