"""Counts the claims of a mixed benchmark, and measures how well the claims alone predict their labels."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from veriscope.domain import Label, SentenceId
from veriscope.files import JsonObject
from veriscope.lab.lessons.mixed_assembly import MixedClaim
from veriscope.verdict import claim_ngrams

# Rarer n-grams are ignored.
_LEAST_CLAIMS = 5


def evidence_kind(claim: MixedClaim) -> str:
    """Whether the evidence is sentences, cells or both."""
    are_sentences = [isinstance(one, SentenceId) for one in claim.ids]
    return "sentences" if all(are_sentences) else "both" if any(are_sentences) else "cells"


def claim_counts(claims: Sequence[MixedClaim]) -> JsonObject:
    """The counts of a split's claims by label, kind, challenge and evidence, and of undecided claims by cause."""
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
    """The accuracy of a model trained on `train` that reads no evidence, beside that of the most common label."""
    # The library loads slowly, and nothing else here needs it.
    from sklearn.feature_extraction.text import CountVectorizer  # noqa: PLC0415
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415
    from sklearn.pipeline import make_pipeline  # noqa: PLC0415

    train = splits["train"]
    model = make_pipeline(
        CountVectorizer(analyzer=claim_ngrams, min_df=min(_LEAST_CLAIMS, len(train))),
        LogisticRegression(class_weight="balanced", max_iter=1000, random_state=seed),
    )
    model.fit([claim.text for claim in train], [claim.label.value for claim in train])
    tested = {name: claims for name, claims in splits.items() if name != "train" and claims}
    return {name: _accuracy(claims, model.predict([claim.text for claim in claims])) for name, claims in tested.items()}


def _accuracy(claims: Sequence[MixedClaim], guesses: Sequence[str]) -> JsonObject:
    commonest = Counter(claim.label for claim in claims).most_common(1)[0][1]
    right: dict[str, list[bool]] = {}
    for claim, guess in zip(claims, guesses, strict=True):
        right.setdefault(claim.kind, []).append(claim.label.value == guess)
    return {
        "accuracy": _share([answer for answers in right.values() for answer in answers]),
        "majority": round(commonest / len(claims), 4),
        "by_kind": {kind: _share(answers) for kind, answers in sorted(right.items())},
    }


def _share(answers: Sequence[bool]) -> float:
    return round(sum(answers) / len(answers), 4)
