import sys
from collections import Counter
from pathlib import Path

import pytest

from veriscope.corpus.store.page_codec import PageCodec
from veriscope.models import hints
from veriscope.pipeline import PipelineConfig, Stages, Verifier, trace_as_json
from veriscope.tables import Frame, grid

pytestmark = pytest.mark.slow

# Claims that a sentence decides, that a program over a table decides, that compare two, and that a graph holds.
CLAIMS = (
    "Canberra is the capital of Australia.",
    "The countries of South America have more than 400 million inhabitants in total.",
    "Lead is denser than copper.",
    "Brazil is the largest country in South America by population.",
    "Sydney is the capital of Australia.",
)
# What each step may not call any more: the rooms of the steps before it.
EARLIER = {
    "select": {"retrieval"},
    "compute": {"retrieval", "corpus", "selection"},
    "look_up": {"retrieval", "corpus", "selection", "programs"},
    "decide": {"retrieval", "corpus", "selection", "programs", "linking", "graph", "checking"},
}


@pytest.fixture(scope="module")
def verifier():
    with Verifier("starter", PipelineConfig(kb=Path("starter"))) as opened:
        yield opened


def counted(monkeypatch, holder, name, key):
    """How often a function is called with each key."""
    counts, function = Counter(), getattr(holder, name)

    def counting(*arguments):
        counts[key(*arguments)] += 1
        return function(*arguments)

    monkeypatch.setattr(holder, name, counting)
    return counts


@pytest.mark.parametrize("claim", CLAIMS)
def test_each_page_is_decoded_once_and_each_table_laid_out_and_framed_once(verifier, claim, monkeypatch):
    decoded = counted(monkeypatch, PageCodec, "decode", lambda _, title, data: (title, data))
    laid_out = counted(monkeypatch, grid, "lay_out", tuple)
    framed = counted(monkeypatch, Frame, "build", lambda title, table: (title, table.index))
    verifier.check(claim)
    assert set(decoded.values()) == {1}
    assert set(laid_out.values()) == {1}
    assert set(framed.values()) <= {1}


def test_hints_are_computed_once_for_the_same_lines(verifier, monkeypatch):
    hints._hints.cache_clear()
    asked = counted(monkeypatch, hints, "_of_pairs", lambda claim, _, lines: (claim, lines))
    verifier.check("Lead is denser than copper.")
    assert set(asked.values()) == {1}


def test_claims_with_pages_tables_and_a_graph_are_among_those_counted(verifier):
    traces = [verifier.check(claim) for claim in CLAIMS]
    assert all(trace.pages and trace.evidence for trace in traces)
    assert any(trace.tables for trace in traces)
    assert any(trace.computations for trace in traces)
    assert any(trace.graph and trace.graph.deciding for trace in traces)


def test_a_trace_tells_how_much_each_source_counts(verifier):
    shares = [trace_as_json(verifier.check(claim))["shares"] for claim in CLAIMS]
    assert all(sum(one.values()) == pytest.approx(1, abs=1e-5) for one in shares)
    assert {source for one in shares for source in one} >= {"evidence", "computation", "graph"}


@pytest.mark.parametrize("claim", CLAIMS)
def test_no_step_goes_back_to_the_room_of_an_earlier_one(verifier, claim, monkeypatch):
    called = {step: set() for step in EARLIER}
    for step in EARLIER:
        monkeypatch.setattr(Stages, step, watched(getattr(Stages, step), called[step]))
    verifier.check(claim)
    assert not {step: back for step, rooms in called.items() if (back := rooms & EARLIER[step])}
    assert "verdict" in called["decide"]


def watched(step, rooms):
    """A step that notes in which packages functions are called meanwhile."""

    def note(frame, event, _):
        name = frame.f_globals.get("__name__", "")
        if event == "call" and name.startswith("veriscope."):
            rooms.add(name.split(".")[1])

    def watching(*arguments, **options):
        sys.setprofile(note)
        try:
            return step(*arguments, **options)
        finally:
            sys.setprofile(None)

    return watching
