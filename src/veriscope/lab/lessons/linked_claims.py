"""Makes lessons for the encoder from TabFact's linked statements, true and made false, with the rows they are about.

A false statement imitates a human error: it replaces one value from the table by another value of the same column.
"""

import random
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from importlib.resources import files
from pathlib import Path

from veriscope.corpus import Corpus
from veriscope.datasets import DATASET_FORMATS, read_labelled
from veriscope.domain import CellId, Claim, Label, Page, TableComputer
from veriscope.lab.evaluation import with_caption_as_title
from veriscope.lab.lessons.cell_claims import CellClaim, linked_statements
from veriscope.lab.lessons.mined import MinedClaim, RankedLine
from veriscope.models import Line, evidence_lines
from veriscope.selection import TableElements
from veriscope.text import load_alternatives
from veriscope.verdict import computation_words

_ROWS = 8
_MOST_GOLD = 6
# Shorter values occur in too many places to be exchanged safely.
_SHORTEST = 2
_WORDS = load_alternatives(files("veriscope.lab.lessons") / "data" / "pattern_words.toml", "linked_claims")
_OF_SEVERAL = re.compile(
    rf"\b(?!(?:\w*west|\w*east|{_WORDS['no_superlative']})\b)(?:\w+est|{_WORDS['several']}|\d+(?:st|nd|rd|th))\b"
)


class TableLines:
    """Finds the rows of a table that a statement is about, and computes what a program finds there."""

    def __init__(self, corpus: Corpus, computer: TableComputer) -> None:
        self._elements = TableElements(corpus.search_index)
        self._computer = computer

    def best_rows(
        self, text: str, page: Page, *, title: str, gold: Collection[tuple[int, int]] = ()
    ) -> tuple[RankedLine, ...]:
        """The best rows as lines under the title; `gold` holds the (table, row) numbers of the rows to mark."""
        evidence = self._elements.rank(Claim("", text), [(page, 1.0)], limit=40)
        found: list[RankedLine] = []
        for one in evidence_lines(evidence)[:_ROWS]:
            best = evidence[one.pieces[0]]
            is_gold = isinstance(best.id, CellId) and (best.id.table, best.id.row) in gold
            found.append(RankedLine(Line(title, one.line.text), best.score, is_gold))
        return tuple(found)

    def computation(self, text: str, page: Page) -> str:
        """The finding, in words, of the most certain program over the tables of the page; empty if there is none."""
        return surest_words(self._computer, Claim("", text), [page])


def surest_words(computer: TableComputer, claim: Claim, pages: Sequence[Page]) -> str:
    """The finding, in words, of the most certain program over the tables of the pages; empty if there is none."""
    found = computer.compute(claim, [(page, table) for page in pages for table in page.tables()])
    return computation_words(found[0]) if found else ""


def linked_claims(
    tables: Path, statements: Path, lines: TableLines, *, apart: Collection[str] = (), seed: int
) -> Iterator[MinedClaim]:
    """Each statement, and a false copy if a value can be exchanged; tables in `apart` are left out."""
    draw = random.Random(seed)  # noqa: S311 - a repeatable choice, not a secret
    for number, one in enumerate(linked_statements(tables, statements)):
        rows = sorted({row for row, _ in one.gold})
        if one.page.title in apart or len(rows) > _MOST_GOLD:
            continue
        page = with_caption_as_title(one.page)
        said = ((Label.SUPPORTS, one.text), (Label.REFUTES, exchange_value(one, draw)))
        for label, text in ((label, text) for label, text in said if text):
            found = lines.best_rows(text, page, title=page.title, gold=[(one.table.index, row) for row in rows])
            # Gold lines keep the form in which selection found them: another form would reveal the label.
            gold = tuple(each.line for each in found if each.is_gold)
            if gold:
                yield MinedClaim(
                    f"linked-{number}-{label.name}", "linked", text, label, gold, found, is_complete=True,
                    computed=lines.computation(text, page),
                )  # fmt: skip
            yield from with_infobox(f"box-{number}-{label.name}", text, label, one)


def with_infobox(name: str, text: str, label: Label, one: CellClaim) -> Iterator[MinedClaim]:
    """A statement about one row with the row as an infobox, and undecided without the cells that it is about."""
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
    others = tuple(RankedLine(line, 0.3, is_gold=False) for column, line in rows.items() if column not in spoken)
    if gold and others:
        found = (*(RankedLine(line, 0.5, is_gold=True) for line in gold), *others)
        yield MinedClaim(name, "linked", text, label, gold, found[:_ROWS], is_complete=True)
        yield MinedClaim(f"{name}-less", "infobox", text, Label.NOT_ENOUGH_INFO, (), others[:_ROWS], is_complete=True)


def exchange_value(one: CellClaim, draw: random.Random) -> str:
    """The statement with one of its values replaced by another of the same column; empty if none can be."""
    texts = {(cell.row, cell.column): cell.text for cell in one.table.cells}
    places = sorted(place for place in one.gold if _stands_once(texts.get(place, ""), one.text))
    draw.shuffle(places)
    for row, column in places:
        value = texts[row, column]
        others = sorted({text for (_, other), text in texts.items() if other == column} - {value, ""})
        fitting = [text for text in others if not _stands(text, one.text) and not _stands(text, value)]
        # The header is not a value of its column.
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
    """The names of the tables that the statements of a file are about."""
    named = read_labelled(statements, form=DATASET_FORMATS["tabfact"])
    return frozenset(piece.page for one in named for group in one.claim.evidence for piece in group)


def held_tables(names: Iterable[str], *, share: float) -> frozenset[str]:
    """A `share` of the tables, the same every time: nothing trains on them, so judges can be weighed there."""
    ordered = sorted(set(names))
    random.Random("held-out tables").shuffle(ordered)  # noqa: S311 - a repeatable choice, not a secret
    return frozenset(ordered[: round(share * len(ordered))])
