"""The FEVEROUS baseline's selection: sentences and tables by TF-IDF, then the cells that a network marks."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from veriscope.domain import Claim, Evidence, Page, Table
from veriscope.models import (
    FEVEROUS_CELLS,
    FeverousTokenizer,
    Logits,
    MarkedPair,
    MarkedText,
    NetworkHeader,
    OnnxNetwork,
    PairNetwork,
    TableCell,
    TableText,
    marked_text,
    windows,
)
from veriscope.selection.budget import MAX_OTHERS
from veriscope.selection.tfidf_bigram import bigram_scores
from veriscope.tables import Grid
from veriscope.text import join_texts

# The number used in the paper.
MAX_TABLES = 3
# A cell is marked if the network finds it more likely evidence than not.
_MARKED = 0.0


class ScoredCell(NamedTuple):
    """A cell of a table, with the logit of being evidence."""

    cell: TableCell
    logit: float


def table_text(page: Page, path: Sequence[str], table: Table) -> TableText:
    """A table of a page as the cell extractor reads it; cells without text are left out."""
    grid = Grid.of(table)
    cells = tuple(
        TableCell(
            cell.row, cell.column, cell.is_header, cell.text,
            tuple(header.text for header in grid.context(cell) if header.text),
        )
        for cell in table.cells
        if cell.text.strip()
    )  # fmt: skip
    return TableText(page.title, table.index, tuple(path), cells, table.caption)


def table_texts(pages: Iterable[Page]) -> list[TableText]:
    """The tables and infoboxes of pages that hold any text; lists are left out, as in the paper."""
    found = [
        table_text(page, path, element)
        for page in pages
        for path, element in page.outline()
        if isinstance(element, Table)
    ]
    return [table for table in found if table.cells]


def best_tables(claim: Claim, pages: Sequence[Page], *, limit: int = MAX_TABLES) -> list[TableText]:
    """The tables of the pages that are nearest to the claim by TF-IDF; ties in the order of the pages.

    The sentences of the pages help to measure how common a term is; a handful of tables would be too few.
    """
    tables = table_texts(pages)
    texts = [join_texts((one.caption, *(cell.text for cell in one.cells))) for one in tables]
    sentences = [sentence.text for page in pages for sentence in page.sentences()]
    scores = bigram_scores(claim.text, [*texts, *sentences])[: len(tables)]
    order = sorted(range(len(tables)), key=lambda number: (-scores[number], number))
    return [tables[number] for number in order[:limit]]


class CellExtractor:
    """Marks the cells that a claim needs (Aly et al. 2021, section 4); `network` runs it, by default as an ONNX model.

    As in the paper, text that does not fit into the network's input is cut off; with `whole`, a long table is read in
    parts.
    """

    def __init__(self, folder: Path, *, network: PairNetwork | None = None, whole: bool = False) -> None:
        header = NetworkHeader.read(folder, kind=FEVEROUS_CELLS)
        self.settings = header.settings
        self._whole = whole
        self._tokens = FeverousTokenizer(folder, max_tokens=header.max_tokens)
        self._network = network or OnnxNetwork(folder, filler=self._tokens.filler)

    def extract(self, cases: Sequence[tuple[Claim, Sequence[TableText]]]) -> list[list[Evidence]]:
        """The marked cells of each claim's tables, at most 25, best first; ties in the order of the tables."""
        asked = [(number, claim, table) for number, (claim, tables) in enumerate(cases) for table in tables]
        found: list[list[Evidence]] = [[] for _ in cases]
        scored = self.score([(claim, table) for _, claim, table in asked])
        for (number, _, table), cells in zip(asked, scored, strict=True):
            found[number] += [table.evidence(cell, score=chance(logit)) for cell, logit in cells if logit > _MARKED]
        return [sorted(pieces, key=lambda piece: -piece.score)[:MAX_OTHERS] for pieces in found]

    def score(self, cases: Sequence[tuple[Claim, TableText]]) -> list[list[ScoredCell]]:
        """The cells of each table that were read, in order, with their logits."""
        parts = [
            (number, claim.text, marked)
            for number, (claim, table) in enumerate(cases)
            for marked in self._parts(claim, table)
        ]
        pairs = self._tokens.tables([(claim, marked) for _, claim, marked in parts])
        logits = self._network.logits([pair.pair for pair in pairs])
        # A header row that is repeated in several parts counts with its best logit.
        best: list[dict[TableCell, float]] = [{} for _ in cases]
        for (number, _, marked), pair, said in zip(parts, pairs, logits, strict=True):
            for cell, logit in _by_cell(marked, pair, said):
                best[number][cell] = max(logit, best[number].get(cell, logit))
        return [[ScoredCell(cell, logit) for cell, logit in cells.items()] for cells in best]

    def _parts(self, claim: Claim, table: TableText) -> list[MarkedText]:
        rows = table.rows()
        if not self._whole:
            return [marked_text(rows)]
        sizes, room = self._tokens.row_sizes(rows), self._tokens.room(claim.text)
        return [marked_text(part) for part in windows(rows, sizes, room=room)]


def chance(logit: float) -> float:
    """The probability of a logit."""
    return float(1 / (1 + np.exp(-np.float64(np.clip(logit, -500, 500)))))


def _by_cell(marked: MarkedText, pair: MarkedPair, logits: Logits) -> list[ScoredCell]:
    """The mean logit of the ids of each cell; cells that were cut off are missing."""
    inside = pair.cells >= 0
    numbers = pair.cells[inside]
    counts = np.bincount(numbers, minlength=len(marked.cells))
    sums = np.bincount(numbers, weights=logits[inside, 0].astype(np.float64), minlength=len(marked.cells))
    return [
        ScoredCell(cell, float(total / count))
        for cell, total, count in zip(marked.cells, sums.tolist(), counts.tolist(), strict=True)
        if count
    ]
