"""Reads claims with their evidence as text: contrastive pairs, claims about abstracts, claims supported in part."""

from collections.abc import Iterator
from pathlib import Path

from veriscope.datasets import read_records, take_label, take_text
from veriscope.domain import Label
from veriscope.errors import InputError
from veriscope.files import JsonObject, json_excerpt, locate_errors
from veriscope.lab.lessons.mined import PAIR, MinedClaim, RankedLine
from veriscope.models import Line
from veriscope.text import detokenise


def claim_pairs(path: Path) -> Iterator[MinedClaim]:
    """The rows `{claim, label, evidence_text, page?, rationale?}` of a file.

    `rationale` holds the numbers of the sentences that decide; without it, all do. Text is joined as people write it.
    """
    for line in read_records(path):
        with locate_errors(path, line.number):
            yield _pair(f"{path.name}-{line.number}", line.value)


def _pair(name: str, row: JsonObject) -> MinedClaim:
    texts, rationale = row.get("evidence_text"), row.get("rationale")
    if not isinstance(texts, list) or not texts:
        raise InputError(f"evidence_text: found {json_excerpt(texts)}; expected a list of texts")
    label, page = take_label(row), row.get("page")
    lines = [Line(page if isinstance(page, str) else "", _joined(str(text))) for text in texts]
    chosen = rationale if isinstance(rationale, list) and rationale else range(len(lines))
    gold = [] if label is Label.NOT_ENOUGH_INFO else [lines[one] for one in chosen if isinstance(one, int)]
    found = tuple(RankedLine(line, 0.5, line in gold) for line in lines)
    return MinedClaim(name, PAIR, _joined(take_text(row, "claim")), label, tuple(gold), found, is_complete=True)


def _joined(text: str) -> str:
    return detokenise(text.replace("\ufffd", " ")).strip()
