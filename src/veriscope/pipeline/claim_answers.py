"""What the pipeline answered to each claim, and the file that keeps answers while a long run goes on."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from veriscope.datasets.json_lines import BadLine, JsonObject, JsonValue, read_json_lines
from veriscope.domain import EvidenceId, GoldClaim, Label, Stance, Verdict, parse_evidence_id
from veriscope.errors import InputError


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


class AnswerLog:
    """Answers in a file, one JSON object a line, found again by plan and claim; a line cut short is answered anew."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._kept: dict[str, ClaimAnswer] = {}
        if path.exists():
            self._read()

    def kept(self, plan: str, gold: GoldClaim) -> ClaimAnswer | None:
        """The answer to a claim under a plan, where it was given before."""
        return self._kept.get(_key(plan, gold))

    def add(self, plan: str, answers: Iterable[tuple[GoldClaim, ClaimAnswer]]) -> None:
        """Append answers; they are on disk when this returns."""
        lines = [json.dumps({"key": _key(plan, gold)} | _as_json(answer)) + "\n" for gold, answer in answers]
        with self.path.open("a", encoding="utf-8") as stream:
            stream.writelines(lines)

    def _read(self) -> None:
        bad = 0
        for line in read_json_lines(self.path):
            answer = None if isinstance(line, BadLine) else _read(line.value)
            if answer is None:
                bad += 1
            else:
                self._kept[answer[0]] = answer[1]
        if bad and not self._kept:
            raise InputError(f"{self.path}: holds no answers of an earlier run; name a new file")
        if bad:
            # A line that was cut short must not swallow the next one.
            with self.path.open("a", encoding="utf-8") as stream:
                stream.write("\n")


def _key(plan: str, gold: GoldClaim) -> str:
    sets = sorted(sorted(map(str, pieces)) for pieces in gold.evidence_sets)
    told = json.dumps([plan, gold.claim.id, gold.claim.text, sets])
    return hashlib.blake2b(told.encode(), digest_size=12).hexdigest()


def _as_json(answer: ClaimAnswer) -> JsonObject:
    verdict = answer.verdict
    return {
        "label": verdict.label.value,
        "probabilities": [verdict.supports, verdict.refutes, verdict.not_enough_info],
        "stances": [list(stance) for stance in verdict.stances],
        "reason": verdict.reason,
        "pages": list(answer.pages),
        "evidence": [str(piece) for piece in answer.evidence],
        "ms": dict(answer.ms),
    }


def _read(value: JsonObject) -> tuple[str, ClaimAnswer] | None:
    """The answer of a line and its key; nothing where it is none."""
    try:
        return str(value["key"]), _from_json(value)
    except (InputError, KeyError, TypeError, ValueError):
        return None


def _from_json(value: JsonObject) -> ClaimAnswer:
    stances = tuple(Stance(*_numbers(stance)) for stance in _items(value["stances"]))
    verdict = Verdict(Label(str(value["label"])), *_numbers(value["probabilities"]), stances, str(value["reason"]))
    times = value["ms"]
    if not isinstance(times, dict):
        raise TypeError("ms: no object")
    return ClaimAnswer(
        verdict,
        tuple(str(page) for page in _items(value["pages"])),
        tuple(parse_evidence_id(str(piece)) for piece in _items(value["evidence"])),
        tuple((stage, _number(ms)) for stage, ms in times.items()),
    )


def _items(value: JsonValue) -> list[JsonValue]:
    if not isinstance(value, list):
        raise TypeError("no list")
    return value


def _numbers(value: JsonValue) -> tuple[float, float, float]:
    first, second, third = (_number(item) for item in _items(value))
    return first, second, third


def _number(value: JsonValue) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError("no number")
    return float(value)
