"""FEVEROUS's claims: `{id, label, claim, evidence: [{content: [ids], context: {id: [ids]}} …], challenge, …}`."""

from dataclasses import dataclass

from veriscope.datasets.feverous_ids import (
    FeverousAddress,
    evidence_id_from_feverous,
    evidence_id_to_feverous,
    parse_feverous_id,
)
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
from veriscope.domain import Label
from veriscope.errors import InputError
from veriscope.files import JsonObject, JsonValue, json_excerpt

CONTEXT_KEY = "feverous_context"
HEADER: JsonObject = {"id": "", "claim": "", "label": "", "evidence": ""}

_KEYS = ("id", "claim", "label", "evidence")
_SET = "{content: [ids], context: {id: [ids]}}"


@dataclass(frozen=True, slots=True)
class FeverousSet:
    """An evidence set: the ids as written, and the other keys of its object (such as `context`)."""

    content: tuple[FeverousAddress, ...]
    extra: Extra = ()


@dataclass(frozen=True, slots=True)
class FeverousClaim:
    """A claim as FEVEROUS annotates it; `extra` holds `annotator_operations`, `challenge` and every other key."""

    id: ClaimId
    claim: str
    label: Label
    evidence: tuple[FeverousSet, ...]
    extra: Extra = ()


def parse_feverous_claim(value: JsonObject) -> FeverousClaim:
    """A record of FEVEROUS's claims."""
    sets = take_list(value, "evidence", of=_SET)
    return FeverousClaim(
        take_id(value),
        take_text(value, "claim"),
        take_label(value),
        tuple(_parse_set(item, at=f"evidence[{index}]") for index, item in enumerate(sets)),
        rest(value, _KEYS),
    )


def feverous_claim_json(claim: FeverousClaim) -> JsonObject:
    """The record, with ids as they were read."""
    evidence: list[JsonValue] = [
        {"content": [str(address) for address in pieces.content], **dict(pieces.extra)} for pieces in claim.evidence
    ]
    known: JsonObject = {"id": claim.id, "claim": claim.claim, "label": claim.label.value, "evidence": evidence}
    return known | dict(claim.extra)


def feverous_to_veriscope(claim: FeverousClaim) -> VeriscopeClaim:
    """The claim with our ids; the context of each set is kept under `feverous_context`."""
    evidence = tuple(tuple(evidence_id_from_feverous(piece) for piece in pieces.content) for pieces in claim.evidence)
    contexts: list[JsonValue] = [dict(pieces.extra) for pieces in claim.evidence]
    extra = (*without(claim.extra, CONTEXT_KEY), (CONTEXT_KEY, contexts))
    return VeriscopeClaim(claim.id, claim.claim, claim.label, evidence, extra)


def feverous_from_veriscope(claim: VeriscopeClaim) -> FeverousClaim:
    """The claim with FEVEROUS's ids; if the context is unknown, each piece gets the title of its page."""
    sets = tuple(tuple(evidence_id_to_feverous(piece) for piece in pieces) for pieces in claim.evidence)
    contexts = _contexts_of(claim) or [_title_context(addresses) for addresses in sets]
    return FeverousClaim(
        claim.id,
        claim.claim,
        claim.label,
        tuple(FeverousSet(addresses, extra) for addresses, extra in zip(sets, contexts, strict=True)),
        without(claim.extra, CONTEXT_KEY),
    )


def _parse_set(value: JsonValue, *, at: str) -> FeverousSet:
    if not isinstance(value, dict):
        raise InputError(f"{at}: found {json_excerpt(value)}; expected {_SET}")
    content = as_list(value.get("content"), at=f"{at}.content", of="element ids")
    addresses = tuple(_parse_id(item, at=f"{at}.content[{index}]") for index, item in enumerate(content))
    return FeverousSet(addresses, rest(value, ("content",)))


def _parse_id(value: JsonValue, *, at: str) -> FeverousAddress:
    if not isinstance(value, str):
        raise InputError(f"{at}: found {json_excerpt(value)}; expected an id such as 'Lima_sentence_0'")
    try:
        return parse_feverous_id(value)
    except InputError as error:
        raise InputError(f"{at}: {error}") from None


def _contexts_of(claim: VeriscopeClaim) -> list[Extra] | None:
    kept = extra_value(claim.extra, CONTEXT_KEY)
    if kept is None:
        return None
    contexts = [tuple(item.items()) for item in as_list(kept, at=CONTEXT_KEY, of="objects") if isinstance(item, dict)]
    if len(contexts) != len(claim.evidence):
        raise InputError(f"{CONTEXT_KEY}: found {len(contexts)} objects for {len(claim.evidence)} evidence sets")
    return contexts


def _title_context(addresses: tuple[FeverousAddress, ...]) -> Extra:
    context: JsonObject = {str(address): [f"{address.page}_title"] for address in addresses}
    return (("context", context),)
