"""The default verdict: what the cross-encoder says of the evidence together and line by line, weighed by a head."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from veriscope.domain import Claim, Evidence, Label, Stance, Verdict
from veriscope.errors import StoreError
from veriscope.neural.encoder import Encoder, Judgement, packaged_encoder, worker_threads
from veriscope.neural.evidence_lines import EvidenceLine, Line, evidence_lines
from veriscope.neural.hints import told
from veriscope.neural.roles import role_hints
from veriscope.text import terms
from veriscope.verdict.encoder_features import FEATURES, LISTED, verdict_features

Floats = NDArray[np.float64]

_HEAD_FILE = "head.json"
_HEAD = Path(__file__).parent / "data" / _HEAD_FILE
# Lines that are judged on their own; of a table's 25 cells these are the best rows.
_JUDGED = 10
# How far a line must be taken for evidence to decide a claim that it shares no word with. Inference pairs taught the
# encoder that a text about something else refutes; of 500 training claims whose evidence shares no word with them, 38
# are lost by it.
_TAKEN = 0.3
_NO_STANCE = Stance(0.0, 0.0, 1.0)
LABELS = (Label.SUPPORTS, Label.REFUTES, Label.NOT_ENOUGH_INFO)


class EncoderVerdict:
    """Decides by the packaged cross-encoder; its probabilities are calibrated on claims it was not trained on."""

    def __init__(self, *, encoder: Encoder | None = None, head: "VerdictHead | None" = None) -> None:
        self._encoder = encoder or packaged_encoder()
        self._head = head or packaged_head()

    @classmethod
    def read(cls, folder: Path) -> "EncoderVerdict":
        """By an encoder of one's own training, as exported; without a head beside it, by its word on the list."""
        head = folder / _HEAD_FILE
        return cls(
            encoder=Encoder(folder, threads=worker_threads()),
            head=VerdictHead.read(head) if head.exists() else list_head(),
        )

    def decide(self, claim: Claim, evidence: Sequence[Evidence]) -> Verdict:
        """The verdict on `claim` given ranked `evidence`; NOT ENOUGH INFO when there is none."""
        return self.decide_with(claim, evidence, ())

    def decide_with(self, claim: Claim, evidence: Sequence[Evidence], computed: Sequence[str]) -> Verdict:
        """The verdict on `claim` given ranked `evidence` and what was computed from tables, in words."""
        if not evidence:
            return Verdict(Label.NOT_ENOUGH_INFO, 0.0, 0.0, 1.0, reason="there is no evidence to judge it by")
        lines = evidence_lines(evidence)
        together, alone = self.judge(claim, lines, computed)
        lines = lines[:_JUDGED]
        features = verdict_features(together, alone)
        shares, reason = self._head.probabilities(features), ""
        strongest = float(features[FEATURES.index("ranked_supports") :].max())
        if strongest < _TAKEN and not computed and _shares_no_word(claim, lines):
            shares, reason = _held_back(shares, strongest), "the evidence shares no word with the claim"
        label = LABELS[int(np.argmax(shares))]
        return Verdict(label, *shares, stances=_stances(lines, alone, len(evidence)), reason=reason)

    def stances(self, wordings: Sequence[str], evidence: Sequence[Evidence]) -> list[Stance]:
        """What the `evidence` together says of each wording, in order."""
        read = [line.line for line in evidence_lines(evidence)]
        pairs = [(text, _list_text(text, read)) for text in wordings]
        return [_stance(judged.list) for judged in self._encoder.judge(pairs)]

    def judge(
        self, claim: Claim, lines: Sequence[EvidenceLine], computed: Sequence[str] = ()
    ) -> tuple[Judgement, list[Judgement]]:
        """The encoder's judgement of the best lines together, with what was computed, and of each of them alone."""
        alone = self._encoder.judge([(claim.text, told(claim.text, [line.line])) for line in lines[:_JUDGED]])
        read = [line.line for line in lines]
        (together,) = self._encoder.judge([(claim.text, _list_text(claim.text, read, computed))])
        return together, alone


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
        width, labels = len(FEATURES), len(LABELS)
        if [part.shape for part in parts] != [(width, labels), (labels,), (width,), (width,)]:
            raise StoreError(f"{file} holds no head of a verdict; `train_verdict_head` writes one")
        return cls(*parts)

    def write(self, file: Path) -> None:
        """Write the head as JSON."""
        named = zip(("weights", "bias", "mean", "scale"), self._parts(), strict=True)
        file.write_text(json.dumps({name: np.round(part, 6).tolist() for name, part in named}), encoding="utf-8")

    def probabilities(self, features: Floats) -> tuple[float, float, float]:
        """The probability of each label; they sum to one."""
        logits = (features - self._mean) / self._scale @ self._weights + self._bias
        shares = np.exp(logits - logits.max())
        supports, refutes, neither = (shares / shares.sum()).tolist()
        return supports, refutes, neither

    def _parts(self) -> tuple[Floats, Floats, Floats, Floats]:
        return self._weights, self._bias, self._mean, self._scale


def list_head() -> VerdictHead:
    """A head that says what the encoder says of the lines together."""
    weights = np.zeros((len(FEATURES), len(LABELS)))
    for place, name in enumerate(("list_supports", "list_refutes", "list_neither")):
        weights[FEATURES.index(name), place] = 1.0
    return VerdictHead(weights, np.zeros(len(LABELS)), np.zeros(len(FEATURES)), np.ones(len(FEATURES)))


@cache
def packaged_head() -> VerdictHead:
    """The head that comes with the package."""
    return VerdictHead.read(_HEAD)


def _list_text(claim: str, lines: Sequence[Line], computed: Sequence[str] = ()) -> str:
    """The best lines as one text, with what is known of the claim in front."""
    known = [*computed, *role_hints(claim, lines)]
    return told(claim, lines[:LISTED], unread=lines[LISTED:], known=known)


def _stance(logits: Sequence[float]) -> Stance:
    shares = np.exp(np.array(logits) - max(logits))
    return Stance(*(shares / shares.sum()).tolist())


def _shares_no_word(claim: Claim, lines: Sequence[EvidenceLine]) -> bool:
    said = {term for line in lines for term in terms(f"{line.line.title} {line.line.text}")}
    return said.isdisjoint(terms(claim.text))


def _held_back(shares: tuple[float, float, float], strongest: float) -> tuple[float, float, float]:
    supports, refutes = shares[0] * strongest, shares[1] * strongest
    return supports, refutes, 1 - supports - refutes


def _stances(lines: Sequence[EvidenceLine], alone: Sequence[Judgement], count: int) -> tuple[Stance, ...]:
    """For each piece of evidence what its line says; pieces of lines that were not judged say nothing."""
    stances = [_NO_STANCE] * count
    for line, judged in zip(lines, alone, strict=True):
        for place in line.pieces:
            stances[place] = _stance(judged.line)
    return tuple(stances)
