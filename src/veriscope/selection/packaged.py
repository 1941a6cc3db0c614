"""The models that the package carries for selection."""

from functools import cache
from importlib.resources import as_file, files

from veriscope.neural.boosted_trees import BoostedTrees


@cache
def packaged_model(name: str) -> BoostedTrees:
    """The model of that file name."""
    with as_file(files("veriscope.selection") / "data" / name) as path:
        return BoostedTrees.read(path)
