"""Statements about tables with the rows they speak of, for the encoder: TabFact's linked ones, true and made false.

A statement is made false as people's errors are: one value that it takes from the table becomes another of its column.
"""

import random
import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from veriscope.corpus import Corpus
from veriscope.datasets import DATASET_FORMATS
from veriscope.datasets.claim_formats import read_labelled
from veriscope.domain import CellId, Claim, Label, Page, TableComputer
from veriscope.neural.evidence_lines import Line, evidence_lines
from veriscope.neural.mined import Found, MinedClaim
from veriscope.pipeline.cell_claims import CellClaim, linked_statements
from veriscope.pipeline.computed_words import surest_words
from veriscope.pipeline.table_evidence_judge import titled
from veriscope.selection.tables import TableElements

_ROWS = 8
_MOST_GOLD = 6
# Shorter values stand in too many places to be exchanged safely.
_SHORTEST = 2
# What a statement says with these, one row alone does not tell.
_OF_SEVERAL = re.compile(
    r"\b(?!(?:\w*west|\w*east|forest|test|guest|contest|rest)\b)(?:\w+est|most|least|more|less|fewer|only|all|both|each|"
    r"every|total|average|combined?|same|than|between|first|second|third|last|\d+(?:st|nd|rd|th)|rank|times?|rows?)\b"
)


class TableLines:
    """The rows of a table that a statement speaks of, and what a program finds there."""

    def __init__(self, corpus: Corpus, computer: TableComputer) -> None:
        self._elements = TableElements(corpus.search_index)
        self._computer = computer

    def found(self, text: str, page: Page, *, title: str, gold: Collection[tuple[int, int]] = ()) -> tuple[Found, ...]:
        """The best rows as lines under the title; `gold` ones are marked, each by its table's number and its own."""
        evidence = self._elements.rank(Claim("", text), [(page, 1.0)], limit=40)
        found: list[Found] = []
        for one in evidence_lines(evidence)[:_ROWS]:
            best = evidence[one.pieces[0]]
            is_gold = isinstance(best.id, CellId) and (best.id.table, best.id.row) in gold
            found.append(Found(Line(title, one.line.text), best.score, is_gold))
        return tuple(found)

    def computed(self, text: str, page: Page) -> str:
        """What the surest program over the tables of the page finds; nothing where no program says anything."""
        return surest_words(self._computer, Claim("", text), [page])


def linked_claims(
    tables: Path, statements: Path, lines: TableLines, *, apart: Collection[str] = (), seed: int
) -> Iterator[MinedClaim]:
    """Each statement as it is, and one made false where a value can be exchanged; tables set `apart` are left out."""
    draw = random.Random(seed)  # noqa: S311 - a repeatable choice, not a secret
    for number, one in enumerate(linked_statements(tables, statements)):
        rows = sorted({row for row, _ in one.gold})
        if one.page.title in apart or len(rows) > _MOST_GOLD:
            continue
        page = titled(one.page)
        said = ((Label.SUPPORTS, one.text), (Label.REFUTES, exchanged(one, draw)))
        for label, text in ((label, text) for label, text in said if text):
            found = lines.found(text, page, title=page.title, gold=[(one.table.index, row) for row in rows])
            # In the form in which it was found: another form, in lists that have it only, would tell the label.
            gold = tuple(each.line for each in found if each.is_gold)
            if gold:
                yield MinedClaim(
                    f"linked-{number}-{label.name}", "linked", text, label, gold, found, is_complete=True,
                    computed=lines.computed(text, page),
                )  # fmt: skip
            yield from boxed(f"box-{number}-{label.name}", text, label, one)


def boxed(name: str, text: str, label: Label, one: CellClaim) -> Iterator[MinedClaim]:
    """A statement about one row with that row as an infobox; once more without what it speaks of: then undecided."""
    cells = {cell.column: cell.text for cell in one.table.cells if cell.row == min(row for row, _ in one.gold)}
    headers = {cell.column: cell.text for cell in one.table.cells if cell.row == 0}
    spoken = sorted({column for _, column in one.gold})
    subject = cells.get(spoken[0], "")
    is_of_one = len({row for row, _ in one.gold}) == 1 and not _OF_SEVERAL.search(text)
    if not is_of_one or not _stands(subject, text) or not re.search(r"[a-z]{2}", subject):
        return
    rows = {
        column: Line(subject, f"{headers[column].capitalize()} is {value}")
        for column, value in cells.items()
        if value and headers.get(column) and column != spoken[0]
    }
    gold = tuple(line for column, line in rows.items() if column in spoken)
    others = tuple(Found(line, 0.3, is_gold=False) for column, line in rows.items() if column not in spoken)
    if gold and others:
        found = (*(Found(line, 0.5, is_gold=True) for line in gold), *others)
        yield MinedClaim(name, "linked", text, label, gold, found[:_ROWS], is_complete=True)
        yield MinedClaim(f"{name}-less", "infobox", text, Label.NOT_ENOUGH_INFO, (), others[:_ROWS], is_complete=True)


def exchanged(one: CellClaim, draw: random.Random) -> str:
    """The statement with one of its values replaced by another of the column; nothing where none can be."""
    texts = {(cell.row, cell.column): cell.text for cell in one.table.cells}
    places = sorted(place for place in one.gold if _stands_once(texts.get(place, ""), one.text))
    draw.shuffle(places)
    for row, column in places:
        value = texts[row, column]
        others = sorted({text for (_, other), text in texts.items() if other == column} - {value, ""})
        fitting = [text for text in others if not _stands(text, one.text) and not _stands(text, value)]
        # A header is no value of its column.
        fitting = [text for text in fitting if text != texts.get((0, column))]
        if fitting:
            before, after = re.split(_whole(value), one.text, maxsplit=1)
            return f"{before}{draw.choice(fitting)}{after}"
    return ""


def _stands_once(value: str, text: str) -> bool:
    return len(value) >= _SHORTEST and len(re.findall(_whole(value), text)) == 1


def _stands(value: str, text: str) -> bool:
    return re.search(_whole(value), text) is not None


def _whole(value: str) -> str:
    return rf"(?<!\w){re.escape(value)}(?!\w)"


def tables_named(statements: Path) -> frozenset[str]:
    """The tables that the statements of a file are about."""
    named = read_labelled(statements, form=DATASET_FORMATS["tabfact"])
    return frozenset(piece.page for one in named for group in one.claim.evidence for piece in group)


def held_tables(names: Iterable[str], *, share: float) -> frozenset[str]:
    """Tables that nothing is trained on, so that what judges statements can be fitted on them; the same every time."""
    ordered = sorted(set(names))
    random.Random("held-out tables").shuffle(ordered)  # noqa: S311 - a repeatable choice, not a secret
    return frozenset(ordered[: round(share * len(ordered))])
