"""Converts between FEVER's `[page, line]` and our evidence ids."""

from veriscope.domain import EvidenceId, SentenceId
from veriscope.errors import InputError
from veriscope.text import title_from_fever, title_to_fever


def evidence_id_from_fever(page: str, line: int) -> SentenceId:
    """The sentence that FEVER calls `line` of the page with the FEVER id `page`."""
    if line < 0:
        raise InputError(f"line {line} of {page!r}; lines count from 0")
    return SentenceId(title_from_fever(page), line)


def evidence_id_to_fever(evidence_id: EvidenceId) -> tuple[str, int]:
    """FEVER's page id and line; only sentences have one."""
    if not isinstance(evidence_id, SentenceId):
        raise InputError(f"FEVER has no place for {evidence_id}; it cites sentences only")
    return title_to_fever(evidence_id.page), evidence_id.sentence
