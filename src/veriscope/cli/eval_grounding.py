"""`veriscope eval grounding`: scores whether documents are found to support claims."""

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from veriscope.cli.claims import draw_sample, warn_bad_rows
from veriscope.cli.options import Json, Sample, Seed, Workers
from veriscope.cli.output import out, print_json, talk
from veriscope.cli.progress import interruptible, progress
from veriscope.cli.score_tables import confusion_table, label_table, score_table
from veriscope.datasets import BadRow, GroundingRow, count_text, read_grounding_rows
from veriscope.lab.evaluation import GroundingResult, evaluate_grounding, grounding_result_json
from veriscope.pipeline import PipelineConfig, read_config
from veriscope.scoring import nearest_rank


def grounding(
    *,
    data: Annotated[
        Path, typer.Option(metavar="FILE", help="JSON lines of claim, label and documents (a list of texts).")
    ],
    config: Annotated[Path | None, typer.Option(metavar="FILE.toml", help="Settings of the pipeline.")] = None,
    sample: Sample = 0,
    seed: Seed = 0,
    workers: Workers = 1,
    as_json: Json = False,
) -> None:
    """Check claims against the documents of their rows, and score the verdicts.

    The labels are SUPPORTS and NOT SUPPORTED, or SUPPORTS, REFUTES and NOT ENOUGH INFO. A claim counts as supported if
    SUPPORTS is its verdict; no threshold is tuned. No corpus is needed: the documents of a row are searched in memory.
    Rows that cannot be read are listed and left out.

    Example: veriscope eval grounding --data grounding-rows.jsonl
    """
    settings = read_config(config) if config else PipelineConfig()
    rows = read_grounding_rows(data)
    warn_bad_rows(data, rows)
    result = _evaluate(_sample_readable(rows, sample=sample, seed=seed), settings, workers=workers)
    _warn(data, result)
    if as_json:
        print_json(grounding_result_json(result))
    else:
        show_grounding(result)


def _sample_readable(rows: list[GroundingRow | BadRow], *, sample: int, seed: int) -> list[GroundingRow | BadRow]:
    """Draw this many of the readable rows, and keep all unreadable ones."""
    readable = [row for row in rows if isinstance(row, GroundingRow)]
    return [*draw_sample(readable, sample=sample, seed=seed), *(row for row in rows if isinstance(row, BadRow))]


def _evaluate(rows: list[GroundingRow | BadRow], config: PipelineConfig, *, workers: int) -> GroundingResult:
    with interruptible("nothing was scored"), progress("claims") as update:
        return evaluate_grounding(
            rows, config, report=lambda done, total: update("grounding", done, total, done), workers=workers
        )


def _warn(data: Path, result: GroundingResult) -> None:
    if result.documents_left_out:
        count = count_text(result.documents_left_out, "document")
        talk.print(f"warning: {count} could not be read whole, for example because they are empty")
    if result.problems:
        first = result.problems[0]
        count = count_text(len(result.problems), "claim")
        talk.print(f"warning: {count} could not be checked and count as NOT ENOUGH INFO")
        talk.print(f"warning: the first: {data}:{first.line}: {first.problem}")


def show_grounding(result: GroundingResult) -> None:
    """Print the scores, those of each label, and the three-way answers to each."""
    out.print(_metrics(result))
    out.print(label_table(result.scores.labels))
    out.print(confusion_table(result.scores.labels))


def _metrics(result: GroundingResult) -> Table:
    scores = result.scores
    sets = count_text(len(result.preparation_ms), "set")
    table = score_table(f"{count_text(scores.claims, 'claim')}, {sets} of documents", "Value")
    table.add_row("Accuracy", f"{scores.accuracy:.4f}")
    table.add_row("Balanced accuracy", f"{scores.balanced_accuracy:.4f}")
    table.add_row("AUROC of SUPPORTS", "–" if scores.auroc is None else f"{scores.auroc:.4f}")
    table.add_row("Macro F1", f"{scores.labels.macro_f1:.4f}")
    table.add_row("Expected calibration error", f"{scores.ece:.4f}")
    for name, times in (("a claim", result.times_ms), ("to prepare documents", result.preparation_ms)):
        table.add_row(f"ms {name}, median", f"{nearest_rank(times, 0.5):.1f}")
        table.add_row(f"ms {name}, p95", f"{nearest_rank(times, 0.95):.1f}")
    return table
