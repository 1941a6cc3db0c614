"""Trains the ranker of table programs: `python -m veriscope.pipeline.train_programs --help`.

Which program says what a statement says is learned from statements with gold programs, and from plain ones that rules
write about the tables to learn from. What the programs tell of the label is learned from statements whose label is
known and whose program is not; and what all of them say together is weighed by a last model, fitted on the word of
models that had not seen the labels of the table. Folds go by table; only the choice of programs, which knows no label,
was learned from all tables.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.corpus import FORMATS
from veriscope.datasets import DATASET_FORMATS
from veriscope.datasets.claim_formats import read_labelled
from veriscope.domain import Label, Page
from veriscope.neural.boosted_trees import BoostedTrees
from veriscope.neural.train_trees import fit_trees
from veriscope.pipeline.cell_claims import read_pages
from veriscope.pipeline.program_lessons import Choice, choices, fold_of
from veriscope.programs.features import FEATURES, Floats
from veriscope.programs.judge import TableReader
from veriscope.programs.ranker import (
    CHOICE_FEATURES,
    CHOICE_FILE,
    CLAIM_FEATURES,
    CLAIMS_FILE,
    PROGRAMS_FILE,
    SURE_FEATURES,
    SURE_FILE,
    choice_features,
    claim_features,
    sure_features,
)


class Statement(NamedTuple):
    """The features of the programs of a statement, its label, and the fold that its table belongs to."""

    features: Floats
    is_supported: bool
    fold: int


def statements(pages: Mapping[str, Page], rows: Path, *, limit: int = 0) -> Iterator[Statement]:
    """Every supported or refuted statement whose table is known, with the programs that are proposed for it."""
    reader, title = None, ""
    made = 0
    for one in read_labelled(rows, form=DATASET_FORMATS["tabfact"]):
        claim = one.claim
        name = next(piece.page for group in claim.evidence for piece in group)
        if claim.label is Label.NOT_ENOUGH_INFO or name not in pages:
            continue
        if reader is None or name != title:
            reader, title = TableReader(name, next(pages[name].tables())), name
        _, features = reader.runs(claim.claim)
        yield Statement(features, claim.label is Label.SUPPORTS, fold_of(name))
        made += 1
        if made % 500 == 0:
            sys.stderr.write(f"{made:,} statements\n")
        if made == limit:
            return


def fit_choice(lessons: Sequence[Choice], *, seed: int) -> BoostedTrees:
    """Trees that tell of a program how likely it says what its statement says; of statements for which one does."""
    lessons = [one for one in lessons if one.is_right.any()]
    rows = np.concatenate([choice_features(one.features) for one in lessons])
    labels = np.concatenate([one.is_right for one in lessons]).astype(np.int8)
    weights = np.repeat([one.weight for one in lessons], [len(one.features) for one in lessons])
    return fit_trees(
        rows, labels, features=CHOICE_FEATURES, seed=seed, weights=weights, rounds=250, learning_rate=0.08,
        num_leaves=31, max_depth=-1, min_data_in_leaf=20, feature_fraction=0.5, bagging_fraction=0.8,
        bagging_freq=1, lambda_l2=5.0,
    )  # fmt: skip


def fit_sure(lessons: Sequence[Choice], *, seed: int) -> tuple[BoostedTrees, float]:
    """Trees that tell whether the chosen program is right, fitted on choices by trees that had not seen the table.

    Also how often the choice is right among the statements for which a right one was proposed.
    """
    rows: list[Floats] = []
    labels: list[bool] = []
    weights: list[float] = []
    known = right = 0
    for half in (0, 1):
        choice = fit_choice([one for one in lessons if one.fold % 2 != half], seed=seed)
        for one in (one for one in lessons if one.fold % 2 == half):
            chances = choice.probability(choice_features(one.features))
            is_right = bool(one.is_right[chances.argmax()])
            rows.append(sure_features(one.features, chances))
            labels.append(is_right)
            weights.append(one.weight)
            known, right = known + bool(one.is_right.any()), right + is_right
    model = fit_trees(
        np.array(rows), np.array(labels, np.int8), features=SURE_FEATURES, seed=seed, weights=np.array(weights),
        rounds=80, learning_rate=0.08, num_leaves=8, max_depth=-1, min_data_in_leaf=60, feature_fraction=0.5,
        bagging_fraction=0.8, bagging_freq=1, lambda_l2=10.0,
    )  # fmt: skip
    return model, right / max(1, known)


def fit_programs(chosen: Sequence[Statement], *, seed: int) -> BoostedTrees:
    """Trees that tell of a program how likely its claim is supported; statements count alike, however many programs."""
    rows = np.concatenate([one.features for one in chosen])
    counts = [len(one.features) for one in chosen]
    labels = np.repeat(np.array([one.is_supported for one in chosen], np.int8), counts)
    weights = np.repeat([1 / max(1, count) ** 0.5 for count in counts], counts)
    return fit_trees(
        rows, labels, features=FEATURES, seed=seed, weights=weights, rounds=100, learning_rate=0.12, num_leaves=31,
        max_depth=-1, min_data_in_leaf=100, feature_fraction=0.7, bagging_fraction=0.8, bagging_freq=1, lambda_l2=5.0,
    )  # fmt: skip


def fit_claims(found: Floats, labels: NDArray[np.int8], *, seed: int) -> BoostedTrees:
    """Trees over what the programs of a claim say together."""
    return fit_trees(
        found, labels, features=CLAIM_FEATURES, seed=seed, rounds=120, learning_rate=0.07, num_leaves=15, max_depth=-1,
        min_data_in_leaf=60, feature_fraction=0.7, bagging_fraction=0.8, bagging_freq=1, lambda_l2=5.0,
    )  # fmt: skip


def cross_fitted(chosen: Sequence[Statement], choice: BoostedTrees, *, seed: int) -> Floats:
    """The claim features of each statement, by trees that were fitted on the other folds."""
    found = np.zeros((len(chosen), len(CLAIM_FEATURES)), np.float32)
    for fold in _folds(chosen):
        model = fit_programs([one for one in chosen if one.fold != fold], seed=seed)
        for place, one in enumerate(chosen):
            if one.fold == fold:
                choices_of = choice.probability(choice_features(one.features))
                found[place] = claim_features(one.features, choices_of, model.probability(one.features))
    return found


def fold_accuracy(found: Floats, labels: NDArray[np.int8], folds: NDArray[np.int64], *, seed: int) -> float:
    """How many statements are judged rightly by models that had not seen the labels of their table."""
    right = 0
    for fold in np.unique(folds):
        model = fit_claims(found[folds != fold], labels[folds != fold], seed=seed)
        said = model.probability(found[folds == fold]) >= 0.5
        right += int((said == (labels[folds == fold] == 1)).sum())
    return right / len(labels)


def _folds(chosen: Iterable[Statement]) -> list[int]:
    return sorted({one.fold for one in chosen})


def main() -> None:
    """Write the models, and print what the folds give."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=Path, required=True, help="tables.jsonl.xz")
    parser.add_argument("--statements", type=Path, required=True, help="train.jsonl.xz")
    parser.add_argument("--programs", type=Path, required=True, help="train_programs.jsonl.xz")
    parser.add_argument("--lessons", type=int, default=12_000, help="statements that rules write")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--limit", type=int, default=0, help="only so many statements")
    parser.add_argument("--seed", type=int, default=5)
    asked = parser.parse_args()
    pages = {page.title: page for page in read_pages(asked.tables, FORMATS["tables"])}
    chosen = list(statements(pages, asked.statements, limit=asked.limit))
    learned = list(choices(pages, asked.statements, asked.programs, count=asked.lessons, seed=asked.seed))
    if len(_folds(chosen)) < 2 or len({one.fold % 2 for one in learned}) < 2:
        parser.error(f"{len(chosen)} statements and {len(learned)} lessons are too few to learn from; give more tables")
    choice = fit_choice(learned, seed=asked.seed)
    labels = np.array([one.is_supported for one in chosen], np.int8)
    found = cross_fitted(chosen, choice, seed=asked.seed)
    accuracy = fold_accuracy(found, labels, np.array([one.fold for one in chosen]), seed=asked.seed)
    sure, chosen_rightly = fit_sure(learned, seed=asked.seed)
    asked.out.mkdir(parents=True, exist_ok=True)
    choice.write(asked.out / CHOICE_FILE)
    fit_programs(chosen, seed=asked.seed).write(asked.out / PROGRAMS_FILE)
    fit_claims(found, labels, seed=asked.seed).write(asked.out / CLAIMS_FILE)
    sure.write(asked.out / SURE_FILE)
    told = {"statements": len(chosen), "lessons": len(learned), "accuracy": round(accuracy, 4)}
    print(json.dumps({**told, "chosen_rightly": round(chosen_rightly, 4)}))  # noqa: T201 - a recipe talks


if __name__ == "__main__":
    main()
