"""Makes the lessons of the FEVEROUS networks: labelled pairs, and tables with a mark on each id of a relevant cell."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np

from veriscope.models import FeverousTokenizer, Ids, TableText, TokenPair, marked_text, sampled_rows

# The target of ids that teach nothing.
IGNORED = -100


class TokenLesson(NamedTuple):
    """A pair with its targets: the number of its label, or 1, 0 or `IGNORED` for each id."""

    pair: TokenPair
    targets: Ids


class TableExample(NamedTuple):
    """A claim, a table, and the (row, column) of each cell that is evidence."""

    claim: str
    table: TableText
    relevant: Collection[tuple[int, int]]


def text_lessons(pairs: Sequence[TokenPair], labels: Sequence[int]) -> list[TokenLesson]:
    """One lesson for each pair and label."""
    return [TokenLesson(pair, np.array([label], np.int64)) for pair, label in zip(pairs, labels, strict=True)]


def table_lessons(examples: Sequence[TableExample], tokenizer: FeverousTokenizer, *, seed: int) -> list[TokenLesson]:
    """One lesson for each table, with rows sampled to fit; ids outside cells teach nothing."""
    marked = []
    for claim, table, relevant in examples:
        rows = table.rows()
        sizes = tokenizer.row_sizes(rows)
        name = f"{seed} {claim} {table.page} {table.number}"
        kept = sampled_rows(rows, sizes, relevant=relevant, room=tokenizer.room(claim), seed=name)
        marked.append((claim, marked_text(kept)))
    lessons: list[TokenLesson] = []
    for (pair, cells), (_, text), example in zip(tokenizer.tables(marked), marked, examples, strict=True):
        is_relevant = np.array([(cell.row, cell.column) in example.relevant for cell in text.cells], np.int64)
        lessons.append(TokenLesson(pair, np.where(cells >= 0, is_relevant[np.maximum(cells, 0)], IGNORED)))
    return lessons
