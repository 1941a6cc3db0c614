"""Trains the sentence ranker of the lexical selector: `veriscope train sentences`.

The pages come from the fused retriever, as in a check.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.corpus import Corpus, TermWeights
from veriscope.datasets import TrainingClaim, read_aligned_claims
from veriscope.domain import Claim, EvidenceId
from veriscope.lab.training.train_trees import fit_trees, scaled_to_probabilities
from veriscope.models import BoostedTrees
from veriscope.pipeline import Stages, search_config
from veriscope.selection import SENTENCE_FEATURES, sentence_rows

_DEPTHS = (1, 5)


@dataclass(frozen=True, slots=True)
class SentencesSettings:
    """FEVER's corpus and aligned training claims, how many to train and to measure on, and the model's file."""

    corpus: Path
    claims: Path
    out: Path
    pages: int = 5
    examples: int = 12_000
    held_out: int = 1_500
    seed: int = 11


class ClaimSentences(NamedTuple):
    """The sentences found for a claim: their ids, their features, and which of them are evidence."""

    claim: TrainingClaim
    ids: list[EvidenceId]
    rows: NDArray[np.float32]
    labels: NDArray[np.int8]


def find_sentences(corpus: Corpus, claims: Sequence[TrainingClaim], *, pages: int) -> list[ClaimSentences]:
    """For each claim, the sentences of the pages that the retriever finds."""
    stages, weights = Stages.open(search_config(pages=pages), corpus), TermWeights(corpus.search_index)
    found: list[ClaimSentences] = []
    for claim in claims:
        result = sentence_rows(weights.weigh(claim.text), stages.retrieve(Claim("", claim.text)), weights)
        ids: list[EvidenceId] = [page.sentence_id(sentence) for page, sentence in result.sentences]
        labels = np.array([piece in claim.evidence for piece in ids], np.int8)
        found.append(ClaimSentences(claim, ids, np.array(result.rows, np.float32), labels))
    return found


def train(examples: Sequence[ClaimSentences], held_out: Sequence[ClaimSentences], *, seed: int) -> BoostedTrees:
    """Fit trees that rank the evidence of a claim first, and scale them to probabilities on held-out claims."""
    useful = [example for example in examples if 0 < example.labels.sum() < len(example.labels)]
    model = fit_trees(
        np.concatenate([example.rows for example in useful]),
        np.concatenate([example.labels for example in useful]),
        features=SENTENCE_FEATURES,
        seed=seed,
        group_sizes=[len(example.labels) for example in useful],
        rounds=120,
        num_leaves=31,
        max_depth=7,
    )
    rows = np.concatenate([example.rows for example in held_out if len(example.rows)])
    return scaled_to_probabilities(model, rows, np.concatenate([example.labels for example in held_out]))


def report(model: BoostedTrees, held_out: Sequence[ClaimSentences]) -> str:
    """The share of held-out claims with a gold sentence among the first k; claims of several pages need all of them."""
    hits = dict.fromkeys(_DEPTHS, 0)
    for example in held_out:
        scores = model.score(example.rows) if len(example.rows) else np.zeros(0)
        ranked = [example.ids[place] for place in np.argsort(-scores, kind="stable")]
        for depth in _DEPTHS:
            found = set(ranked[:depth]) & set(example.claim.evidence)
            several = len(example.claim.pages()) > 1
            hits[depth] += len(found) == len(set(example.claim.evidence)) if several else bool(found)
    return ", ".join(f"@{depth} {count / max(1, len(held_out)):.4f}" for depth, count in hits.items())


def train_sentences(settings: SentencesSettings) -> Iterator[str]:
    """Train on FEVER's aligned training claims, and measure on held-out ones."""
    claims = list(read_aligned_claims(settings.claims))
    random.Random(settings.seed).shuffle(claims)  # noqa: S311 - a repeatable choice, not a secret
    with Corpus.open(settings.corpus) as corpus:
        held_out = find_sentences(corpus, claims[: settings.held_out], pages=settings.pages)
        examples = find_sentences(corpus, claims[settings.held_out :][: settings.examples], pages=settings.pages)
    model = train(examples, held_out, seed=settings.seed)
    model.write(settings.out)
    yield f"{len(examples)} claims; held out {len(held_out)}: {report(model, held_out)}"
