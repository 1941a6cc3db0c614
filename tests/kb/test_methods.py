import subprocess
import sys
from dataclasses import dataclass, field

import pytest

from tests.kb.fake_checkers import CITIES, GRAPH, Nearness
from veriscope.checking import subgraph_features
from veriscope.checking.auto import Auto
from veriscope.domain import GoldTriple, Triple
from veriscope.errors import StoreError, UsageError
from veriscope.graph import View, numbers_of
from veriscope.kb.methods import MethodFactory, embeddings_of, require_methods

EXAMPLES = [GoldTriple(Triple(*fact), is_true=True) for fact in CITIES[:3]]


@dataclass
class FakeEmbeddings:
    is_empty: bool = False
    asked: list = field(default_factory=list)

    def checker(self, model, view):
        self.asked.append((model, view))
        return None if self.is_empty else Nearness()


def seen(view):
    return view.facts().tolist()


def test_an_embedding_may_see_neither_hidden_facts_nor_examples():
    embeddings, hidden = FakeEmbeddings(), numbers_of(GRAPH, [Triple(*CITIES[5])])
    assert isinstance(MethodFactory(embeddings).fit("transh", View.of(GRAPH).without(hidden), EXAMPLES), Nearness)
    ((model, view),) = embeddings.asked
    assert model == "transh"
    taught = numbers_of(GRAPH, [one.triple for one in EXAMPLES]).tolist()
    assert not any(fact in seen(view) for fact in [*taught, *hidden.tolist()])
    assert len(seen(view)) == len(GRAPH.facts()) - 4


def test_other_methods_see_the_examples(monkeypatch):
    shown = []

    class Watching:
        @staticmethod
        def fit(view, examples, *, seed):
            shown.append((len(seen(view)), list(examples), seed))
            return Nearness()

    monkeypatch.setattr(subgraph_features, "SubgraphFeatures", Watching)
    MethodFactory(FakeEmbeddings(), seed=7).fit("sfe", View.of(GRAPH), EXAMPLES)
    assert shown == [(len(GRAPH.facts()), EXAMPLES, 7)]


@pytest.mark.parametrize(("is_empty", "ready"), [(False, ["transe"]), (True, [])])
def test_auto_is_given_the_embeddings_that_there_are(monkeypatch, is_empty, ready):
    given = []
    monkeypatch.setattr(Auto, "fit", lambda *_, ready, **__: given.append(list(ready)))
    MethodFactory(FakeEmbeddings(is_empty)).fit("auto", View.of(GRAPH), EXAMPLES)
    assert given == [ready]


def test_a_method_by_an_embedding_that_is_missing_is_an_error():
    with pytest.raises(StoreError, match="veriscope kb train KB --method transe"):
        MethodFactory(FakeEmbeddings(is_empty=True)).fit("transe", View.of(GRAPH), EXAMPLES)


def test_a_method_knows_whether_it_learns():
    methods = MethodFactory(FakeEmbeddings())
    assert [methods.method(name).learns for name in ("kl", "sfe", "transe", "auto")] == [False, True, False, True]


def test_methods_are_named_with_commas_and_each_once():
    assert require_methods("kl, sfe,kl") == ["kl", "sfe"]
    with pytest.raises(UsageError, match="no method named 'magic'; choose one of: adamic-adar, auto"):
        require_methods("kl,magic")
    with pytest.raises(UsageError, match="no method is named"):
        require_methods(" ,")


def test_embeddings_are_prepared_for_the_methods_that_need_them():
    assert embeddings_of(["kl", "sfe"]) == []
    assert embeddings_of(["auto"]) == ["transe"]
    assert embeddings_of(["transh", "auto"]) == ["transe", "transh"]


def test_methods_that_do_not_learn_wait_for_no_learning_library():
    code = (
        "import sys, veriscope.kb.check_triple, veriscope.kb.methods; "
        "print([name for name in ('sklearn', 'pandas', 'scipy.stats') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
