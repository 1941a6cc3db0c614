"""The words and the order of evidence cards; the HTML is in the templates."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from veriscope.domain import CellId, Label, Stance
from veriscope.pipeline import ExcerptCell, TableExcerpt, Trace, stance_label

_TONES = {Label.SUPPORTS: "supports", Label.REFUTES: "refutes", Label.NOT_ENOUGH_INFO: "unknown"}
_NAMES = {Label.SUPPORTS: "Supported", Label.REFUTES: "Refuted", Label.NOT_ENOUGH_INFO: "Not enough info"}
_STANCES = {Label.SUPPORTS: "supports", Label.REFUTES: "refutes", Label.NOT_ENOUGH_INFO: "no stance"}


def tone(label: Label) -> str:
    """The CSS class that colours a label."""
    return _TONES[label]


def verdict_name(label: Label) -> str:
    """A label as a reader sees it."""
    return _NAMES[label]


def stance_words(stance: Stance) -> str:
    """What a piece of evidence says about the claim, in words."""
    return _STANCES[stance_label(stance)]


def percent(share: float) -> str:
    """A share as a whole percentage."""
    return f"{share:.0%}"


def pieces(trace: Trace, place: int) -> Iterator[tuple[str, str]]:
    """The text of a piece of evidence in parts: deciding words with the kind of their mark, other text with none."""
    text, marks = trace.readable(place)
    done = 0
    for mark in sorted(marks):
        if mark.start >= done:
            yield "", text[done : mark.start]
            yield str(mark.kind), text[mark.start : mark.end]
            done = mark.end
    yield "", text[done:]


def outside_tables(trace: Trace, places: Iterable[int]) -> list[int]:
    """The pieces to list, without the cells that a table excerpt shows."""
    shown = {(excerpt.page, excerpt.table) for excerpt in trace.tables}
    ids = ((place, trace.evidence[place].id) for place in places)
    return [place for place, one in ids if not (isinstance(one, CellId) and (one.page, one.table) in shown)]


def tables_of(trace: Trace, places: Iterable[int]) -> list[tuple[TableExcerpt, Stance | None]]:
    """The excerpts of tables with one of these pieces, each with the stance of its first piece."""
    first: dict[tuple[str, int], int] = {}
    for place in places:
        address = trace.evidence[place].id
        if isinstance(address, CellId):
            first.setdefault((address.page, address.table), place)
    excerpts = [excerpt for excerpt in trace.tables if (excerpt.page, excerpt.table) in first]
    return [(excerpt, trace.stance(first[excerpt.page, excerpt.table])) for excerpt in excerpts]


def left_out_text(excerpt: TableExcerpt) -> str:
    """How much of a table is not shown, in words; empty if all of it is."""
    parts = ((excerpt.rows_left_out, "row"), (excerpt.columns_left_out, "column"))
    return ", ".join(f"{number:,} more {what}{'' if number == 1 else 's'}" for number, what in parts if number)


def with_widths(row: Sequence[ExcerptCell]) -> list[tuple[ExcerptCell, int]]:
    """The cells of a row with their widths; a cell that spans several columns is there once."""
    starts = [place for place, cell in enumerate(row) if not cell.is_repeat]
    ends = [*starts[1:], len(row)]
    return [(row[start], end - start) for start, end in zip(starts, ends, strict=True)]


# The functions that templates may call, by name.
FILTERS: Mapping[str, Callable[..., object]] = {
    function.__name__: function
    for function in (
        left_out_text,
        outside_tables,
        percent,
        pieces,
        stance_label,
        stance_words,
        tables_of,
        tone,
        verdict_name,
        with_widths,
    )
}
