"""Claims that the head of the encoder's verdict learns from, each with the features of its evidence.

They come from three sources that the encoder was not trained on: FEVER claims held out with their subjects, the lessons
of the split `dev`, whose passages stand as documents in one corpus, and statements about tables held out of TabFact.
"""

import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.corpus import Corpus, build_corpus, plan_sources
from veriscope.datasets import DATASET_FORMATS, read_labelled
from veriscope.domain import Claim, Computation, Evidence, Label, SentenceId
from veriscope.lab.evaluation import ProgramJudge, with_caption_as_title
from veriscope.lab.lessons import LessonGroup, MinedClaim, held_tables, read_groups, tables_named, write_documents
from veriscope.lab.training.training_set import HELD_TABLES
from veriscope.models import Encoder, Line, evidence_lines
from veriscope.pipeline import PipelineConfig, Stages, search_config
from veriscope.programs import ProgramComputer
from veriscope.selection import RerankedSelector
from veriscope.verdict import LABELS, read_lines, verdict_features

Floats = NDArray[np.float64]

_NEITHER = LABELS.index(Label.NOT_ENOUGH_INFO)


class JudgedClaim(NamedTuple):
    """The features of a claim with some evidence, its label, and whether the pipeline found the evidence.

    Claims of one `group` are about the same thing, so that they stand in one fold.
    """

    group: str
    features: Floats
    label: int
    is_found: bool
    source: str = "fever"


def judged_claims(claims: Sequence[MinedClaim], corpus: Corpus, encoder: Encoder) -> Iterator[JudgedClaim]:
    """Each claim with the evidence that the pipeline finds, and with its gold lines, or its best line without gold."""
    stages = _stages(corpus, encoder)
    for number, one in enumerate(claims, start=1):
        claim, label = Claim(one.id, one.claim), LABELS.index(one.label)
        found = stages.select(claim, stages.retrieve(claim))
        gold = [_evidence(line) for line in dict.fromkeys(one.gold)] or found[:1]
        for evidence, is_found in ((found, True), (gold, False)):
            if evidence:
                yield JudgedClaim(str(number), features_of(encoder, claim, evidence), label, is_found)
        for said_nothing in (_near(one, found, number), _foreign(claims, number)):
            if said_nothing:
                yield JudgedClaim(str(number), features_of(encoder, claim, said_nothing), _NEITHER, is_found=False)
        sys.stderr.write(f"\r{number:,} of {len(claims):,} claims")


def judged_lessons(folder: Path, encoder: Encoder) -> Iterator[JudgedClaim]:
    """The claims of the lessons' split `dev`, checked against all passages of that split, as a user would do it."""
    groups = [group for file in sorted(folder.glob("*.jsonl")) for group in read_groups(file) if group.split == "dev"]
    with tempfile.TemporaryDirectory() as scratch, _corpus_of(groups, Path(scratch)) as corpus:
        stages = replace(_stages(corpus, encoder), computer=ProgramComputer())
        for group in groups:
            for number, one in enumerate(group.claims, start=1):
                claim = Claim(f"{group.id}-c{number}", one.text)
                pages = stages.retrieve(claim)
                found, lines = stages.compute(claim, pages, stages.select(claim, pages))
                if lines:
                    features = features_of(encoder, claim, lines, [found] if found else [])
                    yield JudgedClaim(group.id, features, LABELS.index(one.label), is_found=True, source="lesson")
            sys.stderr.write(f"\r{group.id}    ")


def judged_statements(statements: Path, corpus: Corpus, encoder: Encoder, *, limit: int) -> Iterator[JudgedClaim]:
    """The first `limit` statements about held-out tables, with the rows selected and what a program computed."""
    held = held_tables(tables_named(statements), share=HELD_TABLES)
    selector, programs = RerankedSelector(corpus.search_index, encoder=encoder), ProgramJudge(ProgramComputer())
    labelled = (
        (one, name)
        for one in read_labelled(statements, form=DATASET_FORMATS["tabfact"])
        if (name := next(piece.page for group in one.claim.evidence for piece in group)) in held
    )
    for one, name in islice(labelled, limit):
        page = corpus.page(name)
        if page is None:
            continue
        claim, titled = Claim(str(one.claim.id), one.claim.claim), with_caption_as_title(page)
        evidence = selector.select(claim, [(titled, 1.0)], limit=PipelineConfig().evidence)
        found = programs.compute(claim, page)
        if evidence:
            features = features_of(encoder, claim, evidence, [found] if found else [])
            yield JudgedClaim(name, features, LABELS.index(one.claim.label), is_found=True, source="table")


def features_of(
    encoder: Encoder, claim: Claim, evidence: Sequence[Evidence], computations: Sequence[Computation] = ()
) -> Floats:
    """The features of the head for a claim with evidence."""
    return verdict_features(read_lines(encoder, claim, evidence_lines(evidence), computations))


def _stages(corpus: Corpus, encoder: Encoder) -> Stages:
    config = PipelineConfig()
    stages = Stages.open(search_config(pages=config.pages, evidence=config.evidence), corpus)
    return replace(stages, selector=RerankedSelector(corpus.search_index, encoder=encoder))


def _corpus_of(groups: Iterable[LessonGroup], scratch: Path) -> Corpus:
    write_documents(groups, scratch / "documents")
    build_corpus(scratch / "corpus", plan_sources([scratch / "documents"]), report=lambda _: None)
    return Corpus.open(scratch / "corpus")


def _near(claim: MinedClaim, found: Sequence[Evidence], number: int) -> list[Evidence]:
    """For every third claim, if it has gold: the best line found that is not gold."""
    gold = {line.text for line in claim.gold}
    return [piece for piece in found if piece.text not in gold][:1] if gold and number % 3 == 1 else []


def _foreign(claims: Sequence[MinedClaim], number: int) -> list[Evidence]:
    """For every third claim: the best line of the next claim, which is about something else."""
    following = claims[number % len(claims)]
    return [_evidence(one.line) for one in following.found[:1]] if number % 3 == 0 else []


def _evidence(line: Line) -> Evidence:
    return Evidence(SentenceId(line.title or "?", 0), line.text, (line.title,), 1.0)
