"""Fits the weights that combine judges of tables: `veriscope train table-fusion`.

It learns from statements about tables that the encoder was not trained on (`linked_claims.held_tables`). The rankers
of programs should not have seen them either, so `programs` names rankers trained on the other tables. Five folds by
table measure the result.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from sklearn.model_selection import GroupKFold

from veriscope.corpus import Corpus
from veriscope.datasets import DATASET_FORMATS, read_labelled
from veriscope.domain import Claim, Label
from veriscope.lab.evaluation import ProgramJudge, encoder_judge
from veriscope.lab.lessons import held_tables, tables_named
from veriscope.lab.training.logistic_fit import fit_weights
from veriscope.lab.training.training_set import HELD_TABLES
from veriscope.programs import ProgramComputer, ProgramRanker
from veriscope.verdict import FUSION_FEATURES, Floats, fusion_features

_FOLDS = 5


@dataclass(frozen=True, slots=True)
class TableFusionSettings:
    """TabFact's training statements, the corpus of its tables, and the file for the weights.

    `encoder` is the folder of an encoder, and `programs` a folder that `veriscope train programs` wrote; the packaged
    ones are the default.
    """

    statements: Path
    corpus: Path
    out: Path
    encoder: Path | None = None
    programs: Path | None = None


class WeighedStatement(NamedTuple):
    """The features of a statement, whether it is true, and its table."""

    features: Floats
    is_true: bool
    table: str


def weighed_statements(
    statements: Path, corpus: Corpus, *, encoder: Path | None, programs: Path | None
) -> Iterator[WeighedStatement]:
    """The statements about held-out tables that both the encoder and the programs have a result for."""
    held = held_tables(tables_named(statements), share=HELD_TABLES)
    reader = encoder_judge(corpus.search_index, encoder)
    judge = ProgramJudge(ProgramComputer(ProgramRanker.read(programs) if programs else None))
    done = 0
    for one in read_labelled(statements, form=DATASET_FORMATS["tabfact"]):
        name = next(piece.page for group in one.claim.evidence for piece in group)
        page = corpus.page(name) if name in held else None
        if page is None:
            continue
        claim = Claim(str(one.claim.id), one.claim.claim)
        found = judge.compute(claim, page)
        read = reader.judge_with(claim, page, found)
        done += 1
        sys.stderr.write(f"\r{done:,} statements")
        if found is not None and not read.reason:
            yield WeighedStatement(fusion_features(read, found), one.claim.label is Label.SUPPORTS, name)


def accuracy(weighed: Sequence[WeighedStatement]) -> float:
    """The share of statements judged right, each by weights fitted on the other folds."""
    rows, is_true = np.array([one.features for one in weighed]), np.array([one.is_true for one in weighed])
    right = 0
    for others, fold in GroupKFold(_FOLDS).split(rows, groups=[one.table for one in weighed]):
        weights = fit_weights(rows[others], is_true[others])
        right += int(((rows[fold] @ weights > 0) == is_true[fold]).sum())
    return right / len(weighed)


def train_table_fusion(settings: TableFusionSettings) -> Iterator[str]:
    """Write the weights, and yield the accuracy over the folds."""
    with Corpus.open(settings.corpus) as corpus:
        found = weighed_statements(settings.statements, corpus, encoder=settings.encoder, programs=settings.programs)
        weighed = list(found)
    sys.stderr.write("\n")
    weights = fit_weights([one.features for one in weighed], [one.is_true for one in weighed])
    named = dict(zip(FUSION_FEATURES, np.round(weights, 5).tolist(), strict=True))
    settings.out.write_text(json.dumps(named, indent=2) + "\n", encoding="utf-8")
    yield f"{len(weighed):,} statements; folds: accuracy {accuracy(weighed):.4f}; {named}"
