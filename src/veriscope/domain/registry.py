"""Implementations by name, each imported when it is looked up."""

from collections.abc import Collection, Iterator, Mapping
from pkgutil import resolve_name
from typing import TypeVar

from veriscope.errors import UsageError

_Implementation = TypeVar("_Implementation")


class Registry(Mapping[str, _Implementation]):
    """Maps a name to the object at a place written "module:name"; listing the names imports nothing."""

    def __init__(self, places: Mapping[str, str]) -> None:
        self._places = places

    def __getitem__(self, name: str) -> _Implementation:
        found: _Implementation = resolve_name(self._places[name])
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def require_name(name: str, known: Collection[str], what: str) -> str:
    """The name, if it is known; otherwise raises an error that lists the known names."""
    if name not in known:
        raise UsageError(f"no {what} named {name!r}; choose one of: {', '.join(sorted(known))}")
    return name


def choose(registry: Mapping[str, _Implementation], name: str, what: str) -> _Implementation:
    """The implementation of that name; a wrong name is a `UsageError`."""
    return registry[require_name(name, registry, what)]
