"""Which of the proposed programs says what a claim says, and what they say of it together: learned from statements."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.errors import StoreError
from veriscope.neural.boosted_trees import BoostedTrees
from veriscope.programs.features import FAMILIES, FEATURES, OF_CLAIM, Floats

_DATA = Path(__file__).parent / "data"
CHOICE_FILE, PROGRAMS_FILE, CLAIMS_FILE, SURE_FILE = "choice.json", "programs.json", "claims.json", "sure.json"
_TOP = 5
# Beyond this a probability is as good as certain, and its odds are still finite.
_SUREST = 1e-9
# What stands for a family of which there is no program: beyond every probability.
_ABSENT = -1.0
# How far ahead a program is that has no rival.
_FAR = 20.0
_SAYS = [place for place, name in enumerate(FEATURES) if name.startswith("says ")]
_OF_CLAIM = [*_SAYS, *map(FEATURES.index, OF_CLAIM)]
_COVERED, _TRUTH = FEATURES.index("covered"), FEATURES.index("truth")
_FAMILY_PLACES = [FEATURES.index(f"family {name}") for name in FAMILIES]
CLAIM_FEATURES = (
    *(f"surest {place}" for place in range(1, _TOP + 1)),
    "chosen_truth", "chosen", "next_chosen", "chosen_alike",
    "true_at_best", "false_at_best", "mean", "mean_odds", "most_covering", "by_coverage", "share_true",
    *(f"{end} {name}" for name in FAMILIES for end in ("highest", "lowest")),
    *(FEATURES[place] for place in _OF_CLAIM),
)  # fmt: skip
# Which program is right must not be told by what it yields, nor by the size of the tables that lessons were about.
_NOT_TOLD = frozenset({"truth", "agreeing_family", "agreeing_all", "table_rows", "table_columns"})
_CHOICE_PLACES = [place for place, name in enumerate(FEATURES) if name not in _NOT_TOLD]
CHOICE_FEATURES = tuple(FEATURES[place] for place in _CHOICE_PLACES)
_RIVALS = ("chosen", "share", "lead", "lead_of_other_truth", "same_truth")
SURE_FEATURES = (*_RIVALS, *CHOICE_FEATURES)


class Ranking(NamedTuple):
    """How likely the claim is supported by its table, and how likely each program says what the claim says.

    `sure` is how likely the best of them does, its rivals weighed: none may be right.
    """

    supports: float
    choices: tuple[float, ...]
    sure: float = 0.0

    def best(self) -> int | None:
        """The program that most likely says what the claim says; None where there is none."""
        return max(range(len(self.choices)), key=lambda place: (self.choices[place], -place), default=None)


@dataclass(frozen=True)
class ProgramRanker:
    """Boosted trees: which program says what the claim says, what each tells of the label, and all of them together.

    `sure` tells whether the chosen one does say it.
    """

    choice: BoostedTrees
    programs: BoostedTrees
    claims: BoostedTrees
    sure: BoostedTrees

    @classmethod
    def read(cls, folder: Path) -> "ProgramRanker":
        """The ranker of a folder."""
        named = ((CHOICE_FILE, CHOICE_FEATURES), (PROGRAMS_FILE, FEATURES), (CLAIMS_FILE, CLAIM_FEATURES),
                 (SURE_FILE, SURE_FEATURES))  # fmt: skip
        return cls(*(_read(folder / name, features) for name, features in named))

    def rank(self, features: Floats) -> Ranking:
        """What the programs with these features say of their claim."""
        choices, words = self.choice.probability(choice_features(features)), self.programs.probability(features)
        supports = self.claims.probability(claim_features(features, choices, words)[None, :])
        if not len(features):
            return Ranking(float(supports[0]), ())
        sure = self.sure.probability(sure_features(features, choices)[None, :])
        return Ranking(float(supports[0]), tuple(choices.tolist()), float(sure[0]))


def _read(path: Path, features: Sequence[str]) -> BoostedTrees:
    model = BoostedTrees.read(path)
    if model.features != tuple(features):
        raise StoreError(f"the model {path} reads other features than this version writes; train it again")
    return model


@cache
def packaged_ranker() -> ProgramRanker:
    """The ranker that comes with the package."""
    return ProgramRanker.read(_DATA)


def choice_features(features: Floats) -> Floats:
    """Those features by which the right program is chosen."""
    return features[:, _CHOICE_PLACES]


def sure_features(features: Floats, choices: NDArray[np.float64]) -> Floats:
    """What tells whether the chosen program is right, in the order of `SURE_FEATURES`: itself, and its rivals."""
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
    return np.array([*rivals, *features[best, _CHOICE_PLACES]], np.float32)


def claim_features(features: Floats, choices: NDArray[np.float64], words: NDArray[np.float64]) -> Floats:
    """What the programs of a claim say together, in the order of `CLAIM_FEATURES`."""
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
