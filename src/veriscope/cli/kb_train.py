"""`veriscope kb train` and `kb lexicon`: learn something about a graph, and save it with the graph."""

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from veriscope.cli.options import Json, Kb, Seed
from veriscope.cli.output import print_json, print_table, talk
from veriscope.cli.progress import interruptible, progress
from veriscope.datasets import count_text
from veriscope.domain import require_name
from veriscope.errors import StoppedError
from veriscope.graph import MODELS, EmbeddingSettings, plain_settings
from veriscope.kb import LeftOutRows, embedding_folder, learn_lexicon, open_for_training, train_kb
from veriscope.pipeline import open_corpus

_NAMED_PROBLEMS = 5
_OF_RECIPE = "the recipe's"


@dataclass(frozen=True, slots=True)
class RecipeNumbers:
    """Numbers that override those of a recipe."""

    dimension: Annotated[int | None, typer.Option(show_default=_OF_RECIPE, help="Numbers in a vector.")] = None
    epochs: Annotated[int | None, typer.Option(show_default=_OF_RECIPE, help="How often each fact is visited.")] = None
    negatives: Annotated[
        int | None, typer.Option(show_default=_OF_RECIPE, help="Corrupted facts at each visit of a fact.")
    ] = None
    rate: Annotated[float | None, typer.Option(show_default=_OF_RECIPE, help="The learning rate.")] = None
    margin: Annotated[float | None, typer.Option(show_default=_OF_RECIPE, help="The margin of the loss.")] = None
    norm: Annotated[int | None, typer.Option(show_default=_OF_RECIPE, help="1 for L1, 2 for L2 distances.")] = None
    threads: Annotated[int, typer.Option(help="More than 1 is faster, but then runs differ slightly.")] = 1


def train(
    kb: Kb,
    method: Annotated[str, typer.Option("--method", metavar="NAME", help=f"One of: {', '.join(MODELS)}.")] = MODELS[0],
    name: Annotated[
        str | None, typer.Option(metavar="NAME", show_default="the method's", help="The embedding's name in the KB.")
    ] = None,
    exclude: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Facts to leave out, with their reverses: subject, predicate, object, separated by tabs.",
        ),
    ] = None,
    is_plain: Annotated[
        bool, typer.Option("--plain", help="Use the recipe of the method's paper instead of the one that ranks best.")
    ] = False,
    *,
    numbers: RecipeNumbers,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Train TransE or TransH on a graph, and save the vectors with it, where `kb check` finds them.

    An embedding learns every fact that it sees, so it must not judge these facts; use --exclude to leave out the facts
    to judge. An embedding of the same name is replaced when the new one is complete.

    Example: veriscope kb train my-kb --method transe --exclude test.tsv --epochs 50
    """
    settings = _settings(method, is_plain=is_plain, given={**asdict(numbers), "seed": seed})
    embedding_folder(kb, name or method)
    left_out = open_for_training(kb, exclude)
    _warn_problems(left_out, exclude)
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
        hidden = f", {count_text(trained.hidden, 'fact')} left out" if exclude else ""
        talk.print(
            f"saved {trained.folder}: {count_text(trained.facts, 'fact')} learned{hidden}, loss {trained.loss:.4f}"
        )


def _settings(method: str, *, is_plain: bool, given: dict[str, Any]) -> "EmbeddingSettings":
    model = MODELS[MODELS.index(require_name(method, MODELS, "embedding"))]
    recipe = plain_settings(model) if is_plain else EmbeddingSettings(model=model)
    return replace(recipe, **{key: value for key, value in given.items() if value is not None})


def _warn_problems(left_out: "LeftOutRows", exclude: Path | None) -> None:
    for line, problem in left_out.problems[:_NAMED_PROBLEMS]:
        talk.print(f"warning: {exclude}:{line}: {problem}")
    if left_out.problems:
        rows = count_text(len(left_out.problems), "row")
        talk.print(f"warning: {rows} of {left_out.rows:,} name no fact of this graph")


def lexicon(
    kb: Kb,
    corpus: Annotated[Path, typer.Option(metavar="DIR", help="A corpus whose titles name the entities.")],
    as_json: Json = False,
) -> None:
    """Learn from a corpus how texts word the predicates, for `check --kb`; words and weights are saved with the graph.

    A sentence with both ends of a fact is assumed to state it. Without a learned lexicon, predicates are recognised by
    their labels and a list of phrases.

    Example: veriscope kb lexicon my-kb --corpus wiki
    """
    try:
        with open_corpus(corpus) as opened, progress("pages") as update:
            learned = learn_lexicon(kb, opened, report=lambda done, total: update(str(corpus), done, total, done))
    except KeyboardInterrupt:
        raise StoppedError("interrupted; nothing was learned") from None
    if as_json:
        print_json({**asdict(learned), "path": str(learned.path)})
        return
    rows = [("pages read", learned.pages), ("sentences with a fact", learned.pairs), ("predicates", learned.predicates)]
    print_table(("", "count"), [*rows, ("words and pairs of words", learned.features)])
    talk.print(f"{learned.path} written, {learned.size / 1e6:.1f} MB")
