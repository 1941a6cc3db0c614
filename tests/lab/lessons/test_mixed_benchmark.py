import json
import random
from collections import Counter
from dataclasses import replace

import pytest

from veriscope.datasets.feverous import parse_feverous_claim
from veriscope.datasets.feverous_ids import evidence_id_from_feverous
from veriscope.domain import Cell, CellId, Link, Page, Section, Sentence, Table
from veriscope.errors import UsageError, VeriscopeError
from veriscope.lab.lessons.mixed_benchmark import (
    MixedBenchmarkSettings,
    make_benchmark,
    make_mixed_benchmark,
    pages_cited,
)
from veriscope.lab.lessons.mixed_clauses import clauses, holds, tidy
from veriscope.lab.lessons.mixed_exchanges import Exchanges, another_number
from veriscope.lab.lessons.mixed_facts import are_years, keyed_tables
from veriscope.lab.lessons.mixed_records import context
from veriscope.lab.lessons.mixed_removal import element_of, name_of, read_removed, without

COLOURS = ("red", "green", "blue", "amber", "violet")
PLACES = ("Northmark", "Estavia", "Lower Vale", "Quill Bay", "Sandreach")
CHALLENGES = {
    "Multi-hop Reasoning",
    "Entity Disambiguation",
    "Numerical Reasoning",
    "Search terms not in claim",
    "Combining Tables and Text",
    "Other",
}


def town_page(number):
    """A town: some sentences, and a table of its clubs whose stadiums are pages."""
    draw = random.Random(number)
    town = f"Town{number}"
    sentences = (
        f"{town} is a town in {draw.choice(PLACES)}.",
        f"It was founded in {draw.randint(1100, 1900)} by settlers from {draw.choice(PLACES)}.",
        f"It has a population of {draw.randint(1000, 90000):,} and an area of {draw.randint(20, 400)} hectares.",
    )
    rows = [("Club", "Founded", "Colour", "Members", "Stadium")]
    rows += [
        (
            f"{town} {name}",
            str(draw.randint(1880, 1990)),
            draw.choice(COLOURS[:2]) if place < 3 else draw.choice(COLOURS),
            str(draw.randint(50, 5000)),
            f"Arena {(number * 7 + place) % 60}",
        )
        for place, name in enumerate(("Rovers", "Athletic", "Wanderers", "Union", "Star", "Harbour"))
    ]
    cells = tuple(
        Cell(y, x, text, is_header=y == 0, links=(Link(0, len(text), text),) if y and x == 4 else ())
        for y, row in enumerate(rows)
        for x, text in enumerate(row)
    )
    elements = (
        *(Sentence(place, text) for place, text in enumerate(sentences)),
        Section("Clubs", 2),
        Table(0, cells),
    )
    return Page(town if number % 5 else f"{town} (Valley)", elements)


def arena_page(number):
    return Page(
        f"Arena {number}",
        (Sentence(0, f"Arena {number} is a stadium in {PLACES[number % 5]} that was opened in {1900 + number}."),),
    )


class FakeCorpus:
    """Pages in memory."""

    def __init__(self, pages):
        self._pages = {page.title: page for page in pages}

    def pages(self):
        return iter(self._pages.values())

    def page(self, title):
        return self._pages.get(title)


CORPUS = FakeCorpus([*map(town_page, range(90)), *map(arena_page, range(60))])
SIZES = (90, 24, 24)


@pytest.fixture(scope="module")
def benchmark(tmp_path_factory):
    out = tmp_path_factory.mktemp("mixed")
    report = make_benchmark(CORPUS, out, sizes=SIZES, apart=["Town1", "Town2", "Town3"], seed=3)
    return out, report


@pytest.fixture(scope="module")
def records(benchmark):
    return {name: [json.loads(line) for line in read(benchmark[0], name)[1:]] for name in ("train", "dev", "test")}


