"""Prepares FEVEROUS claims: looks up their gold evidence in a corpus, and adds what the baseline's retriever finds."""

import zlib
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from veriscope.corpus import Corpus
from veriscope.datasets import DATASET_FORMATS, VeriscopeClaim, detect_format, read_labelled
from veriscope.domain import CaptionId, CellId, Evidence, EvidenceId, GoldClaim, Page, Table
from veriscope.errors import InputError, UsageError
from veriscope.lab.evaluation import Oracle, gold_pages
from veriscope.lab.reproductions.feverous_prepared import (
    CLAIMS_FILE,
    PreparedClaim,
    PreparedWriter,
    RetrievedEvidence,
    StoredEvidence,
    TableKey,
    prepared_name,
)
from veriscope.models import TableText
from veriscope.pipeline import Stages, open_corpus, search_config
from veriscope.selection import TableElements, best_tables, table_text
from veriscope.tables import citable_elements

PAGES = 5
_SENTENCES = 5
_LEXICAL_CELLS = 25

# Takes the current task, and how many claims of how many are done.
Report = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Preparation:
    """How many claims were prepared, how many lack gold evidence in the corpus, and how many have no gold at all."""

    claims: int
    incomplete: int
    without_gold: int


def prepare(claims: Path, corpus: Path, out: Path, *, retrieve: bool, report: Report) -> None:
    """Prepare the claims of a file into a folder, unless that is done; a stopped run resumes.

    With `retrieve`, they also get what the baseline finds: 5 pages by `entity-tfidf`, and 5 sentences and 3 tables of
    these. A folder that was prepared from other claims raises `UsageError`; if the file is missing, the folder is used.
    """
    if (out / CLAIMS_FILE).exists():
        if claims.exists() and prepared_name(out) != _name(claims, corpus, retrieve=retrieve):
            raise UsageError(f"{out} was prepared from other claims than {claims}; remove it to prepare these")
        return
    golds = [claim.gold() for claim in read_feverous_claims(claims)]
    writer = PreparedWriter(out, name=_name(claims, corpus, retrieve=retrieve))
    with closing(writer), closing(open_corpus(corpus)) as opened:
        preparer = _Preparer(opened, retrieve=retrieve)
        for gold in golds[writer.written :]:
            prepared, tables = preparer.prepare(gold)
            writer.write(prepared, tables)
            report(claims.name, writer.written, len(golds))
        writer.finish()


def read_feverous_claims(path: Path) -> list[VeriscopeClaim]:
    """The labelled claims of a file in FEVEROUS's format or in our own."""
    name = detect_format(path)
    if name not in {"feverous", "veriscope"}:
        raise InputError(f"{path}: looks like {name}; claims in FEVEROUS's format, or in veriscope's, are needed")
    return [row.claim for row in read_labelled(path, form=DATASET_FORMATS[name])]


def preparation(claims: Sequence[PreparedClaim]) -> Preparation:
    """The counts of prepared claims, for a report."""
    return Preparation(
        len(claims), sum(claim.missing > 0 for claim in claims), sum(not any(claim.sets) for claim in claims)
    )


def _name(claims: Path, corpus: Path, *, retrieve: bool) -> str:
    """A name that changes with the claims, but not if folders are moved."""
    return f"{claims.name} {zlib.crc32(claims.read_bytes()):08x} {corpus.name} {retrieve}"


class _Preparer:
    """Prepares claims one by one from a corpus."""

    def __init__(self, corpus: Corpus, *, retrieve: bool) -> None:
        self._corpus = corpus
        config = search_config("entity-tfidf", "tfidf-bigram", pages=PAGES, evidence=_SENTENCES)
        self._stages = Stages.open(config, corpus) if retrieve else None

    def prepare(self, gold: GoldClaim) -> tuple[PreparedClaim, list[TableText]]:
        """The prepared claim, and the tables that it names."""
        pages = {page.title: page for page, _ in gold_pages(gold, self._corpus, oracle=Oracle.PAGES)}
        elements = {piece.id: piece for page in pages.values() for piece in citable_elements(page)}
        pieces, missing = _one_set(gold, elements)
        tables = _gold_tables(gold, pages)
        found, found_tables = self._retrieve(gold) if self._stages else (None, [])
        sets = tuple(tuple(map(str, in_reading_order(group))) for group in gold.evidence_sets)
        prepared = PreparedClaim(
            gold.claim.id, gold.claim.text, gold.label, sets, tuple(map(StoredEvidence.of, pieces)), missing,
            tuple((table.page, table.number) for table in tables), found,
        )  # fmt: skip
        return prepared, [*tables, *found_tables]

    def _retrieve(self, gold: GoldClaim) -> tuple[RetrievedEvidence, list[TableText]]:
        assert self._stages is not None
        claim = gold.claim
        pages = self._stages.retrieve(claim)
        sentences = self._stages.select(claim, pages)
        tables = best_tables(claim, [page for page, _ in pages])
        given = gold_pages(gold, self._corpus, oracle=Oracle.TABLES)
        lexical = TableElements(self._corpus.search_index).rank(claim, given, limit=_LEXICAL_CELLS)
        found = RetrievedEvidence(
            tuple(page.title for page, _ in pages), tuple(map(StoredEvidence.of, sentences)),
            tuple((table.page, table.number) for table in tables), tuple(str(piece.id) for piece in lexical),
        )  # fmt: skip
        return found, tables


def in_reading_order(pieces: frozenset[EvidenceId]) -> list[EvidenceId]:
    """The pieces sorted by page, then by kind, then by number."""
    return sorted(pieces, key=lambda piece: (piece.page, type(piece).__name__, *_numbers(piece)))


def _numbers(piece: EvidenceId) -> tuple[int, ...]:
    return tuple(int(number) for number in str(piece).rpartition("#")[2].split("-")[1:])


def _one_set(gold: GoldClaim, elements: dict[EvidenceId, Evidence]) -> tuple[list[Evidence], int]:
    """The pieces of the first set that the corpus holds in full, else of the first set, and how many are missing."""
    if not gold.evidence_sets:
        return [], 0
    whole = (group for group in gold.evidence_sets if group <= elements.keys())
    pieces = in_reading_order(next(whole, gold.evidence_sets[0]))
    found = [elements[piece] for piece in pieces if piece in elements]
    return found, len(pieces) - len(found)


def _gold_tables(gold: GoldClaim, pages: dict[str, Page]) -> list[TableText]:
    asked: set[TableKey] = {
        (piece.page, piece.table)
        for group in gold.evidence_sets
        for piece in group
        if isinstance(piece, CellId | CaptionId)
    }
    found = [
        table_text(page, path, element)
        for title, page in sorted(pages.items())
        for path, element in page.outline()
        if isinstance(element, Table) and (title, element.index) in asked
    ]
    return [table for table in found if table.cells]
