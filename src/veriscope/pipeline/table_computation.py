"""The part of a check that computes from tables: which tables, whether the result decides, and the cells it read."""

from collections.abc import Iterable, Iterator, Sequence

from veriscope.domain import (
    CaptionId,
    CellId,
    Claim,
    Computation,
    Evidence,
    Page,
    Table,
    TableComputer,
    is_sentence_like,
)
from veriscope.tables import citable_elements

_MOST_TABLES = 8
_MOST_CELLS = 25
_MOST_SHOWN = 6
_KEPT = 8
# A computation decides if its program is more likely than not to say what the claim says; that chance was learned.
_LEAST_MATCH = 0.5


def tables_of(pages: Sequence[tuple[Page, float]], evidence: Iterable[Evidence]) -> list[tuple[Page, Table]]:
    """The tables that a claim may be about: those of the evidence, then those of the best pages."""
    known = {(page.title, table.index): (page, table) for page, _ in pages for table in page.tables()}
    named = [(piece.id.page, piece.id.table) for piece in evidence if isinstance(piece.id, CellId | CaptionId)]
    order = [key for key in dict.fromkeys([*named, *known]) if key in known]
    return [known[key] for key in order[:_MOST_TABLES]]


def computations(
    computer: TableComputer | None, claim: Claim, pages: Sequence[tuple[Page, float]], evidence: Sequence[Evidence]
) -> tuple[Computation, ...]:
    """What the tables yield for the claim, the surest result first."""
    tables = tables_of(pages, evidence) if computer else []
    return tuple(computer.compute(claim, tables)) if computer and tables else ()


def deciding_computation(found: Sequence[Computation]) -> Computation | None:
    """The first computation that computes something from what the claim names and likely says what the claim says."""
    sure = (one for one in found if one.match_probability >= _LEAST_MATCH)
    return next((one for one in sure if one.is_derived and one.is_grounded), None)


def with_cells(
    evidence: Sequence[Evidence], computation: Computation | None, pages: Sequence[tuple[Page, float]]
) -> list[Evidence]:
    """The evidence with the cells that the computation read put before the other cells, the best of which stay."""
    if computation is None:
        return list(evidence)
    known = {piece.id: piece for piece in evidence}
    sentences = [piece for piece in evidence if is_sentence_like(piece.id)]
    selected = [piece for piece in evidence if not is_sentence_like(piece.id)]
    read = [known.get(piece.id, piece) for piece in _cells(computation, pages)]
    cells = {piece.id: piece for piece in [*read[: _MOST_CELLS - min(_KEPT, len(selected))], *selected, *read]}
    return [*sentences, *list(cells.values())[:_MOST_CELLS]]


def with_read_cells(
    key_pieces: Sequence[int], evidence: Sequence[Evidence], computation: Computation | None
) -> tuple[int, ...]:
    """The places of the key pieces, after some of the cells that the computation read."""
    read = frozenset(computation.cells if computation else ())
    places = [place for place, piece in enumerate(evidence) if piece.id in read][:_MOST_SHOWN]
    return tuple(dict.fromkeys([*places, *key_pieces]))


def _cells(computation: Computation, pages: Sequence[tuple[Page, float]]) -> Iterator[Evidence]:
    """The cells that a computation read, as evidence, in their order."""
    page, score = next(one for one in pages if one[0].title == computation.page)
    citable = {piece.id: piece._replace(score=score) for piece in citable_elements(page)}
    return (citable[cell] for cell in computation.cells if cell in citable)
