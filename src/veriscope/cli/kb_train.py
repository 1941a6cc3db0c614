"""`veriscope kb train`: train an embedding and save it with its graph."""

from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from veriscope.cli.interrupts import interruptible
from veriscope.cli.kb_options import KbArgument, SeedOption
from veriscope.cli.output import print_json, talk
from veriscope.cli.progress import progress
from veriscope.datasets import counted
from veriscope.errors import UsageError

if TYPE_CHECKING:
    from veriscope.graph.embedding_settings import EmbeddingSettings
    from veriscope.pipeline.kb_train import LeftOutRows

# What reads graphs is imported by the command itself: its kernels take a while to load.

_NAMED_PROBLEMS = 5
_OF_RECIPE = "the recipe's"


def train(
    kb: KbArgument,
    method: Annotated[str, typer.Option("--method", metavar="NAME", help="transe or transh.")] = "transe",
    name: Annotated[
        str | None, typer.Option(metavar="NAME", show_default="the method's", help="The embedding's name in the KB.")
    ] = None,
    exclude: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Facts to leave out, with their reverses: subject, predicate, object by tabs."
        ),
    ] = None,
    is_plain: Annotated[
        bool, typer.Option("--plain", help="The recipe of the method's paper, in place of the one that ranks best.")
    ] = False,
    dimension: Annotated[int | None, typer.Option(show_default=_OF_RECIPE, help="Numbers in a vector.")] = None,
    epochs: Annotated[int | None, typer.Option(show_default=_OF_RECIPE, help="How often each fact is visited.")] = None,
    negatives: Annotated[
        int | None, typer.Option(show_default=_OF_RECIPE, help="Corrupted facts at each visit of a fact.")
    ] = None,
    rate: Annotated[float | None, typer.Option(show_default=_OF_RECIPE, help="The learning rate.")] = None,
    margin: Annotated[float | None, typer.Option(show_default=_OF_RECIPE, help="The margin of the loss.")] = None,
    norm: Annotated[int | None, typer.Option(show_default=_OF_RECIPE, help="1 for L1, 2 for L2 distances.")] = None,
    threads: Annotated[int, typer.Option(help="More than 1 is faster, but then runs differ slightly.")] = 1,
    seed: SeedOption = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Train TransE or TransH on a graph, and save the vectors with it, where `kb check` finds them.

    An embedding learns every fact that it sees, so it is not used to judge these; --exclude leaves out those that are
    to be judged. One of the same name is replaced when the new one is whole.

    Example: veriscope kb train my-kb --method transe --exclude test.tsv --epochs 50
    """
    from veriscope.pipeline.kb_train import embedding_folder, open_for_training, train_kb  # noqa: PLC0415

    shape = {"dimension": dimension, "epochs": epochs, "negatives": negatives, "norm": norm, "threads": threads}
    settings = _settings(method, is_plain=is_plain, given={**shape, "rate": rate, "margin": margin, "seed": seed})
    embedding_folder(kb, name or method)
    left_out = open_for_training(kb, exclude)
    _tell_problems(left_out, exclude)
    with interruptible("nothing was saved"), progress("visits") as update:
        trained = train_kb(
            kb,
            left_out.view,
            settings,
            name=name or method,
            progress=lambda done, total, _: update(f"training {method}", done, total, done),
        )
    if as_json:
        print_json({**asdict(trained), "folder": str(trained.folder)})
    else:
        hidden = f", {counted(trained.hidden, 'fact')} left out" if exclude else ""
        talk.print(
            f"saved {trained.folder}: {counted(trained.facts, 'fact')} learned{hidden}, loss {trained.loss:.4f}",
            soft_wrap=True,
        )


def _settings(method: str, *, is_plain: bool, given: dict[str, Any]) -> "EmbeddingSettings":
    from veriscope.graph.embedding_settings import MODELS, EmbeddingSettings, plain_settings  # noqa: PLC0415

    model = next((model for model in MODELS if model == method), None)
    if model is None:
        raise UsageError(f"no embedding named {method!r}; choose one of: {', '.join(MODELS)}")
    recipe = plain_settings(model) if is_plain else EmbeddingSettings(model=model)
    return replace(recipe, **{key: value for key, value in given.items() if value is not None})


def _tell_problems(left_out: "LeftOutRows", exclude: Path | None) -> None:
    for line, problem in left_out.problems[:_NAMED_PROBLEMS]:
        talk.print(f"warning: {exclude}:{line}: {problem}", soft_wrap=True)
    if left_out.problems:
        rows = counted(len(left_out.problems), "row")
        talk.print(f"warning: {rows} of {left_out.rows:,} name no fact of this graph", soft_wrap=True)
