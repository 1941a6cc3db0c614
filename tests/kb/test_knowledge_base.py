import pytest

from veriscope.domain import Triple
from veriscope.errors import InputError, UsageError
from veriscope.graph import build_graph, plan_graph
from veriscope.kb import KnowledgeBase
from veriscope.pipeline import Holding

FACTS = "Ann\tlives in\tVell\nBea\tlives in\tVell\nAnn\tknows\tBea\nBea\tworks in\tPort Ellis\n"


@pytest.fixture
def people(tmp_path):
    (tmp_path / "facts.tsv").write_text(FACTS, encoding="utf-8")
    build_graph(str(tmp_path / "kb"), plan_graph([str(tmp_path / "facts.tsv")]))
    return KnowledgeBase(str(tmp_path / "kb"))


def test_a_triple_is_looked_up_and_an_open_one_scored(people):
    assert people.check("Ann", "lives in", "Vell").held.holding is Holding.HELD
    fact = people.check("Ann", "works in", "Port Ellis")
    assert fact.triple == people.triple("ann", "works in", "Port Ellis") == Triple("Ann", "works in", "Port Ellis")
    assert [row.method for row in fact.rows][-1] == "kl"
    assert fact.rows[-1].checked.reasons


def test_a_file_is_scored_with_its_triples_hidden(people, tmp_path):
    (tmp_path / "asked.tsv").write_text("Ann\tlives in\tVell\nAnn\tlives in\tNowhere\n", encoding="utf-8")
    summary = people.check_file(tmp_path / "asked.tsv", tmp_path / "out.tsv", method="jaccard")
    assert (summary.scored, summary.known, len(summary.problems)) == (1, 1, 1)
    assert (tmp_path / "out.tsv").exists()


def test_wrong_names_are_told(people):
    with pytest.raises(UsageError, match="no method named 'klo'"):
        people.check("Ann", "knows", "Bea", method="klo")
    with pytest.raises(InputError, match="Zed"):
        people.check("Zed", "knows", "Bea")
