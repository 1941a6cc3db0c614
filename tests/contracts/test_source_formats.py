"""Every format of sources turns any file into pages, redirects and skips, or refuses it."""

from contextlib import suppress

import pytest

from veriscope.corpus import FORMATS, Skip
from veriscope.corpus.sources.file_kinds import KIND_OF_SUFFIX
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
    "empty zip": b"PK\x05\x06" + bytes(18),
    "half a zip": b"PK\x03\x04" + bytes(range(200)),
    "compound file": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600),
    "html": b"<html><table><tr><td colspan=99999999>x<p></table>",
}
SUFFIXES = [".jsonl", *KIND_OF_SUFFIX]


@pytest.mark.parametrize("name", sorted(FORMATS))
@pytest.mark.parametrize("content", sorted(CONTENTS))
def test_any_file_is_read_or_refused(tmp_path, name, content):
    form, records = FORMATS[name], []
    for suffix in SUFFIXES:
        path = tmp_path / f"file{suffix}"
        path.write_bytes(CONTENTS[content])
        with suppress(VeriscopeError):
            records += form.records(path)
    for record in records:
        if not isinstance(record, Skip):
            found = form.parse(record)
            assert isinstance(found, ParsedRecord)
            assert form.parse(record) == found
