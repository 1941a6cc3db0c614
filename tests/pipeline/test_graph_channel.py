import json
import subprocess
import sys
from dataclasses import replace

import pytest

from tests.linking.graphs import FACTS, LITERALS, TYPES, XSD, graph_of
from veriscope.domain import Claim, Label, LinkedTriple, Triple, Verdict
from veriscope.errors import UsageError
from veriscope.graph import train_embedding
from veriscope.graph.compact.store import write_graph
from veriscope.graph.compact.vocabulary import TYPE
from veriscope.pipeline import PipelineConfig, Verifier, check_config, embedding_cache, trace_as_json
from veriscope.pipeline.graph_channel import GraphChannel
from veriscope.pipeline.graph_finding import GraphFinding, Holding, with_graph
from veriscope.pipeline.graph_holding import Holdings
from veriscope.pipeline.lexicon_file import read_lexicon, write_lexicon
from veriscope.pipeline.linking_index import open_linker
from veriscope.reports import load_schema
from veriscope.reports.html_claim import claim_html

# More countries, so that the graph shows that a country has one capital, one population and one side to drive on.
MORE = [f"Land_{number}" for number in range(6)]
GRAPH = graph_of(
    [
        *FACTS,
        *((name, "capital", f"{name}_City") for name in MORE),
        *((f"{name}_City", "cityOf", name) for name in MORE),
    ],
    [
        *LITERALS,
        *((name, "population", f'"{1000 + number}"^^<{XSD}integer>') for number, name in enumerate(MORE)),
        *((name, "drivingSide", '"left"') for name in MORE),
        *((f"{name}_City", "foundedYear", f'"{1800 + number}"^^<{XSD}gYear>') for number, name in enumerate(MORE)),
    ],
    {**TYPES, **{name: ["Country"] for name in MORE}, **{f"{name}_City": ["City"] for name in MORE}},
)
LEXICAL = PipelineConfig(selector="lexical", verdict="lexical")


@pytest.fixture(scope="module")
def kb(tmp_path_factory):
    folder = tmp_path_factory.mktemp("kb")
    write_graph(folder, GRAPH)
    return folder


@pytest.fixture(scope="module")
def channel(kb):
    return GraphChannel.open(kb, method="kl")


def holding(subject, predicate, object_, bounds=None):
    return Holdings(GRAPH).of(LinkedTriple(Triple(subject, predicate, object_), 1.0, bounds=bounds))


def test_a_fact_is_held():
    assert holding("Arvania", "capital", "Port_Ellis").holding is Holding.HELD
    assert holding("Vell", TYPE, "City").holding is Holding.HELD


def test_an_open_fact_whose_ends_are_exchanged_says_so():
    found = holding("Port_Ellis", "capital", "Arvania")
    assert found.holding is Holding.OPEN
    assert found.why.endswith("with subject and object exchanged it does")
    assert holding("Vell", "capital", "Tam").why.endswith("nor one that excludes it")


def test_another_object_of_a_functional_predicate_contradicts():
    found = holding("Arvania", "capital", "Sorn_(city)")
    assert found.holding is Holding.CONTRADICTED
    assert found.facts == (Triple("Arvania", "capital", "Port_Ellis"),)


def test_another_subject_of_an_inverse_functional_predicate_contradicts():
    # Nothing is known of the capital of Vell, but Port Ellis is that of Arvania.
    found = holding("Vell", "capital", "Port_Ellis")
    assert found.holding is Holding.CONTRADICTED
    assert found.facts == (Triple("Arvania", "capital", "Port_Ellis"),)


def test_what_several_may_have_stays_open():
    # Every person has one parent here, but three facts are too few to tell that it is always so.
    assert holding("Ann_Dor", "parent", "Cle_Dor").holding is Holding.OPEN
    assert holding("Arvania", "borders", "Mirland").holding is Holding.OPEN
    assert holding("Vell", TYPE, "Country").holding is Holding.OPEN


@pytest.mark.parametrize(
    ("bounds", "expected"),
    [
        ((1_400_000, 1_400_000), Holding.HELD),
        ((1_300_000, float("inf")), Holding.HELD),
        ((1_450_000, 1_460_000), Holding.OPEN),  # another source, another year
        ((2_000_000, float("inf")), Holding.CONTRADICTED),
    ],
)
def test_amounts_are_compared_with_room_for_other_sources(bounds, expected):
    assert holding("Arvania", "population", "1.4 million", bounds).holding is expected


def test_years_are_compared_as_they_stand():
    assert holding("Port_Ellis", "foundedYear", "1204", (1204, 1204)).holding is Holding.HELD
    assert holding("Port_Ellis", "foundedYear", "1205", (1205, 1205)).holding is Holding.CONTRADICTED
    assert holding("Vell", "foundedYear", "1205", (1205, 1205)).holding is Holding.OPEN


def test_texts_are_compared_by_their_words():
    assert holding("Arvania", "drivingSide", "Left").holding is Holding.HELD
    assert holding("Arvania", "drivingSide", "right").holding is Holding.CONTRADICTED


def test_a_claim_is_linked_looked_up_and_scored(channel):
    finding = channel.find(Claim("1", "Sorn is the capital of Arvania."))
    assert finding.deciding.label is Label.REFUTES
    assert finding.deciding.facts[0][1] == "Arvania —capital→ Port Ellis"
    assert finding.share == pytest.approx(0.9 * finding.deciding.linked.score)
    assert finding.score.paths[0].startswith("Arvania —borders→ Ostia")
    assert finding.score.paths[0].endswith(" Sorn (city)")


