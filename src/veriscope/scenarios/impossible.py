"""Says why a set of facts cannot be made, and which nearby settings would work."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace

from veriscope.errors import ImpossibleError, UsageError
from veriscope.scenarios.settings import DatasetSettings

_Settings = Iterator[tuple[float, DatasetSettings]]


def impossible(
    predicate: str, settings: DatasetSettings, problem: str, *, fits: Callable[[DatasetSettings], bool]
) -> ImpossibleError:
    """The error that names the problem and the nearest settings that work, with one property changed at a time."""
    asked = (
        f"transparency {settings.transparency:g}, homogeneity {settings.homogeneity:g}, size {settings.size}, "
        f"ratio {settings.ratio:g}, {settings.popularity}"
    )
    return ImpossibleError(f"{predicate} at {asked}: {problem}; {_advice(settings, fits)}")


def _advice(settings: DatasetSettings, fits: Callable[[DatasetSettings], bool]) -> str:
    found = []
    for name, asked, nearby in (
        ("transparency", settings.transparency, _with_transparency(settings)),
        ("homogeneity", settings.homogeneity, _with_homogeneity(settings)),
        ("size", settings.size, _with_size(settings)),
    ):
        near = next((value for value, changed in nearby if fits(changed)), None)
        if near is not None:
            found.append(f"{name} {near:g} or {'more' if near > asked else 'less'}")
    if not found:
        return "no other transparency, homogeneity or size would do: choose a predicate with more facts"
    return f"{', or '.join(found)}{',' if len(found) > 1 else ''} works"


def _with_transparency(settings: DatasetSettings) -> _Settings:
    for share in _shares(settings.transparency):
        yield share, replace(settings, transparency=share)


def _with_homogeneity(settings: DatasetSettings) -> _Settings:
    for share in _shares(settings.homogeneity):
        yield share, replace(settings, homogeneity=share)


def _with_size(settings: DatasetSettings) -> _Settings:
    with suppress(UsageError):  # below a certain size no true or no false fact is left
        for size in range(settings.size - 1, 0, -1):
            yield size, replace(settings, size=size)


def _shares(asked: float) -> list[float]:
    """Shares in hundredths, nearest to the one asked for first."""
    return sorted((hundredths / 100 for hundredths in range(101)), key=lambda share: abs(share - asked))
