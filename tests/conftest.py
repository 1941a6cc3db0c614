import signal
from collections.abc import Callable, Sequence
from pathlib import Path

import hypothesis
import pytest

from veriscope.corpus import Corpus, PlannedSource, build_corpus
from veriscope.domain import Cell, CellId, Claim, Evidence, Label, RankedPage, SentenceId, Stance, Table, Verdict
from veriscope.pipeline import Trace
from veriscope.pipeline.table_excerpts import ExcerptCell, TableExcerpt
from veriscope.tables import Frame

WORLD = Path(__file__).parent / "world"
DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
# A shell without job control lets background commands ignore interrupts; their tests need Python's own handler.
signal.signal(signal.SIGINT, signal.default_int_handler)
# How long an example takes says more of the machine than of the code.
hypothesis.settings.register_profile("house", deadline=None)
hypothesis.settings.load_profile("house")
TEAMS = (
    ("Team", "Country", "Points", "Founded"),
    ("Alpha", "Norway", "10", "3 May 1901"),
    ("Bravo", "Sweden", "41", "12 June 1920"),
    ("Charlie", "Norway", "7", "1950"),
    ("Delta", "Oslo, Norway", "12[a]", "1 May 1901"),
    ("Echo", "Denmark", "-", "1999"),
    ("Total", "", "70", ""),
)


@pytest.fixture(scope="session")
def world(tmp_path_factory) -> Corpus:
    """The shared tiny world: twelve pages about an island country that does not exist."""
    folder = tmp_path_factory.mktemp("world") / "corpus"
    names = {"pages.jsonl": "feverous", "redirects.tsv": "redirects"}
    sources = [PlannedSource(WORLD / name, kind, (WORLD / name).stat().st_size) for name, kind in names.items()]
    build_corpus(folder, sources, report=lambda _: None)
    return Corpus.open(folder)


@pytest.fixture(scope="session")
def public_data() -> Path:
    """The public data sets beside the checkout; tests that need them are skipped where they are absent."""
    if not DATA.is_dir():
        pytest.skip("the public data sets are not here: put them into ../shared/data beside the checkout")
    return DATA


@pytest.fixture(scope="session")
def refuted() -> Trace:
    """A trace made by hand: a claim refuted by a sentence and a cell, with the stance of each piece."""
    claim = "Vell is the capital of Arvania."
    evidence = (
        Evidence(SentenceId("Vell", 0), "Vell is a town in the north of Arvania.", ("Vell",), 0.9),
        Evidence(CellId("Arvania", 0, 0, 1), "Port Ellis", ("Arvania", "Capital"), 0.8),
        Evidence(SentenceId("Arvania", 1), "Its capital is not Vell but Port Ellis.", ("Arvania", "Towns"), 0.7),
    )
    stances = (Stance(0.1, 0.2, 0.7), Stance(0.02, 0.9, 0.08), Stance(0.01, 0.97, 0.02))
    row = (ExcerptCell("Capital", is_header=True), ExcerptCell("Port Ellis", is_evidence=True))
    return Trace(
        claim=Claim("1", claim),
        pages=(RankedPage("Arvania", 2.0),),
        evidence=evidence,
        verdict=Verdict(Label.REFUTES, 0.05, 0.85, 0.10, stances),
        stage_names=(("retrieval", "fused"), ("selection", "lexical"), ("verdict", "lexical")),
        timings_ms=(("retrieval", 1.5),),
        corpus="/somewhere/arvania",
        read_as=claim,
        key_evidence=(2, 1),
        tables=(TableExcerpt("Arvania", 0, "Facts", (row,), 3, 0),),
    )


@pytest.fixture(scope="session")
def table_of() -> Callable[[Sequence[Sequence[str]]], Table]:
    """Makes a table of rows of texts, the first of which is its header."""

    def make(rows: Sequence[Sequence[str]]) -> Table:
        cells = tuple(Cell(y, x, text, is_header=y == 0) for y, row in enumerate(rows) for x, text in enumerate(row))
        return Table(0, cells)

    return make


@pytest.fixture(scope="session")
def frame_of(table_of) -> Callable[[Sequence[Sequence[str]]], Frame]:
    """Makes the frame of a table of the page `Page`, from rows of texts, the first of which is its header."""
    return lambda rows: Frame.of("Page", table_of(rows))


@pytest.fixture(scope="session")
def teams(frame_of) -> Frame:
    """Five teams with points, one of which has none, and their total."""
    return frame_of(TEAMS)
