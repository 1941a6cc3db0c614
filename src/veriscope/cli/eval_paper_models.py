"""`veriscope eval paper-models`: the FEVER paper's Tables 3 to 6 with trained models."""

import random
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from veriscope.cli.output import print_json, print_table
from veriscope.cli.progress import progress
from veriscope.datasets import DATASET_FORMATS, detect_format, read_labelled
from veriscope.domain import GoldClaim, Label
from veriscope.errors import InputError
from veriscope.pipeline import open_corpus
from veriscope.pipeline.paper_evaluation import PaperScores, evaluate_paper_models, find_models, paper_scores_json
from veriscope.pipeline.paper_evidence import PaperSetting

_ABOUT = {
    PaperSetting.GOLD_SENTENCES: "Table 3",
    PaperSetting.FOUND_SENTENCES: "Table 4",
    PaperSetting.GOLD_PAGES: "Table 5",
    PaperSetting.FOUND_PAGES: "Table 6",
}


def paper_models(
    *,
    corpus: Annotated[Path, typer.Option(metavar="DIR", help="A corpus folder; `starter` is the embedded atlas.")],
    gold: Annotated[Path, typer.Option(metavar="FILE", help="Labelled claims with evidence, in any known format.")],
    models: Annotated[
        Path, typer.Option(metavar="DIR", help="A folder of folders that `veriscope train` wrote, one a model.")
    ],
    evidence: Annotated[
        PaperSetting,
        typer.Option(help=f"What the models read: {', '.join(f'{key} ({name})' for key, name in _ABOUT.items())}."),
    ] = PaperSetting.FOUND_SENTENCES,
    sample: Annotated[int, typer.Option(min=0, help="Take only so many claims, drawn at random; 0: all.")] = 0,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the sample and of drawn evidence.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of a table.")] = False,
) -> None:
    """Score trained models as the tables of the FEVER paper do: with gold or found evidence, sentences or pages.

    Claims without gold evidence get a sentence or page drawn as in the training of the model at hand.

    Example: veriscope eval paper-models --corpus wiki --gold dev.jsonl --models models --evidence gold-sentences
    """
    found = find_models(models)
    golds = _golds(gold, sample=sample, seed=seed)
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


def _golds(path: Path, *, sample: int, seed: int) -> list[GoldClaim]:
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
