"""PDF bytes → sheets, by pypdfium2; runs in a process of its own, since a damaged file may take any library down."""

import ctypes
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from math import hypot
from typing import Any, NamedTuple

import msgspec

from veriscope.corpus.sources.pdf.sheets import Extract, Rule, Sheet, Word

MAX_SHEETS = 5_000
MAX_CHARACTERS_OF_SHEET = 200_000
MAX_CHARACTERS = 20_000_000
MAX_OBJECTS_OF_SHEET = 100_000
MAX_RULES_OF_SHEET = 3_000
_BOLD = 600
_THIN = 3.0
_SHORTEST_RULE = 6.0
_LIGATURES = {
    "\ufb00": "ff",
    "\ufb01": "fi",
    "\ufb02": "fl",
    "\ufb03": "ffi",
    "\ufb04": "ffl",
    "\ufb05": "st",
    "\ufb06": "st",
}
_HYPHENS = {"\x02": "-", "\ufffe": "-", "\xad": "-"}
_READABLE = {**_LIGATURES, **_HYPHENS}


class _Style(NamedTuple):
    size: float
    is_bold: bool
    is_level: bool


class _Glyph(NamedTuple):
    text: str
    left: float
    right: float
    base: float
    style: _Style


def extract(data: bytes) -> bytes:
    """The encoded `Extract` of a PDF."""
    import pypdfium2  # noqa: PLC0415  (an extra)

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        why = "encrypted; save it without a password" if "password" in str(error).lower() else "damaged, or no PDF"
        return msgspec.msgpack.encode(Extract(fault=why))
    if len(document) > MAX_SHEETS:
        fault = f"more than {MAX_SHEETS:,} pages; split it into several documents"
        return msgspec.msgpack.encode(Extract(fault=fault))
    title = document.get_metadata_dict().get("Title", "") if len(document) else ""
    return msgspec.msgpack.encode(Extract(list(_sheets(document)), title))


def _sheets(document: Any) -> Iterator[Sheet]:  # noqa: ANN401  (pypdfium2 is an extra)
    room = MAX_CHARACTERS
    for number in range(len(document)):
        sheet = _sheet(document, number) if room > 0 else Sheet(0, 0, fault="more text before it than any document")
        room -= sum(len(word.text) for word in sheet.words)
        yield sheet


def _sheet(document: Any, number: int) -> Sheet:  # noqa: ANN401
    import pypdfium2  # noqa: PLC0415

    try:
        page = document[number]
        text_page = page.get_textpage()
    except pypdfium2.PdfiumError:
        return Sheet(0, 0, fault="damaged")
    try:
        return _read(page, text_page)
    finally:
        text_page.close()
        page.close()


def _read(page: Any, text_page: Any) -> Sheet:  # noqa: ANN401
    left, bottom, right, top = page.get_bbox()
    turn = _Turn(left, bottom, right, top, page.get_rotation())
    count = text_page.count_chars()
    if count > MAX_CHARACTERS_OF_SHEET:
        return Sheet(turn.width, turn.height, fault=f"more than {MAX_CHARACTERS_OF_SHEET:,} characters on one page")
    rules, has_pictures = _drawings(page, turn)
    words = list(_words(_glyphs(text_page.raw, count, turn), _Walls(rules)))
    words = [
        word for word in words if 0 <= word.base <= turn.height and word.left >= -2 and word.right <= turn.width + 2
    ]
    return Sheet(turn.width, turn.height, words, rules, is_scanned=has_pictures and not words)


class _Turn:
    """Turns a place on the page as stored into one on the sheet as shown: rotated, from the top left."""

    def __init__(self, left: float, bottom: float, right: float, top: float, degrees: int) -> None:
        self._box = left, bottom, right, top
        self.degrees = degrees
        wide, high = right - left, top - bottom
        self.width, self.height = (high, wide) if degrees in {90, 270} else (wide, high)

    def __call__(self, x: float, y: float) -> tuple[float, float]:
        left, bottom, right, top = self._box
        match self.degrees:
            case 90:
                return y - bottom, x - left
            case 180:
                return right - x, y - bottom
            case 270:
                return top - y, right - x
            case _:
                return x - left, top - y


