"""Whether a check shows the passage that decides a claim."""

import re
from collections.abc import Iterator, Sequence

from veriscope import Trace
from veriscope.corpus import Corpus
from veriscope.domain import CellId

_WORD = re.compile(r"\w+")
_SHOWN = 3
_SAME = 0.8


def shows_passage(passages: Sequence[str], trace: Trace, corpus: Corpus) -> bool:
    """Whether one of the first three lines shown, a cell standing for its row, is a passage, or a part of one."""
    named = [_words(passage) for passage in passages]
    shown = [_words(text) for text in _texts(trace, corpus)]
    return any(_are_same(line, passage) for line in shown for passage in named)


def _texts(trace: Trace, corpus: Corpus) -> Iterator[str]:
    for place in trace.key_evidence[:_SHOWN]:
        piece = trace.evidence[place]
        yield _row(piece.id, corpus) if isinstance(piece.id, CellId) else piece.text


def _row(cell: CellId, corpus: Corpus) -> str:
    page = corpus.page(cell.page)
    table = next(table for table in page.tables() if table.index == cell.table)
    return " | ".join(other.text for other in table.cells if other.row == cell.row)


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower()))


def _are_same(line: frozenset[str], passage: frozenset[str]) -> bool:
    shared = len(line & passage)
    return bool(shared) and shared >= _SAME * min(len(line), len(passage)) and min(len(line), len(passage)) > 1
