"""Fits how table claims are weighed with their corrections: `veriscope train corrections`.

It learns from four sources that the encoder was not trained on:
- TabFact's linked statements, half of them made false by the exchange of one value.
- Sentences of pages that repeat a row of a table there (`row_sentences`), half of them made false in the same way.
  People's sentences say more than a row does, and the encoder mistakes that for a contradiction.
- TabFact's own statements, which are also false for other reasons.
- Claims of a mixed benchmark about cells, some of them undecided.
All sources have equal weight, and so do the kinds of evidence within each. Five folds by claim measure the result.
"""

import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np
from sklearn.model_selection import GroupKFold

from veriscope.corpus import FORMATS
from veriscope.datasets import DATASET_FORMATS, read_labelled
from veriscope.domain import CellId, GoldClaim, Label, Page, Verdict
from veriscope.lab.evaluation import with_caption_as_title
from veriscope.lab.lessons import (
    CellClaim,
    CorrectionLesson,
    gold_lessons,
    held_tables,
    linked_statements,
    pages_cited,
    read_pages,
    read_removed,
    row_lessons,
    row_sentences,
    statement_lessons,
    tables_named,
)
from veriscope.lab.training.logistic_fit import fit_weights
from veriscope.lab.training.training_set import HELD_TABLES
from veriscope.pipeline import PipelineConfig, Stages
from veriscope.verdict import (
    BEARING,
    TRUTH,
    CorrectionsEffect,
    CorrectionsWeights,
    EncoderVerdict,
    Floats,
    bearing_features,
    is_about_a_row,
    read_with_corrections,
    truth_features,
    weigh_corrections,
)

FOLDS = 5
SEED = 3

_Claim = TypeVar("_Claim")


@dataclass(frozen=True, slots=True)
class CorrectionsSettings:
    """TabFact's tables and statements, pages in FEVEROUS's format, a mixed benchmark, and the file for the weights.

    `corpus`, built from the pages, supplies the weights of terms. Pages that the claims of `apart` cite are not used.
    `encoder` is the folder of an encoder; the default is the packaged one. `claims` is the number of linked statements
    and that of sentences. `folds` is a file for the results of the folds.
    """

    tables: Path
    linked: Path
    statements: Path
    pages: Path
    mixed: Path
    corpus: Path
    out: Path
    apart: tuple[Path, ...] = ()
    encoder: Path | None = None
    claims: int = 120
    folds: Path | None = None


class WeighedLesson(NamedTuple):
    """A lesson, the encoder's verdict on it, and the gain of its corrections."""

    lesson: CorrectionLesson
    verdict: Verdict
    effect: CorrectionsEffect

    @property
    def kind(self) -> tuple[str, str]:
        """The source and the kind of evidence."""
        return self.lesson.source, self.lesson.setting


def held_linked_statements(tables: Path, statements: Path, held: Collection[str]) -> list[CellClaim]:
    """The linked statements about held-out tables, on pages titled by the tables' captions."""
    found = (one for one in linked_statements(tables, statements) if one.page.title in held)
    return [one._replace(page=with_caption_as_title(one.page)) for one in found]


def sentences_about_rows(pages: Path, apart: Collection[str]) -> list[CellClaim]:
    """The sentences that repeat a row of a table, from pages that are not in `apart`."""
    read = (page for page in read_pages(pages, FORMATS["feverous"]) if page.title not in apart)
    return [one for page in read for one in row_sentences(page)]


def held_statements(tables: Path, statements: Path, held: Collection[str]) -> list[tuple[str, Page, Label]]:
    """The statements about held-out tables, with their pages and labels."""
    pages = {
        page.title: with_caption_as_title(page) for page in read_pages(tables, FORMATS["tables"]) if page.title in held
    }
    found = []
    for one in read_labelled(statements, form=DATASET_FORMATS["tabfact"]):
        name = next(piece.page for group in one.claim.evidence for piece in group)
        if name in pages:
            found.append((one.claim.claim, pages[name], one.claim.label))
    return found


def claims_about_cells(claims: Path) -> list[GoldClaim]:
    """The claims of a mixed benchmark whose evidence is only cells."""
    read = (one.claim.gold() for one in read_labelled(claims, form=DATASET_FORMATS["feverous"]))
    return [gold for gold in read if gold.evidence_sets and _is_all_cells(gold)]


def _is_all_cells(gold: GoldClaim) -> bool:
    return all(isinstance(piece, CellId) for group in gold.evidence_sets for piece in group)


def draw_sample(claims: Sequence[_Claim], most: int) -> list[_Claim]:
    """At most `most` random claims, the same ones every time."""
    ordered = list(claims)
    random.Random(SEED).shuffle(ordered)  # noqa: S311 - a repeatable choice, not a secret
    return ordered[:most]


