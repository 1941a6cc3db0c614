"""FEVER's `wiki-pages`, as JSON lines or `fever.db`: one introduction per page, as numbered tokenised sentences."""

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from veriscope.corpus.sources.records import ParsedRecord, RawRecord, Skip
from veriscope.corpus.sources.wiki_records import is_sqlite, line_records, sqlite_records
from veriscope.domain import Link, Page, Sentence
from veriscope.text import restore_brackets, title_from_fever

_NUMBERED = re.compile(r"(\d{1,9})(?:\t|$)", re.ASCII)


class _FeverRecord(msgspec.Struct):
    id: str
    lines: str


_DECODER = msgspec.json.Decoder(_FeverRecord)


class FeverPages:
    """Reads FEVER's pages. Sentences keep their numbers and tokens; spelled-out brackets become brackets."""

    def records(self, path: Path) -> Iterator[RawRecord | Skip]:
        """One record per line of a JSONL file, or per row of `fever.db`."""
        if is_sqlite(path):
            return sqlite_records(path, table="documents", columns=("id", "lines"))
        return line_records(path)

    def parse(self, record: RawRecord) -> ParsedRecord:
        """The page of a record."""
        try:
            fields = _DECODER.decode(record.payload)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
            return ParsedRecord(skips=(Skip(record.place, "record", f"not a FEVER page: {_one_line(error)}"),))
        title = title_from_fever(fields.id)
        if not title:
            # The dump has one page without an id, and it is empty.
            return ParsedRecord(skips=(Skip(record.place, "record", "the page has no id"),))
        return ParsedRecord(Page(title, tuple(_sentences(fields.lines)), origin=record.place))


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())


def _sentences(lines: str) -> Iterator[Sentence]:
    for index, line in enumerate(_join_strays(lines)):
        text, *anchors = line.split("\t")
        text = restore_brackets(text).strip()
        if text:
            yield Sentence(index, text, _links(text, anchors) if anchors else ())


def _join_strays(lines: str) -> list[str]:
    """The lines without their numbers; a piece that does not continue the count belongs to the line before."""
    joined: list[str] = []
    for piece in lines.split("\n"):
        number = _NUMBERED.match(piece)
        if number and int(number[1]) == len(joined):
            joined.append(piece[number.end() :])
        elif joined:
            joined[-1] = f"{joined[-1]} {piece}" if piece else joined[-1]
        elif piece.strip():
            joined.append(piece)
    return joined


def _links(text: str, anchors: list[str]) -> tuple[Link, ...]:
    """Pairs of anchor and target, in the order of the text.

    An anchor that cannot be found, because a stray newline broke it, keeps its target with an empty span.
    """
    links, position = [], 0
    for anchor, target in zip(anchors[::2], anchors[1::2], strict=False):
        shown, title = restore_brackets(anchor).strip(), title_from_fever(target)
        if not title:
            continue
        start = text.find(shown, position)
        if start < 0:
            start = text.find(shown)
        if start < 0 or not shown:
            links.append(Link(0, 0, title))
            continue
        position = start + len(shown)
        links.append(Link(start, position, title))
    return tuple(links)
