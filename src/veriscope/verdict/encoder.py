"""The default verdict: an encoder judges the lines of the evidence, together and one by one, and a head weighs this."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from veriscope.domain import Claim, Computation, Evidence, Label, Stance, Verdict
from veriscope.errors import StoreError
from veriscope.models import (
    COMPUTED,
    Encoder,
    EvidenceLine,
    Line,
    evidence_lines,
    packaged_encoder,
    role_hints,
    with_hints,
    worker_threads,
)
from veriscope.verdict.computation_words import computation_words
from veriscope.verdict.encoder_features import (
    HEAD_FEATURES,
    JUDGED,
    LISTED,
    LineReading,
    line_stance,
    verdict_features,
)
from veriscope.verdict.label_probabilities import stance_from, verdict_from
from veriscope.verdict.limits import SURE

Floats = NDArray[np.float64]

_HEAD_FILE = "head.json"
_HEAD = Path(__file__).parent / "data" / _HEAD_FILE
_NO_STANCE = Stance(0.0, 0.0, 1.0)
# Of how many lines two or three may decide together.
_JOINED = 4
LABELS = (Label.SUPPORTS, Label.REFUTES, Label.NOT_ENOUGH_INFO)


class EncoderVerdict:
    """Decides by the packaged cross-encoder; its probabilities are calibrated on claims it was not trained on."""

    def __init__(self, *, encoder: Encoder | None = None, head: "VerdictHead | None" = None) -> None:
        self._encoder = encoder or packaged_encoder()
        self._head = head or packaged_head()

    @classmethod
    def read(cls, folder: Path) -> "EncoderVerdict":
        """Read an encoder that the user trained and exported; without a head beside it, the list's logits decide."""
        head = folder / _HEAD_FILE
        return cls(
            encoder=Encoder(folder, threads=worker_threads()),
            head=VerdictHead.read(head) if head.exists() else list_head(),
        )

    def decide(
        self,
        claim: Claim,
        evidence: Sequence[Evidence],
        *,
        computations: Sequence[Computation] = (),
        wordings: Sequence[str] = (),
    ) -> Verdict:
        """The verdict on `claim` given ranked `evidence`; NOT ENOUGH INFO if there is none.

        If no single line takes the side of the verdict, `together` names a few that do so together, if there are such.
        """
        if not evidence:
            return Verdict(Label.NOT_ENOUGH_INFO, 0.0, 0.0, 1.0, reason="there is no evidence to judge it by")
        lines = evidence_lines(evidence)
        reading = read_lines(self._encoder, claim, lines, computations)
        features = verdict_features(reading)
        verdict = replace(
            verdict_from(Stance(*self._head.probabilities(features)), _stances(lines[:JUDGED], reading, len(evidence))),
            computed=tuple(map(line_stance, reading.computed)),
            wordings=self._of_wordings(wordings, lines),
        )
        return self._with_lines_together(verdict, claim, lines, reading)

    def _of_wordings(self, wordings: Sequence[str], lines: Sequence[EvidenceLine]) -> tuple[Stance, ...]:
        """What the lines together say about each wording, judged in one batch."""
        pairs = [(text, _list_text(text, _lines(lines))) for text in wordings]
        return tuple(stance_from(np.array(judged.list)) for judged in self._encoder.judge(pairs)) if pairs else ()

    def _with_lines_together(
        self, verdict: Verdict, claim: Claim, lines: Sequence[EvidenceLine], reading: LineReading
    ) -> Verdict:
        """The verdict, with the few lines that decide it together if no line does alone, and if there are such."""
        if verdict.label is Label.NOT_ENOUGH_INFO:
            return verdict
        side = LABELS.index(verdict.label)
        alone = max(line_stance(one)[side] for one in (*reading.alone, *reading.computed))
        if alone >= SURE:
            return verdict
        groups = list(_groups(lines))
        judged = self._encoder.judge([(claim.text, _list_text(claim.text, _lines(group))) for group in groups])
        sure = [stance_from(np.array(one.list))[side] for one in judged]
        best = max(range(len(groups)), key=lambda place: (sure[place], -place), default=None)
        if best is None or sure[best] < SURE:
            return verdict
        return replace(verdict, together=tuple(place for line in groups[best] for place in line.pieces))


