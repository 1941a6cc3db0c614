"""The FEVEROUS baseline's verdict predictor: a transformer over the claim and all evidence as one text."""

from collections.abc import Sequence
from pathlib import Path

from veriscope.domain import Claim, Evidence, Verdict
from veriscope.models import FEVEROUS_VERDICT, FeverousTokenizer, NetworkHeader, OnnxNetwork, PairNetwork, linearise
from veriscope.verdict.label_probabilities import NO_EVIDENCE, stance_from, verdict_from


class FeverousVerdict:
    """Reads claim and linearised evidence (Aly et al. 2021, section 4); `network` runs it, else its ONNX form."""

    def __init__(self, folder: Path, *, network: PairNetwork | None = None) -> None:
        header = NetworkHeader.read(folder, kind=FEVEROUS_VERDICT)
        self.settings = header.settings
        self._tokens = FeverousTokenizer(folder, max_tokens=header.max_tokens)
        self._network = network or OnnxNetwork(folder, filler=self._tokens.filler)

    def decide(self, claim: Claim, evidence: Sequence[Evidence], **_unread: object) -> Verdict:
        """The verdict on `claim` given ranked `evidence`; NOT ENOUGH INFO when there is none."""
        return self.decide_all([(claim, evidence)])[0]

    def decide_all(self, cases: Sequence[tuple[Claim, Sequence[Evidence]]]) -> list[Verdict]:
        """The verdicts on many claims, in order."""
        asked = [number for number, (_, evidence) in enumerate(cases) if evidence]
        texts = [
            (cases[number][0].text, linearise(cases[number][1], separator=self._tokens.separator)) for number in asked
        ]
        verdicts = [NO_EVIDENCE] * len(cases)
        for number, logits in zip(asked, self._network.logits(self._tokens.texts(texts)), strict=True):
            verdicts[number] = verdict_from(stance_from(logits))
        return verdicts
