"""How a table is best written for the packaged encoder, without training it again.

    python benchmarks/table_targets/linearisations.py [--data FOLDER] [--statements N] [--out RESULT.json]

Two samples of TabFact's training part: `seen`, statements that the encoder learned from, and `unseen`, linked
statements of other tables, each with a copy in which the value of a linked cell is replaced by another of its column (a
copy may be true by chance). Nothing of TabFact's val is read. A figure is the accuracy between SUPPORTS and REFUTES;
`ms` is no measure of speed, for the encoder remembers what an earlier way asked.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from veriscope.domain import CellId, Claim, Evidence, Page, Section, Table
from veriscope.files.json_lines import JsonObject, read_objects
from veriscope.lab.evaluation.table_evidence_judge import with_caption_as_title
from veriscope.lab.evaluation.table_file import TableFile, TableTerms, read_table_file
from veriscope.models.evidence_lines import EvidenceLine, Line, evidence_lines, row_text
from veriscope.selection import RerankedSelector
from veriscope.selection.tables import TableElements
from veriscope.verdict.encoder import EncoderVerdict, packaged_head
from veriscope.verdict.encoder_features import verdict_features

RESULT = Path(__file__).parents[1] / "runs" / "2026-11-15-two-core" / "table_linearisations.json"
SEED = 7


class Case(NamedTuple):
    """A statement, its table, and whether it is true."""

    table: str
    text: str
    is_true: bool


class Linearisations:
    """The ways to write a table; each takes a statement and a page and gives lines, best first."""

    def __init__(self, terms: TableTerms) -> None:
        self._ranked, self._reranked = TableElements(terms), RerankedSelector(terms)

    def ways(self) -> dict[str, Callable[[Claim, Page], list[EvidenceLine]]]:
        return {
            "the pipeline's, the id as title": self.reranked,
            "the caption as title": lambda claim, page: self.reranked(claim, with_caption_as_title(page)),
            "the caption as title, no lines of headers alone": lambda claim, page: self.reranked(
                claim, with_caption_as_title(page), headers=False
            ),
            "the caption as title, no heading": lambda claim, page: self.reranked(claim, bare(page)),
            "without reranking": lambda claim, page: self.ranked(claim, with_caption_as_title(page)),
            "without reranking, 3 rows": lambda claim, page: self.ranked(claim, with_caption_as_title(page))[:3],
            "without reranking, 60 cells": lambda claim, page: self.ranked(
                claim, with_caption_as_title(page), cells=60
            ),
            "5 whole rows": lambda claim, page: self.whole_rows(claim, with_caption_as_title(page), rows=5),
            "8 whole rows, filled up": lambda claim, page: self.whole_rows(
                claim, with_caption_as_title(page), rows=8, fill=True
            ),
            "5 whole rows, cells not named": lambda claim, page: self.whole_rows(
                claim, with_caption_as_title(page), rows=5, named=False
            ),
        }

    def reranked(self, claim: Claim, page: Page, *, headers: bool = True) -> list[EvidenceLine]:
        found = self._reranked.select(claim, [(page, 1.0)], limit=30)
        return evidence_lines(found if headers else without_headers(found))

    def ranked(self, claim: Claim, page: Page, *, cells: int = 25) -> list[EvidenceLine]:
        return evidence_lines(self._ranked.rank(claim, [(page, 1.0)], limit=cells))

    def whole_rows(
        self, claim: Claim, page: Page, *, rows: int, fill: bool = False, named: bool = True
    ) -> list[EvidenceLine]:
        """The best rows with all their cells; `fill` takes further rows from the top of the table."""
        table = next(page.tables())
        found = [piece.id for piece in self._ranked.rank(claim, [(page, 1.0)], limit=25)]
        best = [one.row for one in found if isinstance(one, CellId) and not one.is_header]
        every = sorted({cell.row for cell in table.cells if not cell.is_header}) if fill else []
        headers = {cell.column: cell.text for cell in table.cells if cell.is_header and named}
        above = "".join(f"{element.title} ; " for element in page.elements if isinstance(element, Section))
        return [
            EvidenceLine(Line(page.title, above + _row(table, row, headers)), ())
            for row in list(dict.fromkeys([*best, *every]))[:rows]
        ]


def without_headers(evidence: Sequence[Evidence]) -> list[Evidence]:
    """The evidence without header cells: each other cell names its headers."""
    return [piece for piece in evidence if not (isinstance(piece.id, CellId) and piece.id.is_header)]


def bare(page: Page) -> Page:
    """The page under the caption, without headings."""
    named = with_caption_as_title(page)
    return Page(named.title, tuple(named.tables()))


def _row(table: Table, row: int, headers: dict[int, str]) -> str:
    cells = [cell for cell in table.cells if cell.row == row and not cell.is_header]
    return row_text([([headers[cell.column]] if cell.column in headers else [], cell.text) for cell in cells])


def samples(folder: Path, tables: TableFile, *, statements: int) -> dict[str, list[Case]]:
    """Both samples, of so many statements each."""
    chance = random.Random(SEED)
    learned = [line.value for line in read_objects(folder / "train.jsonl.xz")]
    seen = {str(row["table"]) for row in learned}
    linked = [line.value for line in read_objects(folder / "train_linked.jsonl.xz")]
    others = [row for row in linked if row["table"] not in seen]
    chance.shuffle(others)
    pairs = (pair for row in others for pair in swapped(row, tables.pages[str(row["table"])], chance))
    return {
        "seen": [
            Case(str(row["table"]), str(row["statement"]), row["label"] == "SUPPORTS")
            for row in chance.sample(learned, statements)
        ],
        "unseen": [case for _, pair in zip(range(statements // 2), pairs, strict=False) for case in pair],
    }


def swapped(row: JsonObject, page: Page, chance: random.Random) -> Iterator[tuple[Case, Case]]:
    """The statement, and a copy with the value of one linked cell replaced, where that can be done."""
    table, text = str(row["table"]), f" {row['statement']} "
    cells = {(cell.row, cell.column): cell.text for cell in next(page.tables()).cells}
    options = []
    for at, column in row["cells"]:
        value = cells.get((at, column), "")
        others = sorted({said for (r, c), said in cells.items() if r > 0 and c == column and said not in {"", value}})
        if at > 0 and len(value) > 1 and f" {value} " in text and others:
            options.append((value, chance.choice(others)))
    if options:
        value, other = chance.choice(options)
        yield Case(table, text.strip(), True), Case(table, text.replace(f" {value} ", f" {other} ", 1).strip(), False)


def accuracy(way: Callable[[Claim, Page], list[EvidenceLine]], cases: list[Case], tables: TableFile) -> float:
    """How often the side that is likelier of the two is right; a statement without a line counts half."""
    model, head, right = EncoderVerdict(), packaged_head(), 0.0
    for case in cases:
        claim = Claim("", case.text)
        lines = way(claim, tables.pages[case.table])
        if not lines:
            right += 0.5
            continue
        supports, refutes, _ = head.probabilities(verdict_features(*model.judge(claim, lines)))
        right += (supports > refutes) == case.is_true
    return right / len(cases)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data/tabfact"))
    parser.add_argument("--statements", type=int, default=300)
    parser.add_argument("--out", type=Path, default=RESULT)
    asked = parser.parse_args()
    files = ("train.jsonl.xz", "train_linked.jsonl.xz")
    wanted = {str(line.value["table"]) for file in files for line in read_objects(asked.data / file)}
    tables = read_table_file(asked.data / "tables.jsonl.xz", wanted=wanted, report=lambda *_: None)
    cases = samples(asked.data, tables, statements=asked.statements)
    results: dict[str, object] = {"statements": {name: len(some) for name, some in cases.items()}, "accuracy": {}}
    for name, way in Linearisations(tables.terms).ways().items():
        started = time.perf_counter()
        found = {sample: round(accuracy(way, some, tables), 4) for sample, some in cases.items()}
        found["ms"] = round(1000 * (time.perf_counter() - started) / sum(map(len, cases.values())), 1)
        results["accuracy"][name] = found
        asked.out.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
        print(name, found, file=sys.stdout, flush=True)


if __name__ == "__main__":
    main()
