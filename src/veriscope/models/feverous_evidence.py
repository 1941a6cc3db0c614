"""Evidence as the FEVEROUS baseline's verdict predictor reads it: pages named once, cells as `HEADER is CELL`."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from veriscope.domain import CaptionId, CellId, Evidence, ItemId

_IN_CONTEXT = " : "
_HEADERS_APART = " "


def linearise(evidence: Sequence[Evidence], *, separator: str) -> str:
    """All pieces as one text, as in Aly et al. (2021), section 4 and appendix.

    The pieces of a page come together, at the place of its first piece; the title comes once, before them. The path of
    sections is written where it changes. A cell reads `HEADERS is CELL`. The separator comes between any two pieces.
    """
    pages: dict[str, list[Evidence]] = {}
    for piece in evidence:
        pages.setdefault(piece.id.page, []).append(piece)
    texts = [text for title, pieces in pages.items() for text in _page(title, pieces)]
    return f" {separator} ".join(texts)


def _page(title: str, pieces: Sequence[Evidence]) -> Iterator[str]:
    last: tuple[str, ...] = ()
    before: tuple[str, ...] = (title,)
    for path, text in _lines(pieces):
        yield _IN_CONTEXT.join((*before, *(path if path != last else ()), text))
        last, before = path, ()


def _lines(pieces: Sequence[Evidence]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Each piece's text with its path of sections; cells of a table come together, in reading order."""
    first_of: dict[tuple[object, ...], int] = {}
    for number, piece in enumerate(pieces):
        first_of.setdefault(_home(piece), number)
    placed = sorted(pieces, key=lambda piece: (first_of[_home(piece)], _place(piece)))
    for home, group in groupby(placed, key=_home):
        together = list(group)
        if home[0] == "table":
            yield from _cells(together)
        else:
            yield from ((_without_blanks(piece.context[1:]), piece.text) for piece in together)


def _cells(pieces: Sequence[Evidence]) -> Iterator[tuple[tuple[str, ...], str]]:
    """The common start of the contexts of a table's cells is their path; the rest of a context names the cell."""
    contexts = [_without_blanks(piece.context[1:]) for piece in pieces]
    # A caption has no headers, so its context is just the path.
    captions = [context for piece, context in zip(pieces, contexts, strict=True) if isinstance(piece.id, CaptionId)]
    path = captions[0] if captions else _common_prefix([_path_of(*pair) for pair in zip(pieces, contexts, strict=True)])
    for piece, context in zip(pieces, contexts, strict=True):
        headers = _HEADERS_APART.join(context[len(path) :])
        yield path, f"{headers} is {piece.text}" if headers else piece.text


def _path_of(piece: Evidence, context: tuple[str, ...]) -> tuple[str, ...]:
    """The context without the header next to the cell, which must remain to name it; a header cell needs no name."""
    is_header = isinstance(piece.id, CellId) and piece.id.is_header
    return context if is_header else context[:-1]


def _common_prefix(contexts: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    first = min(contexts, key=len)
    same = (all(other[place] == part for other in contexts) for place, part in enumerate(first))
    return first[: next((place for place, is_same in enumerate(same) if not is_same), len(first))]


def _without_blanks(context: Sequence[str]) -> tuple[str, ...]:
    return tuple(part for part in context if part)


def _home(piece: Evidence) -> tuple[object, ...]:
    match piece.id:
        case CellId(table=table) | CaptionId(table=table):
            return "table", table
        case ItemId(list=in_list):
            return "list", in_list
        case _:
            return "sentence", piece.id


def _place(piece: Evidence) -> tuple[int, ...]:
    match piece.id:
        case CellId(row=row, column=column):
            return row, column
        case ItemId(item=item):
            return (item,)
        case _:
            return (-1,)
