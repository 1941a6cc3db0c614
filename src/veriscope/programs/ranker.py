"""Learned models that pick the program which says what a claim says, and predict the label from all programs."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.errors import StoreError
from veriscope.models import BoostedTrees
from veriscope.programs.features import FAMILIES, OF_CLAIM, PROGRAM_FEATURES, Floats

_DATA = Path(__file__).parent / "data"
PICK_PROGRAM_FILE, PICK_CONFIDENCE_FILE = "pick_program.json", "pick_confidence.json"
PROGRAM_LABEL_FILE, CLAIM_LABEL_FILE = "program_label.json", "claim_label.json"
_TOP = 5
# Probabilities closer to 0 or 1 are clipped, so that their odds stay finite.
_SUREST = 1e-9
# Marks a family without a program; a probability is never negative.
_ABSENT = -1.0
# The lead of a program without a rival.
_FAR = 20.0
_SAYS = [place for place, name in enumerate(PROGRAM_FEATURES) if name.startswith("says ")]
_OF_CLAIM = [*_SAYS, *map(PROGRAM_FEATURES.index, OF_CLAIM)]
_COVERED, _TRUTH = PROGRAM_FEATURES.index("covered"), PROGRAM_FEATURES.index("truth")
_FAMILY_PLACES = [PROGRAM_FEATURES.index(f"family {name}") for name in FAMILIES]
CLAIM_FEATURES = (
    *(f"surest {place}" for place in range(1, _TOP + 1)),
    "chosen_truth", "chosen", "next_chosen", "chosen_alike",
    "true_at_best", "false_at_best", "mean", "mean_odds", "most_covering", "by_coverage", "share_true",
    *(f"{end} {name}" for name in FAMILIES for end in ("highest", "lowest")),
    *(PROGRAM_FEATURES[place] for place in _OF_CLAIM),
)  # fmt: skip
# The result of a program must not help to pick it, nor may the table sizes of the training claims.
_NOT_FOR_PICKING = frozenset({"truth", "agreeing_family", "agreeing_all", "table_rows", "table_columns"})
_PICK_PLACES = [place for place, name in enumerate(PROGRAM_FEATURES) if name not in _NOT_FOR_PICKING]
PICK_FEATURES = tuple(PROGRAM_FEATURES[place] for place in _PICK_PLACES)
_RIVALS = ("chosen", "share", "lead", "lead_of_other_truth", "same_truth")
CONFIDENCE_FEATURES = (*_RIVALS, *PICK_FEATURES)


class Ranking(NamedTuple):
    """How likely the table supports the claim, and in `choices` how likely each program says what the claim says.

    `confidence` is how likely the best program says it, given its rivals: perhaps none of them does.
    """

    support_probability: float
    choices: tuple[float, ...]
    confidence: float = 0.0

    def best(self) -> int | None:
        """The program that most likely says what the claim says; None if there are no programs."""
        return max(range(len(self.choices)), key=lambda place: (self.choices[place], -place), default=None)


@dataclass(frozen=True)
class ProgramRanker:
    """Four models of boosted trees for the programs of a claim.

    `pick_program` estimates how likely a program says what the claim says, `pick_confidence` how likely the best one
    does. `program_label` predicts the label from one program, `claim_label` from all of them.
    """

    pick_program: BoostedTrees
    program_label: BoostedTrees
    claim_label: BoostedTrees
    pick_confidence: BoostedTrees

    @classmethod
    def read(cls, folder: Path) -> "ProgramRanker":
        """The ranker in a folder."""
        models = (
            (PICK_PROGRAM_FILE, PICK_FEATURES),
            (PROGRAM_LABEL_FILE, PROGRAM_FEATURES),
            (CLAIM_LABEL_FILE, CLAIM_FEATURES),
            (PICK_CONFIDENCE_FILE, CONFIDENCE_FEATURES),
        )
        return cls(*(_read(folder / name, features) for name, features in models))

    def rank(self, features: Floats) -> Ranking:
        """The ranking of the programs of one claim; `features` has one row for each."""
        choices, words = (
            self.pick_program.probability(pick_features(features)),
            self.program_label.probability(features),
        )
        support = self.claim_label.probability(claim_features(features, choices, words)[None, :])
        if not len(features):
            return Ranking(float(support[0]), ())
        confidence = self.pick_confidence.probability(confidence_features(features, choices)[None, :])
        return Ranking(float(support[0]), tuple(choices.tolist()), float(confidence[0]))


def _read(path: Path, features: Sequence[str]) -> BoostedTrees:
    model = BoostedTrees.read(path)
    if model.features != tuple(features):
        raise StoreError(f"the model {path} reads other features than this version writes; train it again")
    return model


@cache
def packaged_ranker() -> ProgramRanker:
    """The ranker that comes with the package."""
    return ProgramRanker.read(_DATA)


def pick_features(features: Floats) -> Floats:
    """The features that may be used to pick the right program."""
    return features[:, _PICK_PLACES]


def confidence_features(features: Floats, choices: NDArray[np.float64]) -> Floats:
    """Features of the best program and its rivals, in the order of `CONFIDENCE_FEATURES`."""
    odds = np.log(_odds(choices))
    best = int(choices.argmax())
    truths = features[:, _TRUTH]
    share = np.exp(odds - odds[best])
    others = np.delete(odds, best)
    unlike = odds[truths != truths[best]]
    rivals = [
        choices[best],
        1 / share.sum(),
        odds[best] - others.max() if len(others) else _FAR,
        odds[best] - unlike.max() if len(unlike) else _FAR,
        share[truths == truths[best]].sum() / share.sum(),
    ]
    return np.array([*rivals, *features[best, _PICK_PLACES]], np.float32)


def claim_features(features: Floats, choices: NDArray[np.float64], words: NDArray[np.float64]) -> Floats:
    """Features of all programs of a claim together, in the order of `CLAIM_FEATURES`."""
    if not len(words):
        empty = np.full(len(CLAIM_FEATURES), _ABSENT, np.float32)
        empty[:_TOP] = 0.5
        return empty
    surest = np.full(_TOP, 0.5)
    order = np.argsort(-np.abs(words - 0.5), kind="stable")[:_TOP]
    surest[: len(order)] = words[order]
    truths = features[:, _TRUTH] == 1
    coverage = features[:, _COVERED].astype(np.float64) ** 3
    ranked = np.argsort(-choices, kind="stable")
    odds = _odds(choices)
    together = [
        float(truths[ranked[0]]),
        choices[ranked[0]],
        choices[ranked[1]] if len(ranked) > 1 else 0.0,
        float(odds @ truths / odds.sum()),
        words[truths].max() if truths.any() else 0.5,
        words[~truths].min() if (~truths).any() else 0.5,
        words.mean(),
        np.log(_odds(words)).mean(),
        words[features[:, _COVERED].argmax()],
        float(words @ coverage / coverage.sum()) if coverage.sum() else 0.5,
        truths.mean(),
    ]
    return np.array([*surest, *together, *_by_family(features, words), *features[0, _OF_CLAIM]], np.float32)


def _odds(probabilities: NDArray[np.float64]) -> NDArray[np.float64]:
    kept = np.clip(probabilities, _SUREST, 1 - _SUREST)
    odds: NDArray[np.float64] = kept / (1 - kept)
    return odds


def _by_family(features: Floats, words: NDArray[np.float64]) -> Sequence[float]:
    ends: list[float] = []
    for place in _FAMILY_PLACES:
        own = words[features[:, place] == 1]
        ends += [float(own.max()), float(own.min())] if len(own) else [_ABSENT, _ABSENT]
    return ends
