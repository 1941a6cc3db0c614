"""Fits how judges of tables are weighed together: `python -m veriscope.pipeline.train_table_fusion --help`.

It learns from statements about tables that the encoder was not trained on (`linked_claims.held_tables`); the rankers of
programs should not have seen them either, so `--programs` takes rankers that were trained on the others. Five folds by
table tell how well it does.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from veriscope.corpus import Corpus
from veriscope.datasets import DATASET_FORMATS
from veriscope.datasets.claim_formats import read_labelled
from veriscope.domain import Claim, Label
from veriscope.pipeline.linked_claims import held_tables, tables_named
from veriscope.pipeline.table_evidence_judge import encoder_judge
from veriscope.pipeline.table_fusion import FEATURES, Floats, features, fit
from veriscope.pipeline.table_program_judge import ProgramJudge
from veriscope.pipeline.training_set import HELD_TABLES
from veriscope.programs.computer import ProgramComputer
from veriscope.programs.ranker import ProgramRanker

_FOLDS = 5


class Weighed(NamedTuple):
    """What is weighed for a statement, whether it is true, and the fold of its table."""

    features: Floats
    is_true: bool
    fold: int


def weighed_statements(
    statements: Path, corpus: Corpus, *, encoder: Path | None, programs: Path | None
) -> Iterator[Weighed]:
    """The statements about the tables held out that both the encoder and the programs say something of."""
    held = sorted(held_tables(tables_named(statements), share=HELD_TABLES))
    folds = {name: place % _FOLDS for place, name in enumerate(held)}
    reader = encoder_judge(corpus.search_index, encoder)
    judge = ProgramJudge(ProgramComputer(ProgramRanker.read(programs) if programs else None))
    done = 0
    for one in read_labelled(statements, form=DATASET_FORMATS["tabfact"]):
        name = next(piece.page for group in one.claim.evidence for piece in group)
        page = corpus.page(name) if name in folds else None
        if page is None:
            continue
        claim = Claim(str(one.claim.id), one.claim.claim)
        found = judge.compute(claim, page)
        read = reader.judge_with(claim, page, found)
        done += 1
        sys.stderr.write(f"\r{done:,} statements")
        if found is not None and not read.reason:
            yield Weighed(features(read, found), one.claim.label is Label.SUPPORTS, folds[name])


def accuracy(weighed: Sequence[Weighed]) -> float:
    """How many statements come out right, each by weights fitted on the other folds."""
    right: list[bool] = []
    for fold in range(_FOLDS):
        others = [one for one in weighed if one.fold != fold]
        weights = fit([one.features for one in others], [one.is_true for one in others])
        right += [(one.features @ weights > 0) == one.is_true for one in weighed if one.fold == fold]
    return float(np.mean(right))


def main() -> None:
    """Write the weights, and print what the folds give."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--statements", type=Path, required=True, help="TabFact's train.jsonl.xz")
    parser.add_argument("--corpus", type=Path, required=True, help="built from TabFact's tables")
    parser.add_argument("--encoder", type=Path, help="the folder of an encoder; the packaged one where none is named")
    parser.add_argument("--programs", type=Path, help="a folder that `train_programs` wrote; else the packaged ones")
    parser.add_argument("--out", type=Path, required=True, help="the file of the weights")
    asked = parser.parse_args()
    with Corpus.open(asked.corpus) as corpus:
        found = weighed_statements(asked.statements, corpus, encoder=asked.encoder, programs=asked.programs)
        weighed = list(found)
    weights = fit([one.features for one in weighed], [one.is_true for one in weighed])
    named = dict(zip(FEATURES, np.round(weights, 5).tolist(), strict=True))
    asked.out.write_text(json.dumps(named, indent=2) + "\n", encoding="utf-8")
    sys.stderr.write("\n")
    print(f"{len(weighed):,} statements; folds: accuracy {accuracy(weighed):.4f}; {named}")  # noqa: T201


if __name__ == "__main__":
    main()
