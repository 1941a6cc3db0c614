"""Counts what a mixed benchmark holds, and how far its labels can be guessed from the claims alone."""

import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from veriscope.datasets.json_lines import JsonObject
from veriscope.domain import Claim, Label, SentenceId
from veriscope.pipeline.mixed_benchmark_assembly import MixedClaim
from veriscope.pipeline.train_claim_only import ClaimOnlySettings, train_claim_only
from veriscope.pipeline.training_pairs import ClaimTexts
from veriscope.verdict.claim_only import ClaimOnly
from veriscope.verdict.label_probabilities import verdict_from


def evidence_kind(claim: MixedClaim) -> str:
    """Whether the evidence is sentences, cells or both."""
    are_sentences = [isinstance(one, SentenceId) for one in claim.ids]
    return "sentences" if all(are_sentences) else "both" if any(are_sentences) else "cells"


def counted(claims: Sequence[MixedClaim]) -> JsonObject:
    """The claims of a split by label, kind, challenge and evidence, and how many need what was taken away."""
    return {
        "claims": len(claims),
        "pages": len({one.page for claim in claims for one in claim.ids}),
        "labels": _counts(claim.label.value for claim in claims),
        "kinds": _counts(claim.kind for claim in claims),
        "challenges": _counts(claim.challenge for claim in claims),
        "evidence": _counts(evidence_kind(claim) for claim in claims),
        "not_enough_info": {
            "removed": sum(bool(claim.removed) for claim in claims),
            "never_said": sum(claim.label is Label.NOT_ENOUGH_INFO and not claim.removed for claim in claims),
        },
    }


def _counts(names: Iterable[str]) -> JsonObject:
    ordered = sorted(Counter(names).items(), key=lambda item: (-item[1], item[0]))
    return {name: number for name, number in ordered}  # noqa: C416 - typed as JSON


def claim_only(splits: Mapping[str, Sequence[MixedClaim]], *, seed: int) -> JsonObject:
    """The accuracy of a model that reads no evidence, trained on `train`; the commonest label beside it."""
    with tempfile.TemporaryDirectory() as folder:
        train_claim_only(_texts(splits["train"]), ClaimOnlySettings(), seed=seed).write(Path(folder))
        model = ClaimOnly(Path(folder))
    return {name: _guessed(model, claims) for name, claims in splits.items() if name != "train" and claims}


def _guessed(model: ClaimOnly, claims: Sequence[MixedClaim]) -> JsonObject:
    commonest = Counter(claim.label for claim in claims).most_common(1)[0][1]
    right: dict[str, list[bool]] = {}
    for claim, one in zip(claims, _texts(claims), strict=True):
        right.setdefault(claim.kind, []).append(verdict_from(model.guess(one.claim)).label is claim.label)
    return {
        "accuracy": _share([answer for answers in right.values() for answer in answers]),
        "majority": round(commonest / len(claims), 4),
        "by_kind": {kind: _share(answers) for kind, answers in sorted(right.items())},
    }


def _share(answers: Sequence[bool]) -> float:
    return round(sum(answers) / len(answers), 4)


def _texts(claims: Sequence[MixedClaim]) -> list[ClaimTexts]:
    return [ClaimTexts(Claim(str(number), claim.text), claim.label, ()) for number, claim in enumerate(claims)]
