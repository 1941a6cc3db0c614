"""The styles of an OpenDocument file: what is a title, a caption, an ordered list, raised or hidden."""

from xml.etree.ElementTree import Element

from veriscope.corpus.sources.office.xml_parts import local_name
from veriscope.corpus.sources.office.zip_package import attribute

STYLE_TAGS = frozenset({"style", "list-style"})
_MAX_ANCESTORS = 20


class OdfStyles:
    """Styles by their names; a style without a setting has that of the style it is based on."""

    def __init__(self) -> None:
        self._parents: dict[str, str] = {}
        self._ordered: dict[str, frozenset[str]] = {}
        self._raised: set[str] = set()
        self._hidden: set[str] = set()

    def add(self, element: Element) -> None:
        """Take note of a `style` or `list-style`."""
        name = attribute(element, "name")
        if local_name(element.tag) == "list-style":
            levels = (level for level in element if local_name(level.tag) == "list-level-style-number")
            self._ordered[name] = frozenset(attribute(level, "level") for level in levels if _has_number(level))
            return
        # Styles of different families may share a name.
        name = f"{attribute(element, 'family')} {name}"
        self._parents[name] = f"{attribute(element, 'family')} {attribute(element, 'parent-style-name')}"
        for settings in element:
            if attribute(settings, "text-position").startswith("super"):
                self._raised.add(name)
            if attribute(settings, "display") in {"false", "none"} or attribute(settings, "visibility") == "hidden":
                self._hidden.add(name)

    def is_based_on(self, style: str, ancestor: str) -> bool:
        """Whether a style of paragraphs is another one or is based on it."""
        return f"paragraph {ancestor}" in self._chain("paragraph", style)

    def is_raised(self, style: str) -> bool:
        """Whether a style of characters raises them."""
        return not self._raised.isdisjoint(self._chain("text", style))

    def is_hidden(self, family: str, style: str) -> bool:
        """Whether a style hides what has it: a sheet, a slide, a run of text."""
        return not self._hidden.isdisjoint(self._chain(family, style))

    def is_ordered(self, list_style: str, *, level: int) -> bool:
        """Whether a list counts its items at a level, from 0."""
        return str(level + 1) in self._ordered.get(list_style, frozenset())

    def _chain(self, family: str, style: str) -> list[str]:
        chain = [f"{family} {style}"]
        while (parent := self._parents.get(chain[-1])) and len(chain) < _MAX_ANCESTORS:
            chain.append(parent)
        return chain


def _has_number(level: Element) -> bool:
    return attribute(level, "num-format", "1") != ""
