"""Lists wrong claims in a CSV file: what a program can say about each, and empty columns for a person."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from veriscope.datasets import challenge_of
from veriscope.domain import EvidenceId, PageStore
from veriscope.files import replacing
from veriscope.lab.evaluation.pipeline_evaluation import PipelineResult, ScoredClaim
from veriscope.scoring import cause_of, contradicting_pieces, within_budget
from veriscope.tables import citable_elements

_MOST_CITED = 10


class ErrorRow(NamedTuple):
    """A wrong claim; `remark` and `note` are for a person, and empty at first."""

    id: str
    label: str
    answer: str
    confidence: str
    cause: str
    contradicting: str
    gold_found: str
    challenge: str
    claim: str
    gold_evidence: str
    cited_evidence: str
    remark: str = ""
    note: str = ""


def write_errors(path: Path, result: PipelineResult, store: PageStore) -> int:
    """Write the claims that are not strictly right, in the order of the gold file; returns how many there are."""
    rows = list(_rows(result.scored, store))
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(ErrorRow._fields)
    writer.writerows([_harmless(cell) for cell in row] for row in rows)
    with replacing(path) as stream:
        # The mark tells spreadsheets that this is UTF-8.
        stream.write(text.getvalue().encode("utf-8-sig"))
    return len(rows)


def _rows(scored: Iterable[ScoredClaim], store: PageStore) -> Iterator[ErrorRow]:
    for each in scored:
        cause = cause_of(each.outcome)
        if cause is None:
            continue
        gold, verdict = each.claim.gold(), each.answer.verdict
        budget = within_budget(each.answer.evidence)
        contradicting = [
            piece for piece in contradicting_pieces(gold, verdict, each.answer.evidence) if piece in budget
        ]
        cited = list(dict.fromkeys((*contradicting, *each.answer.evidence)))[:_MOST_CITED]
        yield ErrorRow(
            str(each.claim.id),
            gold.label.value,
            verdict.label.value,
            f"{verdict.probability(verdict.label):.3f}",
            cause.value,
            "; ".join(map(str, contradicting)),
            _gold_found(gold.evidence_sets, budget),
            challenge_of(each.claim),
            gold.claim.text,
            "\n— or —\n".join(_with_texts(sorted(pieces, key=str), store) for pieces in gold.evidence_sets),
            _with_texts(cited, store),
        )


def _gold_found(sets: Sequence[frozenset[EvidenceId]], budget: frozenset[EvidenceId]) -> str:
    """How much was found of the gold set that is most complete."""
    if not sets:
        return ""
    nearest = max(sets, key=lambda pieces: (len(pieces & budget) / len(pieces), -len(pieces)))
    return f"{len(nearest & budget)} of {len(nearest)}"


def _with_texts(pieces: Sequence[EvidenceId], store: PageStore) -> str:
    """The pieces with their text, a line each."""
    pages = {title: store.page(title) for title in dict.fromkeys(piece.page for piece in pieces)}
    texts = {
        element.id: " › ".join((*element.context[1:], element.text))
        for page in pages.values()
        if page is not None
        for element in citable_elements(page)
    }
    return "\n".join(f"{piece}: {texts.get(piece, '(not in the corpus)')}" for piece in pieces)


def _harmless(cell: str) -> str:
    """The text, quoted where a spreadsheet would take it for a formula."""
    return f"'{cell}" if cell.startswith(("=", "+", "-", "@", "\t")) else cell
