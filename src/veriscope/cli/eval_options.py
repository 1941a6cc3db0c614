"""Options that the commands of `veriscope eval` have in common."""

from pathlib import Path
from typing import Annotated

import typer

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of tables.")]
By = Annotated[str, typer.Option(metavar="KEY", help="Also score groups of rows, by a key such as challenge.")]
ModelFolder = Annotated[
    Path | None, typer.Option(metavar="DIR", help="The folder of a model that `veriscope train` wrote.")
]
Plot = Annotated[
    Path | None, typer.Option(metavar="FILE.svg", help="Draw the reliability diagram and accuracy by coverage.")
]
Resamples = Annotated[int, typer.Option("--resamples", min=0, help="Bootstrap resamples for the intervals; 0: none.")]
Resume = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Keep answers there, and take from there those of an interrupted run."),
]
Workers = Annotated[int, typer.Option(min=1, help="Worker processes.")]
