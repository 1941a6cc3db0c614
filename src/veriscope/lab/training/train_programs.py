"""Trains the ranker of table programs: `veriscope train programs`.

One model learns which program means the same as a statement: from statements with gold programs, and from statements
written by rule about the training tables. A second model learns how a program bears on the label: from statements
whose label is known and whose program is not. A last model weighs all programs of a statement together. It is fitted
on outputs of second models that had not seen the labels of the table: folds go by table. Only the first model, which
sees no labels, is trained on all tables.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import GroupKFold

from veriscope.corpus import FORMATS
from veriscope.datasets import DATASET_FORMATS, read_labelled
from veriscope.domain import Label, Page
from veriscope.errors import InputError
from veriscope.lab.lessons import Choice, choices, read_pages
from veriscope.lab.training.train_trees import fit_trees
from veriscope.models import BoostedTrees
from veriscope.programs import (
    CLAIM_FEATURES,
    CLAIM_LABEL_FILE,
    CONFIDENCE_FEATURES,
    PICK_CONFIDENCE_FILE,
    PICK_FEATURES,
    PICK_PROGRAM_FILE,
    PROGRAM_FEATURES,
    PROGRAM_LABEL_FILE,
    Floats,
    TableReader,
    claim_features,
    confidence_features,
    pick_features,
)

Integers = NDArray[np.int64]

_FOLDS = 5


@dataclass(frozen=True, slots=True)
class ProgramsSettings:
    """TabFact's tables, training statements (`limit` of them, 0: all) and gold programs, and the folder for the models.

    `lessons` is the number of statements to write by rule.
    """

    tables: Path
    statements: Path
    programs: Path
    out: Path
    lessons: int = 12_000
    limit: int = 0
    seed: int = 5


class Statement(NamedTuple):
    """The features of a statement's programs, its label, and its table."""

    features: Floats
    is_supported: bool
    table: str


def statements(pages: Mapping[str, Page], rows: Path, *, limit: int = 0) -> Iterator[Statement]:
    """The supported and refuted statements about known tables, with the programs proposed for them."""
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
        yield Statement(features, claim.label is Label.SUPPORTS, name)
        made += 1
        if made % 500 == 0:
            sys.stderr.write(f"{made:,} statements\n")
        if made == limit:
            return


def fit_choice(lessons: Sequence[Choice], *, seed: int) -> BoostedTrees:
    """Trees that estimate how likely a program means the same as its statement."""
    lessons = [one for one in lessons if one.is_right.any()]
    rows = np.concatenate([pick_features(one.features) for one in lessons])
    labels = np.concatenate([one.is_right for one in lessons]).astype(np.int8)
    weights = np.repeat([one.weight for one in lessons], [len(one.features) for one in lessons])
    return fit_trees(
        rows, labels, features=PICK_FEATURES, seed=seed, weights=weights, rounds=250, learning_rate=0.08,
        num_leaves=31, max_depth=-1, min_data_in_leaf=20, feature_fraction=0.5, bagging_fraction=0.8,
        bagging_freq=1, lambda_l2=5.0,
    )  # fmt: skip


def fit_sure(lessons: Sequence[Choice], *, seed: int) -> tuple[BoostedTrees, float]:
    """Trees that estimate whether the chosen program is right, fitted on choices by trees that had not seen the table.

    Also returns how often the choice is right among the statements for which a right program was proposed.
    """
    rows: list[Floats] = []
    labels: list[bool] = []
    weights: list[float] = []
    known = right = 0
    for others, half in _folds(lessons, 2):
        choice = fit_choice([lessons[place] for place in others], seed=seed)
        for one in (lessons[place] for place in half):
            chances = choice.probability(pick_features(one.features))
            is_right = bool(one.is_right[chances.argmax()])
            rows.append(confidence_features(one.features, chances))
            labels.append(is_right)
            weights.append(one.weight)
            known, right = known + bool(one.is_right.any()), right + is_right
    model = fit_trees(
        np.array(rows), np.array(labels, np.int8), features=CONFIDENCE_FEATURES, seed=seed, weights=np.array(weights),
        rounds=80, learning_rate=0.08, num_leaves=8, max_depth=-1, min_data_in_leaf=60, feature_fraction=0.5,
        bagging_fraction=0.8, bagging_freq=1, lambda_l2=10.0,
    )  # fmt: skip
    return model, right / max(1, known)


