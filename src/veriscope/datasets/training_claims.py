"""Claims for training retrieval: their text and all known evidence, whether it is one group or several."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from veriscope.datasets.claim_formats import ClaimFormat, read_labelled, read_records
from veriscope.datasets.fields import as_list, take_id, take_label, take_text
from veriscope.datasets.findings import Finding, ProblemKind
from veriscope.domain import EvidenceId, Label, SentenceId
from veriscope.errors import InputError
from veriscope.files import JsonObject, JsonValue, json_excerpt, locate_errors
from veriscope.text import title_from_fever

_PIECE = "[page, line], or null where the sentence is not in the corpus"


class TrainingClaim(NamedTuple):
    """A claim and all its evidence; the grouping of the pieces into alternatives may be unknown."""

    text: str
    evidence: tuple[EvidenceId, ...]

    def pages(self) -> frozenset[str]:
        """The pages of its evidence."""
        return frozenset(piece.page for piece in self.evidence)


def read_aligned_claims(path: Path) -> Iterator[TrainingClaim]:
    """The claims, in a FEVER training file, whose pieces of evidence, `[page, line]`, were all found in a corpus.

    Claims with a null piece, or without evidence, are left out.
    """
    for line in read_records(path):
        with locate_errors(path, line.number):
            pieces = line.value.get("evidence")
            found = [_sentence(piece) for piece in pieces] if isinstance(pieces, list) else []
            evidence = tuple(piece for piece in found if piece is not None)
            if found and len(evidence) == len(found):
                yield TrainingClaim(take_text(line.value, "claim"), evidence)


def check_fever_training(value: JsonObject) -> Iterator[Finding]:
    """The problems of a record of a FEVER training file, and whether evidence that its label needs is missing.

    A piece is null if its sentence is not in the corpus; a claim that cannot be verified has no pieces.
    """
    take_id(value)
    take_text(value, "claim")
    label = take_label(value)
    pieces = as_list(value.get("evidence") or [], at="evidence", of=_PIECE)
    for index, piece in enumerate(pieces):
        if piece is not None:
            _require_piece(piece, at=f"evidence[{index}]")
    if label is not Label.NOT_ENOUGH_INFO and (not pieces or None in pieces):
        yield Finding(ProblemKind.ABSENT, "evidence: not all of it is in the corpus")


def read_claims_with_evidence(path: Path, *, form: ClaimFormat) -> Iterator[TrainingClaim]:
    """The claims with evidence in a file of a known format."""
    for located_claim in read_labelled(path, form=form):
        claim = located_claim.claim
        if claim.evidence:
            yield TrainingClaim(claim.claim, tuple(piece for group in claim.evidence for piece in group))


def _require_piece(piece: JsonValue, *, at: str) -> None:
    found = _sentence(piece)
    if found is None:
        raise InputError(f"{at}: found {json_excerpt(piece)}; expected {_PIECE}")
    if found.sentence < 0:
        raise InputError(f"{at}: found line {found.sentence}; lines count from 0")


def _sentence(piece: JsonValue) -> SentenceId | None:
    match piece:
        case [str(page), int(line)]:
            return SentenceId(title_from_fever(page), line)
        case _:
            return None
