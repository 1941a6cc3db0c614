"""`veriscope kb eval --ranking`: the ranks of true ends among all entities."""

from collections.abc import Sequence
from pathlib import Path

from veriscope.cli.interrupts import interruptible
from veriscope.cli.kb_training import open_shelf, tell_problems
from veriscope.cli.output import print_json, print_table
from veriscope.cli.progress import progress
from veriscope.domain import Triple
from veriscope.graph import Graph
from veriscope.pipeline.kb_check import read_named_rows
from veriscope.pipeline.kb_ranking import RankedMethod, rank_facts
from veriscope.pipeline.starter_kb import open_kb
from veriscope.scoring.link_prediction import HITS


def rank(kb: Path, methods: Sequence[str], facts: Path, *, valid: Sequence[Path], seed: int, as_json: bool) -> None:
    """Rank, and print the measures of each method."""
    graph = open_kb(kb)
    with interruptible("nothing was ranked"), progress("facts") as update:
        shelf = open_shelf(kb, graph, seed=seed, update=update)
        judged = true_facts(facts, graph)
        known = [triple for path in valid for triple in true_facts(path, graph)]
        ranked = [rank_facts(graph, shelf, method, judged, known) for method in methods]
    if as_json:
        rows = [_row(one) for one in ranked]
        print_json({**(rows[0] if len(rows) == 1 else {}), "rows": rows})
        return
    heads = ("method", "MRR", *(f"Hits@{k}" for k in HITS), "mean rank", "MRR, subjects", "MRR, objects", "facts")
    print_table(heads, map(_cells, ranked))


def true_facts(path: Path, graph: Graph) -> list[Triple]:
    """The facts of a file but for those labelled false; rows that cannot be used are named on stderr and left out."""
    rows = read_named_rows(path, graph)
    tell_problems(rows)
    pairs = zip(rows.triples, rows.truths, strict=True)
    return [triple for (_, triple), is_true in pairs if is_true is not False]


def _row(one: RankedMethod) -> dict[str, object]:
    scores = one.scores
    return {
        "method": one.method,
        "facts": scores.facts,
        "mrr": scores.mrr,
        **{f"hits_at_{k}": share for k, share in scores.hits.items()},
        "mean_rank": scores.mean_rank,
        "mrr_subjects": scores.mrr_subjects,
        "mrr_objects": scores.mrr_objects,
    }


def _cells(one: RankedMethod) -> tuple[object, ...]:
    scores = one.scores
    shares = (scores.mrr, *scores.hits.values())
    ends = (scores.mrr_subjects, scores.mrr_objects)
    rounded = (f"{value:.3f}" for value in shares)
    return (one.method, *rounded, f"{scores.mean_rank:.0f}", *(f"{value:.3f}" for value in ends), scores.facts)
