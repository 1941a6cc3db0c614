"""Mines what the cross-encoder learns from: training claims with the sentences that retrieval finds for them."""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import NamedTuple

from veriscope.corpus import Corpus
from veriscope.corpus.stream import worker_pool
from veriscope.datasets.claim_formats import read_records
from veriscope.datasets.fields import take_id, take_label, take_text
from veriscope.datasets.json_lines import JsonObject, JsonValue, located
from veriscope.domain import Claim, Label, Page, SentenceId
from veriscope.errors import InputError
from veriscope.neural.evidence_lines import Line
from veriscope.neural.mined import Found, MinedClaim
from veriscope.pipeline.chunks import in_order
from veriscope.retrieval import FusedRetriever
from veriscope.selection.sentences import SentenceRanker
from veriscope.text import detokenise, load_words, title_from_fever, tokenise

_CHUNK = 64
_PAGES = 6
_SENTENCES = 16

# How many claims are done.
Report = Callable[[int, int], None]


class FeverClaim(NamedTuple):
    """A FEVER training claim: the text of its gold sentences, and their ids where they stand in the corpus."""

    id: str
    claim: str
    label: Label
    gold_texts: tuple[str, ...]
    gold_ids: tuple[SentenceId | None, ...]

    @property
    def is_complete(self) -> bool:
        """Whether every gold sentence stands in the corpus; a claim without evidence lacks none."""
        return None not in self.gold_ids


def read_fever_claims(path: Path) -> Iterator[FeverClaim]:
    """The claims of a FEVER training file with `evidence_text` and aligned `evidence`."""
    for line in read_records(path):
        with located(path, line.number):
            yield _fever_claim(line.value)


def chosen_claims(claims: Sequence[FeverClaim], *, per_label: int, seed: int) -> list[FeverClaim]:
    """At most so many claims of each label, those whose evidence is all in the corpus first, in shuffled order."""
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
    """Each claim with the sentences that the default retriever and sentence ranker find, in order."""
    chunks = [claims[start : start + _CHUNK] for start in range(0, len(claims), _CHUNK)]
    done = 0
    with worker_pool(workers) as pool:
        for mined in in_order(partial(_mine, corpus), chunks, pool):
            yield from mined
            done += len(mined)
            report(done, len(claims))


class _Stages(NamedTuple):
    corpus: Corpus
    retriever: FusedRetriever
    ranker: SentenceRanker


@lru_cache(maxsize=1)
def _stages(path: Path) -> _Stages:
    corpus = Corpus.open(path)
    return _Stages(corpus, FusedRetriever(corpus), SentenceRanker(corpus.search_index))


def _mine(path: Path, claims: Sequence[FeverClaim]) -> list[MinedClaim]:
    stages = _stages(path)
    with stages.corpus.snapshot():
        return [_mine_one(stages, claim) for claim in claims]


def _mine_one(stages: _Stages, claim: FeverClaim) -> MinedClaim:
    asked = Claim(claim.id, claim.claim)
    ranked = stages.retriever.retrieve(asked, limit=_PAGES)
    read = [(stages.corpus.page(title), score) for title, score in ranked]
    pages = [(page, score) for page, score in read if page is not None]
    found = [
        Found(Line(piece.id.page, piece.text), piece.score, piece.id in claim.gold_ids)
        for piece in stages.ranker.rank(asked, pages, limit=_SENTENCES)
    ]
    gold = tuple(
        _gold_line(stages.corpus, place, text, claim.claim)
        for place, text in zip(claim.gold_ids, claim.gold_texts, strict=True)
    )
    return MinedClaim(claim.id, "fever", claim.claim, claim.label, gold, tuple(found), claim.is_complete)


def _gold_line(corpus: Corpus, place: SentenceId | None, text: str, claim: str) -> Line:
    """The gold sentence as the corpus has it; where it has none, under the name that the claim begins with."""
    page = corpus.page(place.page) if place is not None else None
    if page is not None and place is not None:
        return Line(page.title, _sentence_text(page, place) or detokenise(text))
    return Line(leading_name(claim), detokenise(text))


def _sentence_text(page: Page, place: SentenceId) -> str:
    return next((one.text for one in page.sentences() if one.index == place.sentence), "")


def leading_name(claim: str) -> str:
    """The name that a claim begins with, as a stand-in for the title of its page; empty where it begins with none."""
    tokens = tokenise(claim)
    small = load_words("stop_words.txt")
    end = 0
    for place, token in enumerate(tokens):
        if token[:1].isupper() or token[:1].isdigit():
            end = place + 1
        elif token.lower() not in {"of", "the", "and", "in", "for", "to", "a", "'s", "-", ":"}:
            break
    name = tokens[:end]
    return "" if all(token.lower() in small for token in name) else " ".join(name)


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
