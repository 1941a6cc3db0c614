"""`veriscope eval paper-models` and `eval feverous-paper`: reproduce the papers' tables with trained models."""

import random
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from veriscope.cli.options import Corpus, Gold, Json, Sample, Seed
from veriscope.cli.output import print_json, print_table, talk
from veriscope.cli.progress import progress
from veriscope.datasets import DATASET_FORMATS, detect_format, read_labelled
from veriscope.domain import GoldClaim, Label
from veriscope.errors import InputError, UsageError
from veriscope.lab.reproductions import (
    Figure,
    PaperScores,
    PaperSetting,
    PaperTable,
    evaluate_paper_models,
    find_models,
    measure_feverous,
    paper_scores_json,
    paper_tables,
    read_feverous_recipe,
    tables_json,
)
from veriscope.pipeline import open_corpus

_ABOUT = {
    PaperSetting.GOLD_SENTENCES: "Table 3",
    PaperSetting.FOUND_SENTENCES: "Table 4",
    PaperSetting.GOLD_PAGES: "Table 5",
    PaperSetting.FOUND_PAGES: "Table 6",
}


def paper_models(
    *,
    corpus: Corpus,
    gold: Gold,
    models: Annotated[
        Path, typer.Option(metavar="DIR", help="A folder with one folder for each model that `veriscope train` wrote.")
    ],
    evidence: Annotated[
        PaperSetting,
        typer.Option(help=f"What the models read: {', '.join(f'{key} ({name})' for key, name in _ABOUT.items())}."),
    ] = PaperSetting.FOUND_SENTENCES,
    sample: Sample = 0,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Score trained models as the tables of the FEVER paper do: with gold or found evidence, sentences or pages.

    Claims without gold evidence get a sentence or page, drawn as in the training of each model.

    Example: veriscope eval paper-models --corpus wiki --gold dev.jsonl --models models --evidence gold-sentences
    """
    found = find_models(models)
    golds = _read_golds(gold, sample=sample, seed=seed)
    with closing(open_corpus(corpus)) as opened, progress("claims") as update:
        results = evaluate_paper_models(
            golds, opened, evidence, found,
            seed=seed, report=lambda name, done, total: update(name, done, total, done),
        )  # fmt: skip
    if as_json:
        scores = {result.model.name: paper_scores_json(result, evidence) for result in results}
        print_json({"claims": len(golds), "evidence": evidence.value, "models": scores})
        return
    print_table(_columns(evidence), [_row(result, evidence) for result in results], title=_ABOUT[evidence])


def _read_golds(path: Path, *, sample: int, seed: int) -> list[GoldClaim]:
    name = detect_format(path)
    if name not in DATASET_FORMATS:
        raise InputError(f"{path}: looks like {name}; this command reads claims: {', '.join(DATASET_FORMATS)}")
    golds = [row.claim.gold() for row in read_labelled(path, form=DATASET_FORMATS[name])]
    if sample and sample < len(golds):
        kept = sorted(random.Random(seed).sample(range(len(golds)), sample))  # noqa: S311 - no secret
        golds = [golds[place] for place in kept]
    return golds


def _columns(setting: PaperSetting) -> tuple[str, ...]:
    scored = ("FEVER score",) if setting is PaperSetting.FOUND_SENTENCES else ()
    return ("folder", "NEI evidence", "label accuracy", *scored, "recall S", "R", "NEI")


def _row(result: PaperScores, setting: PaperSetting) -> tuple[object, ...]:
    scored = (f"{result.scores.score:.4f}",) if setting is PaperSetting.FOUND_SENTENCES else ()
    recalls = (f"{result.labels.per_label[label.value].recall:.4f}" for label in Label)
    accuracy = f"{result.scores.label_accuracy:.4f}"
    return (result.model.name, result.model.nei.value, accuracy, *scored, *recalls)


def feverous_paper(
    config: Annotated[Path, typer.Option("--config", metavar="FILE", help="The recipe of `veriscope train feverous`.")],
    split: Annotated[str, typer.Option("--split", help="The claims: dev, test, or a name of `more`.")] = "dev",
    as_json: Json = False,
) -> None:
    """Print Tables 3 and 4 of the FEVEROUS paper, with the published figures beside ours.

    Our figures are means over the runs of the recipe. A row whose networks are not trained yet is empty; a row that was
    measured before is not measured again, so a stopped command resumes.

    Example: veriscope eval feverous-paper --config recipe.toml --json
    """
    recipe = read_feverous_recipe(config)
    if split not in recipe.measured_claims():
        raise UsageError(f"no claims named {split!r} in {config}; choose one of: {', '.join(recipe.measured_claims())}")
    results = measure_feverous(recipe, split, talk=talk.print)
    tables = paper_tables(results, runs=recipe.run_numbers())
    if as_json:
        print_json(tables_json(results, tables))
        return
    for table in tables:
        _print(table)


def _print(table: PaperTable) -> None:
    columns = list(table.rows[0].figures)
    lines = [(row.name, *(_figure_text(row.figures[name]) for name in columns)) for row in table.rows]
    print_table(("", *columns), lines, title=f"{table.title}: ours (published)")


def _figure_text(figure: Figure) -> str:
    mean = figure.mean()
    ours = "–" if mean is None else f"{mean:.3f}"
    return ours if figure.published is None else f"{ours} ({figure.published:.2f})"
