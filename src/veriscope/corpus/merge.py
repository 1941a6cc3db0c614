"""One page out of the parts that several sources hold under its title."""

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from itertools import count

from veriscope.domain import Element, ItemList, Page, Section, Sentence, Table

_NUMBERED: tuple[type[Sentence] | type[Table] | type[ItemList], ...] = (Sentence, Table, ItemList)
_IGNORED = re.compile(r"[\s\"'`“”‘’]+")


def merge_parts(parts: Iterable[Page]) -> Page:
    """The parts as one page. A later part keeps its numbers; what only an earlier one holds follows, renumbered.

    So the ids of the source named last stay valid, and nothing is lost or doubled.
    """
    return reduce(_merge, parts)


def _merge(earlier: Page, later: Page) -> Page:
    said = _squeeze(" ".join(text for element in later.elements for text in _texts(element)))
    kept = list(later.elements)
    numbers = {kind: count(_next_index(later, kind)) for kind in _NUMBERED}
    for element in _missing(earlier, said):
        if isinstance(element, Section):
            kept.append(element)
        else:
            kept.append(replace(element, index=next(numbers[type(element)])))
    return Page(later.title, tuple(kept), origin=f"{later.origin} + {earlier.origin}")


def _missing(earlier: Page, said: str) -> list[Element]:
    """What `said` lacks of a page, with the headings that still have something under them."""
    wanted: list[Element] = []
    for element in reversed(earlier.elements):
        if isinstance(element, Section):
            follows = wanted[-1] if wanted else None
            leads = not isinstance(follows, Section) or follows.level > element.level
            if follows is not None and leads:
                wanted.append(element)
        elif any(_squeeze(text) not in said for text in _texts(element)):
            wanted.append(element)
    return wanted[::-1]


def _texts(element: Element) -> list[str]:
    match element:
        case Sentence(_, text):
            return [text]
        case Table(_, cells, caption):
            return [caption, *(cell.text for cell in cells)]
        case ItemList(_, items):
            return [item.text for item in items]
        case Section(title):
            return [title]


def _squeeze(text: str) -> str:
    """The text without spaces and quotes, so that tokenised and plain prose compare equal."""
    return _IGNORED.sub("", text)


def _next_index(page: Page, kind: type[Sentence] | type[Table] | type[ItemList]) -> int:
    return max((element.index for element in page.elements if isinstance(element, kind)), default=-1) + 1
