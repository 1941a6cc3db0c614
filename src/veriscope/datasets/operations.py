"""Summarises what annotators did before a verdict, from FEVEROUS's logs."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from veriscope.files import JsonValue


@dataclass(frozen=True, slots=True)
class Operations:
    """Averages over the claims with a log: the count of each operation, and the time of the last one in seconds."""

    claims: int
    per_claim: dict[str, float]
    seconds: float


def summarise_operations(logs: Iterable[JsonValue]) -> Operations | None:
    """The averages over all logs; None if no claim has one."""
    counts: Counter[str] = Counter()
    claims, seconds = 0, 0.0
    for log in logs:
        entries = [entry for entry in log if isinstance(entry, dict)] if isinstance(log, list) else []
        if entries:
            claims += 1
            counts.update(str(entry.get("operation", "")) for entry in entries)
            seconds += max(_seconds(entry.get("time")) for entry in entries)
    if not claims:
        return None
    per_claim = {name: count / claims for name, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))}
    return Operations(claims, per_claim, seconds / claims)


def _seconds(value: JsonValue) -> float:
    """The time of an entry, which the logs write as a number or as text."""
    try:
        return float(value) if isinstance(value, int | float | str) else 0.0
    except (ValueError, OverflowError):
        return 0.0
