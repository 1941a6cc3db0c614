"""Answers claims in worker processes, and keeps the answers while the run goes on."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from veriscope.domain import GoldClaim
from veriscope.files import in_order, worker_pool
from veriscope.lab.evaluation.claim_answers import AnswerLog, ClaimAnswer

_CHUNK = 16
# Few: a model that remembers its scores would be too fast on the claims that warmed it up.
_WARM_UP = 2

_Asked = TypeVar("_Asked")


@dataclass(frozen=True, slots=True)
class AnswerRun:
    """The answer to each claim, in order; how many come from an earlier run, and how many a second this run gave."""

    answers: tuple[ClaimAnswer, ...]
    kept: int
    per_second: float | None


@dataclass(frozen=True, slots=True)
class AnswerKeeper:
    """Keeps answers in a log (or nowhere, if it is None); `mark` changes with anything that changes answers."""

    log: AnswerLog | None
    mark: str

    def known_answers(self, golds: Sequence[GoldClaim]) -> dict[int, ClaimAnswer]:
        """The answers of earlier runs, by the place of the claim."""
        log = self.log
        return {place: found for place, gold in enumerate(golds) if log and (found := log.find(self.mark, gold))}

    def add(self, golds: Sequence[GoldClaim], answers: Sequence[ClaimAnswer]) -> None:
        """Keep answers; they are on disk when this returns."""
        if self.log is not None:
            self.log.add(self.mark, zip(golds, answers, strict=True))


NO_ANSWERS_KEPT = AnswerKeeper(None, "")


def run_answers(
    asked: Sequence[_Asked],
    golds: Sequence[GoldClaim],
    answer: Callable[[Sequence[_Asked]], list[ClaimAnswer]],
    *,
    report: Callable[[int, int], None],
    workers: int = 1,
    keeper: AnswerKeeper = NO_ANSWERS_KEPT,
) -> AnswerRun:
    """Answer the claims that `keeper` does not know yet; `golds` are the claims that the answers are kept under.

    Each process answers a claim or two first, so that the times are those of a warm program. `report` receives how
    many claims are answered, and how many there are.
    """
    known = keeper.known_answers(golds)
    left = [place for place in range(len(golds)) if place not in known]
    chunks = [left[start : start + _CHUNK] for start in range(0, len(left), _CHUNK)]
    given: dict[int, ClaimAnswer] = {}
    workers = min(workers, len(chunks))
    with worker_pool(workers) as pool:
        list(in_order(answer, [[asked[place] for place in left[-_WARM_UP:]]] * workers, pool))
        started = time.perf_counter()
        answered = in_order(answer, [[asked[place] for place in chunk] for chunk in chunks], pool)
        for chunk, answers in zip(chunks, answered, strict=True):
            given |= dict(zip(chunk, answers, strict=True))
            keeper.add([golds[place] for place in chunk], answers)
            report(len(known) + len(given), len(golds))
        elapsed_s = time.perf_counter() - started
    everything = known | given
    ordered = tuple(everything[place] for place in range(len(golds)))
    return AnswerRun(ordered, len(known), len(given) / max(elapsed_s, 1e-9) if given else None)
