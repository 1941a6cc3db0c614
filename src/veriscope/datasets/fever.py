"""FEVER's claims: `{id, verifiable, label, claim, evidence: [[[annotation, evidence, page, line], …] …]}`."""

from dataclasses import dataclass

from veriscope.datasets.fever_ids import evidence_id_from_fever, evidence_id_to_fever
from veriscope.datasets.fields import (
    ClaimId,
    Extra,
    as_list,
    extra_value,
    rest,
    take_id,
    take_label,
    take_list,
    take_text,
    without,
)
from veriscope.datasets.veriscope import VeriscopeClaim
from veriscope.domain import EvidenceId, Label
from veriscope.errors import InputError
from veriscope.files import JsonObject, JsonValue, json_excerpt

ANNOTATIONS_KEY = "fever_annotations"

_KEYS = ("id", "label", "claim", "evidence")
_PIECE = "[annotation id, evidence id, page, line]"


@dataclass(frozen=True, slots=True)
class FeverPiece:
    """One sentence of a gold set; page and line are null if the claim cannot be verified."""

    annotation_id: int | None
    evidence_id: int | None
    page: str | None
    line: int | None


@dataclass(frozen=True, slots=True)
class FeverClaim:
    """A claim as FEVER annotates it; `extra` holds `verifiable` and every other key."""

    id: ClaimId
    claim: str
    label: Label
    evidence: tuple[tuple[FeverPiece, ...], ...]
    extra: Extra = ()


def parse_fever_claim(value: JsonObject) -> FeverClaim:
    """A record of FEVER's claims."""
    sets = take_list(value, "evidence", of=f"evidence sets, each a list of {_PIECE}")
    return FeverClaim(
        take_id(value),
        take_text(value, "claim"),
        take_label(value),
        tuple(_parse_set(pieces, at=f"evidence[{index}]") for index, pieces in enumerate(sets)),
        rest(value, _KEYS),
    )


def fever_claim_json(claim: FeverClaim) -> JsonObject:
    """The record, with the keys in FEVER's order."""
    evidence: list[JsonValue] = [
        [[piece.annotation_id, piece.evidence_id, piece.page, piece.line] for piece in pieces]
        for pieces in claim.evidence
    ]
    verifiable = {key: value for key, value in claim.extra if key == "verifiable"}
    known: JsonObject = {"label": claim.label.value, "claim": claim.claim, "evidence": evidence}
    return {"id": claim.id} | verifiable | known | dict(without(claim.extra, "verifiable"))


def fever_to_veriscope(claim: FeverClaim) -> VeriscopeClaim:
    """The claim with our ids; the annotation ids are kept under `fever_annotations`."""
    evidence = tuple(_neutral_set(pieces, at=f"evidence[{index}]") for index, pieces in enumerate(claim.evidence))
    annotations: list[JsonValue] = [
        [[piece.annotation_id, piece.evidence_id] for piece in pieces] for pieces in claim.evidence
    ]
    extra = (*without(claim.extra, ANNOTATIONS_KEY), (ANNOTATIONS_KEY, annotations))
    return VeriscopeClaim(claim.id, claim.claim, claim.label, evidence, extra)


def fever_from_veriscope(claim: VeriscopeClaim) -> FeverClaim:
    """The claim with FEVER's ids; every piece must be a sentence."""
    sets = tuple(
        _fever_set(pieces, annotations)
        for pieces, annotations in zip(claim.evidence, _annotations_of(claim), strict=True)
    )
    extra = without(claim.extra, ANNOTATIONS_KEY)
    if not any(key == "verifiable" for key, _ in extra):
        is_verifiable = claim.label is not Label.NOT_ENOUGH_INFO
        extra = (("verifiable", "VERIFIABLE" if is_verifiable else "NOT VERIFIABLE"), *extra)
    if not sets and claim.label is Label.NOT_ENOUGH_INFO and ANNOTATIONS_KEY not in dict(claim.extra):
        sets = ((FeverPiece(None, None, None, None),),)
    return FeverClaim(claim.id, claim.claim, claim.label, sets, extra)


def _parse_set(value: JsonValue, *, at: str) -> tuple[FeverPiece, ...]:
    pieces = as_list(value, at=at, of=_PIECE)
    return tuple(_parse_piece(piece, at=f"{at}[{index}]") for index, piece in enumerate(pieces))


def _parse_piece(value: JsonValue, *, at: str) -> FeverPiece:
    parts = as_list(value, at=at, of=f"four: {_PIECE}")
    if len(parts) != 4:
        raise InputError(f"{at}: found {json_excerpt(value)}; expected four: {_PIECE}")
    annotation_id, evidence_id, page, line = parts
    if page is not None and not isinstance(page, str):
        raise InputError(f"{at}: found the page {json_excerpt(page)}; expected a text such as 'Lima', or null")
    return FeverPiece(
        _whole_number(annotation_id, at=f"{at}[0]"),
        _whole_number(evidence_id, at=f"{at}[1]"),
        page,
        _whole_number(line, at=f"{at}[3]"),
    )


def _whole_number(value: JsonValue, *, at: str) -> int | None:
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    raise InputError(f"{at}: found {json_excerpt(value)}; expected a whole number or null")


def _neutral_set(pieces: tuple[FeverPiece, ...], *, at: str) -> tuple[EvidenceId, ...]:
    if all(piece.page is None and piece.line is None for piece in pieces):
        return ()
    return tuple(_neutral_piece(piece, at=f"{at}[{index}]") for index, piece in enumerate(pieces))


def _neutral_piece(piece: FeverPiece, *, at: str) -> EvidenceId:
    if piece.page is None or piece.line is None:
        raise InputError(f"{at}: the page or the line is null beside others that are not; expected both")
    return evidence_id_from_fever(piece.page, piece.line)


Annotation = tuple[int | None, int | None]


def _annotations_of(claim: VeriscopeClaim) -> list[list[Annotation]]:
    kept = extra_value(claim.extra, ANNOTATIONS_KEY)
    if kept is None:
        return [[(None, None)] * max(1, len(pieces)) for pieces in claim.evidence]
    sets = as_list(kept, at=ANNOTATIONS_KEY, of="annotation ids, a list for each evidence set")
    if len(sets) != len(claim.evidence):
        raise InputError(f"{ANNOTATIONS_KEY}: found {len(sets)} sets for {len(claim.evidence)} evidence sets")
    return [
        [_annotation(pair, at=f"{ANNOTATIONS_KEY}[{index}]") for pair in as_list(pairs, at=ANNOTATIONS_KEY, of="pairs")]
        for index, pairs in enumerate(sets)
    ]


def _annotation(value: JsonValue, *, at: str) -> Annotation:
    pair = as_list(value, at=at, of="two ids")
    if len(pair) != 2:
        raise InputError(f"{at}: found {json_excerpt(value)}; expected [annotation id, evidence id]")
    return _whole_number(pair[0], at=at), _whole_number(pair[1], at=at)


def _fever_set(pieces: tuple[EvidenceId, ...], annotations: list[Annotation]) -> tuple[FeverPiece, ...]:
    if not pieces:
        return tuple(FeverPiece(*annotation, None, None) for annotation in annotations)
    if len(annotations) != len(pieces):
        raise InputError(f"{ANNOTATIONS_KEY}: found {len(annotations)} pairs for {len(pieces)} pieces of evidence")
    return tuple(
        FeverPiece(*annotation, *evidence_id_to_fever(piece))
        for piece, annotation in zip(pieces, annotations, strict=True)
    )
