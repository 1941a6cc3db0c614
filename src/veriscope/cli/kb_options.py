"""What the commands that judge facts of a graph ask for alike."""

from pathlib import Path
from typing import Annotated

import typer

KbArgument = Annotated[Path, typer.Argument(metavar="KB", help="A graph folder; `starter` is the embedded KB.")]
METHODS = (
    "auto, kl, kl-ends, kl-ultrametric, kg-miner, pra, sfe, transe, transh, katz, adamic-adar, jaccard, degree-product"
)
MethodOption = Annotated[str, typer.Option("--method", metavar="NAME", help=f"How to check: {METHODS}.")]
MethodsOption = Annotated[
    str, typer.Option("--method", metavar="NAMES", help=f"One method or several, with commas: {METHODS}.")
]
TrainOption = Annotated[
    Path | None,
    typer.Option(
        "--train",
        metavar="FILE",
        help="Labelled facts to learn from: subject, predicate, object, 1 or 0. Without it, methods that learn draw "
        "facts from the graph itself, and match ends at random for false ones.",
    ),
]
SeedOption = Annotated[int, typer.Option("--seed", min=0, help="Seed of all that is drawn or learned.")]
