"""ZIM files, Kiwix's offline Wikipedia: one page for each HTML article, and the redirects."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from veriscope.corpus.sources.document_text import error_detail
from veriscope.corpus.sources.records import ParsedRecord, RawRecord, Redirect, Skip
from veriscope.corpus.sources.web_html import parse_web_html
from veriscope.corpus.sources.wikipedia_html import is_wikipedia_html, parse_wikipedia_html
from veriscope.errors import InputError, MissingExtraError
from veriscope.text import canonical_title

if TYPE_CHECKING:
    from libzim.reader import Archive, Entry

MAX_ARTICLE_BYTES = 64 * 2**20
# The exceptions that libzim raises on damaged files, by their C++ originals.
_DAMAGE = (RuntimeError, KeyError, IndexError, ValueError, UnicodeDecodeError, MemoryError, OverflowError)


class _Article(msgspec.Struct, frozen=True, tag="article"):
    title: str
    path: str
    html: bytes
    is_wikipedia: bool


class _Alias(msgspec.Struct, frozen=True, tag="alias"):
    title: str
    target: str


_DECODER = msgspec.msgpack.Decoder(_Article | _Alias)


@dataclass(frozen=True, slots=True)
class ZimArchive:
    """Reads the articles of a ZIM file in the order of their paths; pictures, styles and scripts are skipped."""

    max_article_bytes: int = MAX_ARTICLE_BYTES
    keep_flagged: bool = False

    def records(self, path: Path) -> Iterator[RawRecord | Skip]:
        """One record per article or redirect."""
        archive = _open(path)
        size = path.stat().st_size
        try:
            is_wikipedia = _is_made_from_mediawiki(archive)
            for number in range(archive.entry_count):
                record = self._record(archive._get_entry_by_id(number), is_wikipedia=is_wikipedia)
                if isinstance(record, RawRecord):
                    yield replace(record, offset=size * (number + 1) // archive.entry_count)
                elif record is not None:
                    yield record
        except _DAMAGE as error:
            raise _damage_error(path, error) from None

    def parse(self, record: RawRecord) -> ParsedRecord:
        """The page of an article, under the title in the archive; or the redirect."""
        entry = _DECODER.decode(record.payload)
        if isinstance(entry, _Alias):
            return ParsedRecord(redirects=(Redirect(entry.title, entry.target),))
        if entry.is_wikipedia or is_wikipedia_html(entry.html):
            parsed = parse_wikipedia_html(record.place, entry.html, keep_flagged=self.keep_flagged)
        else:
            parsed = parse_web_html(record.place, entry.html)
        if parsed.page is None:
            return parsed
        title = canonical_title(entry.title) or parsed.page.title
        path_title = canonical_title(entry.path.rpartition("/")[2])
        # Links in the archive lead to paths, so a path that differs from the title is another name of the page.
        names = (Redirect(path_title, title),) if path_title and path_title != title else ()
        return replace(parsed, page=replace(parsed.page, title=title), redirects=parsed.redirects + names)

    def _record(self, entry: "Entry", *, is_wikipedia: bool) -> RawRecord | Skip | None:
        if entry.is_redirect:
            return _alias_record(entry)
        item = entry.get_item()
        if not item.mimetype.startswith("text/html"):
            return None
        if item.size > self.max_article_bytes:
            return Skip(entry.path, "page", f"more than {self.max_article_bytes:,} bytes")
        article = _Article(entry.title, entry.path, bytes(item.content), is_wikipedia)
        return RawRecord(entry.path, msgspec.msgpack.encode(article))


def _alias_record(entry: "Entry") -> RawRecord | None:
    """One step of a redirect; None if it leads to a picture or to its own title."""
    target = entry.get_redirect_entry()
    title, target_title = canonical_title(entry.title), canonical_title(target.title)
    if title == target_title or not (target.is_redirect or target.get_item().mimetype.startswith("text/html")):
        return None
    return RawRecord(entry.path, msgspec.msgpack.encode(_Alias(title, target_title)))


def _open(path: Path) -> "Archive":
    try:
        from libzim.reader import Archive  # noqa: PLC0415  (an extra: it fails at use)
    except ImportError:
        raise MissingExtraError("reading ZIM files", extra="zim") from None
    try:
        return Archive(path)
    except _DAMAGE as error:
        raise _damage_error(path, error) from None


def _is_made_from_mediawiki(archive: "Archive") -> bool:
    if "Scraper" not in archive.metadata_keys:
        return False
    return b"mwoffliner" in archive.get_metadata("Scraper").lower()


def _damage_error(path: Path, error: BaseException) -> InputError:
    return InputError(f"{path}: not a whole ZIM file ({error_detail(error)}); fetch it again")
