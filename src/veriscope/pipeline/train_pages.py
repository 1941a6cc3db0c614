"""Trains the three rankers of the fused retriever: `python -m veriscope.pipeline.train_pages --help`.

Each learns from claims of its own, so that none sees the one before it at its best.
"""

import argparse
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.corpus import ClaimTerms, Corpus
from veriscope.datasets.claim_formats import TABFACT
from veriscope.datasets.training_claims import TrainingClaim, read_aligned_claims, read_claims_with_evidence
from veriscope.neural.boosted_trees import BoostedTrees
from veriscope.neural.train_trees import fit_trees
from veriscope.retrieval.fused import FusedModels, as_matrix
from veriscope.retrieval.page_ranking import (
    HOPPED_FEATURES,
    PROPOSED_FEATURES,
    READ_FEATURES,
    PageRanking,
    Proposed,
    Read,
)

_DEPTHS = (1, 5, 10)
_TREES = {"rounds": 100, "num_leaves": 15}


class Lesson(NamedTuple):
    """Claims of one corpus to learn from, and to hold out."""

    name: str
    ranking: PageRanking
    slices: tuple[list[TrainingClaim], list[TrainingClaim], list[TrainingClaim]]
    held_out: list[TrainingClaim]


class Examples(NamedTuple):
    """Rows of features, their labels, and how many of them belong to each claim."""

    rows: list[NDArray[np.float32]]
    labels: list[int]
    sizes: list[int]

    def add(self, rows: list[list[float]], titles: Sequence[str], gold: frozenset[str]) -> None:
        """The pages of a claim, if a right one and a wrong one are among them."""
        labels = [int(title in gold) for title in titles]
        if 0 < sum(labels) < len(labels):
            self.rows.append(as_matrix(rows))
            self.labels.extend(labels)
            self.sizes.append(len(labels))

    def fit(self, features: Sequence[str], *, seed: int) -> BoostedTrees:
        """Trees that rank the right pages of a claim first."""
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


def train(lessons: Sequence[Lesson], *, seed: int) -> FusedModels:
    """Fit the rankers one after the other."""
    proposed = _learn(lessons, 0, _proposed).fit(PROPOSED_FEATURES, seed=seed)
    read = _learn(lessons, 1, lambda ranking, asked: _read(ranking, asked, proposed)).fit(READ_FEATURES, seed=seed)
    hopped = _learn(lessons, 2, lambda ranking, asked: _hopped(ranking, asked, proposed, read))
    return FusedModels(proposed, read, hopped.fit(HOPPED_FEATURES, seed=seed))


def _learn(
    lessons: Sequence[Lesson], number: int, step: Callable[[PageRanking, ClaimTerms], Proposed | Read]
) -> Examples:
    examples = Examples([], [], [])
    for lesson in lessons:
        for claim in lesson.slices[number]:
            asked = lesson.ranking.weights.weigh(claim.text)
            result = step(lesson.ranking, asked) if asked.idf else Read([], [])
            examples.add(result.rows, result.titles(), claim.pages())
        print(f"{lesson.name}: {len(lesson.slices[number])} claims for ranker {number + 1}", file=sys.stderr)  # noqa: T201
    return examples


def _proposed(ranking: PageRanking, asked: ClaimTerms) -> Proposed:
    return ranking.propose(asked)


def _read(ranking: PageRanking, asked: ClaimTerms, proposed: BoostedTrees) -> Read:
    found = ranking.propose(asked)
    return ranking.read(asked, found, proposed.score(as_matrix(found.rows)))


def _hopped(ranking: PageRanking, asked: ClaimTerms, proposed: BoostedTrees, read: BoostedTrees) -> Read:
    step = _read(ranking, asked, proposed)
    return ranking.hop(asked, step, read.score(as_matrix(step.rows))) if step.matches else step


def report(lesson: Lesson, models: FusedModels) -> Iterator[str]:
    """The share of held-out claims whose every page is among the first k, claims of one and of several pages apart."""
    for kind, claims in _kinds(lesson.held_out):
        hits = {name: dict.fromkeys(_DEPTHS, 0) for name in ("read", "hopped")}
        for claim in claims:
            asked = lesson.ranking.weights.weigh(claim.text)
            for name, step in (("read", _read(lesson.ranking, asked, models.proposed)), ("hopped", None)):
                result = step or _hopped(lesson.ranking, asked, models.proposed, models.read)
                scores = getattr(models, name).score(as_matrix(result.rows))
                titles = [result.titles()[place] for place in np.argsort(-scores, kind="stable")]
                for depth in _DEPTHS:
                    hits[name][depth] += claim.pages() <= set(titles[:depth])
        for name, found in hits.items():
            figures = ", ".join(f"@{depth} {count / max(1, len(claims)):.4f}" for depth, count in found.items())
            yield f"{lesson.name}, {kind} ({len(claims)} claims), {name}: {figures}"


def _kinds(claims: Sequence[TrainingClaim]) -> Iterator[tuple[str, list[TrainingClaim]]]:
    yield "one page", [claim for claim in claims if len(claim.pages()) == 1]
    yield "several pages", [claim for claim in claims if len(claim.pages()) > 1]


def _lesson(name: str, corpus: Path, claims: list[TrainingClaim], *, sizes: Sequence[int], seed: int) -> Lesson:
    random.Random(seed).shuffle(claims)  # noqa: S311 - a repeatable choice, not a secret
    held_out, *slices = (claims[sum(sizes[:number]) : sum(sizes[: number + 1])] for number in range(len(sizes)))
    # Claims of several pages are few, and only they teach the second hop.
    slices[2] += [claim for claim in claims[sum(sizes) :] if len(claim.pages()) > 1][: sizes[3] // 2]
    return Lesson(name, PageRanking(Corpus.open(corpus)), (slices[0], slices[1], slices[2]), held_out)


def main() -> None:
    """Train from FEVER's aligned training claims and TabFact's training statements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fever-corpus", type=Path, required=True, help="built from FEVER's wiki-pages")
    parser.add_argument("--fever-claims", type=Path, required=True, help="train.jsonl.gz with aligned evidence")
    parser.add_argument("--tabfact-corpus", type=Path, required=True, help="built from TabFact's tables")
    parser.add_argument("--tabfact-claims", type=Path, required=True, help="train.jsonl.xz")
    parser.add_argument("--out", type=Path, required=True, help="the folder of the models")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--scale", type=float, default=1.0, help="the share of the claims to use")
    asked = parser.parse_args()
    fever = [int(asked.scale * size) for size in (2000, 5000, 8000, 6000)]
    tabfact = [int(asked.scale * size) for size in (800, 2000, 3000, 1500)]
    statements = list(read_claims_with_evidence(asked.tabfact_claims, form=TABFACT))
    lessons = [
        _lesson(
            "FEVER", asked.fever_corpus, list(read_aligned_claims(asked.fever_claims)), sizes=fever, seed=asked.seed
        ),
        _lesson("TabFact", asked.tabfact_corpus, statements, sizes=tabfact, seed=asked.seed),
    ]
    models = train(lessons, seed=asked.seed)
    asked.out.mkdir(parents=True, exist_ok=True)
    for name, model in zip(FusedModels._fields, models, strict=True):
        model.write(asked.out / f"{name}.json")
    for lesson in lessons:
        for line in report(lesson, models):
            print(line)  # noqa: T201 - a recipe talks


if __name__ == "__main__":
    main()
