"""Fits the shares by which a check mixes what programs computed, and what a graph holds, with what the evidence says.

    python benchmarks/weighing/run.py [RESULT.json]

The claims are those of the atlas's dev half on which a program or a fact of the starter graph decides. A share is the
one of least log loss on the gold labels, from .50 to .99; with five folds by page the loss is that of shares fitted on
the other folds. Accuracy and loss with the shipped shares stand beside.
"""

import json
import sys
from collections.abc import Callable, Sequence
from math import log
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "measuring"))

import numpy as np
from measurements import RUNS
from sklearn.model_selection import GroupKFold
from version import commit

from veriscope.datasets import DATASET_FORMATS, read_labelled
from veriscope.domain import Claim, Label, Verdict
from veriscope.pipeline import PipelineConfig, Stages
from veriscope.verdict import hand_set_weights, weigh_graph
from veriscope.verdict.weighing import weigh_computation

DATA = Path("src/veriscope/starter/data")
FILES = ("claims.dev.jsonl", "numeric.dev.jsonl")
SHARES = tuple(round(share, 2) for share in np.arange(0.5, 1.0, 0.01).tolist())
FOLDS = 5

Mixed = Callable[[float], Verdict]


def asked_claims() -> list[tuple[Claim, Label, str]]:
    """The claims with their labels and the first page of their evidence."""
    rows = [one for name in FILES for one in read_labelled(DATA / name, form=DATASET_FORMATS["feverous"])]
    return [
        (
            Claim(str(one.claim.id), one.claim.claim),
            one.claim.label,
            next((piece.page for group in one.claim.evidence for piece in group), ""),
        )
        for one in rows
    ]


def mixtures(stages: Stages) -> dict[str, list[tuple[Mixed, Label, str]]]:
    """For each source, the claims it decides as functions of its share, with label and page."""
    found: dict[str, list[tuple[Mixed, Label, str]]] = {"computation": [], "graph": []}
    for claim, label, page in asked_claims():
        pages = stages.retrieve(claim)
        computation, lines = stages.compute(claim, pages, stages.select(claim, pages))
        facts = stages.look_up(claim)
        decided = stages.decide(claim, pages, lines, computation=computation).verdict
        if computation is not None and lines:
            read = stages.model.decide(claim, lines, computations=[computation])
            found["computation"].append((computation_at(read, computation), label, page))
        if facts is not None and facts.deciding is not None:
            found["graph"].append((graph_at(decided, facts.deciding.label, facts.deciding.linked.score), label, page))
    return found


def computation_at(read: Verdict, computation: object) -> Mixed:
    return lambda share: weigh_computation(read, computation, share=share)


def graph_at(read: Verdict, label: Label, link: float) -> Mixed:
    return lambda share: weigh_graph(read, label, share=share * link)


def loss(mixed: Sequence[tuple[Mixed, Label, str]], share: float) -> float:
    return float(np.mean([-log(max(verdict(share).probability(label), 1e-6)) for verdict, label, _ in mixed]))


def best(mixed: Sequence[tuple[Mixed, Label, str]]) -> float:
    return min(SHARES, key=lambda share: (loss(mixed, share), share))


def report(mixed: Sequence[tuple[Mixed, Label, str]], shipped: float) -> dict[str, object]:
    folds = [
        loss([mixed[place] for place in fold], best([mixed[place] for place in others])) * len(fold)
        for others, fold in GroupKFold(FOLDS).split(mixed, groups=[page for _, _, page in mixed])
    ]
    fitted = best(mixed)
    right = {share: sum(verdict(share).label is label for verdict, label, _ in mixed) for share in (shipped, fitted)}
    return {
        "claims": len(mixed),
        "shipped": {"share": shipped, "log_loss": round(loss(mixed, shipped), 4), "right": right[shipped]},
        "fitted": {"share": fitted, "log_loss": round(loss(mixed, fitted), 4), "right": right[fitted]},
        "folds_log_loss": round(sum(folds) / len(mixed), 4),
        "loss_by_share": {str(share): round(loss(mixed, share), 4) for share in SHARES[::7]},
    }


def main() -> None:
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else RUNS.with_name("2026-11-19-two-core") / "weighing.json"
    shipped = hand_set_weights()
    with Stages.open(PipelineConfig(kb=Path("starter")), "starter") as stages:
        found = mixtures(stages)
    result = {
        "commit": commit(),
        "computation": report(found["computation"], shipped.computation),
        "graph": report(found["graph"], shipped.graph),
    }
    target.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