def test_the_words_of_an_amount_tell_its_bound(channel):
    (more,) = channel.find(Claim("1", "Arvania has more than 2 million inhabitants.")).readings
    (less,) = channel.find(Claim("1", "Fewer than 2 million people live in Arvania.")).readings
    assert (more.words, more.holding) == ("Arvania —population→ > 2 million", Holding.CONTRADICTED)
    assert (less.words, less.holding) == ("Arvania —population→ < 2 million", Holding.HELD)


def test_a_denied_fact_turns_the_label(channel):
    assert channel.find(Claim("1", "Sorn is not the capital of Arvania.")).deciding.label is Label.SUPPORTS
    assert channel.find(Claim("1", "Port Ellis is not the capital of Arvania.")).deciding.label is Label.REFUTES


def test_an_open_fact_leaves_the_verdict_alone(channel):
    finding = channel.find(Claim("1", "Arvania borders Mirland."))
    assert [reading.holding for reading in finding.readings] == [Holding.OPEN] * len(finding.readings)
    verdict = Verdict(Label.SUPPORTS, 0.6, 0.3, 0.1)
    assert with_graph(verdict, finding) == verdict
    assert with_graph(verdict, GraphFinding("kb")) == verdict
    assert with_graph(verdict, None) == verdict


def test_the_graphs_share_goes_to_its_label(channel):
    finding = replace(channel.find(Claim("1", "Sorn is the capital of Arvania.")), share=0.5)
    mixed = with_graph(Verdict(Label.SUPPORTS, 0.6, 0.3, 0.1), finding)
    # Half of what was read, and half of 0.97 for the label and 0.015 for each other.
    assert mixed.refutes == pytest.approx(0.5 * 0.3 + 0.5 * 0.97)
    assert mixed.supports == pytest.approx(0.5 * 0.6 + 0.5 * 0.015)
    assert mixed.label is Label.REFUTES
    assert mixed.supports + mixed.refutes + mixed.not_enough_info == pytest.approx(1)


def test_a_check_asks_the_graph_where_one_is_given(world, kb):
    claim = "Sorn is the capital of Arvania."
    with_graph = Verifier(world, replace(LEXICAL, kb=kb)).check(claim)
    assert with_graph.label is Label.REFUTES
    assert ("graph", "kl") in with_graph.stage_names
    assert Verifier(world, LEXICAL).check(claim).graph is None


def test_a_graph_answers_what_the_corpus_knows_nothing_of(world, kb):
    trace = Verifier(world, replace(LEXICAL, kb=kb)).check("The capital of Land 3 is Land 3 City.")
    assert trace.label is Label.SUPPORTS
    assert trace.was_decided


def test_a_question_is_not_linked(world, kb):
    trace = Verifier(world, replace(LEXICAL, kb=kb)).check("What is the capital of Arvania?")
    assert trace.label is Label.NOT_ENOUGH_INFO
    assert trace.graph is None


def test_the_trace_tells_what_the_graph_says(world, kb):
    trace = Verifier(world, replace(LEXICAL, kb=kb)).check("Arvania has more than 2 million inhabitants.")
    graph = json.loads(json.dumps(trace_as_json(trace)))["graph"]
    defined = load_schema("trace")["$defs"]
    assert set(graph) == set(defined["graph"]["required"])
    (first, *_) = graph["triples"]
    assert set(first) == set(defined["linked_triple"]["required"])
    assert first["bounds"] == [pytest.approx(2_000_000), None]
    assert (first["holding"], graph["label"]) == ("contradicted", "REFUTES")
    assert "Arvania —population→ 1400000" in claim_html(trace)


def test_names_and_lexicon_are_kept_with_the_graph(kb, channel, tmp_path):
    assert (kb / "linking-1").is_dir()
    path = tmp_path / "lexicon.json.gz"
    write_lexicon(path, channel.linker.lexicon, GRAPH)
    again = read_lexicon(path, GRAPH)
    claim = Claim("1", "Sorn is the capital of Arvania.")
    found = replace(open_linker(kb), lexicon=again).link(claim)
    assert [one.triple for one in found] == [one.triple for one in channel.linker.link(claim)]


@pytest.mark.parametrize("method", ["nope", "kg-miner"])
def test_an_unknown_method_or_one_that_learns_is_refused_before_anything_is_opened(method):
    with pytest.raises(UsageError, match=rf"no untrained graph method named '{method}'; choose one of: .*kl"):
        check_config(PipelineConfig(kb_method=method))


def test_an_embedding_is_trained_by_the_first_check_only(kb, tmp_path, monkeypatch):
    monkeypatch.setenv("VERISCOPE_CACHE", str(tmp_path))
    trained = []

    def train(view, settings, **options):
        trained.append(settings.model)
        return train_embedding(view, replace(settings, epochs=1, dimension=4), **options)

    monkeypatch.setattr(embedding_cache, "train_embedding", train)
    claim = Claim("1", "Sorn is the capital of Arvania.")
    scores = [GraphChannel.open(kb, method="transe").find(claim).score.checked.score for _ in range(2)]
    assert trained == ["transe"]
    assert scores[0] == scores[1]


def test_a_check_without_a_graph_loads_no_kernels():
    code = (
        "import sys; from veriscope.pipeline import Verifier, PipelineConfig; import veriscope.cli.check; "
        "print([name for name in ('numba', 'scipy', 'sklearn', 'veriscope.graph') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
