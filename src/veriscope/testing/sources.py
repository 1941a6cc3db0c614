"""What every source format promises."""

import pickle
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from veriscope.corpus import RawRecord, Skip, SourceFormat
from veriscope.domain import make_stage
from veriscope.errors import VeriscopeError

_CONTENTS = {
    "empty": b"",
    "bytes": bytes(range(256)) * 8,
    "text": "Ä town. It is old.\n\nIt lies by the sea.".encode(),
    "json": b'{"id": 1}\n{"title": []}\n[]\nnull\n',
    "xml": b"<?xml version='1.0'?><a><b c='d'>e</b>",
}


def check_source_format(source_format: SourceFormat | Callable[[], SourceFormat], example: Path | str) -> None:
    """Try a format, or what makes one, on a file of its kind; an `AssertionError` names the promise that is broken."""
    made: SourceFormat = make_stage(source_format, "parse")
    assert _read(made, Path(example)), f"a page must be read from {example}"
    assert pickle.loads(pickle.dumps(made)) is not None, "a format must be one that worker processes can be sent"  # noqa: S301 - just pickled
    with tempfile.TemporaryDirectory() as folder:
        for name, content in _CONTENTS.items():
            path = Path(folder, name).with_suffix(Path(example).suffix)
            path.write_bytes(content)
            with suppress(VeriscopeError):  # A file of another kind is refused in one line.
                _read(made, path)


def _read(source_format: SourceFormat, path: Path) -> list[str]:
    """The titles of the pages of a file; checks every record."""
    titles = []
    for record in source_format.records(path):
        if isinstance(record, Skip):
            continue
        assert isinstance(record, RawRecord), f"`records` must yield RawRecord or Skip: {record!r}"
        parsed = source_format.parse(record)
        assert parsed == source_format.parse(record), f"`parse` must give the same for the same record: {record.place}"
        assert parsed.page or parsed.skips or parsed.redirects, f"a record without a page needs a skip: {record.place}"
        titles += [parsed.page.title] if parsed.page else []
    return titles
