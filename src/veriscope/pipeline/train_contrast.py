"""Fits how a claim about a table is weighed with its corrections: `python -m veriscope.pipeline.train_contrast --help`.

Four sources, all apart from the tables and claims that the encoder was trained on: TabFact's linked statements, half of
them made false by an exchange of one value; sentences of pages that tell a row of a table there (`row_sentences`),
likewise, for people's sentences say more than a row does, and the encoder takes that for a contradiction; TabFact's own
statements, which are false for other reasons, too; and claims of a mixed benchmark about cells, some of them undecided.
Each source counts as much as any other, and in it each kind of evidence. Five folds by claim tell how well it does.
"""

import argparse
import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np

from veriscope.corpus import FORMATS, Corpus
from veriscope.datasets import DATASET_FORMATS
from veriscope.datasets.claim_formats import read_labelled
from veriscope.domain import CellId, GoldClaim, Label, Page, Verdict
from veriscope.pipeline.cell_claims import CellClaim, linked_statements, read_pages
from veriscope.pipeline.contrast import (
    BEARING,
    TRUTH,
    Contrast,
    Floats,
    Weights,
    bearing_features,
    contrasted,
    is_about_a_row,
    reweighed,
    truth_features,
)
from veriscope.pipeline.contrast_lessons import Lesson, gold_lessons, row_lessons, statement_lessons
from veriscope.pipeline.linked_claims import held_tables, tables_named
from veriscope.pipeline.mixed_benchmark import pages_cited
from veriscope.pipeline.mixed_benchmark_removal import read_removed
from veriscope.pipeline.row_sentences import row_sentences
from veriscope.pipeline.table_evidence_judge import titled
from veriscope.pipeline.table_fusion import fit
from veriscope.pipeline.training_set import HELD_TABLES
from veriscope.selection import RerankedSelector
from veriscope.verdict.encoder import EncoderVerdict

FOLDS = 5
SEED = 3

_Claim = TypeVar("_Claim")


class Weighed(NamedTuple):
    """A lesson, what the encoder says of it, and its contrast."""

    lesson: Lesson
    verdict: Verdict
    contrast: Contrast

    @property
    def fold(self) -> int:
        """The fold of its claim."""
        return int(self.lesson.claim.id) % FOLDS

    @property
    def kind(self) -> tuple[str, str]:
        """Its source, and the kind of evidence."""
        return self.lesson.source, self.lesson.setting


def linked(tables: Path, statements: Path, held: Collection[str]) -> list[CellClaim]:
    """The linked statements about tables held out, under the captions of their tables."""
    found = (one for one in linked_statements(tables, statements) if one.page.title in held)
    return [one._replace(page=titled(one.page)) for one in found]


def told(pages: Path, apart: Collection[str]) -> list[CellClaim]:
    """The sentences that tell a row, of pages that are not set `apart`."""
    read = (page for page in read_pages(pages, FORMATS["feverous"]) if page.title not in apart)
    return [one for page in read for one in row_sentences(page)]


def stated(tables: Path, statements: Path, held: Collection[str]) -> list[tuple[str, Page, Label]]:
    """The statements about tables held out, with their tables and labels."""
    pages = {page.title: titled(page) for page in read_pages(tables, FORMATS["tables"]) if page.title in held}
    found = []
    for one in read_labelled(statements, form=DATASET_FORMATS["tabfact"]):
        name = next(piece.page for group in one.claim.evidence for piece in group)
        if name in pages:
            found.append((one.claim.claim, pages[name], one.claim.label))
    return found


def mixed(claims: Path) -> list[GoldClaim]:
    """The claims of a mixed benchmark that are all about cells."""
    read = (one.claim.gold() for one in read_labelled(claims, form=DATASET_FORMATS["feverous"]))
    return [gold for gold in read if gold.evidence_sets and _is_all_cells(gold)]


def _is_all_cells(gold: GoldClaim) -> bool:
    return all(isinstance(piece, CellId) for group in gold.evidence_sets for piece in group)


def drawn(claims: Sequence[_Claim], most: int) -> list[_Claim]:
    """At most so many of the claims, at random but the same every time."""
    ordered = list(claims)
    random.Random(SEED).shuffle(ordered)  # noqa: S311 - a repeatable choice, not a secret
    return ordered[:most]


def weighed(lessons: Iterable[Lesson], model: EncoderVerdict) -> Iterator[Weighed]:
    """The lessons about a row that have a correction, as the encoder sees them."""
    for number, lesson in enumerate(lessons):
        sys.stderr.write(f"\r{lesson.source}: {number:,} lessons")
        if is_about_a_row(lesson.claim, lesson.evidence):
            found = contrasted(model, lesson.claim, lesson.evidence, lesson.pages)
            if found is not None:
                yield Weighed(lesson, model.decide(lesson.claim, lesson.evidence), found)
    sys.stderr.write("\n")


