"""Trains the cell rankers of the lexical selector: `python -m veriscope.pipeline.train_cells --help`.

Claims come from TabFact's linked statements and programs, and are made up from the tables of a page file; what is said
of the pages that cells link to is read from a corpus. The second ranker learns from claims that the first has not seen.
"""

import argparse
import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.corpus import FORMATS, Corpus
from veriscope.domain import Claim, Page, Table, TermStatistics
from veriscope.neural.boosted_trees import BoostedTrees, Rows
from veriscope.neural.train_trees import fit_trees
from veriscope.pipeline.cell_claims import CellClaim, linked_statements, read_pages
from veriscope.pipeline.header_words import associate, column_usage, linked_pairs, stated_pairs, united
from veriscope.pipeline.made_up_claims import PlainTable, Source, make_up_claim, make_up_question, with_runs
from veriscope.pipeline.program_claims import program_claims
from veriscope.selection.cell_features import FEATURES, cell_features
from veriscope.selection.cells import candidate_places
from veriscope.selection.claim_keys import ClaimKeys
from veriscope.selection.header_words import header_usage
from veriscope.selection.second_look import SECOND_FEATURES, second_look
from veriscope.selection.table_match import TableMatch
from veriscope.selection.table_view import TableView

_BUDGET = 25
_HELD_OUT = 500
_ROUNDS, _LEAVES, _DEPTH, _LEAF_SIZE = 70, 12, 4, 300


class Example(NamedTuple):
    """The candidate cells of a claim: features and gold, and how many gold cells there are, found or not."""

    match: TableMatch
    places: NDArray[np.int64]
    rows: Rows
    labels: NDArray[np.int8]
    gold: int


def example(claim: CellClaim, statistics: TermStatistics) -> Example | None:
    """The example of a claim; None where the claim says nothing."""
    keys = ClaimKeys.of(Claim("", claim.text), statistics)
    if not keys.weights.any():
        return None
    path = next(path for path, element in claim.page.outline() if element is claim.table)
    match = TableMatch.of(keys, TableView.of(claim.page, path, claim.table, keys))
    places = candidate_places(match)
    cells = [match.view.cells[number] for number in match.view.places.cells[places].tolist()]
    labels = np.array([(cell.row, cell.column) in claim.gold for cell in cells], np.int8)
    return Example(match, places, cell_features(match, places), labels, len(claim.gold))


def train(examples: Sequence[Example], *, seed: int) -> tuple[BoostedTrees, BoostedTrees]:
    """The two rankers, each from its half of the examples."""
    first_half, second_half = examples[::2], examples[1::2]
    first = _fit(*_joined(first_half), features=FEATURES, seed=seed)
    looks = np.concatenate([second_rows(first, each) for each in second_half])
    labels = np.concatenate([each.labels for each in second_half])
    return first, _fit(looks, labels, features=FEATURES + SECOND_FEATURES, seed=seed)


def _fit(rows: Rows, labels: NDArray[np.int8], *, features: Sequence[str], seed: int) -> BoostedTrees:
    return fit_trees(
        rows,
        labels,
        features=features,
        seed=seed,
        rounds=_ROUNDS,
        num_leaves=_LEAVES,
        max_depth=_DEPTH,
        min_data_in_leaf=_LEAF_SIZE,
    )


def second_rows(first: BoostedTrees, each: Example) -> Rows:
    """What the second ranker sees of an example."""
    looks = second_look(each.match, each.places, first.probability(each.rows))
    return np.concatenate((each.rows, looks), axis=1)


def whole_share(rankers: tuple[BoostedTrees, BoostedTrees], examples: Sequence[Example]) -> tuple[float, float]:
    """The share of the examples with all gold cells among the first 25, and with any among the first 5."""
    whole = any_of_five = 0
    for each in examples:
        order = np.argsort(-rankers[1].probability(second_rows(rankers[0], each)), kind="stable")
        whole += int(each.labels[order[:_BUDGET]].sum()) == each.gold
        any_of_five += bool(each.labels[order[:5]].any())
    return whole / len(examples), any_of_five / len(examples)


def spread(claim: CellClaim) -> CellClaim:
    """The claim with cells that say the same beside a gold cell counted in: they were one before the table was flat."""
    plain = PlainTable.of(claim.page, (), claim.table)
    if plain is None:
        return claim
    used = with_runs(plain, [(row - 1, column) for row, column in sorted(claim.gold)])
    return claim._replace(gold=frozenset((row + 1, column) for row, column in used))


