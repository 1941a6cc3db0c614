"""Imports the packages that hold the facts; only the generator needs them."""

import importlib
import importlib.metadata
from types import ModuleType

from veriscope.errors import MissingExtraError, VeriscopeError

REQUIREMENTS = "src/veriscope/starter/requirements.txt"


class MissingFactsError(MissingExtraError):
    """A package that holds facts is not installed."""

    def __init__(self, package: str) -> None:
        VeriscopeError.__init__(self, f"generating the atlas needs {package}: pip install -r {REQUIREMENTS}")


def load(package: str, *, module: str | None = None) -> ModuleType:
    """A module of a facts package, or an error that names the requirements file."""
    try:
        return importlib.import_module(module or package)
    except ImportError:
        raise MissingFactsError(package) from None


def versions(requirements: str) -> dict[str, str]:
    """The pinned version of each package named in a requirements file."""
    lines = (line for line in requirements.splitlines() if line and not line.startswith("#"))
    return dict(line.split("==", 1) for line in lines)


def wrong_versions(requirements: str) -> list[str]:
    """What is installed otherwise than pinned, in words; empty when all is as it should be."""
    wrong = []
    for package, version in versions(requirements).items():
        try:
            installed = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            installed = "not installed"
        if installed != version:
            wrong.append(f"{package} is {installed}, but {version} is pinned")
    return wrong