def read(out, name):
    return (out / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()


def ids_of(record):
    (evidence,) = parse_feverous_claim(record).evidence
    return [evidence_id_from_feverous(address) for address in evidence.content]


def cell_text(piece):
    table = next(table for table in CORPUS.page(piece.page).tables() if table.index == piece.table)
    return next(cell.text for cell in table.cells if (cell.row, cell.column) == (piece.row, piece.column))


def test_the_files_are_feverous_claims_with_a_header(benchmark, records):
    for name, size in zip(("train", "dev", "test"), SIZES, strict=True):
        assert json.loads(read(benchmark[0], name)[0])["claim"] == ""
        assert len(records[name]) == size
        for record in records[name]:
            assert record["challenge"] in CHALLENGES
            (evidence,) = record["evidence"]
            assert set(evidence["context"]) == set(evidence["content"]) != set()
            assert all(names[0].endswith("_title") for names in evidence["context"].values())


def test_labels_are_equally_frequent_in_every_kind(records):
    counts = Counter((record["kind"], record["label"]) for record in records["train"])
    kinds = {kind for kind, _ in counts}
    assert len(kinds) >= 8
    for kind in kinds - {"comparison", "difference"}:
        found = [counts[kind, label] for label in ("SUPPORTS", "REFUTES", "NOT ENOUGH INFO")]
        assert max(found) - min(found) <= 2, kind


def test_the_splits_have_much_the_same_mix_of_kinds(records):
    shares = [{kind: number / len(found) for kind, number in kinds(found).items()} for found in records.values()]
    for kind in ("one sentence", "one cell", "cell and linked page"):
        found = [share.get(kind, 0) for share in shares]
        assert max(found) - min(found) < 0.1, kind


def kinds(found):
    return Counter(record["kind"] for record in found)


def test_all_three_kinds_of_evidence_occur(benchmark):
    for found in benchmark[1]["splits"].values():
        assert set(found["evidence"]) == {"sentences", "cells", "both"}


def test_no_page_gives_evidence_to_two_splits_and_pages_kept_apart_are_not_trained_on(records):
    pages = {name: {piece.page for record in found for piece in ids_of(record)} for name, found in records.items()}
    assert not pages["train"] & pages["dev"]
    assert not pages["train"] & pages["test"]
    assert not pages["dev"] & pages["test"]
    assert not pages["train"] & {"Town1", "Town2", "Town3"}


def test_what_was_taken_away_is_no_evidence_of_any_claim(benchmark, records):
    removed = read_removed(benchmark[0] / "removed.jsonl")
    gone = {(title, element) for title, elements in removed.items() for element in elements}
    assert gone
    cited = {(piece.page, element_of(piece)) for found in records.values() for r in found for piece in ids_of(r)}
    assert not gone & cited
    named = {tuple(name.rsplit("_", 2)) for found in records.values() for r in found for name in r["removed"]}
    assert {(title, f"{kind}_{number}") for title, kind, number in named} == gone


def test_a_supported_claim_about_a_cell_says_what_it_says_and_a_refuted_one_does_not(records):
    checked = Counter()
    for record in (record for found in records.values() for record in found if record["kind"] == "one cell"):
        if record["label"] != "NOT ENOUGH INFO":
            name, piece = ids_of(record)
            assert holds(record["claim"], cell_text(name))
            assert holds(record["claim"].lower(), cell_text(piece).lower()) == (record["label"] == "SUPPORTS")
            checked[record["label"]] += 1
    assert min(checked["SUPPORTS"], checked["REFUTES"]) > 3


def test_a_supported_count_names_as_many_cells_as_are_evidence(records):
    words = {word: number for number, word in enumerate(("zero", "one", "two", "three", "four", "five", "six"))}
    for record in (record for found in records.values() for record in found if record["kind"] == "count"):
        said = next(words[word] for word in record["claim"].lower().replace(".", "").split() if word in words)
        if record["label"] != "NOT ENOUGH INFO":
            assert (said == len(ids_of(record))) == (record["label"] == "SUPPORTS")


def test_the_same_seed_makes_the_same_files(benchmark, tmp_path):
    make_benchmark(CORPUS, tmp_path, sizes=SIZES, apart=["Town1", "Town2", "Town3"], seed=3)
    for path in sorted(benchmark[0].iterdir()):
        assert path.read_bytes() == (tmp_path / path.name).read_bytes()


def test_guesses_from_the_claim_alone_are_reported_beside_the_commonest_label(benchmark):
    for name in ("dev", "test"):
        found = benchmark[1]["claim_only"][name]
        assert 0 <= found["accuracy"] < 0.6
        assert found["majority"] == pytest.approx(1 / 3, abs=0.1)


def test_fewer_claims_than_asked_for_are_said(tmp_path, capsys):
    make_benchmark(FakeCorpus([town_page(1)]), tmp_path, sizes=(0, 500, 500), apart=[], seed=1)
    assert "fewer than the 500 asked for" in capsys.readouterr().err


def test_sizes_that_are_no_three_counts_are_refused(tmp_path):
    with pytest.raises(UsageError, match="three counts"):
        make_benchmark(CORPUS, tmp_path, sizes=(1, 2), apart=[], seed=1)


def test_a_corpus_that_is_not_there_is_one_line(tmp_path):
    with pytest.raises(VeriscopeError, match="none"):
        list(make_mixed_benchmark(MixedBenchmarkSettings(tmp_path / "none", tmp_path)))


def test_the_pages_of_claim_files_are_found(tmp_path):
    path = tmp_path / "claims.jsonl"
    evidence = [{"content": ["Lima_cell_0_1_1", "Peru_sentence_0"], "context": {}}]
    claim = {"id": 1, "label": "SUPPORTS", "claim": "Lima lies in Peru.", "evidence": evidence}
    header = dict.fromkeys(claim, "")
    path.write_text(f"{json.dumps(header)}\n{json.dumps(claim)}\n", encoding="utf-8")
    assert pages_cited([path]) == {"Lima", "Peru"}


def page_of(title, *sentences):
    return Page(title, tuple(Sentence(place, text) for place, text in enumerate(sentences)))


def said(title, *sentences):
    return [clause.text for clause in clauses(page_of(title, *sentences))]


def test_clauses_name_the_subject_and_leave_out_what_is_added():
    found = said(
        "Velm (river)",
        "The Velm (local: Felm) is a river in northern Estavia, which was dammed in 1950.",
        "It rises near Quill Bay and flows into Lake Orre; boats may use it.",
        "The weather there is mild.",
        "It was mapped in 1833.",
    )
    assert found == ["Velm is a river in northern Estavia"]


def test_a_pronoun_means_the_subject_only_after_a_sentence_about_it():
    sentences = (
        "Velm is a river.",
        "It was mapped in 1833 by Ada Moor.",
        "The weather is mild.",
        "It was dammed in 1950.",
    )
    assert said("Velm", *sentences) == ["Velm was mapped in 1833 by Ada Moor"]


def test_the_full_name_of_the_first_sentence_stands_for_the_title():
    assert said("Ada Moor", "Ada Wilhelmina Moor (born 3 May 1950) was a painter from Sandreach.") == [
        "Ada Moor was a painter from Sandreach"
    ]


def test_sentences_above_a_list_are_about_something_else():
    assert said("List of rivers of Estavia", "List of rivers of Estavia is a list of the rivers of Estavia.") == []


def test_a_falsified_clause_says_what_the_page_does_not():
    pages = [page_of(f"Town{n}", f"Town{n} is a town in {place} with 900 people.") for n, place in enumerate(PLACES)]
    every = [clause for page in pages for clause in clauses(page)]
    exchanges = Exchanges(clause.text for clause in every)
    for clause in every:
        false, value = exchanges.falsify(clause, random.Random(1))
        assert false != clause.predicate
        assert value in clause.predicate
        assert value not in false


@pytest.mark.parametrize("text", ["1912", "7", "12,400", "1", "2025"])
def test_another_number_is_near_and_written_alike(text):
    for seed in range(30):
        other = another_number(text, random.Random(seed))
        assert other != text
        assert ("," in other) == ("," in text)
        assert int(other.replace(",", "")) > 0


def test_tokenised_text_is_tidied():
    assert tidy("Jo 's dog ( a hound ) barked , loudly .") == "Jo's dog (a hound) barked, loudly."


def test_rows_are_named_by_the_first_column_of_unique_names():
    (table,) = keyed_tables(town_page(1))
    assert table.key == 0
    assert [table.header(column) for column in table.columns] == ["founded", "colour", "members", "stadium"]
    assert are_years(table, 1)
    assert not are_years(table, 3)


def test_a_cell_is_cited_with_the_name_of_its_row_unless_that_is_a_header():
    (table,) = keyed_tables(town_page(1))
    assert table.cell_ids(1, 3) == (CellId("Town1", 0, 2, 0), CellId("Town1", 0, 2, 3))
    page = town_page(1)
    *others, body = page.elements
    headed = tuple(replace(cell, is_header=cell.is_header or cell.column == 0) for cell in body.cells)
    (table,) = keyed_tables(Page(page.title, (*others, replace(body, cells=headed))))
    assert table.cell_ids(1, 3) == (CellId("Town1", 0, 2, 3),)


def test_elements_are_taken_away_by_name_and_the_rest_keep_their_numbers():
    page = town_page(1)
    left = without(page, {"sentence_1", "table_0"})
    assert [name_of(element) for element in left.elements] == ["sentence_0", "sentence_2", ""]


def test_the_context_of_a_cell_is_its_title_its_sections_and_its_headers():
    assert context(town_page(1), CellId("Town1", 0, 2, 3)) == [
        "Town1_title",
        "Town1_section_0",
        "Town1_header_cell_0_0_3",
    ]
