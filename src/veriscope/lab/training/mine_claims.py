"""Mines the examples of the cross-encoder: training claims with the sentences that retrieval finds for them."""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from veriscope.corpus import Corpus
from veriscope.datasets import read_records, take_id, take_label, take_text
from veriscope.domain import Claim, Label, Page, SentenceId
from veriscope.errors import InputError
from veriscope.files import JsonObject, JsonValue, in_order, locate_errors, worker_pool
from veriscope.lab.lessons import MinedClaim, RankedLine, leading_name
from veriscope.models import Line
from veriscope.pipeline import Stages, closing_stages, search_config, stages_of_this_process
from veriscope.selection import SentenceRanker
from veriscope.text import detokenise, title_from_fever

_CHUNK = 64
_PAGES = 6
_SENTENCES = 16

# Takes how many claims are done, of how many.
Report = Callable[[int, int], None]


class FeverClaim(NamedTuple):
    """A FEVER training claim with the texts of its gold sentences, and their ids if the corpus has them."""

    id: str
    claim: str
    label: Label
    gold_texts: tuple[str, ...]
    gold_ids: tuple[SentenceId | None, ...]

    @property
    def is_complete(self) -> bool:
        """Whether the corpus has every gold sentence; true for a claim without evidence."""
        return None not in self.gold_ids


def read_fever_claims(path: Path) -> Iterator[FeverClaim]:
    """The claims of a FEVER training file with `evidence_text` and aligned `evidence`."""
    for line in read_records(path):
        with locate_errors(path, line.number):
            yield _fever_claim(line.value)


def chosen_claims(claims: Sequence[FeverClaim], *, per_label: int, seed: int) -> list[FeverClaim]:
    """At most `per_label` random claims of each label, first those with all evidence in the corpus; shuffled."""
    drawn = list(claims)
    random.Random(seed).shuffle(drawn)  # noqa: S311 - a repeatable choice, not a secret
    drawn.sort(key=lambda claim: not claim.is_complete)
    left = dict.fromkeys(Label, per_label)
    kept: list[FeverClaim] = []
    for claim in drawn:
        if left[claim.label]:
            left[claim.label] -= 1
            kept.append(claim)
    random.Random(seed).shuffle(kept)  # noqa: S311
    return kept


def mine_fever(claims: Sequence[FeverClaim], corpus: Path, *, workers: int, report: Report) -> Iterator[MinedClaim]:
    """Each claim, in order, with the sentences that the default retriever and sentence ranker find."""
    chunks = [claims[start : start + _CHUNK] for start in range(0, len(claims), _CHUNK)]
    done = 0
    with worker_pool(min(workers, len(chunks))) as pool, closing_stages():
        for mined in in_order(partial(_mine, corpus), chunks, pool):
            yield from mined
            done += len(mined)
            report(done, len(claims))


def _mine(path: Path, claims: Sequence[FeverClaim]) -> list[MinedClaim]:
    stages = stages_of_this_process(search_config(pages=_PAGES), path)
    ranker = SentenceRanker(stages.corpus.search_index)
    return [_mine_one(stages, ranker, claim) for claim in claims]


def _mine_one(stages: Stages, ranker: SentenceRanker, claim: FeverClaim) -> MinedClaim:
    asked = Claim(claim.id, claim.claim)
    pages = stages.retrieve(asked)
    found = [
        RankedLine(Line(piece.id.page, piece.text), piece.score, piece.id in claim.gold_ids)
        for piece in ranker.rank(asked, pages, limit=_SENTENCES)
    ]
    gold = tuple(
        _gold_line(stages.corpus, place, text, claim.claim)
        for place, text in zip(claim.gold_ids, claim.gold_texts, strict=True)
    )
    return MinedClaim(claim.id, "fever", claim.claim, claim.label, gold, tuple(found), claim.is_complete)


def _gold_line(corpus: Corpus, place: SentenceId | None, text: str, claim: str) -> Line:
    """The gold sentence from the corpus; if it is missing there, its text under the name that the claim begins with."""
    page = corpus.page(place.page) if place is not None else None
    if page is not None and place is not None:
        return Line(page.title, _sentence_text(page, place) or detokenise(text))
    return Line(leading_name(claim), detokenise(text))


def _sentence_text(page: Page, place: SentenceId) -> str:
    return next((one.text for one in page.sentences() if one.index == place.sentence), "")


def _fever_claim(row: JsonObject) -> FeverClaim:
    texts, places = row.get("evidence_text"), row.get("evidence")
    if not isinstance(texts, list) or not isinstance(places, list) or len(texts) != len(places):
        raise InputError("`evidence_text` and `evidence` must be lists of the same length")
    return FeverClaim(
        str(take_id(row)),
        take_text(row, "claim"),
        take_label(row),
        tuple(str(text) for text in texts),
        tuple(_place(place) for place in places),
    )


def _place(place: JsonValue) -> SentenceId | None:
    match place:
        case [str(page), int(line)]:
            return SentenceId(title_from_fever(page), line)
        case _:
            return None
