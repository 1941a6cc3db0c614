"""Tables of scores that several commands print: labels, confusion, groups of claims."""

from collections.abc import Mapping

from rich import box
from rich.table import Table

from veriscope.scoring import OTHER, Group, LabelReport


def score_table(title: str, *columns: str) -> Table:
    """An empty table whose first column holds names and whose others hold numbers."""
    # Narrow gaps: the widest table, with FEVEROUS's longest challenge, fits 80 columns.
    table = Table(title, box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for column in columns:
        table.add_column(column, justify="right")
    return table


def label_table(labels: LabelReport) -> Table:
    """Precision, recall and F1 by label."""
    table = score_table("Label", "Precision", "Recall", "F1", "Claims")
    for name, scores in labels.per_label.items():
        numbers = (scores.precision, scores.recall, scores.f1)
        table.add_row(name, *(f"{number:.4f}" for number in numbers), f"{scores.support:,}")
    return table


def confusion_table(labels: LabelReport) -> Table:
    """How often each gold label was predicted as each label."""
    columns = [name for name in next(iter(labels.confusion.values())) if name != OTHER or _has_others(labels)]
    table = score_table("Gold ↓  predicted →", *columns)
    for gold, row in labels.confusion.items():
        table.add_row(gold, *(f"{row[name]:,}" for name in columns))
    return table


def _has_others(labels: LabelReport) -> bool:
    return any(row[OTHER] for row in labels.confusion.values())


def group_table(title: str, groups: Mapping[str, Group]) -> Table:
    """The official scores of groups of claims; a dash where no claim of the group counts."""
    table = score_table(title, "Claims", "Score", "Labels", "Precision", "Recall", "F1")
    for name, group in groups.items():
        scores = group.scores
        evidence = (scores.evidence_precision, scores.evidence_recall, scores.evidence_f1)
        shown = [f"{number:.4f}" if group.counts_evidence else "–" for number in evidence]
        table.add_row(name, f"{group.claims:,}", f"{scores.score:.4f}", f"{scores.label_accuracy:.4f}", *shown)
    return table
