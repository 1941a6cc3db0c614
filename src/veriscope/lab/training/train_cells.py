"""Trains the cell ranker of the lexical selector: `veriscope train cells`.

Claims come from TabFact's linked statements and programs, and are made up from the tables of a file of pages. A corpus
supplies the text of the pages that cells link to.
"""

import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.corpus import FORMATS, Corpus
from veriscope.domain import Claim, Page, Table, TermStatistics
from veriscope.lab.lessons import (
    CellClaim,
    PlainTable,
    Source,
    linked_statements,
    make_up_claim,
    make_up_question,
    program_claims,
    read_pages,
    with_runs,
)
from veriscope.lab.training.header_words import associate, column_usage, linked_pairs, stated_pairs, unite
from veriscope.lab.training.train_trees import fit_trees
from veriscope.models import BoostedTrees, Rows
from veriscope.selection import (
    CELL_FEATURES,
    ClaimKeys,
    TableMatch,
    TableView,
    candidate_places,
    cell_features,
    header_usage,
)

_BUDGET = 25
_HELD_OUT = 500
_ROUNDS, _LEAVES, _DEPTH, _LEAF_SIZE = 70, 12, 4, 300


@dataclass(frozen=True, slots=True)
class CellsSettings:
    """The sources of cell claims, how many claims of each kind to use, and the folder to write the model to.

    `pages` is a file in FEVEROUS's format with tables that link to pages of `corpus`; `tabfact` is TabFact's folder.
    """

    pages: Path
    corpus: Path
    tabfact: Path
    out: Path
    statements: int = 3_000
    claims: int = 9_000
    questions: int = 7_000
    seed: int = 1


class Example(NamedTuple):
    """The candidate cells of a claim with features and labels; `gold` also counts gold cells that are no candidates."""

    match: TableMatch
    places: NDArray[np.int64]
    rows: Rows
    labels: NDArray[np.int8]
    gold: int


def example(claim: CellClaim, statistics: TermStatistics) -> Example | None:
    """The example of a claim; None if the claim has no words that count."""
    keys = ClaimKeys.of(Claim("", claim.text), statistics)
    if not keys.weights.any():
        return None
    path = next(path for path, element in claim.page.outline() if element is claim.table)
    match = TableMatch.of(keys, TableView.of(claim.page, path, claim.table, keys))
    places = candidate_places(match)
    cells = [match.view.cells[number] for number in match.view.places.cells[places].tolist()]
    labels = np.array([(cell.row, cell.column) in claim.gold for cell in cells], np.int8)
    return Example(match, places, cell_features(match, places), labels, len(claim.gold))


def train(examples: Sequence[Example], *, seed: int) -> BoostedTrees:
    """Train the ranker on the examples."""
    return fit_trees(
        np.concatenate([each.rows for each in examples]),
        np.concatenate([each.labels for each in examples]),
        features=CELL_FEATURES,
        seed=seed,
        rounds=_ROUNDS,
        num_leaves=_LEAVES,
        max_depth=_DEPTH,
        min_data_in_leaf=_LEAF_SIZE,
    )


def whole_share(ranker: BoostedTrees, examples: Sequence[Example]) -> tuple[float, float]:
    """The shares of examples with all gold cells among the first 25, and with at least one among the first 5."""
    whole = any_of_five = 0
    for each in examples:
        order = np.argsort(-ranker.probability(each.rows), kind="stable")
        whole += int(each.labels[order[:_BUDGET]].sum()) == each.gold
        any_of_five += bool(each.labels[order[:5]].any())
    return whole / len(examples), any_of_five / len(examples)


def spread(claim: CellClaim) -> CellClaim:
    """The claim with neighbours of equal text added to its gold: they were one cell before the table was flattened."""
    plain = PlainTable.of(claim.page, (), claim.table)
    if plain is None:
        return claim
    used = with_runs(plain, [(row - 1, column) for row, column in sorted(claim.gold)])
    return claim._replace(gold=frozenset((row + 1, column) for row, column in used))


