"""Chooses the predicates of a graph that scenarios are made for."""

import re
from collections.abc import Iterable, Sequence

from veriscope.errors import InputError, UsageError
from veriscope.graph import Functionality, Graph, NameFinder, functionalities

KINDS = ("one-to-one", "many-to-one", "one-to-many", "many-to-many")
_NAMED = 5


def choose_predicates(graph: Graph, names: Sequence[str], *, kind: str | None = None, least_facts: int) -> list[int]:
    """The named predicates, or all, with at least so many facts and of that functionality; most facts first.

    A predicate that was named but does not fit is an error.
    """
    if kind is not None and kind not in KINDS:
        raise UsageError(f"no functionality {kind!r}; choose one of: {', '.join(KINDS)}")
    profiles = functionalities(graph)
    if names:
        finder = NameFinder(graph)
        found = list(dict.fromkeys(finder.predicate(name) for name in names))
        for predicate in found:
            _require_fitting(graph.predicates[predicate], profiles[predicate], kind=kind, least_facts=least_facts)
        return found
    fitting = [
        predicate
        for predicate, profile in enumerate(profiles)
        if profile.facts >= least_facts and kind in (None, profile.kind)
    ]
    if not fitting:
        raise InputError(_none_fits(graph, profiles, kind=kind, least_facts=least_facts))
    return sorted(fitting, key=lambda predicate: (-profiles[predicate].facts, predicate))


def folder_names(names: Iterable[str]) -> list[str]:
    """A folder name for each predicate: the last part of its name, safe for file systems; numbered if it repeats."""
    folders: list[str] = []
    for name in names:
        last = next((part for part in reversed(re.split(r"[/#]", name)) if part), name)
        plain = re.sub(r"[^\w.-]", "_", last).strip(".") or "predicate"
        numbered = (plain if number == 1 else f"{plain}-{number}" for number in range(1, len(folders) + 2))
        folders.append(next(folder for folder in numbered if folder.lower() not in map(str.lower, folders)))
    return folders


def _require_fitting(name: str, profile: Functionality, *, kind: str | None, least_facts: int) -> None:
    if profile.facts < least_facts:
        raise InputError(
            f"{name} has {profile.facts:,} facts, but needs {least_facts:,}; name another predicate, or allow "
            f"fewer: --least-facts {profile.facts}"
        )
    if kind not in (None, profile.kind):
        raise InputError(f"{name} is {profile.kind}, not {kind}; name another predicate, or leave --functionality out")


def _none_fits(graph: Graph, profiles: Sequence[Functionality], *, kind: str | None, least_facts: int) -> str:
    nearest = sorted(
        (predicate for predicate, profile in enumerate(profiles) if kind in (None, profile.kind)),
        key=lambda predicate: (-profiles[predicate].facts, predicate),
    )[:_NAMED]
    what = f"no predicate{f' is {kind} and' if kind else ''} has {least_facts:,} facts"
    if not nearest:
        return f"{what}; the graph has none of that kind"
    listed = ", ".join(f"{graph.predicates[predicate]} ({profiles[predicate].facts:,})" for predicate in nearest)
    return f"{what}; the largest are {listed}: allow fewer with --least-facts"
