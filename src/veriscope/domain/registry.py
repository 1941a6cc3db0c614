"""Implementations by name, each imported when it is looked up: our own, those of plug-ins, and those of a user."""

import sys
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, TypeVar

from veriscope.errors import UsageError

_Implementation = TypeVar("_Implementation")


class Registry(Mapping[str, _Implementation]):
    """Maps a name to the object at a place written "module:name"; listing the names imports nothing.

    Installed packages add to it by the entry points of its `group`; a place is the name of what stands there. Both can
    be looked up, and neither is listed.
    """

    def __init__(self, places: Mapping[str, str], *, group: str = "") -> None:
        self._places = places
        self.group = group

    def __getitem__(self, name: str) -> _Implementation:
        if name in self._places:
            known: _Implementation = resolve_name(self._places[name])
            return known
        place = plug_in_place(name, self.group)
        if not place:
            raise KeyError(name)
        found: _Implementation = load_plug_in(place)
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._places or (isinstance(name, str) and bool(plug_in_place(name, self.group)))

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def plug_in_place(name: str, group: str) -> str:
    """Where a plug-in stands: the name itself if that is a place, else what an entry point says; empty if neither."""
    if not group:
        return ""
    return name if ":" in name else _entry_points(group).get(name, "")


def load_plug_in(place: str) -> Any:  # noqa: ANN401 - whatever stands there
    """What stands at a place, in an installed module or one in the current folder; `UsageError` if it cannot be had."""
    here = str(Path.cwd())
    if here not in sys.path:
        # At the end, so that no file of the folder takes the place of an installed module.
        sys.path.append(here)
    try:
        return resolve_name(place)
    except ModuleNotFoundError as error:
        raise UsageError(f"{place}: no module named {error.name!r}; install it, or run where it lies") from None
    except AttributeError as error:
        raise UsageError(f"{place}: {error}") from None
    except ValueError:
        raise UsageError(f"{place!r} is no place; write module:Class, such as my_package.my_module:MyClass") from None
    except Exception as error:  # the module is somebody else's
        raise UsageError(f"{place}: importing it fails: {type(error).__name__}: {error}") from error


def make_stage(given: object, verb: str, *arguments: object) -> Any:  # noqa: ANN401 - the protocol that has the verb
    """A stage from an object that is one, or from what makes one: a class, or a function of the arguments.

    `verb` is the method that every implementation of the stage has; an object without it is a `UsageError`.
    """
    if hasattr(given, verb) and not isinstance(given, type):
        return given
    name = name_of_stage(given)
    if not callable(given):
        raise UsageError(f"{name} cannot be used: it has no method `{verb}`, and makes nothing that has")
    try:
        made = given(*arguments)
    except TypeError as error:
        raise UsageError(f"{name} cannot be made: {error}; it is called with {len(arguments)} arguments") from error
    if not callable(getattr(made, verb, None)):
        raise UsageError(f"{name} cannot be used: what it makes has no method `{verb}`")
    return made


def name_of_stage(given: object) -> str:
    """The name of a stage: as written, or the place of its class."""
    if isinstance(given, str):
        return given
    owner = given if hasattr(given, "__qualname__") else type(given)
    return f"{owner.__module__}:{getattr(owner, '__qualname__', '')}"


def require_name(name: str, known: Collection[str], what: str) -> str:
    """The name, if it is known; otherwise raises an error that lists the known names."""
    if name not in known:
        added = _entry_points(known.group) if isinstance(known, Registry) and known.group else {}
        raise UsageError(f"no {what} named {name!r}; choose one of: {', '.join(sorted({*known, *added}))}")
    return name


def choose(registry: Mapping[str, _Implementation], name: str, what: str) -> _Implementation:
    """The implementation of that name; a wrong name is a `UsageError`."""
    return registry[require_name(name, registry, what)]


@lru_cache
def _entry_points(group: str) -> Mapping[str, str]:
    """The places that installed packages name for a group."""
    # It reads the metadata of every package, and most programs ask for no plug-in.
    from importlib.metadata import entry_points  # noqa: PLC0415

    return {point.name: point.value for point in entry_points(group=group)}
