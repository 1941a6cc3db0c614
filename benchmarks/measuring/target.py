"""What is asked of a figure, and whether it is enough."""

from typing import Any, NamedTuple


class Target(NamedTuple):
    """A figure; `target` is None where it is only to be reported, and negative `sign` means that less is better."""

    what: str
    path: str
    sign: str = ">="
    target: float | None = None


def judged(target: Target, results: dict[str, Any]) -> dict[str, Any] | None:
    """The figure of a target in the results, and whether it is enough; nothing where it was not measured."""
    value: Any = results
    for key in target.path.split("/"):
        if not isinstance(value, dict) or value.get(key) is None:
            return None
        value = value[key]
    hit = None
    if target.target is not None:
        hit = value >= target.target if target.sign == ">=" else value <= target.target
    measurement = target.path.partition("/")[0]
    return {**target._asdict(), "measurement": measurement, "value": value, "hit": hit}
