"""`veriscope eval fever` and `eval feverous`: score submissions as the official scorers do."""

from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from veriscope.cli.options import Json, Resamples, Seed
from veriscope.cli.output import out, print_json, talk
from veriscope.cli.score_tables import confusion_table, group_table, label_table, score_table
from veriscope.datasets import count_text
from veriscope.scoring import (
    SCORERS,
    Alignment,
    Comparison,
    Evaluation,
    Resampling,
    Scores,
    evaluate,
    evaluation_json,
    score_fever_claim,
    score_feverous_claim,
)

Predictions = Annotated[
    Path, typer.Argument(help="The submission: predicted_label and predicted_evidence, one row for each claim.")
]
Gold = Annotated[Path, typer.Argument(help="The labelled claims, in the task's own format.")]
Align = Annotated[Alignment, typer.Option("--align", help="Match predictions with claims by position or by id.")]
Compare = Annotated[
    Path | None,
    typer.Option(
        "--compare",
        help="Another submission: prints its scores and whether the two differ by more than chance. p, bootstrap: from "
        "resampled claims; p, permutation: from swapping the two submissions' answers claim by claim; McNemar: exact, "
        "from the claims that only one of the two got right.",
    ),
]
MaxEvidence = Annotated[int, typer.Option("--max-evidence", min=0, help="How many pieces of a prediction count.")]
MaxSentences = Annotated[int, typer.Option("--max-evidence", min=0, help="How many sentences of a prediction count.")]
MaxCells = Annotated[int, typer.Option("--max-cells", min=0, help="How many cells, captions and list items count.")]

_NAMES = {
    "score": "Score",
    "label_accuracy": "Label accuracy",
    "evidence_precision": "Evidence precision",
    "evidence_recall": "Evidence recall",
    "evidence_f1": "Evidence F1",
    "macro_f1": "Macro F1",
}


def fever(
    predictions: Predictions,
    gold: Gold,
    *,
    as_json: Json = False,
    max_evidence: MaxEvidence = 5,
    align: Align = Alignment.POSITION,
    compare: Compare = None,
    resamples: Resamples = 1000,
    seed: Seed = 0,
) -> None:
    """Score a FEVER submission: the five numbers of the official scorer, then labels, groups and intervals.

    A claim is right if its label is right and, unless it is NOT ENOUGH INFO, one whole gold set is among the first five
    pieces. Macro F1 averages over the labels of the gold file.

    Example: veriscope eval fever fever-predictions.jsonl fever-dev.jsonl --compare fever-baseline.jsonl
    """
    scorer = replace(SCORERS["fever"], score=partial(score_fever_claim, max_evidence=max_evidence))
    found = evaluate(
        predictions,
        gold,
        scorer=scorer,
        alignment=align,
        resampling=Resampling(resamples, seed),
        other=compare,
    )
    _warn(found)
    if as_json:
        print_json(evaluation_json(found, task="fever"))
    else:
        _show(found, official=_fever_table(found.scores))


def feverous(
    predictions: Predictions,
    gold: Gold,
    *,
    as_json: Json = False,
    max_evidence: MaxSentences = 5,
    max_cells: MaxCells = 25,
    align: Align = Alignment.POSITION,
    compare: Compare = None,
    resamples: Resamples = 1000,
    seed: Seed = 0,
) -> None:
    """Score a FEVEROUS submission: the five numbers of the official scorer, then labels, groups and intervals.

    A claim is right if its label is right and one whole gold set is in the prediction, of which the first 5 sentences
    and the first 25 cells, captions and list items count. NOT ENOUGH INFO needs its evidence, too. A file with both
    predictions and gold, as the official runner reads it, may be given twice.

    Example: veriscope eval feverous predictions.jsonl dev.jsonl --json
    """
    score = partial(score_feverous_claim, max_sentences=max_evidence, max_cells=max_cells)
    found = evaluate(
        predictions,
        gold,
        scorer=replace(SCORERS["feverous"], score=score),
        alignment=align,
        resampling=Resampling(resamples, seed),
        other=compare,
    )
    _warn(found)
    if as_json:
        print_json(evaluation_json(found, task="feverous"))
    else:
        _show(found, official=_feverous_lines(found.scores))