def fit_programs(chosen: Sequence[Statement], *, seed: int) -> BoostedTrees:
    """Trees that estimate from one program whether the claim is supported; many programs add little weight."""
    rows = np.concatenate([one.features for one in chosen])
    counts = [len(one.features) for one in chosen]
    labels = np.repeat(np.array([one.is_supported for one in chosen], np.int8), counts)
    weights = np.repeat([1 / max(1, count) ** 0.5 for count in counts], counts)
    return fit_trees(
        rows, labels, features=PROGRAM_FEATURES, seed=seed, weights=weights,
        rounds=100, learning_rate=0.12, num_leaves=31,
        max_depth=-1, min_data_in_leaf=100, feature_fraction=0.7, bagging_fraction=0.8, bagging_freq=1, lambda_l2=5.0,
    )  # fmt: skip


def fit_claims(found: Floats, labels: NDArray[np.int8], *, seed: int) -> BoostedTrees:
    """Trees that estimate from all programs of a claim together whether it is supported."""
    return fit_trees(
        found, labels, features=CLAIM_FEATURES, seed=seed, rounds=120, learning_rate=0.07, num_leaves=15, max_depth=-1,
        min_data_in_leaf=60, feature_fraction=0.7, bagging_fraction=0.8, bagging_freq=1, lambda_l2=5.0,
    )  # fmt: skip


def cross_fitted(chosen: Sequence[Statement], choice: BoostedTrees, *, seed: int) -> Floats:
    """The claim features of each statement, from trees that were fitted on the other folds."""
    found = np.zeros((len(chosen), len(CLAIM_FEATURES)), np.float32)
    for others, fold in _folds(chosen, _FOLDS):
        model = fit_programs([chosen[place] for place in others], seed=seed)
        for place in fold:
            features = chosen[place].features
            choices_of = choice.probability(pick_features(features))
            found[place] = claim_features(features, choices_of, model.probability(features))
    return found


def fold_accuracy(found: Floats, chosen: Sequence[Statement], *, seed: int) -> float:
    """The accuracy of models that had not seen the labels of a statement's table."""
    labels = np.array([one.is_supported for one in chosen], np.int8)
    right = 0
    for others, fold in _folds(chosen, _FOLDS):
        model = fit_claims(found[others], labels[others], seed=seed)
        right += int(((model.probability(found[fold]) >= 0.5) == (labels[fold] == 1)).sum())
    return right / len(labels)


def _folds(rows: Sequence[Statement] | Sequence[Choice], most: int) -> list[tuple[Integers, Integers]]:
    """For each fold, the indexes to train on and those left out; all rows about a table are in one fold."""
    tables = [one.table for one in rows]
    return list(GroupKFold(min(most, len(set(tables)))).split(rows, groups=tables))


def train_programs(settings: ProgramsSettings) -> Iterator[str]:
    """Write the models, and yield the results of the folds."""
    seed, out = settings.seed, settings.out
    pages = {page.title: page for page in read_pages(settings.tables, FORMATS["tables"])}
    chosen = list(statements(pages, settings.statements, limit=settings.limit))
    learned = list(choices(pages, settings.statements, settings.programs, count=settings.lessons, seed=seed))
    if min(len({one.table for one in rows}) for rows in (chosen, learned)) < 2:
        raise InputError(
            f"{len(chosen)} statements and {len(learned)} lessons are too few to learn from; give more tables"
        )
    choice = fit_choice(learned, seed=seed)
    labels = np.array([one.is_supported for one in chosen], np.int8)
    found = cross_fitted(chosen, choice, seed=seed)
    accuracy = fold_accuracy(found, chosen, seed=seed)
    sure, chosen_rightly = fit_sure(learned, seed=seed)
    out.mkdir(parents=True, exist_ok=True)
    choice.write(out / PICK_PROGRAM_FILE)
    fit_programs(chosen, seed=seed).write(out / PROGRAM_LABEL_FILE)
    fit_claims(found, labels, seed=seed).write(out / CLAIM_LABEL_FILE)
    sure.write(out / PICK_CONFIDENCE_FILE)
    counts = {"statements": len(chosen), "lessons": len(learned)}
    yield json.dumps({**counts, "accuracy": round(accuracy, 4), "chosen_rightly": round(chosen_rightly, 4)})