def without_links(claim: CellClaim) -> CellClaim:
    """The claim about the same table without links, as in a corpus that lacks the linked pages."""
    table = replace(claim.table, cells=tuple(replace(cell, links=()) for cell in claim.table.cells))
    elements = tuple(table if element is claim.table else element for element in claim.page.elements)
    return claim._replace(page=replace(claim.page, elements=elements), table=table)


def _make_up(
    make: Callable[[PlainTable, Source, random.Random], CellClaim | None],
    tables: Sequence[PlainTable],
    source: Source,
    rng: random.Random,
) -> Iterator[CellClaim]:
    return (claim for table in cycle(tables) if (claim := make(table, source, rng)) is not None)


def plain_tables(pages: Iterable[Page]) -> list[PlainTable]:
    """The tables of the pages that can be used to make up claims."""
    found = (
        PlainTable.of(page, path, element)
        for page in pages
        for path, element in page.outline()
        if isinstance(element, Table)
    )
    return [table for table in found if table is not None]


def _write_header_words(
    path: Path, tables: Sequence[PlainTable], source: Source, statements: Iterable[CellClaim], rng: random.Random
) -> None:
    words = unite(associate(linked_pairs(tables, source.introduction, rng)), associate(stated_pairs(statements)))
    lines = [f"{json.dumps(name)}:{json.dumps(kin, separators=(',', ':'))}" for name, kin in words.items()]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def _write_usage(path: Path, statements: Iterable[CellClaim]) -> None:
    lines = [f"{json.dumps(word)}:{ratio}" for word, ratio in column_usage(statements).items()]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def train_cells(settings: CellsSettings) -> Iterator[str]:
    """Write the header words and the ranker, and yield its measures on held-out claims."""
    rng = random.Random(settings.seed)  # noqa: S311 - draws training examples
    corpus = Corpus.open(settings.corpus)
    pages = list(read_pages(settings.pages, FORMATS["feverous"]))
    tables = plain_tables(pages)
    rng.shuffle(tables)
    sentences = [sentence.text for page in rng.sample(pages, min(1500, len(pages))) for sentence in page.sentences()]

    def introduction(title: str) -> list[str]:
        page = corpus.page(title)
        return [sentence.text for sentence in page.sentences()][:4] if page else []

    linked = list(linked_statements(settings.tabfact / "tables.jsonl.xz", settings.tabfact / "train_linked.jsonl.xz"))
    _write_usage(settings.out / "header_usage.json", linked)
    source = Source(sentences, introduction, header_usage)
    _write_header_words(settings.out / "header_words.json", tables[:8000], source, linked, rng)
    rng.shuffle(linked)
    others = plain_tables({claim.page.title: claim.page for claim in linked}.values())
    mixed = [table for pair in zip(tables, cycle(others), strict=False) for table in pair]
    programs = program_claims(settings.tabfact / "tables.jsonl.xz", settings.tabfact / "train_programs.jsonl.xz")
    questions = islice(_make_up(make_up_question, tables[::-1], source, rng), settings.questions)
    claims = {
        "statements": [spread(claim) for claim in linked[: settings.statements]],
        "programs": list(programs),
        "claims": list(islice(_make_up(make_up_claim, mixed, source, rng), settings.claims)),
        "questions": [without_links(claim) if rng.random() < 0.3 else claim for claim in questions],
    }
    statistics = corpus.search_index
    examples = {
        name: [each for claim in made if (each := example(claim, statistics)) is not None]
        for name, made in claims.items()
    }
    held_out = {name: made[-min(_HELD_OUT, len(made) // 10) :] for name, made in examples.items()}
    learned = [each for name, made in examples.items() for each in made[: -len(held_out[name])]]
    rng.shuffle(learned)
    ranker = train(learned, seed=settings.seed)
    for name, made in held_out.items():
        whole, any_of_five = whole_share(ranker, made)
        yield f"{name}: whole set within 25 {whole:.4f}, any within 5 {any_of_five:.4f}, of {len(made)}"
    ranker.write(settings.out / "cells.json")
