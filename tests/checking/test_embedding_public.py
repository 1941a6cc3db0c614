"""The default settings on public graphs: hard false facts told from true ones."""

import tarfile

import pytest

from veriscope.checking import CHECKERS
from veriscope.domain import Triple
from veriscope.graph import Graph, View
from veriscope.scoring.ranking import LabelledScores
from veriscope.scoring.thresholds import Thresholds

pytestmark = [pytest.mark.corpus, pytest.mark.slow]
PARTS = ("train", "valid", "valid_negatives", "test", "test_negatives")


@pytest.fixture(scope="module")
def codex_s(public_data):
    with tarfile.open(public_data / "kg" / "codex-s.tar.xz") as archive:
        texts = {part: archive.extractfile(f"codex-s/{part}.tsv").read().decode("utf-8") for part in PARTS}
    return {part: [Triple(*line.split("\t")[:3]) for line in text.splitlines()] for part, text in texts.items()}


def labelled(checker, parts, part):
    true, false = parts[part], parts[f"{part}_negatives"]
    scores = [one.score for one in checker.check([*true, *false])]
    labels = [True] * len(true) + [False] * len(false)
    return LabelledScores.of(scores, labels), [triple.predicate for triple in (*true, *false)]


def test_transe_tells_hard_false_facts_of_codex_s_at_thresholds_of_other_facts(codex_s):
    graph = Graph.of((fact.subject, fact.predicate, fact.object) for fact in codex_s["train"])
    checker = CHECKERS["transe"].fit(View.of(graph), [])
    learned = Thresholds.learn(*labelled(checker, codex_s, "valid"))
    assert learned.accuracy(*labelled(checker, codex_s, "test")) >= 0.82
