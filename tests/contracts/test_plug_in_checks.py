"""The checks for plug-in authors hold for all that we ship, and catch what breaks a promise."""

# ruff: noqa: ARG002  (stages that break a promise ignore what they are given)

import subprocess
import sys

import pytest

from veriscope.checking import CHECKERS
from veriscope.corpus import FORMATS, ParsedRecord, RawRecord
from veriscope.domain import CheckedTriple, Computation, Evidence, Label, RankedPage, SentenceId, Verdict
from veriscope.graph import numbers_of
from veriscope.pipeline import COMPUTERS
from veriscope.retrieval import RETRIEVERS
from veriscope.selection import SELECTORS
from veriscope.testing import (
    check_checker,
    check_computer,
    check_retriever,
    check_selector,
    check_source_format,
    check_verdict_model,
)
from veriscope.verdict import VERDICT_MODELS

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", sorted(RETRIEVERS))
def test_our_retrievers_pass(name):
    check_retriever(RETRIEVERS[name])


@pytest.mark.parametrize("name", sorted(SELECTORS))
def test_our_selectors_pass(name):
    check_selector(SELECTORS[name])


@pytest.mark.parametrize("name", sorted(COMPUTERS))
def test_our_computers_pass(name):
    check_computer(COMPUTERS[name])


@pytest.mark.parametrize("name", sorted(VERDICT_MODELS))
def test_our_verdict_models_pass(name):
    check_verdict_model(VERDICT_MODELS[name])


@pytest.mark.parametrize("name", sorted(name for name, method in CHECKERS.items() if not method.embeddings))
def test_our_checkers_pass(name):
    check_checker(CHECKERS[name])


def test_our_formats_pass(tmp_path):
    (tmp_path / "page.txt").write_text("Vell is a town.", encoding="utf-8")
    check_source_format(FORMATS["documents"], tmp_path / "page.txt")


class Retriever:
    def __init__(self, *titles, score=1.0):
        self.titles, self.score = titles, score

    def retrieve(self, claim, *, limit):
        return [RankedPage(title, self.score) for title in self.titles]


class Selector:
    def __init__(self, *ids, text="Lima is the capital of Peru.", context=("Lima",), score=1.0):
        self.pieces = [Evidence(one, text, context, score) for one in ids]

    def select(self, claim, pages, *, limit):
        return self.pieces[:limit] if pages else []


class Judge:
    def __init__(self, *parts, without=(0.0, 0.0, 1.0)):
        self.parts, self.without = parts, without

    def decide(self, claim, evidence, **_):
        parts = self.parts if evidence else self.without
        return Verdict(list(Label)[max(range(3), key=parts.__getitem__)], *parts)


class Computer:
    def __init__(self, **changes):
        self.made = Computation("Cities", 0, "p", True, 0.5, 0.5, 0.5, True, True, "?", (), "!", ())._replace(**changes)

    def compute(self, claim, tables):
        return [self.made] if tables else []


@pytest.mark.parametrize(
    ("check", "broken", "promise"),
    [
        (check_retriever, Retriever("Lima"), "a smaller limit"),
        (check_retriever, Retriever("Lima", "Lima"), "no page may come twice"),
        (check_retriever, Retriever("Quito", "Lima"), "ties in title order"),
        (check_retriever, Retriever("Nowhere"), "must be in the corpus"),
        (check_selector, Selector(SentenceId("Lima", 0), SentenceId("Lima", 0)), "no piece may come twice"),
        (check_selector, Selector(SentenceId("Lima", 99)), "of the pages that were handed over"),
        (check_selector, Selector(SentenceId("Lima", 0), text="Lima!"), "the text that stands there"),
        (check_selector, Selector(SentenceId("Lima", 0), context=()), "must begin with the page's title"),
        (check_verdict_model, Judge(0.9, 0.2, 0.1), "must sum to 1"),
        (check_verdict_model, Judge(0.9, 0.1, 0.0, without=(0.9, 0.1, 0.0)), "no evidence must give"),
        (check_computer, Computer(page="Lima"), "must be of a given table"),
        (check_computer, Computer(match_probability=2.0), "between 0 and 1"),
        (check_computer, Computer(conclusion=""), "what it concludes"),
    ],
)
def test_a_broken_promise_is_named(check, broken, promise):
    with pytest.raises(AssertionError, match=promise):
        check(broken)


class Peeking:
    """Scores by what the graph holds of the judged fact itself."""

    def fit(self, view, examples=(), **_):
        self.view = view
        return self

    def check(self, triples, *, reasons=0):
        graph = self.view.graph
        known = [triple for triple in triples if triple.subject != "Nobody"]
        facts = numbers_of(graph, known).tolist()
        return [CheckedTriple(triple, float(graph.holds(*fact)), ()) for triple, fact in zip(known, facts, strict=True)]


def test_a_checker_that_peeks_is_caught():
    with pytest.raises(AssertionError, match="must not see the fact that it judges"):
        check_checker(Peeking())


class Forgetful:
    """Drops what it cannot read, and says nothing."""

    def records(self, path):
        yield RawRecord(path.name, path.read_bytes())

    def parse(self, record):
        return ParsedRecord()


def test_a_format_that_drops_records_is_caught(tmp_path):
    (tmp_path / "a.txt").write_text("Vell.", encoding="utf-8")
    with pytest.raises(AssertionError, match="needs a skip"):
        check_source_format(Forgetful, tmp_path / "a.txt")


def test_the_checks_need_no_pytest():
    code = "import sys, veriscope.testing as t; [getattr(t, n) for n in t.__all__]; print('pytest' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
