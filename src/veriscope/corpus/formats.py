"""Which kinds of document are read, by the suffix of their name, and by what."""

from collections.abc import Callable
from dataclasses import replace

from veriscope.corpus.delimited import parse_delimited
from veriscope.corpus.document_text import UnreadableDocument, document_suffix
from veriscope.corpus.markdown import parse_markdown
from veriscope.corpus.plain_text import parse_plain_text
from veriscope.corpus.records import Parsed, Skip
from veriscope.corpus.web_html import parse_web_html
from veriscope.corpus.wikipedia_html import is_wikipedia_html, parse_wikipedia_html
from veriscope.corpus.workbook import parse_workbook

KIND_OF_SUFFIX = {
    ".csv": "csv",
    ".htm": "html",
    ".html": "html",
    ".markdown": "markdown",
    ".md": "markdown",
    ".mkd": "markdown",
    ".tab": "csv",
    ".text": "text",
    ".tsv": "csv",
    ".txt": "text",
    ".xhtml": "html",
    ".xlsm": "workbook",
    ".xlsx": "workbook",
}
ARCHIVE_SUFFIXES = frozenset({".7z", ".bz2", ".gz", ".rar", ".tar", ".tgz", ".txz", ".xz", ".zim", ".zip", ".zst"})

# The kinds that the formats `html`, `text` and `csv` of the command line read.
HTML_KINDS = frozenset({"html"})
TEXT_KINDS = frozenset({"markdown", "text"})
TABLE_KINDS = frozenset({"csv", "workbook"})


def kind_of(place: str) -> str:
    """The kind of a document, by its suffix beneath any compression; empty when there is no reader."""
    return KIND_OF_SUFFIX.get(document_suffix(place), "")


def refusal(place: str, *, kinds: frozenset[str] | None) -> str:
    """Why a file is not read, by its name; empty when it is."""
    suffix, kind = document_suffix(place), kind_of(place)
    if kind and (kinds is None or kind in kinds):
        return ""
    if suffix in ARCHIVE_SUFFIXES:
        return "an archive inside a folder or archive is not opened; give it as a source of its own"
    what = f"no reader for {suffix}" if suffix else "no reader for files without a suffix"
    return f"{'left out by the chosen format' if kind else what}; readable are: {readable_suffixes(kinds)}"


def readable_suffixes(kinds: frozenset[str] | None) -> str:
    """The suffixes that are read, for a message."""
    return ", ".join(suffix for suffix, kind in KIND_OF_SUFFIX.items() if kinds is None or kind in kinds)


def parse_document(place: str, data: bytes, *, keep_flagged: bool = False) -> Parsed:
    """The page of a document, by the reader for its suffix; a document that cannot be read becomes a skip.

    An article of Wikipedia is a page of the encyclopedia wherever it lies; anything else is a document.
    """
    if kind_of(place) == "html" and is_wikipedia_html(data):
        return parse_wikipedia_html(place, data, keep_flagged=keep_flagged)
    try:
        return replace(_READERS[kind_of(place)](place, data), is_document=True)
    except UnreadableDocument as error:
        return Parsed(skips=(Skip(place, "document", str(error)),))


_READERS: dict[str, Callable[[str, bytes], Parsed]] = {
    "csv": parse_delimited,
    "html": parse_web_html,
    "markdown": parse_markdown,
    "text": parse_plain_text,
    "workbook": parse_workbook,
}
