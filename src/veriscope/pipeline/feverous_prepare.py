"""From FEVEROUS claims and a corpus to prepared claims: gold evidence, and what the baseline's retriever finds."""

import zlib
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from veriscope.corpus import Corpus
from veriscope.datasets import DATASET_FORMATS, VeriscopeClaim, detect_format, read_labelled
from veriscope.domain import CaptionId, CellId, Evidence, EvidenceId, GoldClaim, Page, Table
from veriscope.errors import InputError, UsageError
from veriscope.neural.feverous_tables import TableText
from veriscope.pipeline.build import make_retriever
from veriscope.pipeline.feverous_prepared import (
    CLAIMS_FILE,
    Found,
    Piece,
    PreparedClaim,
    PreparedWriter,
    TableKey,
    prepared_name,
)
from veriscope.pipeline.oracle import Oracle, gold_pages
from veriscope.pipeline.starter_corpus import open_corpus
from veriscope.selection.elements import citable_elements
from veriscope.selection.feverous_cells import best_tables, table_text
from veriscope.selection.tables import TableElements
from veriscope.selection.tfidf_bigram import TfidfBigramSelector

PAGES = 5
_SENTENCES = 5
_LEXICAL_CELLS = 25

# What is at hand, and how many claims of how many are done.
Report = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Preparation:
    """How many claims were prepared; how many of them lack gold evidence in the corpus, or have no gold at all."""

    claims: int
    incomplete: int
    without_gold: int


def prepare(claims: Path, corpus: Path, out: Path, *, retrieve: bool, report: Report) -> None:
    """Prepare the claims of a file into a folder, unless that is done; a stopped run goes on.

    With `retrieve` they also get what the baseline finds: 5 pages by `entity-tfidf`, of these 5 sentences and 3 tables.
    A folder that was prepared from other claims raises `UsageError`; without the file at hand it is taken as it is.
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
    """The labelled claims of a file in FEVEROUS's format, or in our own."""
    name = detect_format(path)
    if name not in {"feverous", "veriscope"}:
        raise InputError(f"{path}: looks like {name}; claims in FEVEROUS's format, or in veriscope's, are needed")
    return [row.claim for row in read_labelled(path, form=DATASET_FORMATS[name])]


def preparation(claims: Sequence[PreparedClaim]) -> Preparation:
    """What is to be told of prepared claims."""
    return Preparation(
        len(claims), sum(claim.missing > 0 for claim in claims), sum(not any(claim.sets) for claim in claims)
    )


def _name(claims: Path, corpus: Path, *, retrieve: bool) -> str:
    """A name that differs when the claims do; folders may be moved."""
    return f"{claims.name} {zlib.crc32(claims.read_bytes()):08x} {corpus.name} {retrieve}"


class _Preparer:
    """Looks claims up in a corpus."""

    def __init__(self, corpus: Corpus, *, retrieve: bool) -> None:
        self._corpus = corpus
        self._retriever = make_retriever("entity-tfidf", corpus) if retrieve else None
        self._sentences = TfidfBigramSelector()

    def prepare(self, gold: GoldClaim) -> tuple[PreparedClaim, list[TableText]]:
        """The claim, and the tables that it names."""
        pages = {page.title: page for page, _ in gold_pages(gold, self._corpus, oracle=Oracle.PAGES)}
        elements = {piece.id: piece for page in pages.values() for piece in citable_elements(page)}
        pieces, missing = _one_set(gold, elements)
        tables = _gold_tables(gold, pages)
        found, found_tables = self._found(gold) if self._retriever else (None, [])
        sets = tuple(tuple(map(str, in_reading_order(group))) for group in gold.evidence_sets)
        prepared = PreparedClaim(
            gold.claim.id, gold.claim.text, gold.label, sets, tuple(map(Piece.of, pieces)), missing,
            tuple((table.page, table.number) for table in tables), found,
        )  # fmt: skip
        return prepared, [*tables, *found_tables]

    def _found(self, gold: GoldClaim) -> tuple[Found, list[TableText]]:
        assert self._retriever is not None
        claim = gold.claim
        read = [(self._corpus.page(title), score) for title, score in self._retriever.retrieve(claim, limit=PAGES)]
        pages = [(page, score) for page, score in read if page is not None]
        sentences = self._sentences.select(claim, pages, limit=_SENTENCES)
        tables = best_tables(claim, [page for page, _ in pages])
        given = gold_pages(gold, self._corpus, oracle=Oracle.TABLES)
        lexical = TableElements(self._corpus.search_index).rank(claim, given, limit=_LEXICAL_CELLS)
        found = Found(
            tuple(page.title for page, _ in pages), tuple(map(Piece.of, sentences)),
            tuple((table.page, table.number) for table in tables), tuple(str(piece.id) for piece in lexical),
        )  # fmt: skip
        return found, tables


def in_reading_order(pieces: frozenset[EvidenceId]) -> list[EvidenceId]:
    """The pieces by page; there by kind, then by number."""
    return sorted(pieces, key=lambda piece: (piece.page, type(piece).__name__, *_numbers(piece)))


def _numbers(piece: EvidenceId) -> tuple[int, ...]:
    return tuple(int(number) for number in str(piece).rpartition("#")[2].split("-")[1:])


def _one_set(gold: GoldClaim, elements: dict[EvidenceId, Evidence]) -> tuple[list[Evidence], int]:
    """The pieces of the first set that the corpus holds whole, else of the first, and how many it lacks."""
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
