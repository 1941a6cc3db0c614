"""From a file of claims to the folder of a trained paper model: reads, draws NEI evidence, splits, trains, writes."""

import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from veriscope.domain import Claim
from veriscope.pipeline.nei_evidence import NeiEvidence, NeiStrategy
from veriscope.pipeline.starter_corpus import open_corpus
from veriscope.pipeline.training_pairs import (
    ClaimTexts,
    Pairs,
    check_pairs,
    drawn_pairs,
    paired,
    read_claim_texts,
    read_inference_pairs,
    split_pairs,
)
from veriscope.verdict.model_files import ModelFiles

_INFERENCE = "nli"
# What is at hand, and how much of how much is done.
Report = Callable[[str, int, int], None]
_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class PairsPlan:
    """Which claims are paired with what: without a corpus they are inference pairs and need no evidence drawn.

    `pairs` limits how many pairs are learned from; 0 means all.
    """

    claims: Path
    corpus: Path | None
    nei: NeiStrategy
    seed: int
    held_out: float = 0.05
    pairs: int = 0

    @property
    def evidence(self) -> str:
        """What the model's settings say of its evidence."""
        return _INFERENCE if self.corpus is None else self.nei.value


def gather_pairs(plan: PairsPlan, *, report: Report) -> Pairs:
    """The pairs to learn from and to stop by."""
    if plan.corpus is None:
        return _split(read_inference_pairs(plan.claims), lambda _: None, plan)
    claims = list(read_claim_texts(plan.claims))
    with closing(open_corpus(plan.corpus)) as corpus:
        sampler = NeiEvidence(corpus, plan.nei, seed=plan.seed)
        return _split(_reported(claims, report), sampler.text, plan)


def run_name(plan: PairsPlan, pairs: Pairs, *settings: object) -> str:
    """A name that differs when the settings or the pairs do."""
    digest = zlib.crc32(repr((pairs.learned, pairs.held_out)).encode())
    return f"{plan.evidence} {plan.seed} {digest:08x} {settings!r}"


def described(files: ModelFiles, plan: PairsPlan, scores: list[float]) -> ModelFiles:
    """The model with where its pairs came from and how it did on those held out."""
    return replace(
        files,
        settings={
            **files.settings,
            "evidence": plan.evidence,
            "data": plan.claims.name,
            "epochs": len(scores),
            "held_out_balanced_accuracy": round(max(scores, default=0.0), 5),
        },
    )


def _split(claims: Iterable[ClaimTexts], draw: Callable[[Claim], str | None], plan: PairsPlan) -> Pairs:
    pairs = split_pairs(paired(claims, draw), held_out=plan.held_out, seed=plan.seed)
    check_pairs(pairs, plan.claims)
    return pairs._replace(learned=drawn_pairs(pairs.learned, count=plan.pairs, seed=plan.seed))


def _reported(claims: list[_Item], report: Report) -> Iterator[_Item]:
    for done, claim in enumerate(claims):
        report("evidence", done, len(claims))
        yield claim
