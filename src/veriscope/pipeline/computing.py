"""What is computed from tables, as a part of a check: which tables, what it says of the verdict, and its cells."""

from collections.abc import Iterable, Iterator, Sequence

from veriscope.domain import (
    CaptionId,
    CellId,
    Claim,
    Computation,
    Evidence,
    Page,
    Stance,
    Table,
    TableComputer,
    Verdict,
    is_sentence_like,
)
from veriscope.selection.elements import citable_elements
from veriscope.verdict.label_probabilities import verdict_from

_MOST_TABLES = 8
_MOST_CELLS = 25
_MOST_SHOWN = 6
_KEPT = 8
# A computation decides where its program likelier says what the claim says than not; how likely that is was learned.
_LEAST_CHOSEN = 0.5
# How much it counts then beside what was read.
_WEIGHT = 0.9


def tables_of(pages: Sequence[tuple[Page, float]], evidence: Iterable[Evidence]) -> list[tuple[Page, Table]]:
    """The tables that a claim may speak of: those of the evidence, then those of the best pages."""
    known = {(page.title, table.index): (page, table) for page, _ in pages for table in page.tables()}
    named = [(piece.id.page, piece.id.table) for piece in evidence if isinstance(piece.id, CellId | CaptionId)]
    order = [key for key in dict.fromkeys([*named, *known]) if key in known]
    return [known[key] for key in order[:_MOST_TABLES]]


def computations(
    computer: TableComputer | None, claim: Claim, pages: Sequence[tuple[Page, float]], evidence: Sequence[Evidence]
) -> tuple[Computation, ...]:
    """What the tables yield for the claim, the surest first."""
    tables = tables_of(pages, evidence) if computer else []
    return tuple(computer.compute(claim, tables)) if computer and tables else ()


def deciding(found: Sequence[Computation]) -> Computation | None:
    """The computation that decides: it computes something from what the claim names, and likely says what it says."""
    sure = (one for one in found if one.chosen >= _LEAST_CHOSEN)
    return next((one for one in sure if one.is_derived and one.is_grounded), None)


def weighed(verdict: Verdict, computed: Computation | None) -> Verdict:
    """The verdict with what was computed: numbers are read better by computing than by reading."""
    if computed is None or verdict.reason:
        return verdict
    # Where the program says something else, what it yields tells nothing.
    likely = 0.5 + 0.5 * computed.chosen * (1 if computed.truth else -1)
    supports = (1 - _WEIGHT) * verdict.supports + _WEIGHT * likely
    refutes = (1 - _WEIGHT) * verdict.refutes + _WEIGHT * (1 - likely)
    return verdict_from(Stance(supports, refutes, (1 - _WEIGHT) * verdict.not_enough_info), verdict.stances)


def with_cells(
    evidence: Sequence[Evidence], computed: Computation | None, pages: Sequence[tuple[Page, float]]
) -> list[Evidence]:
    """The evidence with the cells that the computation read in front of the other cells, the best of which stay."""
    if computed is None:
        return list(evidence)
    known = {piece.id: piece for piece in evidence}
    sentences = [piece for piece in evidence if is_sentence_like(piece.id)]
    selected = [piece for piece in evidence if not is_sentence_like(piece.id)]
    read = [known.get(piece.id, piece) for piece in _cells(computed, pages)]
    cells = {piece.id: piece for piece in [*read[: _MOST_CELLS - min(_KEPT, len(selected))], *selected, *read]}
    return [*sentences, *list(cells.values())[:_MOST_CELLS]]


def with_read_cells(
    telling: Sequence[int], evidence: Sequence[Evidence], computed: Computation | None
) -> tuple[int, ...]:
    """The places of the telling pieces, with some of the cells that the computation read in front."""
    read = frozenset(computed.cells if computed else ())
    places = [place for place, piece in enumerate(evidence) if piece.id in read][:_MOST_SHOWN]
    return tuple(dict.fromkeys([*places, *telling]))


def _cells(computed: Computation, pages: Sequence[tuple[Page, float]]) -> Iterator[Evidence]:
    """The cells that a computation read, as evidence, in their order."""
    page, score = next(one for one in pages if one[0].title == computed.page)
    citable = {piece.id: piece._replace(score=score) for piece in citable_elements(page)}
    return (citable[cell] for cell in computed.cells if cell in citable)
