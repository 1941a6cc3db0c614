"""Trains the table ranker of the lexical selector: `python -m veriscope.pipeline.train_tables --help`.

Claims are made up from the tables of a corpus; the tables that compete are those of the pages that the fused retriever
finds for them, as they will be in a check.
"""

import argparse
import random
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.corpus import Corpus
from veriscope.domain import Claim
from veriscope.neural.boosted_trees import BoostedTrees, Rows
from veriscope.neural.train_trees import fit_trees
from veriscope.pipeline.made_up_claims import PlainTable, Source, make_up_claim
from veriscope.pipeline.train_cells import plain_tables
from veriscope.retrieval import FusedRetriever
from veriscope.selection.claim_keys import ClaimKeys
from veriscope.selection.header_words import header_usage
from veriscope.selection.table_ranking import TABLE_FEATURES, table_features
from veriscope.selection.tables import scored_tables

_PAGES = 5


class Competition(NamedTuple):
    """The tables found for a claim, and which of them it speaks of."""

    rows: Rows
    labels: NDArray[np.int8]


def competitions(
    corpus: Corpus, tables: Sequence[PlainTable], source: Source, rng: random.Random
) -> Iterator[Competition]:
    """One for each table whose page is found for a claim about it."""
    retriever = FusedRetriever(corpus)
    for table in tables:
        made = make_up_claim(table, source, rng)
        if made is None:
            continue
        claim = Claim("", made.text)
        read = [(corpus.page(title), score) for title, score in retriever.retrieve(claim, limit=_PAGES)]
        keys = ClaimKeys.of(claim, corpus.search_index)
        found = scored_tables(keys, [(page, score) for page, score in read if page is not None])
        gold = (made.page.title, made.table.index)
        labels = [(one.match.view.page.title, one.match.view.table.index) == gold for one in found]
        if any(labels):
            yield Competition(table_features(found), np.array(labels, np.int8))


def train(made: Sequence[Competition], *, seed: int) -> BoostedTrees:
    """A ranker whose scores are chances."""
    return fit_trees(
        np.concatenate([one.rows for one in made]),
        np.concatenate([one.labels for one in made]),
        features=TABLE_FEATURES,
        seed=seed,
        rounds=60,
        num_leaves=12,
        max_depth=4,
        min_data_in_leaf=30,
    )


def share_within(model: BoostedTrees, made: Sequence[Competition], k: int) -> float:
    """The share of the competitions whose table is among the first `k`."""
    orders = [np.argsort(-model.probability(one.rows), kind="stable")[:k] for one in made]
    return sum(bool(one.labels[order].any()) for one, order in zip(made, orders, strict=True)) / max(len(made), 1)


def main() -> None:
    """Write `tables.json`, and print what claims held out give."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True, help="a corpus of pages with tables")
    parser.add_argument("--out", type=Path, required=True, help="the folder where the model is written")
    parser.add_argument("--claims", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)  # noqa: S311 - draws training examples
    corpus = Corpus.open(options.corpus)
    pages = [page for page in corpus.pages() if any(page.tables())]
    rng.shuffle(pages)
    sentences = [sentence.text for page in pages[:1500] for sentence in page.sentences()]
    source = Source(sentences, lambda _: (), header_usage)
    tables = plain_tables(pages[: options.claims])
    rng.shuffle(tables)
    made = list(islice(competitions(corpus, tables, source, rng), options.claims))
    learned, held_out = made[len(made) // 5 :], made[: len(made) // 5]
    model = train(learned, seed=options.seed)
    shares = ", ".join(f"within {k} {share_within(model, held_out, k):.4f}" for k in (1, 3))
    print(f"{len(learned)} claims; held out, the right table {shares}, of {len(held_out)}")  # noqa: T201
    model.write(options.out / "tables.json")


if __name__ == "__main__":
    main()
