"""What the FEVEROUS networks learn from: pairs with a label, and tables with a mark on each id of a relevant cell."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np

from veriscope.neural.feverous_tables import TableText, marked_text, sampled_rows
from veriscope.neural.feverous_tokens import FeverousTokenizer
from veriscope.neural.tokens import Ids, TokenPair

# An id that teaches nothing.
IGNORED = -100


class Lesson(NamedTuple):
    """A pair, and the number of its label, or 1, 0 or `IGNORED` for each of its ids."""

    pair: TokenPair
    targets: Ids


class TableExample(NamedTuple):
    """A claim, a table, and the row and column of each cell that is evidence."""

    claim: str
    table: TableText
    relevant: Collection[tuple[int, int]]


def text_lessons(pairs: Sequence[TokenPair], labels: Sequence[int]) -> list[Lesson]:
    """Pairs with their labels."""
    return [Lesson(pair, np.array([label], np.int64)) for pair, label in zip(pairs, labels, strict=True)]


def table_lessons(examples: Sequence[TableExample], tokenizer: FeverousTokenizer, *, seed: int) -> list[Lesson]:
    """Tables with rows sampled so that they fit; every id of a cell is marked, ids of no cell teach nothing."""
    marked = []
    for claim, table, relevant in examples:
        rows = table.rows()
        sizes = tokenizer.row_sizes(rows)
        name = f"{seed} {claim} {table.page} {table.number}"
        kept = sampled_rows(rows, sizes, relevant=relevant, room=tokenizer.room(claim), seed=name)
        marked.append((claim, marked_text(kept)))
    lessons: list[Lesson] = []
    for (pair, cells), (_, text), example in zip(tokenizer.tables(marked), marked, examples, strict=True):
        is_relevant = np.array([(cell.row, cell.column) in example.relevant for cell in text.cells], np.int64)
        lessons.append(Lesson(pair, np.where(cells >= 0, is_relevant[np.maximum(cells, 0)], IGNORED)))
    return lessons
