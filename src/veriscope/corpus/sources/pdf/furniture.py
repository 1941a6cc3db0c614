"""Running heads, footers and page numbers: what stands at the edge of sheets, apart from the text, again and again."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from math import ceil

from veriscope.corpus.sources.pdf.lines import Line, line_of, rows_of
from veriscope.corpus.sources.pdf.sheets import Sheet, Word

_ZONE = 0.15
_MOST_LINES = 3
_LEAST_GAP = 1.5
_FEWEST_SHEETS = 3
_USUAL = 0.6
_DIGITS = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(
    r"[-–—|\s]*(?:page|p\.|pp\.|seite|página|pagina)?\s*(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:of|/|von|de)\s*\d{1,4})?[-–—|\s]*",
    re.IGNORECASE,
)

_Key = tuple[str, int]


def without_furniture(sheets: Sequence[Sheet]) -> list[list[Word]]:
    """The words of each sheet without its furniture."""
    edges = [(_edge(sheet), _edge(sheet, is_top=False)) for sheet in sheets]
    seen = Counter(key for pair in edges for edge in pair for key in {_key(line) for line in edge})
    enough = min(_FEWEST_SHEETS, max(2, len(sheets)))
    repeated = {key for key, count in seen.items() if count >= enough}
    usual = {key for key in repeated if len(sheets) > 1 and seen[key] >= _USUAL * len(sheets)}
    return [
        _without(sheet.words, [*_dropped(top, repeated, usual), *_dropped(bottom, repeated, usual)])
        for sheet, (top, bottom) in zip(sheets, edges, strict=True)
    ]


def _edge(sheet: Sheet, *, is_top: bool = True) -> list[Line]:
    """The outermost lines at the top or bottom, from the outside in, and one more."""
    rows = rows_of(sheet.words)
    lines = [line_of(row) for row in (rows if is_top else rows[::-1])[: _MOST_LINES + 1]]
    reach = _ZONE * sheet.height
    near = [line for line in lines if (line.base < reach if is_top else line.base > sheet.height - reach)]
    return lines[: len(near) + 1]


def _key(line: Line) -> _Key:
    """What a line says without its numbers, and about where."""
    return _DIGITS.sub("#", line.text.lower()), ceil(line.base / 8)


def _dropped(edge: Sequence[Line], repeated: set[_Key], usual: set[_Key]) -> Iterator[Line]:
    """The lines that are furniture: repeated or a page number, with a gap to the text; on most sheets, without one."""
    count = 0
    for place, line in enumerate(edge[:_MOST_LINES]):
        if _key(line) not in repeated and not (place == count and _PAGE_NUMBER.fullmatch(line.text)):
            break
        is_apart = _key(line) in usual or place + 1 >= len(edge) or abs(edge[place + 1].base - line.base) >= _LEAST_GAP * line.size
        count = place + 1 if is_apart else count
    yield from edge[:count]


def _without(words: Sequence[Word], lines: Sequence[Line]) -> list[Word]:
    dropped = {id(word) for line in lines for word in line.words}
    return [word for word in words if id(word) not in dropped]
