"""A list of redirects: one `name<TAB>title` per line."""

from collections.abc import Iterator
from pathlib import Path

from veriscope.corpus.sources.records import ParsedRecord, RawRecord, Redirect, Skip
from veriscope.corpus.sources.wiki_records import line_records
from veriscope.text import canonical_title


class RedirectList:
    """Reads other names for pages that come from other sources."""

    def records(self, path: Path) -> Iterator[RawRecord | Skip]:
        """One record per line."""
        return line_records(path)

    def parse(self, record: RawRecord) -> ParsedRecord:
        """The redirect of a line."""
        try:
            name, title = (canonical_title(field) for field in record.payload.decode().split("\t"))
        except ValueError:
            return ParsedRecord(skips=(Skip(record.place, "redirect", "not a line of NAME, a tab and TITLE in UTF-8"),))
        if not name or not title:
            return ParsedRecord(skips=(Skip(record.place, "redirect", "the name or the title is empty"),))
        return ParsedRecord(redirects=(Redirect(name, title),))
