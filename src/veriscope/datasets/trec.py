"""TREC's run and qrels files, for tools that score rankings.

A run line is `claim Q0 page rank score tag`, a qrels line `claim 0 page relevance`. Spaces separate fields, so the
spaces of a title are written as underscores.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from veriscope.domain import GoldClaim, Label, RankedPage
from veriscope.errors import InputError
from veriscope.files import replacing


def write_run(path: Path, rankings: Iterable[tuple[str, Iterable[RankedPage]]], *, tag: str) -> int:
    """Write each claim's pages, best first; returns how many lines were written.

    A repeated claim with the same id and ranking is written once; two rankings for one id are an error.
    """
    return _write(path, _run_lines(rankings, tag=_field(tag)))


def write_qrels(path: Path, golds: Iterable[GoldClaim]) -> int:
    """Write the pages of all gold sets of every claim except NOT ENOUGH INFO; returns how many lines were written."""
    return _write(path, _qrels_lines(golds))


def _run_lines(rankings: Iterable[tuple[str, Iterable[RankedPage]]], *, tag: str) -> Iterator[str]:
    seen: dict[str, tuple[RankedPage, ...]] = {}
    for claim_id, ranking in rankings:
        pages = tuple(ranking)
        if seen.get(claim_id, pages) != pages:
            raise InputError(f"the id {claim_id!r} occurs twice, for different claims; a run needs one ranking an id")
        if claim_id in seen:
            continue
        seen[claim_id] = pages
        for rank, page in enumerate(pages, start=1):
            yield f"{_field(claim_id)} Q0 {_field(page.title)} {rank} {page.score:.6f} {tag}"


def _qrels_lines(golds: Iterable[GoldClaim]) -> Iterator[str]:
    lines = (
        f"{_field(gold.claim.id)} 0 {_field(title)} 1"
        for gold in golds
        if gold.label is not Label.NOT_ENOUGH_INFO
        for title in sorted({piece.page for pieces in gold.evidence_sets for piece in pieces})
    )
    yield from dict.fromkeys(lines)


def _field(text: str) -> str:
    return "_".join(text.split()) or "_"


def _write(path: Path, lines: Iterable[str]) -> int:
    count = 0
    with replacing(path) as stream:
        for line in lines:
            stream.write(f"{line}\n".encode())
            count += 1
    return count