def without_links(claim: CellClaim) -> CellClaim:
    """The claim about the same table with its links gone, as a corpus without the linked pages has it."""
    table = replace(claim.table, cells=tuple(replace(cell, links=()) for cell in claim.table.cells))
    elements = tuple(table if element is claim.table else element for element in claim.page.elements)
    return claim._replace(page=replace(claim.page, elements=elements), table=table)


def _joined(examples: Sequence[Example]) -> tuple[Rows, NDArray[np.int8]]:
    return np.concatenate([each.rows for each in examples]), np.concatenate([each.labels for each in examples])


def _made_up(
    make: Callable[[PlainTable, Source, random.Random], CellClaim | None],
    tables: Sequence[PlainTable],
    source: Source,
    rng: random.Random,
) -> Iterator[CellClaim]:
    return (claim for table in cycle(tables) if (claim := make(table, source, rng)) is not None)


def plain_tables(pages: Iterable[Page]) -> list[PlainTable]:
    """The tables of the pages that claims can be made up from."""
    found = (
        PlainTable.of(page, path, element)
        for page in pages
        for path, element in page.outline()
        if isinstance(element, Table)
    )
    return [table for table in found if table is not None]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=Path, required=True, help="pages with tables, in FEVEROUS's format")
    parser.add_argument("--corpus", type=Path, required=True, help="the corpus that the pages link to, with its index")
    parser.add_argument("--tabfact", type=Path, required=True, help="the folder of TabFact's files")
    parser.add_argument("--out", type=Path, required=True, help="where the models are written")
    parser.add_argument("--statements", type=int, default=3000)
    parser.add_argument("--claims", type=int, default=9000)
    parser.add_argument("--questions", type=int, default=7000)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def _write_header_words(
    path: Path, tables: Sequence[PlainTable], source: Source, statements: Iterable[CellClaim], rng: random.Random
) -> None:
    words = united(associate(linked_pairs(tables, source.introduction, rng)), associate(stated_pairs(statements)))
    lines = [f"{json.dumps(name)}:{json.dumps(kin, separators=(',', ':'))}" for name, kin in words.items()]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def _write_usage(path: Path, statements: Iterable[CellClaim]) -> None:
    lines = [f"{json.dumps(word)}:{ratio}" for word, ratio in column_usage(statements).items()]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def main() -> None:
    """Write the words of headers and both rankers, and print what claims held out give."""
    options = _arguments()
    rng = random.Random(options.seed)  # noqa: S311 - draws training examples
    corpus = Corpus.open(options.corpus)
    pages = list(read_pages(options.pages, FORMATS["feverous"]))
    tables = plain_tables(pages)
    rng.shuffle(tables)
    sentences = [sentence.text for page in rng.sample(pages, min(1500, len(pages))) for sentence in page.sentences()]

    def introduction(title: str) -> list[str]:
        page = corpus.page(title)
        return [sentence.text for sentence in page.sentences()][:4] if page else []

    linked = list(linked_statements(options.tabfact / "tables.jsonl.xz", options.tabfact / "train_linked.jsonl.xz"))
    _write_usage(options.out / "header_usage.json", linked)
    source = Source(sentences, introduction, header_usage)
    _write_header_words(options.out / "header_words.json", tables[:8000], source, linked, rng)
    rng.shuffle(linked)
    others = plain_tables({claim.page.title: claim.page for claim in linked}.values())
    mixed = [table for pair in zip(tables, cycle(others), strict=False) for table in pair]
    programs = program_claims(options.tabfact / "tables.jsonl.xz", options.tabfact / "train_programs.jsonl.xz")
    questions = islice(_made_up(make_up_question, tables[::-1], source, rng), options.questions)
    claims = {
        "statements": [spread(claim) for claim in linked[: options.statements]],
        "programs": list(programs),
        "claims": list(islice(_made_up(make_up_claim, mixed, source, rng), options.claims)),
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
    rankers = train(learned, seed=options.seed)
    for name, made in held_out.items():
        whole, any_of_five = whole_share(rankers, made)
        print(f"{name}: whole set within 25 {whole:.4f}, any within 5 {any_of_five:.4f}, of {len(made)}")  # noqa: T201
    rankers[0].write(options.out / "cells.json")
    rankers[1].write(options.out / "cells_second.json")


if __name__ == "__main__":
    main()
