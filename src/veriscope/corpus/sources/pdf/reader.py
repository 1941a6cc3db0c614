"""A PDF → one page: its sheets in reading order, with the number of the sheet where each begins."""

import re
import time
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import files
from itertools import groupby

import msgspec

from veriscope.corpus.sources import (
    PageBuilder,
    ParsedRecord,
    Skip,
    UnreadableDocument,
    cells_of_grid,
    item_levels,
    natural_title,
    run_isolated,
    title_from_place,
)
from veriscope.corpus.sources.pdf.aligned_tables import aligned_tables
from veriscope.corpus.sources.pdf.columns import PlacedTable, Region, regions_of
from veriscope.corpus.sources.pdf.furniture import without_furniture
from veriscope.corpus.sources.pdf.headings import Scale, scale_of
from veriscope.corpus.sources.pdf.hyphens import Hyphens
from veriscope.corpus.sources.pdf.lines import lines_of
from veriscope.corpus.sources.pdf.paragraphs import Paragraph, paragraphs_of
from veriscope.corpus.sources.pdf.ruled_tables import ruled_tables, without_words_in
from veriscope.corpus.sources.pdf.sheets import Extract, Sheet, Word
from veriscope.domain import ListItem, Page, Section, SheetMark
from veriscope.text import load_alternatives, sentence_spans

_WORDS_FILE = files("veriscope.corpus.sources.pdf") / "words.toml"
_LABELS, _TITLES = load_alternatives(_WORDS_FILE, "labels"), load_alternatives(_WORDS_FILE, "titles")
_CAPTION = re.compile(rf"(?:{_LABELS['table']})\s*\d", re.IGNORECASE)
_LONGEST_CAPTION = 300
# A running head or the name of a series may stand above the title.
_TITLE_PARAGRAPHS = 3
_NO_TITLE = re.compile(rf"|\(?(?:{_TITLES['none']})\)?|microsoft .*|.*\.(?:{_TITLES['suffix']})")
# Of processor time; a page of a book takes about .02 s.
_LAYOUT_S, _LAYOUT_S_OF_SHEET = 10.0, 0.1
_SCANNED = "scanned, without text; run it through OCR first"


@dataclass(slots=True)
class _Block:
    """A paragraph or a table, the number of its sheet, and whether it is the first of a column.

    `turns` are the counts of lines before each later sheet on which the paragraph goes on, with that sheet.
    """

    sheet: int
    content: Paragraph | PlacedTable
    is_first: bool
    turns: list[tuple[int, int]] = field(default_factory=list)


def parse_pdf(place: str, data: bytes) -> ParsedRecord:
    """The page of a PDF; scanned and damaged sheets become skips.

    Its title is the largest heading at its start, else the title in its properties, else the file's name.
    """
    packed = run_isolated("veriscope.corpus.sources.pdf.extraction:extract", data)
    extract = msgspec.msgpack.decode(packed, type=Extract)
    if extract.fault:
        raise UnreadableDocument(extract.fault)
    skips = tuple(_skips(place, extract.sheets))
    blocks = list(_blocks(extract.sheets))
    if not blocks:
        raise UnreadableDocument(_why_empty(extract.sheets))
    return replace(_page(place, blocks, extract), skips=skips)


def _skips(place: str, sheets: Sequence[Sheet]) -> Iterator[Skip]:
    for number, sheet in enumerate(sheets, start=1):
        if sheet.fault or sheet.is_scanned:
            yield Skip(f"{place} p. {number}", "page", sheet.fault or _SCANNED)


def _why_empty(sheets: Sequence[Sheet]) -> str:
    if sheets and all(sheet.is_scanned for sheet in sheets):
        return f"{len(sheets):,} {'page' if len(sheets) == 1 else 'pages'} {_SCANNED}"
    return next((sheet.fault for sheet in sheets if sheet.fault), "no text")


def _blocks(sheets: Sequence[Sheet]) -> Iterator[_Block]:
    """All paragraphs and tables in reading order."""
    words = without_furniture(sheets)
    hyphens = Hyphens(word.text for sheet in words for word in sheet)
    until = time.thread_time() + _LAYOUT_S + _LAYOUT_S_OF_SHEET * len(sheets)
    for number, (sheet, kept) in enumerate(zip(sheets, words, strict=True), start=1):
        if time.thread_time() > until:
            raise UnreadableDocument(f"laying out its {len(sheets):,} pages takes too long")
        tables = ruled_tables(sheet.rules, kept, hyphens)
        for region in regions_of(without_words_in(tables, kept), tables):
            contents = _contents(region, hyphens)
            yield from (_Block(number, content, place == 0) for place, content in enumerate(contents))


def _contents(region: Region, hyphens: Hyphens) -> list[Paragraph | PlacedTable]:
    words = region.words()
    tables = [*region.tables(), *aligned_tables(words, hyphens)]
    tables.sort(key=lambda table: table.box.top)
    contents: list[Paragraph | PlacedTable] = []
    rest = without_words_in(tables, words)
    for table in tables:
        above = [word for word in rest if word.base <= table.box.top + 1]
        contents += _paragraphs(above)
        contents.append(table)
        rest = [word for word in rest if word.base > table.box.top + 1]
    return [*contents, *_paragraphs(rest)]


def _paragraphs(words: Sequence[Word]) -> Iterator[Paragraph]:
    return paragraphs_of(lines_of(words))


