"""TabFact's statements, and InfoTabS's: `{table, statement, label, caption?, …}`, each about one table.

A table is a page of its own (source format `tables`) with its id as the title. The gold evidence is the caption of its
table 0 and means the whole table, since the annotation does not say which cells decide.
"""

import hashlib

from veriscope.datasets.fields import ClaimId, Extra, extra_value, rest, take_id, take_label, take_text, without
from veriscope.datasets.veriscope import VeriscopeClaim
from veriscope.domain import CaptionId, EvidenceId
from veriscope.errors import InputError
from veriscope.files import JsonObject
from veriscope.text import canonical_title

TABLE_KEY = "tabfact_table"

_KEYS = ("id", "table", "statement", "label")


def parse_tabfact(value: JsonObject) -> VeriscopeClaim:
    """The claim in a record; without an id, it gets one from its table and a digest of its statement."""
    table, statement = take_text(value, "table"), take_text(value, "statement")
    claim_id = take_id(value) if value.get("id") is not None else _made_id(table, statement)
    title = canonical_title(table)
    # Keep the table's id only if it differs from the page title.
    extra: Extra = rest(value, _KEYS) if title == table else (*rest(value, _KEYS), (TABLE_KEY, table))
    return VeriscopeClaim(claim_id, statement, take_label(value), ((CaptionId(title, 0),),), extra)


def tabfact_json(claim: VeriscopeClaim) -> JsonObject:
    """The record; the claim must be about one table."""
    titles = {piece.page for pieces in claim.evidence for piece in pieces}
    if len(titles) != 1:
        raise InputError(f"evidence: found {len(titles)} tables; a statement of tabfact is about one")
    kept = extra_value(claim.extra, TABLE_KEY)
    table = kept if isinstance(kept, str) and canonical_title(kept) in titles else titles.pop()
    known: JsonObject = {"table": table, "statement": claim.claim, "label": claim.label.value}
    own_id: JsonObject = {} if claim.id == _made_id(table, claim.claim) else {"id": claim.id}
    return own_id | known | dict(without(claim.extra, TABLE_KEY))


def is_tabfact(record: JsonObject) -> bool:
    """Whether a record is a statement about a table."""
    return {"table", "statement"} <= record.keys()


def holds_in_tabfact(evidence_id: EvidenceId) -> bool:
    """Whether the piece means a whole table of the format: the caption of the only table of its page."""
    return isinstance(evidence_id, CaptionId) and evidence_id.table == 0


def _made_id(table: str, statement: str) -> ClaimId:
    digest = hashlib.blake2b(statement.encode(), digest_size=5).hexdigest()
    return f"{table}:{digest}"
