"""Finds where evidence stands in the texts and files that a corpus in memory was made of."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from veriscope.corpus import Corpus
from veriscope.domain import Evidence, EvidenceId, ItemList, Page, Sentence
from veriscope.errors import VeriscopeError

# Signs that close a sentence and belong to it, though letters and digits alone are compared.
_CLOSERS = frozenset(".!?…\"'”’)]}»%")


class SourceSpan(NamedTuple):
    """Characters `start` to `end` of the text `source`: a file, or a given text, `Text 1` by its place.

    A file counts as UTF-8 with its line ends as they are.
    """

    source: str
    start: int
    end: int


class SourceTexts:
    """The originals of a corpus in memory: texts by their names, or files that are read when they are asked for."""

    def __init__(self, corpus: Corpus, texts: dict[str, str] | None = None) -> None:
        self._corpus = corpus
        self._texts = texts
        self._known: dict[str, dict[EvidenceId, SourceSpan]] = {}

    def spans(self, pieces: Sequence[Evidence]) -> tuple[SourceSpan | None, ...]:
        """Where each sentence or list item stands; None for cells, and for formats that are no text."""
        return tuple(self._of_page(piece.id.page).get(piece.id) for piece in pieces)

    def _of_page(self, title: str) -> dict[EvidenceId, SourceSpan]:
        if title not in self._known:
            page = self._corpus.page(title)
            source, text = self._original(title)
            self._known[title] = dict(_locate(page, source, text)) if page and text else {}
        return self._known[title]

    def _original(self, title: str) -> tuple[str, str]:
        """The name and the text of what a page was made from; an empty text if there is none."""
        found = self._corpus.origin(title)
        if found is None:
            return "", ""
        if self._texts is not None:
            return found.place, self._texts.get(found.place, "")
        path = found.source / found.place if found.source.is_dir() else found.source
        return str(path), _text_of(path)


def _text_of(path: Path) -> str:
    # Readers load parsers, which takes a while; a check against a corpus needs none.
    from veriscope.pipeline.text_source import read_plain  # noqa: PLC0415

    try:
        return read_plain(path)
    except (VeriscopeError, OSError):
        # A document of another kind has cells and pages, and no characters to count.
        return ""


def _locate(page: Page, source: str, text: str) -> Iterator[tuple[EvidenceId, SourceSpan]]:
    """Find the sentences and items of a page one after the other, by their letters and digits."""
    places = [place for place, character in enumerate(text) if character.isalnum()]
    letters = "".join(text[place] for place in places)
    done = 0
    for address, said in _statements(page):
        wanted = "".join(filter(str.isalnum, said))
        found = letters.find(wanted, done) if wanted else -1
        if found >= 0:
            done = found + len(wanted)
            end = places[done - 1] + 1
            while end < len(text) and text[end] in _CLOSERS:
                end += 1
            yield address, SourceSpan(source, places[found], end)


def _statements(page: Page) -> Iterator[tuple[EvidenceId, str]]:
    for element in page.elements:
        match element:
            case Sentence(text=text):
                yield page.sentence_id(element), text
            case ItemList(items=items):
                yield from ((page.item_id(element, item), item.text) for item in items)
