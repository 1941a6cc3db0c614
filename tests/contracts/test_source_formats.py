"""Every format of sources turns any file into pages, redirects and skips, or refuses it."""

from contextlib import suppress

import pytest

from veriscope.corpus import FORMATS, Skip
from veriscope.corpus.sources.records import ParsedRecord
from veriscope.errors import VeriscopeError

CONTENTS = {
    "empty": b"",
    "bytes": bytes(range(256)) * 8,
    "prose": "Ä town. It is old.\n\nIt lies by the sea.".encode(),
    "json": b'{"id": 1}\n{"title": []}\n[]\nnull\n{"id": "x", "text": 3, "lines": null}\n',
    "broken": b'{"title": "A", "order": ["sentence_0"]\n',
    "table": b"a,b\n1,2\n3\n",
    "mail": b"From: a@example.org\nSubject: Lima\n\nLima is a city.\n",
    "pdf": b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\ntrailer<</Root 1 0 R>>\n",
    "html": b"<html><table><tr><td colspan=99999999>x<p></table>",
}


@pytest.mark.parametrize("name", sorted(FORMATS))
@pytest.mark.parametrize("content", sorted(CONTENTS))
@pytest.mark.parametrize("suffix", [".txt", ".jsonl", ".html", ".csv", ".eml", ".json", ".mbox", ".pdf"])
def test_any_file_is_read_or_refused(tmp_path, name, content, suffix):
    path = tmp_path / f"file{suffix}"
    path.write_bytes(CONTENTS[content])
    form, records = FORMATS[name], []
    with suppress(VeriscopeError):
        records += form.records(path)
    for record in records:
        if not isinstance(record, Skip):
            found = form.parse(record)
            assert isinstance(found, ParsedRecord)
            assert form.parse(record) == found