def _page(place: str, blocks: list[_Block], extract: Extract) -> ParsedRecord:
    scale = scale_of([block.content for block in blocks if isinstance(block.content, Paragraph)])
    blocks = _rejoined(blocks, scale)
    title, blocks, scale = _title(blocks, scale)
    hyphens = Hyphens(word.text for sheet in extract.sheets for word in sheet.words)
    writer = _Writer(scale, hyphens)
    for is_item, run in groupby(blocks, key=_is_item):
        add = writer.add_list if is_item else writer.add_all
        add(list(run))
    if not title and not _NO_TITLE.fullmatch(extract.title.strip().lower()):
        title = natural_title(extract.title)
    elements = tuple(writer.page.elements)
    if all(isinstance(element, Section) for element in elements):
        raise UnreadableDocument("nothing but headings")
    return ParsedRecord(Page(title or title_from_place(place), elements, place, tuple(writer.marks)))


def _is_item(block: _Block) -> bool:
    return isinstance(block.content, Paragraph) and bool(block.content.mark)


def _rejoined(blocks: list[_Block], scale: Scale) -> list[_Block]:
    """The blocks, with paragraphs and tables joined that a column or a sheet divided."""
    joined: list[_Block] = []
    for block in blocks:
        if isinstance(block.content, Paragraph) and scale.is_heading(block.content):
            block.content = block.content.with_mark_in_text()
        if not (joined and _join(joined[-1], block, scale)):
            joined.append(block)
    return joined


def _join(before: _Block, block: _Block, scale: Scale) -> bool:
    """Add a block to the one before it, if it goes on with it."""
    one, other = before.content, block.content
    if isinstance(one, PlacedTable) and isinstance(other, PlacedTable) and block.is_first:
        table = one.append_table(other)
        before.content = table or one
        return table is not None
    if not isinstance(one, Paragraph) or not isinstance(other, Paragraph) or not _goes_on(one, other, block, scale):
        return False
    before.turns.append((len(one.lines), block.sheet))
    before.content = one._replace(lines=one.lines + other.lines, bottom=other.bottom, is_full=other.is_full)
    return True


def _goes_on(one: Paragraph, other: Paragraph, block: _Block, scale: Scale) -> bool:
    """Whether a heading goes on in its next line, or prose in the next column."""
    if scale.is_heading(one):
        return one.is_just_above(other)
    is_open = one.ends_open and not other.mark and abs(one.size - other.size) < 0.1 * one.size
    return is_open and (other.starts_inside or (block.is_first and one.is_full)) and not scale.is_heading(other)


def _title(blocks: list[_Block], scale: Scale) -> tuple[str, list[_Block], Scale]:
    """The title: one of the first paragraphs, in the largest type; no other has it, or the one just below it."""
    paragraphs = [block.content for block in blocks if isinstance(block.content, Paragraph)]
    largest = [each for each in paragraphs if scale.is_heading(each) and scale.level(each) == 2]
    if not largest or largest[0] not in paragraphs[:_TITLE_PARAGRAPHS]:
        return "", blocks, scale
    first, place = largest[0], paragraphs.index(largest[0])
    title = natural_title(" ".join(first.lines))
    if not title or (len(largest) > 1 and largest[1] is not paragraphs[place + 1]):
        return "", blocks, scale
    rest = [block for block in blocks if block.content is not first]
    return title, rest, scale if len(largest) > 1 else scale.without(first.size)


class _Writer:
    """Writes blocks as the elements of a page, and marks where each sheet begins."""

    def __init__(self, scale: Scale, hyphens: Hyphens) -> None:
        self.page = PageBuilder()
        self.marks: list[SheetMark] = []
        self._scale = scale
        self._hyphens = hyphens

    def add_all(self, blocks: Sequence[_Block]) -> None:
        """Add headings, prose and tables; a line that names a table becomes its caption."""
        caption = ""
        for place, block in enumerate(blocks):
            self._mark(block.sheet)
            if isinstance(block.content, PlacedTable):
                self.page.add_table(cells_of_grid(block.content.rows, block.content.spans), caption=caption)
                caption = ""
                continue
            text = self._hyphens.join_lines(block.content.lines)
            following = blocks[place + 1].content if place + 1 < len(blocks) else None
            if isinstance(following, PlacedTable) and _CAPTION.match(text) and len(text) <= _LONGEST_CAPTION:
                caption = text
            elif self._scale.is_heading(block.content):
                self.page.add_section(text, level=self._scale.level(block.content))
            else:
                self._mark_turns(block, text)
                self.page.add_prose(text)

    def add_list(self, blocks: Sequence[_Block]) -> None:
        """Add a list."""
        self._mark(blocks[0].sheet)
        paragraphs = [block.content for block in blocks if isinstance(block.content, Paragraph)]
        levels = item_levels([round(each.left / 6) for each in paragraphs])
        texts = [self._hyphens.join_lines(each.lines) for each in paragraphs]
        items = (ListItem(index, text, level) for index, (text, level) in enumerate(zip(texts, levels, strict=True)))
        self.page.add_list(items, is_ordered=paragraphs[0].mark[-1:] in {".", ")"})

    def _mark_turns(self, block: _Block, text: str) -> None:
        """Mark the first sentences that begin on the later sheets of a paragraph."""
        if not block.turns or not isinstance(block.content, Paragraph):
            return
        starts = [start for start, _ in sentence_spans(text)]
        for count, sheet in block.turns:
            reach = len(self._hyphens.join_lines(block.content.lines[:count]))
            self._mark(sheet, after=bisect_left(starts, reach))

    def _mark(self, sheet: int, *, after: int = 0) -> None:
        label = f"p. {sheet}"
        if not self.marks or self.marks[-1].label != label:
            self.marks.append(SheetMark(len(self.page.elements) + after, label))
