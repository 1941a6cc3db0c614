"""`veriscope kb eval`: how well methods tell true facts of a graph from false ones."""

from pathlib import Path
from typing import Annotated

import typer

from veriscope.cli.interrupts import interruptible
from veriscope.cli.kb_options import KbArgument, MethodsOption, SeedOption, TrainOption
from veriscope.cli.progress import progress
from veriscope.errors import UsageError

# What reads graphs is imported by the command itself: its kernels take a while to load.


def evaluate(
    kb: KbArgument,
    *,
    facts: Annotated[
        Path, typer.Option("--facts", metavar="FILE", help="Labelled facts: subject, predicate, object, 1 or 0.")
    ],
    method: MethodsOption = "auto",
    train: TrainOption = None,
    folds: Annotated[
        int,
        typer.Option(
            "--folds", min=0, help="Learn from the facts themselves: judge each fold after lessons from the others."
        ),
    ] = 0,
    ranking: Annotated[
        bool,
        typer.Option(
            "--ranking", help="Rank the ends of true facts among all entities instead: filtered MRR, Hits@1, 3, 10."
        ),
    ] = False,
    valid: Annotated[
        list[Path] | None,
        typer.Option("--valid", metavar="FILE", help="With --ranking: other true facts, which are no competitors."),
    ] = None,
    by_predicate: Annotated[bool, typer.Option("--by-predicate", help="Also the AUROC of each predicate.")] = False,
    seed: SeedOption = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Measure methods on labelled facts, which are hidden from the graph in both directions.

    AUROC with its 95 % interval, average precision, and accuracy: at thresholds for each predicate that are learned
    from --train (or from the other folds), never from the facts that are judged; without either, at the one threshold
    that is best for these very facts, which is then said. With --ranking, embeddings rank the ends of the true facts
    among all entities; facts of the graph, of --train and of --valid are set aside.

    Example: veriscope kb eval my-kb --facts test.tsv --train valid.tsv --method kl,transe,auto
    """
    from veriscope.cli.kb_eval_view import evaluation_json, show_evaluation  # noqa: PLC0415
    from veriscope.cli.kb_ranking import rank  # noqa: PLC0415
    from veriscope.cli.kb_training import labelled_facts, open_methods  # noqa: PLC0415
    from veriscope.cli.output import print_json  # noqa: PLC0415
    from veriscope.pipeline.kb_eval import Evaluator  # noqa: PLC0415
    from veriscope.pipeline.kb_methods import require_methods  # noqa: PLC0415

    if folds == 1:
        raise UsageError("--folds 1 leaves nothing to learn from; choose at least 2")
    if folds and train is not None:
        raise UsageError("--train and --folds both say what to learn from; give one of them")
    names = require_methods(method)
    if ranking:
        rank(kb, names, facts, valid=[*(valid or ()), *([train] if train else ())], seed=seed, as_json=as_json)
        return
    if valid:
        raise UsageError("--valid belongs to --ranking")
    with interruptible("nothing was measured"), progress("facts") as update:
        graph, methods = open_methods(kb, names, train=train, seed=seed, update=update)
        gold = tuple(labelled_facts(facts, graph))
        evaluator = Evaluator(graph, gold, tell=lambda text: update(text, 0, 1, 0))
        evaluated = evaluator.evaluate(methods, folds=folds)
    if as_json:
        print_json(evaluation_json(evaluated))
    else:
        show_evaluation(graph, evaluated, by_predicate=by_predicate)
