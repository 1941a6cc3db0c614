import lzma

import pytest

from veriscope.domain import Label
from veriscope.lab.lessons.infobox_claims import infobox_claims, read_facts
from veriscope.lab.lessons.mined import MinedClaim
from veriscope.models.evidence_lines import Line

FACTS = {"Ida Brandt": {"birthPlace": ["Vell"], "spouse": ["Orrin Hale", "Tam (poet)"]}}
PREFIX = "http://example.org"


def fever(text, *, title="Ida Brandt", label=Label.SUPPORTS):
    return MinedClaim("7", "fever", text, label, (Line(title, "x"),), (), is_complete=True)


@pytest.mark.parametrize("label", [Label.SUPPORTS, Label.REFUTES])
def test_a_claim_that_no_fact_is_about_stays_undecided_whatever_its_label(label):
    (made,) = infobox_claims([fever("Ida Brandt was a botanist.", label=label)], FACTS, seed=1)
    assert (made.label, made.gold, made.source) == (Label.NOT_ENOUGH_INFO, (), "infobox")
    texts = {found.line.text for found in made.found}
    assert {found.line.title for found in made.found} == {"Ida Brandt"}
    assert any(text.endswith(" is Vell") for text in texts)
    assert any(text.endswith(" ; Orrin Hale ; Tam") for text in texts)


@pytest.mark.parametrize(
    "text",
    ["Ida Brandt was born in 1840.", "Ida Brandt never married.", "Ida Brandt knew Orrin Hale.", "She was a botanist."],
)
def test_a_claim_that_may_be_of_a_fact_is_left_out(text):
    assert list(infobox_claims([fever(text)], FACTS, seed=1)) == []


def test_a_subject_with_one_fact_is_no_box():
    assert list(infobox_claims([fever("Ida Brandt was a botanist.")], {"Ida Brandt": {"spouse": ["x"]}}, seed=1)) == []


def test_facts_are_read_by_subject_and_predicate_without_types_and_nameless_nodes(tmp_path):
    rows = [
        ("resource/Ida_Brandt", "ontology/birthPlace", "resource/Vell_%28town%29"),
        ("resource/Ida_Brandt", "22-rdf-syntax-ns#type", "ontology/Person"),
        ("resource/DB93K_12", "ontology/birthPlace", "resource/Vell"),
    ]
    file = tmp_path / "graph.nt.xz"
    triples = (" ".join(f"<{PREFIX}/{part}>" for part in row) + " .\n" for row in rows)
    file.write_bytes(lzma.compress("".join(triples).encode()))
    assert read_facts(file) == {"Ida Brandt": {"birthPlace": ["Vell (town)"]}}