def read_lines(
    encoder: Encoder, claim: Claim, lines: Sequence[EvidenceLine], computations: Sequence[Computation] = ()
) -> LineReading:
    """The encoder's judgement of the best lines together with what was computed, and of each of them alone."""
    said = [computation_words(one) for one in computations]
    texts = [with_hints(claim.text, [line.line], known=role_hints(claim.text, [line.line])) for line in lines[:JUDGED]]
    texts += [with_hints(claim.text, [Line(COMPUTED, words)]) for words in said]
    judged = encoder.judge([(claim.text, text) for text in texts])
    (together,) = encoder.judge([(claim.text, _list_text(claim.text, _lines(lines), said))])
    count = len(lines[:JUDGED])
    matches = tuple(one.match_probability for one in computations)
    return LineReading(together, tuple(judged[:count]), tuple(judged[count:]), matches)


class VerdictHead:
    """A multinomial logistic regression over the encoder's judgements."""

    def __init__(self, weights: Floats, bias: Floats, mean: Floats, scale: Floats) -> None:
        self._weights, self._bias, self._mean, self._scale = weights, bias, mean, scale

    @classmethod
    def read(cls, file: Path) -> "VerdictHead":
        """The head that `write` wrote."""
        try:
            values = json.loads(file.read_text(encoding="utf-8"))
            parts = [np.array(values[name], np.float64) for name in ("weights", "bias", "mean", "scale")]
        except (OSError, ValueError, KeyError, TypeError):
            parts = []
        width, labels = len(HEAD_FEATURES), len(LABELS)
        if [part.shape for part in parts] != [(width, labels), (labels,), (width,), (width,)]:
            raise StoreError(f"{file} holds no head of a verdict; `veriscope train verdict-head` writes one")
        return cls(*parts)

    def write(self, file: Path) -> None:
        """Write the head as JSON."""
        named = zip(("weights", "bias", "mean", "scale"), self._parts(), strict=True)
        file.write_text(json.dumps({name: np.round(part, 6).tolist() for name, part in named}), encoding="utf-8")

    def probabilities(self, features: Floats) -> tuple[float, float, float]:
        """The probability of each label; they sum to one."""
        logits = (features - self._mean) / self._scale @ self._weights + self._bias
        return stance_from(logits)

    def _parts(self) -> tuple[Floats, Floats, Floats, Floats]:
        return self._weights, self._bias, self._mean, self._scale


def list_head() -> VerdictHead:
    """A head that repeats what the encoder says about the lines together."""
    weights = np.zeros((len(HEAD_FEATURES), len(LABELS)))
    for place, name in enumerate(("list_supports", "list_refutes", "list_neither")):
        weights[HEAD_FEATURES.index(name), place] = 1.0
    return VerdictHead(weights, np.zeros(len(LABELS)), np.zeros(len(HEAD_FEATURES)), np.ones(len(HEAD_FEATURES)))


@cache
def packaged_head() -> VerdictHead:
    """The head that comes with the package."""
    return VerdictHead.read(_HEAD)


def _list_text(claim: str, lines: Sequence[Line], computed: Sequence[str] = ()) -> str:
    """The best lines as one text, after what is known about the claim."""
    known = [*computed, *role_hints(claim, lines)]
    return with_hints(claim, lines[:LISTED], unread=lines[LISTED:], known=known)


def _lines(lines: Sequence[EvidenceLine]) -> list[Line]:
    return [line.line for line in lines]


def _groups(lines: Sequence[EvidenceLine]) -> Iterator[Sequence[EvidenceLine]]:
    """The lines that may decide together: two or three of the first, the fewest first."""
    for size in (2, 3):
        yield from combinations(lines[:_JOINED], size)


def _stances(lines: Sequence[EvidenceLine], reading: LineReading, count: int) -> tuple[Stance, ...]:
    """The stance of each piece of evidence, from its line; pieces of lines that were not judged say nothing."""
    stances = [_NO_STANCE] * count
    for line, judged in zip(lines, reading.alone, strict=True):
        for place in line.pieces:
            stances[place] = line_stance(judged)
    return tuple(stances)