def fitted(examples: Sequence[Weighed]) -> Weights:
    """The weights of what tells the truth, and of what tells whether the evidence decides."""
    sided = [one for one in examples if one.lesson.label is not Label.NOT_ENOUGH_INFO]
    return Weights(
        _fit(
            sided,
            lambda one: truth_features(one.verdict, one.contrast),
            lambda one: one.lesson.label is Label.SUPPORTS,
        ),
        _fit(
            examples,
            lambda one: bearing_features(one.verdict),
            lambda one: one.lesson.label is not Label.NOT_ENOUGH_INFO,
        ),
    )


def _fit(
    examples: Sequence[Weighed], features: Callable[[Weighed], Floats], is_so: Callable[[Weighed], bool]
) -> Floats:
    """A fit in which each source counts as much as any other, and in it each kind of evidence."""
    kinds = Counter(one.kind for one in examples)
    settings = Counter(source for source, _ in kinds)
    mean = len(examples) / len(settings)
    counts = [mean / (kinds[one.kind] * settings[one.lesson.source]) for one in examples]
    return fit([features(one) for one in examples], [is_so(one) for one in examples], counts=counts)


def in_folds(examples: Sequence[Weighed]) -> list[Verdict]:
    """The verdict on each lesson, by weights fitted on the other folds."""
    weights = [fitted([one for one in examples if one.fold != fold]) for fold in range(FOLDS)]
    return [reweighed(one.verdict, one.contrast, weights[one.fold]) for one in examples]


def report(examples: Sequence[Weighed]) -> list[dict[str, object]]:
    """For each kind of lesson how many come out right by the encoder, and weighed with corrections, in folds."""
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
                for name, part in zip(("encoder", "contrast"), zip(*right, strict=True), strict=True)
            },
        }
        for (source, setting), right in groups.items()
    ]


def gathered(asked: argparse.Namespace) -> list[Weighed]:
    """The lessons of all sources."""
    model = EncoderVerdict.read(asked.encoder) if asked.encoder else EncoderVerdict()
    held = held_tables(tables_named(asked.statements), share=HELD_TABLES)
    with Corpus.open(asked.corpus) as corpus:
        selector = RerankedSelector(corpus.search_index)
        rows = partial(row_lessons, selector=selector, seed=SEED)
        some, twice = partial(drawn, most=asked.claims), partial(drawn, most=2 * asked.claims)
        removed = read_removed(asked.mixed / "removed.jsonl")
        lessons = (
            rows("linked", some(linked(asked.tables, asked.linked, held))),
            rows("told", some(told(asked.pages, pages_cited(asked.apart)))),
            statement_lessons("stated", twice(stated(asked.tables, asked.statements, held)), selector),
            gold_lessons("mixed", twice(mixed(asked.mixed / "dev.jsonl")), removed, corpus, selector),
        )
        return [one for source in lessons for one in weighed(source, model)]


def weights_json(weights: Weights) -> str:
    """The weights by the names of their features."""
    named = zip(("truth", "bearing"), (TRUTH, BEARING), weights, strict=True)
    found = {part: dict(zip(names, np.round(values, 5).tolist(), strict=True)) for part, names, values in named}
    return json.dumps(found, indent=2) + "\n"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=Path, required=True, help="TabFact's tables.jsonl.xz")
    parser.add_argument("--linked", type=Path, required=True, help="TabFact's train_linked.jsonl.xz")
    parser.add_argument("--statements", type=Path, required=True, help="TabFact's train.jsonl.xz")
    parser.add_argument("--pages", type=Path, required=True, help="pages in the format of FEVEROUS")
    parser.add_argument("--apart", type=Path, nargs="*", default=[], help="claims whose pages are not learned from")
    parser.add_argument("--mixed", type=Path, required=True, help="a folder that `mixed_benchmark` wrote")
    parser.add_argument("--corpus", type=Path, required=True, help="built from the pages; terms are weighed by it")
    parser.add_argument("--encoder", type=Path, help="the folder of an encoder; the packaged one where none is named")
    parser.add_argument("--claims", type=int, default=120, help="how many linked statements, and how many sentences")
    parser.add_argument("--out", type=Path, required=True, help="the file of the weights")
    parser.add_argument("--folds", type=Path, help="a file for what the folds give")
    return parser


def main() -> None:
    """Write the weights, and print what the folds give."""
    asked = _parser().parse_args()
    examples = gathered(asked)
    asked.out.write_text(weights_json(fitted(examples)), encoding="utf-8")
    told_of = report(examples)
    for row in told_of:
        print(json.dumps(row))  # noqa: T201
    if asked.folds:
        asked.folds.write_text(json.dumps(told_of, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
