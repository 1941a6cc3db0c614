"""Trains the three rankers of the fused retriever: `veriscope train pages`.

Each ranker learns from its own claims: on its training claims, the ranker before it would look too good.
"""

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.corpus import ClaimTerms, Corpus
from veriscope.datasets import TABFACT, TrainingClaim, read_aligned_claims, read_claims_with_evidence
from veriscope.lab.training.train_trees import fit_trees
from veriscope.models import BoostedTrees
from veriscope.retrieval import (
    HOPPED_FEATURES,
    PROPOSED_FEATURES,
    READ_FEATURES,
    CandidatePages,
    FusedModels,
    PageRanking,
    ReadPages,
    as_matrix,
)

_DEPTHS = (1, 5, 10)
_TREES = {"rounds": 100, "num_leaves": 15}


@dataclass(frozen=True, slots=True)
class PagesSettings:
    """Two corpora, the claims about their pages (`scale` is the share to use), and the folder for the models."""

    fever_corpus: Path
    fever_claims: Path
    tabfact_corpus: Path
    tabfact_claims: Path
    out: Path
    seed: int = 7
    scale: float = 1.0


class ClaimSource(NamedTuple):
    """The training claims of one corpus for each ranker, and its held-out claims."""

    name: str
    ranking: PageRanking
    slices: tuple[list[TrainingClaim], list[TrainingClaim], list[TrainingClaim]]
    held_out: list[TrainingClaim]


class RankingExamples(NamedTuple):
    """Rows of features, their labels, and the number of rows of each claim."""

    rows: list[NDArray[np.float32]]
    labels: list[int]
    sizes: list[int]

    def add(self, rows: list[list[float]], titles: Sequence[str], gold: frozenset[str]) -> None:
        """Add the pages of a claim, if they include a right one and a wrong one."""
        labels = [int(title in gold) for title in titles]
        if 0 < sum(labels) < len(labels):
            self.rows.append(as_matrix(rows))
            self.labels.extend(labels)
            self.sizes.append(len(labels))

    def fit(self, features: Sequence[str], *, seed: int) -> BoostedTrees:
        """Fit trees that rank the right pages of a claim first."""
        labels = np.array(self.labels, np.int8)
        return fit_trees(
            np.concatenate(self.rows),
            labels,
            features=features,
            seed=seed,
            group_sizes=self.sizes,
            weights=None,
            **_TREES,
        )


def train(sources: Sequence[ClaimSource], *, seed: int) -> FusedModels:
    """Fit the rankers one after the other."""
    proposed = _learn(sources, 0, _propose).fit(PROPOSED_FEATURES, seed=seed)
    read = _learn(sources, 1, lambda ranking, asked: _read(ranking, asked, proposed)).fit(READ_FEATURES, seed=seed)
    hopped = _learn(sources, 2, lambda ranking, asked: _hop(ranking, asked, proposed, read))
    return FusedModels(proposed, read, hopped.fit(HOPPED_FEATURES, seed=seed))


def _learn(
    sources: Sequence[ClaimSource], number: int, step: Callable[[PageRanking, ClaimTerms], CandidatePages | ReadPages]
) -> RankingExamples:
    examples = RankingExamples([], [], [])
    for source in sources:
        for claim in source.slices[number]:
            asked = source.ranking.weights.weigh(claim.text)
            result = step(source.ranking, asked) if asked.idf else ReadPages([], [])
            examples.add(result.rows, result.titles(), claim.pages())
        print(f"{source.name}: {len(source.slices[number])} claims for ranker {number + 1}", file=sys.stderr)  # noqa: T201
    return examples


def _propose(ranking: PageRanking, asked: ClaimTerms) -> CandidatePages:
    return ranking.propose(asked)


def _read(ranking: PageRanking, asked: ClaimTerms, proposed: BoostedTrees) -> ReadPages:
    found = ranking.propose(asked)
    return ranking.read(asked, found, proposed.score(as_matrix(found.rows)))


def _hop(ranking: PageRanking, asked: ClaimTerms, proposed: BoostedTrees, read: BoostedTrees) -> ReadPages:
    step = _read(ranking, asked, proposed)
    return ranking.hop(asked, step, read.score(as_matrix(step.rows))) if step.matches else step


def report(source: ClaimSource, models: FusedModels) -> Iterator[str]:
    """The share of held-out claims with all pages among the first k, for claims of one page and of several pages."""
    for kind, claims in _kinds(source.held_out):
        hits = {name: dict.fromkeys(_DEPTHS, 0) for name in ("read", "hopped")}
        for claim in claims:
            asked = source.ranking.weights.weigh(claim.text)
            for name, step in (("read", _read(source.ranking, asked, models.proposed)), ("hopped", None)):
                result = step or _hop(source.ranking, asked, models.proposed, models.read)
                scores = getattr(models, name).score(as_matrix(result.rows))
                titles = [result.titles()[place] for place in np.argsort(-scores, kind="stable")]
                for depth in _DEPTHS:
                    hits[name][depth] += claim.pages() <= set(titles[:depth])
        for name, found in hits.items():
            figures = ", ".join(f"@{depth} {count / max(1, len(claims)):.4f}" for depth, count in found.items())
            yield f"{source.name}, {kind} ({len(claims)} claims), {name}: {figures}"


def _kinds(claims: Sequence[TrainingClaim]) -> Iterator[tuple[str, list[TrainingClaim]]]:
    yield "one page", [claim for claim in claims if len(claim.pages()) == 1]
    yield "several pages", [claim for claim in claims if len(claim.pages()) > 1]


def _source(name: str, corpus: Path, claims: list[TrainingClaim], *, sizes: Sequence[int], seed: int) -> ClaimSource:
    random.Random(seed).shuffle(claims)  # noqa: S311 - a repeatable choice, not a secret
    held_out, *slices = (claims[sum(sizes[:number]) : sum(sizes[: number + 1])] for number in range(len(sizes)))
    # Claims with several pages are rare, and only they teach the second hop.
    slices[2] += [claim for claim in claims[sum(sizes) :] if len(claim.pages()) > 1][: sizes[3] // 2]
    return ClaimSource(name, PageRanking(Corpus.open(corpus)), (slices[0], slices[1], slices[2]), held_out)


def train_pages(settings: PagesSettings) -> Iterator[str]:
    """Train on FEVER's aligned training claims and TabFact's training statements, and measure on held-out claims."""
    fever = [int(settings.scale * size) for size in (2000, 5000, 8000, 6000)]
    tabfact = [int(settings.scale * size) for size in (800, 2000, 3000, 1500)]
    claims = list(read_aligned_claims(settings.fever_claims))
    statements = list(read_claims_with_evidence(settings.tabfact_claims, form=TABFACT))
    sources = [
        _source("FEVER", settings.fever_corpus, claims, sizes=fever, seed=settings.seed),
        _source("TabFact", settings.tabfact_corpus, statements, sizes=tabfact, seed=settings.seed),
    ]
    models = train(sources, seed=settings.seed)
    settings.out.mkdir(parents=True, exist_ok=True)
    for name, model in zip(FusedModels._fields, models, strict=True):
        model.write(settings.out / f"{name}.json")
    for source in sources:
        yield from report(source, models)
