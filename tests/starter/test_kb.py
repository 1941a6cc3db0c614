import re

IRI = r"<https?://[^<>\" {}|\\^`]+>"
LINE = re.compile(
    rf"{IRI} {IRI} (?:{IRI}|" + r"\"(?:[^\"\\\n]|\\[\"\\])*\"(?:@en|\^\^<http://www\.w3\.org/2001/XMLSchema#\w+>)?) \."
)
ENTITY, ONTOLOGY = "<https://veriscope.example/entity/", "<https://veriscope.example/ontology/"
LABEL = "<http://www.w3.org/2000/01/rdf-schema#label>"
TYPE = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"


def facts(triples, predicate):
    """Subject and object of every fact of a predicate, without the namespaces."""
    found = []
    for line in triples:
        subject, name, rest = line.removesuffix(" .").split(" ", 2)
        if name == f"{ONTOLOGY}{predicate}>":
            value = rest.removeprefix(ENTITY).rstrip(">") if rest.startswith(ENTITY) else rest
            found.append((subject.removeprefix(ENTITY).rstrip(">"), value))
    return found


def test_every_line_is_an_n_triple_and_stands_once(triples):
    assert not [line for line in triples if not LINE.fullmatch(line)]
    assert len(triples) == len(set(triples))


def test_every_entity_has_a_label_and_a_type(triples):
    parts = [line.split(" ", 2) for line in triples]
    mentioned = {term for subject, _, rest in parts for term in (subject, rest[:-2]) if term.startswith(ENTITY)}
    labelled = {subject for subject, predicate, _ in parts if predicate == LABEL}
    typed = {subject for subject, predicate, _ in parts if predicate == TYPE}
    assert mentioned <= labelled
    assert mentioned <= typed


def test_classes_and_predicates_are_declared(triples):
    parts = [line.split(" ", 2) for line in triples]
    declared = {subject for subject, predicate, _ in parts if predicate == TYPE and subject.startswith(ONTOLOGY)}
    used = {predicate for _, predicate, _ in parts if predicate.startswith(ONTOLOGY)}
    used |= {rest[:-2] for _, predicate, rest in parts if predicate == TYPE and rest.startswith(ONTOLOGY)}
    assert used <= declared
    for name in ("domain", "range"):
        declares = {s for s, p, _ in parts if p == f"<http://www.w3.org/2000/01/rdf-schema#{name}>"}
        assert {predicate for predicate in used if predicate[len(ONTOLOGY)].islower()} <= declares


def test_several_predicates_have_hundreds_of_facts(triples):
    large = [
        name
        for name in ("borders", "cityOf", "officialLanguage", "locatedIn", "population")
        if len(facts(triples, name)) > 250
    ]
    assert len(large) == 5


def test_borders_hold_both_ways(triples):
    borders = set(facts(triples, "borders"))
    assert {(other, one) for one, other in borders} == borders


def test_capitals_stand_in_the_infobox_and_in_a_sentence_too(triples, pages):
    for country, capital in facts(triples, "capital"):
        page, name = pages[country.replace("_", " ")], capital.replace("_", " ")
        rows = {row[0]["value"]: row[1]["value"] for row in page["table_0"]["table"] if len(row) == 2}
        assert f"[[{capital}|" in rows["Capital"] or rows["Capital"] == name
        if capital != country:
            sentences = [page[key] for key in page["order"] if key.startswith("sentence_")]
            assert [sentence for sentence in sentences if f"[[{capital}|" in sentence], country
            assert "capital" in pages[name]["sentence_0"]


def test_populations_are_those_of_the_infoboxes(triples, pages):
    for title, value in facts(triples, "population"):
        table = pages[title.replace("_", " ")]["table_0"]["table"]
        cells = [row[1]["value"] for row in table if len(row) == 2 and row[0]["value"].startswith("Population (")]
        assert cells[0].replace(",", "") == value.split('"')[1]


def test_the_worked_example_stands_in_a_sentence_a_cell_and_a_triple(triples, pages):
    assert ("Australia", "Canberra") in facts(triples, "capital")
    assert "is the capital of" in pages["Canberra"]["sentence_0"]
    assert "[[Australia|Australia]]" in pages["Canberra"]["sentence_0"]
    sentences = [pages["Australia"][name] for name in pages["Australia"]["order"] if name.startswith("sentence_")]
    assert [text for text in sentences if "capital is [[Canberra|Canberra]]" in text]
    rows = {row[0]["value"]: row[1]["value"] for row in pages["Australia"]["table_0"]["table"] if len(row) == 2}
    assert rows["Capital"] == "[[Canberra|Canberra]]"
