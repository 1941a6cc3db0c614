"""The pipeline's answer to each claim, and the file that keeps answers while a long run goes on."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from veriscope.domain import EvidenceId, GoldClaim, Label, Stance, Verdict, parse_evidence_id
from veriscope.files import Journal, JsonObject, append_rows


@dataclass(frozen=True, slots=True)
class ClaimAnswer:
    """A verdict with the pages and the evidence behind it, best first; `ms` holds the time of each stage."""

    verdict: Verdict
    pages: tuple[str, ...]
    evidence: tuple[EvidenceId, ...]
    ms: tuple[tuple[str, float], ...]

    @property
    def total_ms(self) -> float:
        """The time from the claim to the verdict."""
        return sum(ms for _, ms in self.ms)


@dataclass(frozen=True, slots=True)
class AnswerLog:
    """The answers in a journal, by plan and claim, and the file that more are appended to."""

    answers: Mapping[str, ClaimAnswer]
    stream: BinaryIO

    def find(self, plan: str, gold: GoldClaim) -> ClaimAnswer | None:
        """The answer to a claim under a plan; None if no earlier run gave it."""
        return self.answers.get(_key(plan, gold))

    def add(self, plan: str, answers: Iterable[tuple[GoldClaim, ClaimAnswer]]) -> None:
        """Append answers; they are on disk when this returns."""
        append_rows(self.stream, ({"key": _key(plan, gold), **_as_json(answer)} for gold, answer in answers))


@contextmanager
def open_answer_log(path: Path | None) -> Iterator[AnswerLog | None]:
    """Open the answers kept in a file, for this process alone; None without a file."""
    if path is None:
        yield None
        return
    journal = Journal(path, "veriscope_answers", {}, "holds no answers of an earlier run; name a new file")
    with journal.open() as (_, stream):
        yield AnswerLog({row["key"]: _from_json(row) for row in journal.rows()}, stream)


def _key(plan: str, gold: GoldClaim) -> str:
    sets = sorted(sorted(map(str, pieces)) for pieces in gold.evidence_sets)
    identity = json.dumps([plan, gold.claim.id, gold.claim.text, sets])
    return hashlib.blake2b(identity.encode(), digest_size=12).hexdigest()


def _as_json(answer: ClaimAnswer) -> JsonObject:
    verdict = answer.verdict
    return {
        "label": verdict.label.value,
        "probabilities": [verdict.supports, verdict.refutes, verdict.not_enough_info],
        "stances": [list(stance) for stance in verdict.stances],
        "computed": [list(stance) for stance in verdict.computed],
        "together": list(verdict.together),
        "reason": verdict.reason,
        "pages": list(answer.pages),
        "evidence": [str(piece) for piece in answer.evidence],
        "ms": dict(answer.ms),
    }


def _from_json(row: Mapping[str, Any]) -> ClaimAnswer:
    stances = tuple(Stance(*stance) for stance in row["stances"])
    supports, refutes, neither = row["probabilities"]
    computed = tuple(Stance(*stance) for stance in row["computed"])
    verdict = Verdict(
        Label(row["label"]), supports, refutes, neither, stances, computed, tuple(row["together"]), row["reason"]
    )
    evidence = tuple(parse_evidence_id(piece) for piece in row["evidence"])
    return ClaimAnswer(verdict, tuple(row["pages"]), evidence, tuple(row["ms"].items()))
