"""Claims from frames of pandas and polars, and verdicts into them; neither library is needed without one."""

import math
from collections.abc import Sequence
from typing import Any, TypeVar

from veriscope.errors import UsageError
from veriscope.pipeline.trace import Trace

_COLUMNS = {"label": str, "probability": float, "evidence": str, "reason": str}
_Frame = TypeVar("_Frame")


def claims_of(frame: object, column: str, *, prefix: str = "") -> list[Any]:
    """The claims of a column; raises `UsageError` for what is no frame, and for names that are missing or taken."""
    known: Any = frame
    library = type(frame).__module__.partition(".")[0]
    if library not in {"pandas", "polars"} or not hasattr(known, "to_dict"):
        raise UsageError(
            f"found {type(frame).__module__}.{type(frame).__qualname__}; expected a DataFrame of pandas or polars "
            "(a lazy one must be collected first)"
        )
    names = [str(name) for name in known.columns]
    if column not in names:
        raise UsageError(f"the frame has no column {column!r}; its columns are: {', '.join(names)}")
    taken = [prefix + name for name in _COLUMNS if prefix + name in names]
    if taken:
        raise UsageError(
            f"the frame has a column {taken[0]!r} already; give the new ones another prefix than {prefix!r}"
        )
    return ["" if _is_missing(claim) else claim for claim in known[column].to_list()]


def _is_missing(value: object) -> bool:
    """Whether a cell stands for no value, in the way of either library."""
    is_nan = isinstance(value, float) and math.isnan(value)
    return value is None or is_nan or type(value).__name__ in {"NAType", "NaTType"}


def checked_frame(frame: _Frame, traces: Sequence[Trace], *, prefix: str) -> _Frame:
    """The frame with a verdict in each row, in the order of the traces."""
    rows = [_row(trace) for trace in traces]
    columns = {prefix + name: [row[place] for row in rows] for place, name in enumerate(_COLUMNS)}
    known: Any = frame
    if type(frame).__module__.startswith("pandas"):
        made: _Frame = known.assign(**columns)
        return made
    series = type(known[known.columns[0]])
    types = dict(zip(columns, _COLUMNS.values(), strict=True))
    joined: _Frame = known.with_columns([series(name, values, types[name]) for name, values in columns.items()])
    return joined


def _row(trace: Trace) -> tuple[str, float | None, str, str]:
    """The label, its probability (None if no model was asked), the deciding piece with its address, and the reason."""
    first = next(iter(trace.key_evidence), None)
    shown = "" if first is None else f"{trace.evidence[first].id}: {trace.readable(first)[0]}"
    return trace.label.value, trace.probability if trace.was_decided else None, shown, trace.verdict.reason
