"""Aligns HybridQA's answer cells with pages that number their tables anew and may bear newer titles.

A question names its table `Page_Title_N`. The pages hold only some of a page's tables, numbered without gaps, and some
pages were renamed. So a table is told by what its cells say: the one whose cell at an answer's row and column holds the
answer's text or links to the answer's page. All questions about one table are looked at together.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from veriscope.datasets import VeriscopeClaim
from veriscope.datasets.hybridqa import NODES_KEY, TABLE_KEY
from veriscope.domain import Cell, CellId, Page
from veriscope.text import canonical_title, fold

TableKey = tuple[str, int]
# The share of a table's answers that must be found in it: links are kept one a cell, so not all can be.
NEEDED = 0.5


@dataclass(frozen=True)
class Answer:
    """An answer's place and the texts of which one must stand there."""

    row: int
    column: int
    texts: frozenset[str]


class Tables:
    """All cells by row, column and what they say or link to."""

    def __init__(self, pages: Iterable[Page]) -> None:
        self.cells: dict[TableKey, dict[tuple[int, int], Cell]] = {}
        self._holding: defaultdict[tuple[int, int, str], list[TableKey]] = defaultdict(list)
        for page in pages:
            for table in page.tables():
                key = (page.title, table.index)
                self.cells[key] = {(cell.row, cell.column): cell for cell in table.cells}
                for cell in table.cells:
                    for text in said(cell):
                        self._holding[cell.row, cell.column, text].append(key)

    def best(self, title: str, number: int, answers: frozenset[Answer]) -> tuple[TableKey | None, str]:
        """The table that holds most of the answers, and how it was told; none where no table or several do.

        Numbered without gaps, a table can only have a lower number than it had.
        """
        votes: Counter[TableKey] = Counter()
        for answer in answers:
            votes.update({key for text in answer.texts for key in self._holding[answer.row, answer.column, text]})
        # An answer inside a longer cell counts too, on the page of the title.
        for key in self.cells:
            if key[0] == title:
                votes[key] = sum(holds(self.cells[key].get((answer.row, answer.column)), answer) for answer in answers)
        fitting = {key: count for key, count in votes.items() if self._has_all(key, answers) and count}
        if not fitting:
            return None, "no table holds the answers where they should stand"
        most = max(fitting.values())
        if most < NEEDED * len(answers):
            return None, "no table holds enough of the answers where they should stand"
        winners = sorted(key for key, count in fitting.items() if count == most and key[1] <= number)
        here = [key for key in winners if key[0] == title]
        if len(here) == 1 or (not here and len(winners) == 1):
            key = (here or winners)[0]
            return key, "on its page" if here else "on a page of another title"
        return None, "several tables hold the answers alike"

    def _has_all(self, key: TableKey, answers: frozenset[Answer]) -> bool:
        return all((answer.row, answer.column) in self.cells[key] for answer in answers)


def said(cell: Cell) -> set[str]:
    """The text of a cell and the pages that it links to, folded."""
    return {folded(cell.text), *(folded(link.target) for link in cell.links)} - {""}


def holds(cell: Cell | None, answer: Answer) -> bool:
    if cell is None:
        return False
    texts = said(cell)
    return bool(answer.texts & texts) or any(text in folded(cell.text) for text in answer.texts if len(text) > 2)


def folded(text: str) -> str:
    return " ".join(re.findall(r"\w+", fold(text)))


def align(claims: Iterable[VeriscopeClaim], tables: Tables) -> tuple[list[VeriscopeClaim], Counter[str]]:
    """The questions that could be aligned, with the ids of the corpus; and how many went which way."""
    kept = list(claims)
    ways: Counter[str] = Counter()
    about: defaultdict[str, list[VeriscopeClaim]] = defaultdict(list)
    for claim in kept:
        about[str(dict(claim.extra)[TABLE_KEY])].append(claim)
    aligned: dict[object, VeriscopeClaim] = {}
    for name, questions in sorted(about.items()):
        written, _, number = name.rpartition("_")
        answers = frozenset(answer for question in questions for answer in answers_of(question))
        found, way = tables.best(canonical_title(written), int(number), answers) if answers else (None, "")
        for question in questions:
            if not question.evidence:
                ways["no answer was traced to a cell"] += 1
            else:
                ways[way] += 1
                if found is not None:
                    aligned[question.id] = replace(question, evidence=tuple(moved(question, found)))
    return [aligned[claim.id] for claim in kept if claim.id in aligned], ways


def moved(question: VeriscopeClaim, key: TableKey) -> Iterator[tuple[CellId]]:
    for (piece,) in question.evidence:
        assert isinstance(piece, CellId)
        yield (CellId(*key, piece.row, piece.column),)


def answers_of(question: VeriscopeClaim) -> Iterator[Answer]:
    for text, (row, column), link, _ in dict(question.extra)[NODES_KEY]:
        linked = canonical_title(link.removeprefix("/wiki/")) if link else ""
        unqualified = linked.partition(" (")[0]
        yield Answer(row + 1, column, frozenset(map(folded, (text, linked, unqualified))) - {""})
