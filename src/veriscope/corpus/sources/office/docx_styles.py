"""The styles and numberings of a Word document: which paragraphs are headings, captions or items of lists."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple
from xml.etree.ElementTree import Element

from veriscope.corpus.sources.office.zip_package import attribute

_HEADING = re.compile(r"heading ([1-9])")
_DEEPER_LIST = re.compile(r"list (?:bullet|number) ([2-5])")
_DIRECTORIES = ("toc ", "contents ", "table of ", "index ")
_MAX_ANCESTORS = 20
_LEVELS = 9


class ParagraphKind(Enum):
    """What a paragraph is in a document."""

    TITLE = auto()
    HEADING = auto()
    CAPTION = auto()
    DIRECTORY = auto()  # a table of contents, an index
    ITEM = auto()
    PROSE = auto()


class ParagraphRole(NamedTuple):
    """The kind of a paragraph, and its level, which counts from 1 for headings and from 0 for items."""

    kind: ParagraphKind
    level: int = 0
    is_ordered: bool = False


@dataclass(frozen=True, slots=True)
class _Style:
    """What a style, or a paragraph itself, says; None and empty texts leave it to the style it is based on."""

    name: str = ""
    parent: str = ""
    outline: int | None = None
    number: str = ""
    level: int | None = None


class WordStyles:
    """Tells the role of each paragraph from `styles.xml` and `numbering.xml`."""

    def __init__(self, styles: Element, numbering: Element) -> None:
        kept = [style for style in styles.iterfind("{*}style") if attribute(style, "type", "paragraph") == "paragraph"]
        self._styles = {attribute(style, "styleId"): _style(style) for style in kept}
        self._default = next((attribute(s, "styleId") for s in kept if attribute(s, "default") in {"1", "true"}), "")
        self._is_ordered = _numberings(numbering)
        self._plain = self._role(Element("p"))

    def role(self, paragraph: Element) -> ParagraphRole:
        """The role of a paragraph, by its own settings, else by its style's, else by those that style is based on."""
        if paragraph.find("{*}pPr") is None:
            return self._plain
        return self._role(paragraph)

    def _role(self, paragraph: Element) -> ParagraphRole:
        chain = self._chain(paragraph)
        names = [style.name.lower() for style in chain if style.name]
        if names and names[0].startswith(_DIRECTORIES):
            return ParagraphRole(ParagraphKind.DIRECTORY)
        if "title" in names:
            return ParagraphRole(ParagraphKind.TITLE)
        if "caption" in names:
            return ParagraphRole(ParagraphKind.CAPTION)
        if level := _heading_level(chain, names):
            return ParagraphRole(ParagraphKind.HEADING, level)
        return self._item(chain)

    def _chain(self, paragraph: Element) -> list[_Style]:
        own = paragraph.find("{*}pPr")
        written = None if own is None else own.find("{*}pStyle")
        following = self._default if written is None else attribute(written, "val")
        chain = [_style(paragraph)]
        while following in self._styles and len(chain) < _MAX_ANCESTORS:
            chain.append(self._styles[following])
            following = chain[-1].parent
        return chain

    def _item(self, chain: list[_Style]) -> ParagraphRole:
        number = next((style.number for style in chain if style.number), "0")
        level = next((style.level for style in chain if style.level is not None), 0)
        is_ordered = self._is_ordered.get(number, {}).get(level)
        if is_ordered is None:
            return ParagraphRole(ParagraphKind.PROSE)
        # Each of Word's own styles for deeper levels has a numbering of its own, whose first level it uses.
        named = next(filter(None, (_DEEPER_LIST.fullmatch(style.name.lower()) for style in chain)), None)
        return ParagraphRole(ParagraphKind.ITEM, level or (int(named[1]) - 1 if named else 0), is_ordered)


def _heading_level(chain: list[_Style], names: list[str]) -> int:
    """The level of a heading, by the outline or by the name that every language of Word writes; 0 for other text."""
    outline = next((style.outline for style in chain if style.outline is not None), None)
    if outline is None:
        named = next(filter(None, map(_HEADING.fullmatch, names)), None)
        return int(named[1]) if named else 0
    return outline + 1 if outline < _LEVELS else 0


def _style(element: Element) -> _Style:
    settings = element.find("{*}pPr")
    if settings is None:
        settings = Element("pPr")
    outline, level = _value(settings, "{*}outlineLvl"), _value(settings, "{*}numPr/{*}ilvl")
    return _Style(
        name=_value(element, "{*}name"),
        parent=_value(element, "{*}basedOn"),
        outline=int(outline) if outline.isdecimal() else None,
        number=_value(settings, "{*}numPr/{*}numId"),
        level=min(int(level[:4]), _LEVELS) if level.isdecimal() else None,
    )


def _value(element: Element, path: str) -> str:
    child = element.find(path)
    return "" if child is None else attribute(child, "val")


def _numberings(numbering: Element) -> Mapping[str, Mapping[int, bool]]:
    """For each numbering, whether each of its levels is ordered; levels without a mark are left out."""
    levels: dict[str, dict[int, bool]] = {}
    for abstract in numbering.iterfind("{*}abstractNum"):
        marks = {attribute(level, "ilvl"): _value(level, "{*}numFmt") for level in abstract.iterfind("{*}lvl")}
        levels[attribute(abstract, "abstractNumId")] = {
            int(level): mark != "bullet" for level, mark in marks.items() if level.isdecimal() and mark != "none"
        }
    numbers = numbering.iterfind("{*}num")
    return {attribute(number, "numId"): levels.get(_value(number, "{*}abstractNumId"), {}) for number in numbers}
