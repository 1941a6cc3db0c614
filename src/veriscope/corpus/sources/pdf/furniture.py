"""Running heads, footers and page numbers: what stands at the edge of sheets, apart from the text, again and again."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from importlib.resources import files

from veriscope.corpus.sources.pdf.lines import Line, line_of, rows_of
from veriscope.corpus.sources.pdf.sheets import Sheet, Word
from veriscope.text import load_alternatives

_ZONE = 0.15
_MOST_LINES = 3
_LEAST_GAP = 1.5
_FEWEST_SHEETS = 3
_USUAL = 0.6
_DIGITS = re.compile(r"\d{1,6}")
_WORDS = load_alternatives(files("veriscope.corpus.sources.pdf") / "words.toml", "labels")
_NUMBER = rf"(?:{_WORDS['page']})?\s*(?:\d{{1,4}}|[ivxlc]{{1,7}})(?:\s*(?:{_WORDS['of']})\s*\d{{1,4}})?"
_PAGE_NUMBER = re.compile(rf"[-–—|\s]*{_NUMBER}[-–—|\s]*", re.IGNORECASE)

# A text with its numbers replaced, and its height.
_Key = tuple[str, int]


def without_furniture(sheets: Sequence[Sheet]) -> list[list[Word]]:
    """The words of each sheet without its furniture."""
    edges = [(_edge(sheet), _edge(sheet, is_top=False)) for sheet in sheets]
    seen = Counter(
        key
        for number, (top, bottom) in enumerate(edges)
        for key in {key for line in (*top, *bottom) for key in _keys(line, number)}
    )
    enough = {key: count for key, count in seen.items() if count >= _FEWEST_SHEETS or 1 < count == len(sheets)}
    usual = {key for key, count in enough.items() if count >= _USUAL * len(sheets)}
    return [
        _without(sheet.words, [line for edge in pair for line in _dropped(edge, number, enough.keys(), usual)])
        for number, (sheet, pair) in enumerate(zip(sheets, edges, strict=True))
    ]


def _edge(sheet: Sheet, *, is_top: bool = True) -> list[Line]:
    """The outermost lines at the top or bottom, from the outside in, and one more."""
    rows = rows_of(sheet.words)
    lines = [line_of(row) for row in (rows if is_top else rows[::-1])[: _MOST_LINES + 1]]
    reach = _ZONE * sheet.height
    near = [line for line in lines if (line.base < reach if is_top else line.base > sheet.height - reach)]
    return lines[: len(near) + 1]


def _keys(line: Line, sheet: int) -> set[_Key]:
    """What a line says and where: as it is, and with its first or last number counted from the number of the sheet."""
    text, place = line.text.lower(), round(line.base)
    numbers = list(_DIGITS.finditer(text))
    ends = (numbers[0], numbers[-1]) if numbers else ()
    counted = (f"{text[: n.start()]}#{int(n[0]) - sheet}#{text[n.end() :]}" for n in ends)
    return {(text, place), *((each, place) for each in counted)}


def _dropped(edge: Sequence[Line], sheet: int, repeated: Set[_Key], usual: Set[_Key]) -> Iterator[Line]:
    """The lines that are furniture: repeated or a page number, with a gap to the text; on most sheets, without one."""
    count = 0
    for place, line in enumerate(edge[:_MOST_LINES]):
        is_number = place == count and bool(_PAGE_NUMBER.fullmatch(line.text))
        is_usual = not usual.isdisjoint(_keys(line, sheet))
        if not is_number and repeated.isdisjoint(_keys(line, sheet)):
            break
        has_more = place + 1 < len(edge)
        is_apart = has_more and abs(edge[place + 1].base - line.base) >= _LEAST_GAP * line.size
        # A line that stands alone on its sheet is text, unless it is nothing but a number.
        count = place + 1 if is_apart or (is_usual and has_more) or (is_number and not has_more) else count
    yield from edge[:count]


def _without(words: Sequence[Word], lines: Sequence[Line]) -> list[Word]:
    dropped = {id(word) for line in lines for word in line.words}
    return [word for word in words if id(word) not in dropped]