def weigh_lessons(lessons: Iterable[CorrectionLesson], model: EncoderVerdict) -> Iterator[WeighedLesson]:
    """The lessons that are about a row and have a correction, with the encoder's verdicts."""
    for number, lesson in enumerate(lessons):
        sys.stderr.write(f"\r{lesson.source}: {number:,} lessons")
        if is_about_a_row(lesson.claim, lesson.evidence):
            verdict, effect = read_with_corrections(model, lesson.claim, lesson.evidence, lesson.pages)
            if effect is not None:
                yield WeighedLesson(lesson, verdict, effect)
    sys.stderr.write("\n")


def fit_corrections(examples: Sequence[WeighedLesson]) -> CorrectionsWeights:
    """Fit the weights that decide whether a claim is true, and whether the evidence decides it."""
    sided = [one for one in examples if one.lesson.label is not Label.NOT_ENOUGH_INFO]
    return CorrectionsWeights(
        _fit_evenly(
            sided,
            lambda one: truth_features(one.verdict, one.effect),
            lambda one: one.lesson.label is Label.SUPPORTS,
        ),
        _fit_evenly(
            examples,
            lambda one: bearing_features(one.verdict),
            lambda one: one.lesson.label is not Label.NOT_ENOUGH_INFO,
        ),
    )


def _fit_evenly(
    examples: Sequence[WeighedLesson],
    features: Callable[[WeighedLesson], Floats],
    is_so: Callable[[WeighedLesson], bool],
) -> Floats:
    """A fit in which all sources have equal weight, and so do the kinds of evidence within each source."""
    kinds = Counter(one.kind for one in examples)
    settings = Counter(source for source, _ in kinds)
    mean = len(examples) / len(settings)
    counts = [mean / (kinds[one.kind] * settings[one.lesson.source]) for one in examples]
    return fit_weights([features(one) for one in examples], [is_so(one) for one in examples], counts=counts)


def in_folds(examples: Sequence[WeighedLesson]) -> list[Verdict]:
    """The verdict on each lesson, from weights fitted on lessons of other claims."""
    verdicts = [one.verdict for one in examples]
    claims = [one.lesson.claim.id for one in examples]
    for others, fold in GroupKFold(FOLDS).split(examples, groups=claims):
        weights = fit_corrections([examples[place] for place in others])
        for one, place in ((examples[place], place) for place in fold):
            verdicts[place] = weigh_corrections(one.verdict, one.effect, weights)
    return verdicts


def report(examples: Sequence[WeighedLesson]) -> list[dict[str, object]]:
    """For each kind of lesson, the accuracy of the encoder alone and with corrections, over the folds."""
    groups: defaultdict[tuple[str, str], list[tuple[bool, bool]]] = defaultdict(list)
    for one, verdict in zip(examples, in_folds(examples), strict=True):
        label = one.lesson.label
        groups[one.kind].append((one.verdict.label is label, verdict.label is label))
    return [
        {
            "source": source,
            "evidence": setting,
            "lessons": len(right),
            **{
                name: round(float(np.mean(part)), 4)
                for name, part in zip(("encoder", "corrections"), zip(*right, strict=True), strict=True)
            },
        }
        for (source, setting), right in groups.items()
    ]


def gather_lessons(settings: CorrectionsSettings) -> list[WeighedLesson]:
    """The lessons of all sources."""
    model = EncoderVerdict.read(settings.encoder) if settings.encoder else EncoderVerdict()
    held = held_tables(tables_named(settings.statements), share=HELD_TABLES)
    with Stages.open(PipelineConfig(verdict="lexical", computation="none"), settings.corpus) as stages:
        rows = partial(row_lessons, stages=stages, seed=SEED)
        some, twice = partial(draw_sample, most=settings.claims), partial(draw_sample, most=2 * settings.claims)
        removed = read_removed(settings.mixed / "removed.jsonl")
        lessons = (
            rows("linked", some(held_linked_statements(settings.tables, settings.linked, held))),
            rows("told", some(sentences_about_rows(settings.pages, pages_cited(settings.apart)))),
            statement_lessons("stated", twice(held_statements(settings.tables, settings.statements, held)), stages),
            gold_lessons("mixed", twice(claims_about_cells(settings.mixed / "dev.jsonl")), removed, stages),
        )
        return [one for source in lessons for one in weigh_lessons(source, model)]


def weights_json(weights: CorrectionsWeights) -> str:
    """The weights as JSON, by the names of their features."""
    named = zip(("truth", "bearing"), (TRUTH, BEARING), weights, strict=True)
    found = {part: dict(zip(names, np.round(values, 5).tolist(), strict=True)) for part, names, values in named}
    return json.dumps(found, indent=2) + "\n"


def train_corrections(settings: CorrectionsSettings) -> Iterator[str]:
    """Write the weights, and yield the results of the folds."""
    examples = gather_lessons(settings)
    settings.out.write_text(weights_json(fit_corrections(examples)), encoding="utf-8")
    rows = report(examples)
    yield from map(json.dumps, rows)
    if settings.folds:
        settings.folds.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
