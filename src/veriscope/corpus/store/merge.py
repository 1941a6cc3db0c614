"""Merges the parts that several sources hold under one title into a page."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count

from veriscope.domain import Content, Element, ItemList, Page, Section, Sentence, Table

_IGNORED = re.compile(r"[\s\"'`“”‘’]+")


def merge_parts(parts: Sequence[Page]) -> Page:
    """The parts as one page. The last part keeps its numbers; what only earlier parts hold follows, renumbered.

    So the ids of the source named last stay valid. A sentence counts as present if the prose contains it, in any
    tokenisation, with all of its links. A table or list counts only if an equal one is present.
    """
    if len(parts) == 1:
        return parts[0]
    *earlier, last = parts
    merging = _Merging(last)
    for part in reversed(earlier):
        merging.add(part)
    origin = " + ".join(dict.fromkeys(part.origin for part in reversed(parts)))
    return Page(last.title, tuple(merging.elements), origin)


class _Merging:
    """A page that grows by what it lacks of further parts."""

    def __init__(self, page: Page) -> None:
        self.elements: list[Element] = list(page.elements)
        self._prose = "".join(_squeeze(sentence.text) for sentence in page.sentences())
        self._targets = {link.target for sentence in page.sentences() for link in sentence.links}
        self._blocks = {_block_text(block) for block in page.elements if isinstance(block, Table | ItemList)}
        self._numbers = {kind: count(_next_index(page, kind)) for kind in (Sentence, Table, ItemList)}

    def add(self, part: Page) -> None:
        """Append what is missing of a part, with the headings that still have content."""
        for element in _without_empty_sections(element for element in part.elements if not self._holds(element)):
            if isinstance(element, Section):
                self.elements.append(element)
            else:
                self.elements.append(replace(element, index=next(self._numbers[type(element)])))
            self._note(element)

    def _note(self, element: Element) -> None:
        match element:
            case Sentence(_, text, links):
                self._prose += _squeeze(text)
                self._targets.update(link.target for link in links)
            case Table() | ItemList():
                self._blocks.add(_block_text(element))

    def _holds(self, element: Element) -> bool:
        match element:
            case Sentence(_, text, links):
                return _squeeze(text) in self._prose and all(link.target in self._targets for link in links)
            case Table() | ItemList():
                return _block_text(element) in self._blocks
            case Section():
                return False


def _without_empty_sections(elements: Iterator[Element]) -> list[Element]:
    """The elements without headings that have no content."""
    kept: list[Element] = []
    for element in reversed(list(elements)):
        if isinstance(element, Section):
            follows = kept[-1] if kept else None
            if follows is None or (isinstance(follows, Section) and follows.level <= element.level):
                continue
        kept.append(element)
    return kept[::-1]


def _block_text(block: Table | ItemList) -> tuple[str, ...]:
    if isinstance(block, ItemList):
        return tuple(f"{item.level} {_squeeze(item.text)}" for item in block.items)
    return (block.caption, *(f"{cell.row} {cell.column} {_squeeze(cell.text)}" for cell in block.cells))


def _squeeze(text: str) -> str:
    """The text without spaces and quotes, so that tokenised and plain prose compare equal."""
    return _IGNORED.sub("", text)


def _next_index(page: Page, kind: type[Content]) -> int:
    return max((element.index for element in page.elements if isinstance(element, kind)), default=-1) + 1
