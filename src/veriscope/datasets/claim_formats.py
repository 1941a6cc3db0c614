"""The interface of a claims format: turns its records into our claims, and back."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from veriscope.datasets.fever import fever_claim_json, fever_from_veriscope, fever_to_veriscope, parse_fever_claim
from veriscope.datasets.feverous import (
    HEADER,
    feverous_claim_json,
    feverous_from_veriscope,
    feverous_to_veriscope,
    parse_feverous_claim,
)
from veriscope.datasets.fields import is_header, take_id, take_text
from veriscope.datasets.hybridqa import holds_in_hybridqa, hybridqa_json, parse_hybridqa
from veriscope.datasets.tabfact import holds_in_tabfact, parse_tabfact, tabfact_json
from veriscope.datasets.veriscope import VeriscopeClaim, parse_veriscope_claim, veriscope_claim_json
from veriscope.domain import Claim, EvidenceId, SentenceId
from veriscope.files import JsonLine, JsonObject, locate_errors, read_objects


@dataclass(frozen=True, slots=True)
class ClaimFormat:
    """A format of labelled claims; `header` is the first record of its files, if they have one."""

    name: str
    parse: Callable[[JsonObject], VeriscopeClaim]
    render: Callable[[VeriscopeClaim], JsonObject]
    holds: Callable[[EvidenceId], bool]
    header: JsonObject | None = None


@dataclass(frozen=True, slots=True)
class LocatedClaim:
    """A claim and its line."""

    line: int
    claim: VeriscopeClaim


def read_labelled(path: Path, *, form: ClaimFormat) -> Iterator[LocatedClaim]:
    """The claims of a file, without the header record; raises `InputError` at the first bad row."""
    for line in read_records(path):
        with locate_errors(path, line.number):
            claim = form.parse(line.value)
        yield LocatedClaim(line.number, claim)


def read_claims(path: Path) -> Iterator[Claim]:
    """The claims of a file of any format; labels and evidence are ignored, and may be missing."""
    for line in read_records(path):
        with locate_errors(path, line.number):
            claim = Claim(str(take_id(line.value)), take_text(line.value, "claim"))
        yield claim


def read_records(path: Path) -> Iterator[JsonLine]:
    """The objects of a file, without FEVEROUS's header record."""
    return (line for position, line in enumerate(read_objects(path)) if position > 0 or not is_header(line.value))


def _parse_fever(value: JsonObject) -> VeriscopeClaim:
    return fever_to_veriscope(parse_fever_claim(value))


def _render_fever(claim: VeriscopeClaim) -> JsonObject:
    return fever_claim_json(fever_from_veriscope(claim))


def _parse_feverous(value: JsonObject) -> VeriscopeClaim:
    return feverous_to_veriscope(parse_feverous_claim(value))


def _render_feverous(claim: VeriscopeClaim) -> JsonObject:
    return feverous_claim_json(feverous_from_veriscope(claim))


def _is_sentence(evidence_id: EvidenceId) -> bool:
    return isinstance(evidence_id, SentenceId)


def _is_any(evidence_id: EvidenceId) -> bool:  # noqa: ARG001 - one signature for all formats
    return True


FEVER = ClaimFormat("fever", _parse_fever, _render_fever, _is_sentence)
FEVEROUS = ClaimFormat("feverous", _parse_feverous, _render_feverous, _is_any, HEADER)
HYBRIDQA = ClaimFormat("hybridqa", parse_hybridqa, hybridqa_json, holds_in_hybridqa)
TABFACT = ClaimFormat("tabfact", parse_tabfact, tabfact_json, holds_in_tabfact)
VERISCOPE = ClaimFormat("veriscope", parse_veriscope_claim, veriscope_claim_json, _is_any)
