"""Notes on what a build leaves out: how often, and the first places."""

from veriscope.graph.compact import LeftOut

_NAMED = 5


class LeftOutNotes:
    """Counts by reason, with the places of the first few."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._places: dict[str, list[str]] = {}

    def add(self, reason: str, place: str) -> None:
        """Note one thing left out at a place."""
        self._counts[reason] = self._counts.get(reason, 0) + 1
        places = self._places.setdefault(reason, [])
        if len(places) < _NAMED:
            places.append(place)

    def count(self, reason: str, number: int) -> None:
        """Note that `number` things were left out; nothing is noted for 0."""
        if number:
            self._counts[reason] = self._counts.get(reason, 0) + number

    def all(self) -> tuple[LeftOut, ...]:
        """The notes, in the order in which their reasons first came up."""
        return tuple(
            LeftOut(reason, number, tuple(self._places.get(reason, ()))) for reason, number in self._counts.items()
        )
