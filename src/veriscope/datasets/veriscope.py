"""Our own claims format, and the neutral form between the other formats.

    {"id": 1, "claim": "…", "label": "SUPPORTS", "evidence": [["Lima#sentence-0", "Peru#cell-0-3-1"]], "challenge": "…"}

Any one of the evidence sets suffices. Other keys are kept as they are.
"""

from dataclasses import dataclass

from veriscope.datasets.fields import ClaimId, Extra, as_list, rest, take_id, take_label, take_list, take_text
from veriscope.domain import Claim, EvidenceId, GoldClaim, Label, parse_evidence_id
from veriscope.errors import InputError
from veriscope.files import JsonObject, JsonValue, json_excerpt

_KEYS = ("id", "claim", "label", "evidence")


@dataclass(frozen=True, slots=True)
class VeriscopeClaim:
    """A labelled claim with its evidence sets; `extra` holds every other key of the record, in order."""

    id: ClaimId
    claim: str
    label: Label
    evidence: tuple[tuple[EvidenceId, ...], ...]
    extra: Extra = ()

    def gold(self) -> GoldClaim:
        """The claim in the form that the stages use, without empty or repeated sets."""
        sets = dict.fromkeys(frozenset(pieces) for pieces in self.evidence if pieces)
        return GoldClaim(Claim(str(self.id), self.claim), self.label, tuple(sets))


def parse_veriscope_claim(value: JsonObject) -> VeriscopeClaim:
    """A record of our own format."""
    sets = take_list(value, "evidence", of="evidence sets, each a list of evidence ids")
    return VeriscopeClaim(
        take_id(value),
        take_text(value, "claim"),
        take_label(value),
        tuple(_parse_set(pieces, at=f"evidence[{index}]") for index, pieces in enumerate(sets)),
        rest(value, _KEYS),
    )


def veriscope_claim_json(claim: VeriscopeClaim) -> JsonObject:
    """The record of our own format."""
    evidence: list[JsonValue] = [[str(piece) for piece in pieces] for pieces in claim.evidence]
    known: JsonObject = {"id": claim.id, "claim": claim.claim, "label": claim.label.value, "evidence": evidence}
    return known | dict(claim.extra)


def _parse_set(value: JsonValue, *, at: str) -> tuple[EvidenceId, ...]:
    pieces = as_list(value, at=at, of="evidence ids such as 'Lima#sentence-0'")
    return tuple(_parse_piece(piece, at=f"{at}[{index}]") for index, piece in enumerate(pieces))


def _parse_piece(value: JsonValue, *, at: str) -> EvidenceId:
    if not isinstance(value, str):
        raise InputError(f"{at}: found {json_excerpt(value)}; expected an evidence id such as 'Lima#sentence-0'")
    try:
        return parse_evidence_id(value)
    except InputError as error:
        raise InputError(f"{at}: {error}") from None
