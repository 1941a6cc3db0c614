"""Prepares the training pairs of the papers' models: reads claims, draws NEI evidence, splits the pairs."""

import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from veriscope.domain import Claim
from veriscope.lab.lessons import NeiEvidence, NeiStrategy
from veriscope.lab.training.training_pairs import (
    ClaimTexts,
    Pairs,
    check_pairs,
    drawn_pairs,
    pair_with_evidence,
    read_claim_texts,
    read_inference_pairs,
    split_pairs,
)
from veriscope.pipeline import open_corpus
from veriscope.verdict import ModelFiles

_INFERENCE = "nli"
# Takes the current task, and how much of how much is done.
Report = Callable[[str, int, int], None]
_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class PairsPlan:
    """How claims become pairs: without a corpus, `claims` are inference pairs, which have their evidence.

    `pairs` limits the number of training pairs; 0 means all.
    """

    claims: Path
    corpus: Path | None
    nei: NeiStrategy
    seed: int
    held_out: float = 0.05
    pairs: int = 0

    @property
    def evidence(self) -> str:
        """The source of the evidence, as the model's settings record it."""
        return _INFERENCE if self.corpus is None else self.nei.value


def gather_pairs(plan: PairsPlan, *, report: Report) -> Pairs:
    """The pairs to train on, and the held-out ones that decide when to stop."""
    if plan.corpus is None:
        return _split(read_inference_pairs(plan.claims), lambda _: None, plan)
    claims = list(read_claim_texts(plan.claims))
    with closing(open_corpus(plan.corpus)) as corpus:
        sampler = NeiEvidence(corpus, plan.nei, seed=plan.seed)
        return _split(_with_reports(claims, report), sampler.text, plan)


def run_name(plan: PairsPlan, pairs: Pairs, *settings: object) -> str:
    """A name that changes with the settings and with the pairs."""
    digest = zlib.crc32(repr((pairs.learned, pairs.held_out)).encode())
    return f"{plan.evidence} {plan.seed} {digest:08x} {settings!r}"


def with_training_record(files: ModelFiles, plan: PairsPlan, scores: list[float]) -> ModelFiles:
    """The model with settings that record where its pairs came from and how well it did on held-out pairs."""
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
    pairs = split_pairs(pair_with_evidence(claims, draw), held_out=plan.held_out, seed=plan.seed)
    check_pairs(pairs, plan.claims)
    return pairs._replace(learned=drawn_pairs(pairs.learned, count=plan.pairs, seed=plan.seed))


def _with_reports(claims: list[_Item], report: Report) -> Iterator[_Item]:
    for done, claim in enumerate(claims):
        report("evidence", done, len(claims))
        yield claim
