"""Tables that several commands print: labels, confusion, groups of claims, splits of a data set."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from rich import box
from rich.table import Table

from veriscope.cli.output import visible
from veriscope.datasets import DatasetStats
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


def split_names(files: Sequence[Path]) -> list[str]:
    """The name of each file without its endings; with its folder where two would be called the same."""
    short = [file.name.partition(".")[0] or file.name for file in files]
    return [name if short.count(name) == 1 else str(file) for name, file in zip(short, files, strict=True)]


def split_table(names: Sequence[str], splits: Sequence[DatasetStats]) -> Table:
    """FEVER's Table 1 and FEVEROUS's Table 2: claims, labels and evidence by type, a column for each split."""
    table = score_table("", *map(visible, names), *(["all"] if len(splits) > 1 else []))
    table.add_row("claims", *_with_sum([one.claims for one in splits]))
    _add_counts(table, splits, lambda one: one.labels, of=lambda one: one.claims)
    table.add_section()
    table.add_row("evidence sets", *_with_sum([one.sets for one in splits]))
    _add_counts(table, splits, lambda one: one.set_kinds, of=lambda one: one.sets)
    if any(one.challenges for one in splits):
        table.add_section()
        _add_counts(table, splits, lambda one: one.challenges, of=lambda one: one.claims)
    return table


def _with_sum(counts: Sequence[int]) -> list[str]:
    return [f"{count:,}" for count in (*counts, sum(counts))]


def _add_counts(
    table: Table,
    splits: Sequence[DatasetStats],
    counts: Callable[[DatasetStats], Mapping[str, int]],
    *,
    of: Callable[[DatasetStats], int],
) -> None:
    """A row for each name, with its share; 0 where a split has none."""
    totals = [of(one) for one in splits]
    for name in dict.fromkeys(name for one in splits for name in counts(one)):
        found = [counts(one).get(name, 0) for one in splits]
        pairs = zip((*found, sum(found)), (*totals, sum(totals)), strict=True)
        table.add_row(visible(name), *(f"{count:,} ({count / total:.0%})" if total else "–" for count, total in pairs))
