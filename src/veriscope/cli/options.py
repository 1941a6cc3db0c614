"""The options and arguments that several commands share, each declared once."""

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from veriscope.checking import BEST_CHECKER, CHECKERS, QUICK_CHECKER

_CORPUS = "A corpus folder; `starter` is the embedded atlas."
_GRAPH = "A graph folder; `starter` is the embedded KB."
METHODS = ", ".join(CHECKERS)

Json = Annotated[bool, Option("--json", help="Print one JSON object.")]
Seed = Annotated[int, Option("--seed", min=0, help="The random seed.")]
Workers = Annotated[int, Option("--workers", min=1, help="How many worker processes to use.")]
Replace = Annotated[bool, Option("--replace", help="Replace what is already there.")]
Restart = Annotated[bool, Option("--restart", help="Start over instead of resuming.")]

CorpusArgument = Annotated[Path, Argument(metavar="CORPUS", help=_CORPUS)]
Corpus = Annotated[Path, Option("--corpus", metavar="DIR", help=_CORPUS)]
Gold = Annotated[Path, Option("--gold", metavar="FILE", help="Labelled claims with evidence, in any known format.")]
RecipeFile = Annotated[
    Path, Option("--config", metavar="FILE", help="The recipe, a TOML file; docs/training.md describes recipes.")
]
ModelFolder = Annotated[
    Path | None, Option("--model-folder", metavar="DIR", help="The folder of a model that `veriscope train` wrote.")
]

By = Annotated[str, Option("--by", metavar="KEY", help="Also score groups of rows, by a key such as challenge.")]
Plot = Annotated[
    Path | None, Option("--plot", metavar="FILE.svg", help="Draw the reliability diagram and accuracy by coverage.")
]
Resamples = Annotated[int, Option("--resamples", min=0, help="Bootstrap resamples for the intervals; 0: none.")]
Resume = Annotated[
    Path | None, Option("--resume", metavar="FILE", help="Keep the answers in this file, and resume from it.")
]
Sample = Annotated[int, Option("--sample", min=0, help="Use only this many, drawn at random; 0 uses all.")]

Kb = Annotated[Path, Argument(metavar="KB", help=_GRAPH)]
Method = Annotated[
    str | None,
    Option(
        "--method",
        metavar="NAME",
        help=f"The method that scores: {METHODS}.",
        show_default=f"{QUICK_CHECKER} for a triple that the graph leaves open, {BEST_CHECKER} for a file",
    ),
]
Methods = Annotated[
    str, Option("--method", metavar="NAMES", help=f"One method, or several separated by commas: {METHODS}.")
]
TrainingFacts = Annotated[
    Path | None,
    Option(
        "--train",
        metavar="FILE",
        help="Labelled facts to learn from: subject, predicate, object, 1 or 0. Without it, methods that learn draw "
        "true facts from the graph, and make false ones by matching ends at random.",
    ),
]
