"""Trains the table ranker of the lexical selector: `veriscope train tables`.

Claims are made up from the tables of a corpus. The competing tables come from the pages that the fused retriever finds,
as in a check.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.corpus import Corpus
from veriscope.domain import Claim
from veriscope.lab.lessons import PlainTable, Source, make_up_claim
from veriscope.lab.training.train_cells import plain_tables
from veriscope.lab.training.train_trees import fit_trees
from veriscope.models import BoostedTrees, Rows
from veriscope.pipeline import Stages, search_config
from veriscope.selection import TABLE_FEATURES, ClaimKeys, header_usage, scored_tables, table_features

_PAGES = 5


@dataclass(frozen=True, slots=True)
class TablesSettings:
    """A corpus of pages with tables, how many claims to make up, and the folder for the model."""

    corpus: Path
    out: Path
    claims: int = 2_000
    seed: int = 1


class Competition(NamedTuple):
    """The tables found for a claim, and which of them it is about."""

    rows: Rows
    labels: NDArray[np.int8]


def competitions(
    corpus: Corpus, tables: Sequence[PlainTable], source: Source, rng: random.Random
) -> Iterator[Competition]:
    """A competition for each table that is found for a made-up claim about it."""
    stages = Stages.open(search_config(pages=_PAGES), corpus)
    for table in tables:
        made = make_up_claim(table, source, rng)
        if made is None:
            continue
        claim = Claim("", made.text)
        keys = ClaimKeys.of(claim, corpus.search_index)
        found = scored_tables(keys, stages.retrieve(claim))
        gold = (made.page.title, made.table.index)
        labels = [(one.match.view.page.title, one.match.view.table.index) == gold for one in found]
        if any(labels):
            yield Competition(table_features(found), np.array(labels, np.int8))


def train(made: Sequence[Competition], *, seed: int) -> BoostedTrees:
    """Train a ranker whose scores are probabilities."""
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
    """The share of competitions with the right table among the first `k`."""
    orders = [np.argsort(-model.probability(one.rows), kind="stable")[:k] for one in made]
    return sum(bool(one.labels[order].any()) for one, order in zip(made, orders, strict=True)) / max(len(made), 1)


def train_tables(settings: TablesSettings) -> Iterator[str]:
    """Write `tables.json`, and measure on held-out claims."""
    rng = random.Random(settings.seed)  # noqa: S311 - draws training examples
    with Corpus.open(settings.corpus) as corpus:
        made = _made_competitions(corpus, settings, rng)
    learned, held_out = made[len(made) // 5 :], made[: len(made) // 5]
    model = train(learned, seed=settings.seed)
    model.write(settings.out / "tables.json")
    shares = ", ".join(f"within {k} {share_within(model, held_out, k):.4f}" for k in (1, 3))
    yield f"{len(learned)} claims; held out, the right table {shares}, of {len(held_out)}"


def _made_competitions(corpus: Corpus, settings: TablesSettings, rng: random.Random) -> list[Competition]:
    pages = [page for page in corpus.pages() if any(page.tables())]
    rng.shuffle(pages)
    sentences = [sentence.text for page in pages[:1500] for sentence in page.sentences()]
    source = Source(sentences, lambda _: (), header_usage)
    tables = plain_tables(pages[: settings.claims])
    rng.shuffle(tables)
    return list(islice(competitions(corpus, tables, source, rng), settings.claims))
