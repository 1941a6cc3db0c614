"""Claims to learn retrieval from: their text and the evidence that is known, wherever it is one group or several."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from veriscope.datasets.claim_formats import ClaimFormat, read_labelled, read_records
from veriscope.datasets.fields import take_text
from veriscope.datasets.json_lines import JsonValue, located
from veriscope.domain import EvidenceId, SentenceId
from veriscope.text import title_from_fever


class TrainingClaim(NamedTuple):
    """A claim and all its evidence; how the pieces group into alternatives may not be known."""

    text: str
    evidence: tuple[EvidenceId, ...]

    def pages(self) -> frozenset[str]:
        """The pages of its evidence."""
        return frozenset(piece.page for piece in self.evidence)


def read_aligned_claims(path: Path) -> Iterator[TrainingClaim]:
    """The claims of a FEVER training file whose every piece of evidence, `[page, line]`, was found in a corpus.

    The others, where a piece is null or there is none, are left out.
    """
    for line in read_records(path):
        with located(path, line.number):
            pieces = line.value.get("evidence")
            found = [_sentence(piece) for piece in pieces] if isinstance(pieces, list) else []
            evidence = tuple(piece for piece in found if piece is not None)
            if found and len(evidence) == len(found):
                yield TrainingClaim(take_text(line.value, "claim"), evidence)


def read_claims_with_evidence(path: Path, *, form: ClaimFormat) -> Iterator[TrainingClaim]:
    """The claims of a file of a known format that have evidence."""
    for located_claim in read_labelled(path, form=form):
        claim = located_claim.claim
        if claim.evidence:
            yield TrainingClaim(claim.claim, tuple(piece for group in claim.evidence for piece in group))


def _sentence(piece: JsonValue) -> SentenceId | None:
    match piece:
        case [str(page), int(line)]:
            return SentenceId(title_from_fever(page), line)
        case _:
            return None
