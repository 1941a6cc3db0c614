"""A list of redirects: one `name<TAB>title` a line."""

from collections.abc import Iterator
from pathlib import Path

from veriscope.corpus.records import Parsed, RawRecord, Redirect, Skip
from veriscope.corpus.wiki_records import line_records
from veriscope.text.titles import canonical_title


class RedirectList:
    """Reads other names of pages that further sources hold."""

    def records(self, path: Path) -> Iterator[RawRecord | Skip]:
        """One record a line."""
        return line_records(path)

    def parse(self, record: RawRecord) -> Parsed:
        """The redirect of a line."""
        try:
            name, title = (canonical_title(field) for field in record.payload.decode().split("\t"))
        except ValueError:
            return Parsed(skips=(Skip(record.place, "redirect", "not a line of NAME, a tab and TITLE in UTF-8"),))
        if not name or not title:
            return Parsed(skips=(Skip(record.place, "redirect", "the name or the title is empty"),))
        return Parsed(redirects=(Redirect(name, title),))
