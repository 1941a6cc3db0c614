"""The models for selection that come with the package."""

from functools import cache
from importlib.resources import as_file, files

from veriscope.models import BoostedTrees


@cache
def packaged_model(name: str) -> BoostedTrees:
    """The model of that file name."""
    with as_file(files("veriscope.selection") / "data" / name) as path:
        return BoostedTrees.read(path)