def _fever_table(scores: Scores) -> str:
    """The table that FEVER's scoring script prints."""
    names = ("FEVER Score", "Label Accuracy", "Evidence Precision", "Evidence Recall", "Evidence F1")
    cells = [str(round(value, 4)) for value in asdict(scores).values()]
    rule = "+" + "+".join("-" * (len(name) + 2) for name in names) + "+"
    head = "|" + "|".join(f" {name} " for name in names) + "|"
    row = "|" + "|".join(cell.center(len(name) + 2) for name, cell in zip(names, cells, strict=True)) + "|"
    return "\n".join((rule, head, rule, row, rule))


def _feverous_lines(scores: Scores) -> str:
    """The lines that FEVEROUS's evaluation script prints."""
    names = ("Strict score", "Label Accuracy", "Retrieval Precision", "Retrieval Recall", "Retrieval F1")
    lines = [f"{name}:  {value}" for name, value in zip(names, asdict(scores).values(), strict=True)]
    return "\n".join(("Feverous scores...", *lines))


def _warn(found: Evaluation) -> None:
    for line in found.warnings:
        talk.print(f"warning: {line}")


def _show(found: Evaluation, *, official: str) -> None:
    out.print(f"As the official scorer prints it:\n{official}\n\nIn detail:", soft_wrap=True)
    out.print(_metrics(found))
    out.print(label_table(found.labels))
    out.print(confusion_table(found.labels))
    for title, groups in (
        ("By challenge", found.per_challenge),
        ("By type of evidence", found.per_evidence_type),
        ("By pages needed", found.per_pages),
        ("By pieces needed", found.per_pieces),
    ):
        if groups:
            out.print(group_table(title, groups))
    if found.comparison is not None:
        out.print(_differences(found, found.comparison))
        out.print(_chances(found.comparison))
        out.print(_mcnemar(found.comparison), soft_wrap=True)


def _metrics(found: Evaluation) -> Table:
    table = score_table(count_text(found.claims, "claim"), "Value", "95 % interval")
    values = _values(found.scores, macro_f1=found.labels.macro_f1)
    for metric, value in values.items():
        interval = found.intervals.get(metric)
        shown = f"{interval.low:.4f}, {interval.high:.4f}" if interval else "–"
        table.add_row(_NAMES[metric], f"{value:.4f}", shown)
    return table


def _values(scores: Scores, *, macro_f1: float) -> dict[str, float]:
    return {**asdict(scores), "macro_f1": macro_f1}


def _differences(found: Evaluation, comparison: Comparison) -> Table:
    table = score_table("First and second", "First", "Second", "Difference", "95 % interval")
    first = _values(found.scores, macro_f1=found.labels.macro_f1)
    second = _values(comparison.second, macro_f1=comparison.second_macro_f1)
    for metric, tested in comparison.differences.items():
        table.add_row(
            _NAMES[metric],
            f"{first[metric]:.4f}",
            f"{second[metric]:.4f}",
            f"{tested.difference:+.4f}",
            f"{tested.interval.low:+.4f}, {tested.interval.high:+.4f}",
        )
    return table


def _chances(comparison: Comparison) -> Table:
    table = score_table("A chance difference?", "p, bootstrap", "p, permutation")
    for metric, tested in comparison.differences.items():
        table.add_row(_NAMES[metric], f"{tested.p_bootstrap:.4f}", f"{tested.p_randomisation:.4f}")
    return table


def _mcnemar(comparison: Comparison) -> str:
    return "\n".join(
        f"McNemar, {name}: only the first right {found.only_first:,}, "
        f"only the second {found.only_second:,}, p = {found.p:.3g}"
        for name, found in (("score", comparison.score_mcnemar), ("label", comparison.label_mcnemar))
    )