def _glyphs(raw_page: Any, count: int, turn: _Turn) -> Iterator[_Glyph | None]:  # noqa: ANN401
    """The characters in the order of the file; None for a space."""
    from pypdfium2 import raw  # noqa: PLC0415

    box, x, y = raw.FS_RECTF(), ctypes.c_double(), ctypes.c_double()
    box_at, x_at, y_at = ctypes.byref(box), ctypes.byref(x), ctypes.byref(y)
    owner, style = 0, _Style(0, is_bold=False, is_level=False)
    for index in range(count):
        code = raw.FPDFText_GetUnicode(raw_page, index)
        text = chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else ""
        text = _READABLE.get(text, text)
        if not text or text.isspace() or not text.isprintable():
            yield None
            continue
        holder = raw.FPDFText_GetTextObject(raw_page, index)
        address = ctypes.cast(holder, ctypes.c_void_p).value or 0
        if address != owner or not address:
            owner, style = address, _style(raw_page, index, turn)
        if not style.is_level:
            continue
        raw.FPDFText_GetLooseCharBox(raw_page, index, box_at)
        raw.FPDFText_GetCharOrigin(raw_page, index, x_at, y_at)
        corners = turn(box.left, box.bottom), turn(box.right, box.top)
        base = turn(x.value, y.value)[1]
        yield _Glyph(text, min(corners[0][0], corners[1][0]), max(corners[0][0], corners[1][0]), base, style)


def _style(raw_page: Any, index: int, turn: _Turn) -> _Style:  # noqa: ANN401
    """The size in points as shown, the weight, and whether the line runs level."""
    from pypdfium2 import raw  # noqa: PLC0415

    matrix = raw.FS_MATRIX()
    raw.FPDFText_GetMatrix(raw_page, index, ctypes.byref(matrix))
    size = raw.FPDFText_GetFontSize(raw_page, index) * (hypot(matrix.c, matrix.d) or 1.0)
    along = turn(matrix.a, matrix.b)[1] - turn(0, 0)[1]
    name, flags = ctypes.create_string_buffer(128), ctypes.c_int()
    raw.FPDFText_GetFontInfo(raw_page, index, name, 128, ctypes.byref(flags))
    is_bold = raw.FPDFText_GetFontWeight(raw_page, index) >= _BOLD or b"bold" in name.value.lower()
    forward = turn(matrix.a, matrix.b)[0] - turn(0, 0)[0]
    return _Style(size, is_bold, is_level=size > 0.5 and forward > 0 and abs(along) < 0.1 * forward)


