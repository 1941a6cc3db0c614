"""Has claims answered in worker processes, keeping the answers while the run goes on."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from veriscope.corpus.stream import worker_pool
from veriscope.domain import GoldClaim
from veriscope.pipeline.chunks import in_order
from veriscope.pipeline.claim_answers import AnswerLog, ClaimAnswer

_CHUNK = 16
# Few: a model that remembers what it scored would be too quick on claims that warmed it up.
_WARM_UP = 2

_Asked = TypeVar("_Asked")


@dataclass(frozen=True, slots=True)
class AnswerRun:
    """The answer to each claim, in order, how many were kept from before, and how many a second were given now."""

    answers: tuple[ClaimAnswer, ...]
    kept: int
    per_second: float | None


@dataclass(frozen=True, slots=True)
class Keeping:
    """Where answers are kept (nowhere, without a log); `mark` changes with anything that changes answers."""

    log: AnswerLog | None
    mark: str

    def known(self, golds: Sequence[GoldClaim]) -> dict[int, ClaimAnswer]:
        """The answers given before, by the place of the claim."""
        log = self.log
        return {place: found for place, gold in enumerate(golds) if log and (found := log.kept(self.mark, gold))}

    def add(self, golds: Sequence[GoldClaim], answers: Sequence[ClaimAnswer]) -> None:
        """Keep answers; they are on disk when this returns."""
        if self.log is not None:
            self.log.add(self.mark, zip(golds, answers, strict=True))


NOT_KEPT = Keeping(None, "")


def run_answers(
    asked: Sequence[_Asked],
    golds: Sequence[GoldClaim],
    answer: Callable[[Sequence[_Asked]], list[ClaimAnswer]],
    *,
    report: Callable[[int, int], None],
    workers: int = 1,
    keeping: Keeping = NOT_KEPT,
) -> AnswerRun:
    """Have those claims answered that are not known yet; `golds` tells by which claim each one asked for is known.

    Each process works off a claim or two first, so that times are those of a warm program. `report` is told how many
    claims of how many are answered.
    """
    known = keeping.known(golds)
    left = [place for place in range(len(golds)) if place not in known]
    chunks = [left[start : start + _CHUNK] for start in range(0, len(left), _CHUNK)]
    given: dict[int, ClaimAnswer] = {}
    with worker_pool(workers) as pool:
        list(in_order(answer, [[asked[place] for place in left[-_WARM_UP:]]] * workers, pool))
        started = time.perf_counter()
        answered = in_order(answer, [[asked[place] for place in chunk] for chunk in chunks], pool)
        for chunk, answers in zip(chunks, answered, strict=True):
            given |= dict(zip(chunk, answers, strict=True))
            keeping.add([golds[place] for place in chunk], answers)
            report(len(known) + len(given), len(golds))
        elapsed_s = time.perf_counter() - started
    everything = known | given
    ordered = tuple(everything[place] for place in range(len(golds)))
    return AnswerRun(ordered, len(known), len(given) / max(elapsed_s, 1e-9) if given else None)
