"""`veriscope eval errors`: summarises a list of wrong claims, after a person has read it."""

from pathlib import Path
from typing import Annotated

import typer

from veriscope.cli.options import Json
from veriscope.cli.output import out, print_json
from veriscope.cli.score_tables import score_table
from veriscope.datasets import count_text
from veriscope.domain import Label
from veriscope.lab.evaluation import ErrorSummary, read_errors, summary_json
from veriscope.scoring import PAPER_SHARES


def errors(
    listing: Annotated[Path, typer.Argument(metavar="FILE.csv", help="What `veriscope eval pipeline --errors` wrote.")],
    *,
    as_json: Json = False,
) -> None:
    """Count the errors of a list of wrong claims by the categories of the FEVER paper's section 5.8.

    The causes come from comparing with the gold. In the column `remark` a person may write: new evidence not
    annotated; claim against the guidelines; annotation error; evidence contradicting gold; or none. Separate several
    remarks by semicolons; an empty cell means that nobody has read the claim yet.

    Example: veriscope eval errors wrong.csv
    """
    summary = read_errors(listing)
    if as_json:
        print_json(summary_json(summary))
    else:
        _show(summary)


def _show(summary: ErrorSummary) -> None:
    table = score_table(count_text(summary.claims, "wrong claim"), "Claims", "Share", "FEVER paper")
    by_label = score_table("By gold label", *Label)
    for cause, counts in summary.causes.items():
        total = sum(counts.values())
        table.add_row(cause, f"{total:,}", _share(total / summary.claims), _share(PAPER_SHARES[cause]))
        by_label.add_row(cause, *(f"{count:,}" for count in counts.values()))
    out.print(table)
    out.print(by_label)
    out.print(
        f"{count_text(summary.contradicting, 'claim')} with a cited piece that, by the model's reading, says the "
        "opposite of the gold label",
        soft_wrap=True,
    )
    if not summary.read:
        out.print("nobody has filled in the column `remark` yet")
        return
    table = score_table(f"{count_text(summary.read, 'claim')} read by a person", "Claims", "Share", "FEVER paper")
    for remark, count in summary.remarks.items():
        paper = PAPER_SHARES.get(remark)
        table.add_row(remark, f"{count:,}", _share(count / summary.read), "–" if paper is None else _share(paper))
    out.print(table)


def _share(value: float) -> str:
    return f"{value:.1%}"