class _Walls:
    """The upright rules: no word runs through one, even where a cell's text touches the next cell's."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._walls = sorted((rule.left, rule.top, rule.bottom) for rule in rules if not rule.is_level)
        self._places = [left for left, _, _ in self._walls]

    def divide(self, one: _Glyph, other: _Glyph) -> bool:
        """Whether a rule stands between two characters, or just within the first."""
        start = bisect_left(self._places, (one.left + one.right) / 2)
        end = bisect_right(self._places, (other.left + other.right) / 2)
        height = one.base - 0.25 * one.style.size
        return any(top <= height <= bottom for _, top, bottom in self._walls[start:end])


def _words(glyphs: Iterator[_Glyph | None], walls: _Walls) -> Iterator[Word]:
    """Join characters that touch on one line; raised and lowered ones stand on the line before them."""
    runs = _runs(glyphs, walls)
    base, before = 0.0, None
    for run in runs:
        first = run[0]
        is_small = before is not None and _hangs_on(before, first)
        base = base if is_small else first.base
        yield _word(run, base=base, is_raised=is_small and first.base < base - 0.15 * first.style.size)
        before = before if is_small else run[-1]


def _runs(glyphs: Iterator[_Glyph | None], walls: _Walls) -> Iterator[list[_Glyph]]:
    run: list[_Glyph] = []
    for glyph in glyphs:
        if run and (glyph is None or not _touch(run[-1], glyph) or walls.divide(run[-1], glyph)):
            yield run
            run = []
        if glyph is not None:
            run.append(glyph)
    if run:
        yield run


def _touch(one: _Glyph, other: _Glyph) -> bool:
    size = max(one.style.size, other.style.size)
    return (
        abs(one.base - other.base) < 0.15 * size
        and -0.5 * size < other.left - one.right < 0.2 * size
        and min(one.style.size, other.style.size) > 0.8 * size
    )


def _hangs_on(large: _Glyph, small: _Glyph) -> bool:
    """Whether a character is an exponent, an index or the mark of a footnote of the one before."""
    size = large.style.size
    is_near = abs(large.base - small.base) < 0.55 * size and -0.2 * size < small.left - large.right < 1.5 * size
    return is_near and small.style.size < 0.85 * size and abs(large.base - small.base) > 0.05 * size


def _word(run: list[_Glyph], *, base: float, is_raised: bool) -> Word:
    text = "".join(glyph.text for glyph in run)
    is_bold = sum(glyph.style.is_bold for glyph in run) * 2 > len(run)
    left, right = min(glyph.left for glyph in run), max(glyph.right for glyph in run)
    size = run[0].style.size
    return Word(text, round(left, 2), round(right, 2), round(base, 2), round(size, 2), is_bold, is_raised)


def _drawings(page: Any, turn: _Turn) -> tuple[list[Rule], bool]:  # noqa: ANN401
    """The ruled lines, and whether there are pictures."""
    from pypdfium2 import raw  # noqa: PLC0415

    rules: list[Rule] = []
    has_pictures = False
    for seen, drawn in enumerate(page.get_objects(max_depth=3)):
        if seen > MAX_OBJECTS_OF_SHEET or len(rules) > MAX_RULES_OF_SHEET:
            break
        if drawn.type == raw.FPDF_PAGEOBJ_IMAGE:
            has_pictures = True
        elif drawn.type == raw.FPDF_PAGEOBJ_PATH:
            rules += _rules(drawn, turn)
    return rules[:MAX_RULES_OF_SHEET], has_pictures


def _rules(drawn: Any, turn: _Turn) -> Iterator[Rule]:  # noqa: ANN401
    """The level and upright edges of a path: a thin rectangle is one line, a large one its four sides."""
    from pypdfium2 import raw  # noqa: PLC0415

    matrix = drawn.get_matrix()
    x, y = ctypes.c_float(), ctypes.c_float()
    start = before = None
    for index in range(min(raw.FPDFPath_CountSegments(drawn.raw), 200)):
        segment = raw.FPDFPath_GetPathSegment(drawn.raw, index)
        raw.FPDFPathSegment_GetPoint(segment, ctypes.byref(x), ctypes.byref(y))
        here = turn(*matrix.on_point(x.value, y.value))
        kind = raw.FPDFPathSegment_GetType(segment)
        if kind == raw.FPDF_SEGMENT_MOVETO:
            start = here
        elif kind == raw.FPDF_SEGMENT_LINETO and before is not None:
            yield from _edge(before, here)
        if raw.FPDFPathSegment_GetClose(segment) and start is not None:
            yield from _edge(here, start)
        before = here


def _edge(one: tuple[float, float], other: tuple[float, float]) -> Iterator[Rule]:
    left, right = sorted((one[0], other[0]))
    top, bottom = sorted((one[1], other[1]))
    wide, high = right - left, bottom - top
    if min(wide, high) <= _THIN / 3 and max(wide, high) >= _SHORTEST_RULE:
        yield Rule(round(left, 2), round(top, 2), round(right, 2), round(bottom, 2))
