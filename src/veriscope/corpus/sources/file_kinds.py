"""The kinds of documents, by file suffix, and their readers."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from veriscope.corpus.sources.delimited import parse_delimited
from veriscope.corpus.sources.document_text import (
    UnreadableDocument,
    document_suffix,
    guessed_encoding,
    natural_title,
    zero_bytes,
)
from veriscope.corpus.sources.json_documents import parse_json
from veriscope.corpus.sources.mail import parse_mail
from veriscope.corpus.sources.markdown import parse_markdown
from veriscope.corpus.sources.office import (
    parse_docx,
    parse_epub,
    parse_odp,
    parse_ods,
    parse_odt,
    parse_pptx,
    parse_xls,
)
from veriscope.corpus.sources.pdf import parse_pdf
from veriscope.corpus.sources.plain_text import parse_plain_text
from veriscope.corpus.sources.records import ParsedRecord, Skip
from veriscope.corpus.sources.web_html import parse_web_html
from veriscope.corpus.sources.wikipedia_html import is_wikipedia_html, parse_wikipedia_html
from veriscope.corpus.sources.workbook import parse_workbook

KIND_OF_SUFFIX = {
    ".csv": "csv",
    ".docm": "docx",
    ".docx": "docx",
    ".eml": "mail",
    ".epub": "epub",
    ".htm": "html",
    ".html": "html",
    ".json": "json",
    ".jsonl": "json",
    ".markdown": "markdown",
    ".mbox": "mailbox",
    ".md": "markdown",
    ".mkd": "markdown",
    ".ndjson": "json",
    ".odp": "odp",
    ".ods": "ods",
    ".odt": "odt",
    ".pdf": "pdf",
    ".ppsx": "pptx",
    ".pptm": "pptx",
    ".pptx": "pptx",
    ".tab": "csv",
    ".text": "text",
    ".tsv": "csv",
    ".txt": "text",
    ".xhtml": "html",
    ".xls": "xls",
    ".xlsm": "workbook",
    ".xlsx": "workbook",
}
ARCHIVE_SUFFIXES = frozenset({".7z", ".bz2", ".gz", ".rar", ".tar", ".tgz", ".txz", ".xz", ".zim", ".zip", ".zst"})

# The kinds that the formats `html`, `text` and `csv` of the command line read.
HTML_KINDS: frozenset[str] = frozenset({"html"})
TEXT_KINDS: frozenset[str] = frozenset({"markdown", "text"})
TABLE_KINDS: frozenset[str] = frozenset({"csv", "ods", "workbook", "xls"})
_DECODED = TEXT_KINDS | {"csv", "json"}

# Takes the place and the bytes of a document.
_Reader = Callable[[str, bytes], ParsedRecord]


def kind_of(place: str) -> str:
    """The kind of a document, by its suffix without any compression suffix; empty if it has no reader."""
    return KIND_OF_SUFFIX.get(document_suffix(place), "")


def refusal(place: str, *, kinds: frozenset[str] | None) -> str:
    """Why a file is not read, by its name; empty if it is read."""
    suffix, kind = document_suffix(place), kind_of(place)
    if kind and (kinds is None or kind in kinds):
        return ""
    if suffix in ARCHIVE_SUFFIXES:
        return "an archive inside a folder or archive is not opened; give it as a source of its own"
    what = f"no reader for {suffix}" if suffix else "no reader for files without a suffix"
    return f"{'left out by the chosen format' if kind else what}; readable are: {readable_suffixes(kinds)}"


def readable_suffixes(kinds: frozenset[str] | None) -> str:
    """The suffixes of readable files, for a message."""
    return ", ".join(suffix for suffix, kind in KIND_OF_SUFFIX.items() if kinds is None or kind in kinds)


def parse_document(place: str, data: bytes, *, keep_flagged: bool = False) -> ParsedRecord:
    """The page of a document, from the reader for its suffix; a document that cannot be read becomes a skip.

    An article of Wikipedia is an encyclopedia page wherever it comes from; anything else is a document.
    """
    if kind_of(place) == "html" and is_wikipedia_html(data):
        return parse_wikipedia_html(place, data, keep_flagged=keep_flagged)
    return _parse(place, data, reader=_READERS[kind_of(place)], is_decoded=kind_of(place) in _DECODED)


def parse_given_text(place: str, text: str, *, title: str) -> ParsedRecord:
    """The page of a text that a program holds, read as a plain-text file is; a blank or overlong title is none."""
    # Half a character cannot be read, in a text as in a file.
    data = text.encode(errors="surrogatepass")
    own = natural_title("".join(character if character.isprintable() else " " for character in title))
    return _parse(place, data, reader=partial(parse_plain_text, title=own), is_decoded=True)


def _parse(place: str, data: bytes, *, reader: _Reader, is_decoded: bool) -> ParsedRecord:
    try:
        parsed = reader(place, data)
    except UnreadableDocument as error:
        return ParsedRecord(skips=(Skip(place, "document", str(error)),))
    notes = tuple(_notes(place, data)) if is_decoded else ()
    return replace(parsed, skips=(*parsed.skips, *notes), is_document=True)


def _notes(place: str, data: bytes) -> Iterator[Skip]:
    """What a reader of the report should know about the bytes of a text."""
    if encoding := guessed_encoding(data):
        yield Skip(
            place, "encoding", f"is no UTF-8; read as {encoding}, by its letters; convert it if words look wrong"
        )
    elif dropped := zero_bytes(data):
        yield Skip(place, "byte", _zeros_left_out(dropped))


def _zeros_left_out(zeros: int) -> str:
    return f"left out {zeros:,} zero {'byte, which is' if zeros == 1 else 'bytes, which are'} no text"


_READERS: dict[str, _Reader] = {
    "csv": parse_delimited,
    "docx": parse_docx,
    "epub": parse_epub,
    "html": parse_web_html,
    "json": parse_json,
    "mail": parse_mail,
    "mailbox": parse_mail,
    "markdown": parse_markdown,
    "odp": parse_odp,
    "ods": parse_ods,
    "odt": parse_odt,
    "pdf": parse_pdf,
    "pptx": parse_pptx,
    "text": parse_plain_text,
    "workbook": parse_workbook,
    "xls": parse_xls,
}
