"""Trains the sentence ranker of the lexical selector: `python -m veriscope.pipeline.train_sentences --help`.

The pages are those that the fused retriever finds, as they will be in a check.
"""

import argparse
import random
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.corpus import Corpus, TermWeights
from veriscope.datasets.training_claims import TrainingClaim, read_aligned_claims
from veriscope.domain import Claim, EvidenceId
from veriscope.neural.boosted_trees import BoostedTrees
from veriscope.neural.train_trees import fit_trees, scaled_to_probabilities
from veriscope.retrieval import FusedRetriever
from veriscope.selection.sentence_features import SENTENCE_FEATURES, sentence_rows

_DEPTHS = (1, 5)


class ClaimSentences(NamedTuple):
    """The sentences found for a claim: their ids and features, and which of them are evidence."""

    claim: TrainingClaim
    ids: list[EvidenceId]
    rows: NDArray[np.float32]
    labels: NDArray[np.int8]


def find_sentences(corpus: Corpus, claims: Sequence[TrainingClaim], *, pages: int) -> list[ClaimSentences]:
    """The sentences of the pages that the retriever finds for each claim."""
    retriever, weights = FusedRetriever(corpus), TermWeights(corpus.search_index)
    found: list[ClaimSentences] = []
    for claim in claims:
        ranked = retriever.retrieve(Claim("", claim.text), limit=pages)
        read = [(corpus.page(title), score) for title, score in ranked]
        result = sentence_rows(
            weights.weigh(claim.text), [(page, score) for page, score in read if page is not None], weights
        )
        ids: list[EvidenceId] = [page.sentence_id(sentence) for page, sentence in result.sentences]
        labels = np.array([piece in claim.evidence for piece in ids], np.int8)
        found.append(ClaimSentences(claim, ids, np.array(result.rows, np.float32), labels))
    return found


def train(examples: Sequence[ClaimSentences], held_out: Sequence[ClaimSentences], *, seed: int) -> BoostedTrees:
    """Trees that rank the evidence of a claim first, scaled to probabilities on claims held out."""
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
    """The share of held-out claims with evidence among the first k: any sentence, or of several pages all of them."""
    hits = dict.fromkeys(_DEPTHS, 0)
    for example in held_out:
        scores = model.score(example.rows) if len(example.rows) else np.zeros(0)
        ranked = [example.ids[place] for place in np.argsort(-scores, kind="stable")]
        for depth in _DEPTHS:
            found = set(ranked[:depth]) & set(example.claim.evidence)
            several = len(example.claim.pages()) > 1
            hits[depth] += len(found) == len(set(example.claim.evidence)) if several else bool(found)
    return ", ".join(f"@{depth} {count / max(1, len(held_out)):.4f}" for depth, count in hits.items())


def main() -> None:
    """Train from FEVER's aligned training claims."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True, help="built from FEVER's wiki-pages")
    parser.add_argument("--claims", type=Path, required=True, help="train.jsonl.gz with aligned evidence")
    parser.add_argument("--out", type=Path, required=True, help="the model's file")
    parser.add_argument("--pages", type=int, default=5, help="pages read for each claim")
    parser.add_argument("--examples", type=int, default=12000, help="claims to learn from")
    parser.add_argument("--held-out", type=int, default=1500, help="claims to measure on")
    parser.add_argument("--seed", type=int, default=11)
    asked = parser.parse_args()
    claims = list(read_aligned_claims(asked.claims))
    random.Random(asked.seed).shuffle(claims)  # noqa: S311 - a repeatable choice, not a secret
    with Corpus.open(asked.corpus) as corpus:
        held_out = find_sentences(corpus, claims[: asked.held_out], pages=asked.pages)
        examples = find_sentences(corpus, claims[asked.held_out :][: asked.examples], pages=asked.pages)
    model = train(examples, held_out, seed=asked.seed)
    model.write(asked.out)
    print(f"{len(examples)} claims; held out {len(held_out)}: {report(model, held_out)}")  # noqa: T201 - a recipe talks


if __name__ == "__main__":
    main()
