import json
import lzma
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veriscope.corpus import Corpus, PlannedSource, build_corpus
from veriscope.domain import Label
from veriscope.errors import InputError
from veriscope.lab.lessons.hand_written import split_of
from veriscope.lab.lessons.linked_claims import TableLines
from veriscope.lab.lessons.mined import MinedClaim, RankedLine, read_mined
from veriscope.lab.training.training_set import (
    TrainingSetSettings,
    first_of_each,
    gather_training_set,
    inference_pairs,
    made_up_tables,
    plain_names,
    split,
    table_claims,
)
from veriscope.models.evidence_lines import Line
from veriscope.pipeline.stages import make_computer

SUBJECTS = ("Vell", "Tam", "Ida Brandt", "Orrin", "Sorrel")
lines = st.builds(Line, st.sampled_from(SUBJECTS), st.just("It is so."))
claims = st.builds(
    MinedClaim,
    st.integers(0, 99).map(str),
    st.just("fever"),
    st.sampled_from(["Vell is old.", "vell is old", "Vell is small.", "Tam is long.", "Tam is short.", "It is so."]),
    st.sampled_from(Label),
    st.lists(lines, max_size=2).map(tuple),
    st.lists(st.builds(RankedLine, lines, st.just(0.5), st.booleans()), max_size=2).map(tuple),
    st.booleans(),
)
CLINICS = tuple(f"clinic-{number:04}" for number in range(99))
PAIR_ROW = {"claim": "Vell has 3 lakes.", "label": "REFUTES", "evidence_text": ["Vell has 2 lakes ."], "page": "Vell"}
WORLD = Path(__file__).parents[2] / "world" / "pages.jsonl"
MOUNTAINS = [
    f"{first} {last}"
    for first in ("Mount", "Old", "Lesser", "Upper", "Blue", "Little")
    for last in ("Sorrel", "Orrin", "Hale", "Moss")
]
TABLE = {
    "id": "games.csv",
    "caption": "Winter games",
    "header": ["Country", "Gold", "Silver"],
    "rows": [["Arvania", "16", "8"], ["Tamland", "12", "5"], ["Orrinia", "9", "2"]],
}


def write(folder, name, *rows):
    file = folder / name
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tables")
    file = write(folder, "tables.jsonl", TABLE)
    source = PlannedSource(file, "tables", file.stat().st_size)
    build_corpus(folder / "corpus", [source], report=lambda _: None)
    return Corpus.open(folder / "corpus")


def same(claim):
    return claim.claim.lower().rstrip(".")


def subjects(claim):
    """What a claim is about: the pages of its evidence, or else the best one found, and the name in front."""
    pages = {line.title for line in claim.gold} or {one.line.title for one in claim.found[:1]}
    return pages | {name for name in SUBJECTS if claim.claim.startswith(name)}


def of(subject, label, *, number=0, gold=(), found=()):
    """A claim about a subject whose evidence is complete."""
    evidence = tuple(Line(title, "It is so.") for title in gold)
    read = tuple(RankedLine(Line(title, "It is so."), 0.5, is_gold=False) for title in found)
    return MinedClaim(f"{subject}-{number}", "fever", f"{subject} has {number}.", label, evidence, read, True)


@settings(max_examples=60)
@given(given_claims=st.lists(claims, max_size=15), held_out=st.integers(0, 3))
def test_nothing_about_a_subject_that_is_held_out_is_learned_from(given_claims, held_out):
    learned, kept = split(given_claims, held_out=held_out)
    apart = {name for claim in kept for name in subjects(claim)}
    texts = {same(claim) for claim in kept}
    assert len(texts) == len(kept)
    assert learned == [claim for claim in given_claims if not subjects(claim) & apart and same(claim) not in texts]


@settings(max_examples=40)
@given(given_claims=st.lists(claims, max_size=15), held_out=st.integers(0, 3))
def test_at_most_so_many_complete_claims_of_each_label_are_held_out(given_claims, held_out):
    _, kept = split(given_claims, held_out=held_out)
    assert all(claim.is_complete for claim in kept)
    assert all(sum(claim.label is label for claim in kept) <= held_out for label in Label)


def test_so_many_claims_of_each_label_are_held_out_and_the_rest_is_learned_from():
    given_claims = [of(f"Town {number}", label) for number, label in enumerate(list(Label) * 10)]
    learned, kept = split(given_claims, held_out=4)
    assert Counter(claim.label for claim in kept) == dict.fromkeys(Label, 4)
    assert learned == [claim for claim in given_claims if claim not in kept]


def test_equal_seeds_hold_out_alike_in_whatever_order_claims_come():
    given_claims = [of(f"Town {number}", label) for number, label in enumerate(list(Label) * 10)]
    _, kept = split(given_claims, held_out=4)
    assert split(given_claims[::-1], held_out=4)[1] == kept
    assert split(given_claims, held_out=4, seed=6)[1] != kept


def test_a_label_of_which_there_are_few_does_not_use_up_the_subjects():
    few = of("Vell", Label.NOT_ENOUGH_INFO)
    learned, kept = split([few, *(of(f"Town {number}", Label.SUPPORTS) for number in range(20))], held_out=3)
    assert few in kept
    assert (len(kept), len(learned)) == (4, 17)


@pytest.mark.parametrize(
    "other",
    [
        of("Vell", Label.SUPPORTS, number=2),
        of("Orrin", Label.SUPPORTS, gold=["VELL"]),
        of("Orrin", Label.SUPPORTS, gold=["Orrin", "Vell"]),
        of("Orrin", Label.SUPPORTS, found=["Vell"]),
        of("Tam", Label.SUPPORTS, number=2),
        of("Hale's Tower", Label.SUPPORTS, number=2),
    ],
    ids=["name", "page", "second-page", "best-page", "second-subject", "possessive"],
)
def test_a_claim_that_shares_a_subject_with_one_held_out_is_not_learned_from(other):
    kept = of("Vell", Label.REFUTES, gold=["Vell", "Tam", "Hale's Tower"])
    unrelated = of("Sorrel", Label.SUPPORTS, found=["Sorrel", "Vell"])
    # Only complete ones are held out.
    others = [one._replace(is_complete=False) for one in (other, unrelated)]
    assert split([*others, kept], held_out=1) == ([others[1]], [kept])


def test_a_hypothesis_is_the_claim_and_its_premise_the_only_evidence(tmp_path):
    row = {"premise": "A man eats.", "hypothesis": "Nobody eats.", "label": "REFUTES"}
    (pair,) = inference_pairs(write(tmp_path, "pairs.jsonl", row))
    assert (pair.claim, pair.label, pair.gold) == ("Nobody eats.", Label.REFUTES, (Line("", "A man eats."),))
    assert (pair.source, pair.found) == ("nli", ())


def test_a_pair_without_a_premise_is_named_with_its_line(tmp_path):
    file = write(tmp_path, "pairs.jsonl", {"hypothesis": "Nobody eats.", "label": "REFUTES"})
    with pytest.raises(InputError, match=r"pairs\.jsonl:1: premise: missing"):
        list(inference_pairs(file))


def test_a_statement_comes_with_the_rows_of_its_table_under_the_caption(tables, tmp_path):
    rows = [
        {"table": "games.csv", "statement": "Tamland won 12 gold medals", "label": "SUPPORTS"},
        {"table": "gone.csv", "statement": "Tamland won", "label": "REFUTES"},
    ]
    file, lines = write(tmp_path, "statements.jsonl", *rows), TableLines(tables, make_computer("programs"))
    assert list(table_claims(file, tables, lines, apart={"games.csv"})) == []
    (mined,) = table_claims(file, tables, lines, apart=())
    assert "yes, 12, as the claim says" in mined.computed
    assert (mined.claim, mined.label, mined.gold) == ("Tamland won 12 gold medals", Label.SUPPORTS, ())
    assert {one.line.title for one in mined.found} == {"Winter games"}
    assert not any(one.is_gold for one in mined.found)
    assert any("Country is Tamland" in one.line.text and "Gold is 12" in one.line.text for one in mined.found)


def test_made_up_statements_have_the_row_that_decides_them_as_gold(world):
    pages, lines = list(world.pages()), TableLines(world, make_computer("programs"))
    made = list(made_up_tables(pages, lines, seed=2))
    assert made
    for one in made:
        assert one.label in {Label.SUPPORTS, Label.REFUTES}
        assert one.gold == tuple(found.line for found in one.found if found.is_gold)
        assert len(one.gold) == 1
        assert world.page(one.gold[0].title) is not None
    assert made == list(made_up_tables(pages, lines, seed=2))


def test_names_are_the_short_titles_found_without_qualifiers():
    titles = ["Vell", "Crown (film)", "Ida Brandt", "List of rivers of Arvania", "Route 66", "Vell"]
    found = tuple(RankedLine(Line(title, "x"), 0.5, is_gold=False) for title in titles)
    claim = MinedClaim("1", "fever", "Vell is old.", Label.SUPPORTS, (), found, is_complete=True)
    assert plain_names([claim, claim]) == ["Ida Brandt", "Vell"]


@pytest.fixture(scope="module")
def mountains(tmp_path_factory):
    """A corpus with more names than the longest made-up list has."""
    folder = tmp_path_factory.mktemp("mountains")
    pages = [
        {
            "title": name,
            "order": ["sentence_0"],
            "sentence_0": f"{name} was first climbed in {1874 + place} by [[Ida]].",
        }
        for place, name in enumerate(MOUNTAINS)
    ]
    file = write(folder, "pages.jsonl", *pages)
    source = PlannedSource(file, "feverous", file.stat().st_size)
    build_corpus(folder / "corpus", [source], report=lambda _: None)
    return Corpus.open(folder / "corpus")


def fever_rows():
    """Of each mountain a claim of each label, with its own page as the evidence of those that are decided."""
    for number, label in enumerate((Label.SUPPORTS, Label.REFUTES, Label.NOT_ENOUGH_INFO) * len(MOUNTAINS)):
        name, year = MOUNTAINS[number // 3], 1874 + number // 3
        sentences = [] if label is Label.NOT_ENOUGH_INFO else [f"{name} was first climbed in {year} by Ida ."]
        yield {
            "id": number,
            "claim": f"{name} was climbed in {year - 100 * (number % 3)}.",
            "label": label.value,
            "evidence_text": sentences,
            "evidence": [[name.replace(" ", "_"), 0] for _ in sentences],
        }


def graph(folder):
    """Each mountain has two facts, of which no claim speaks."""
    rows = (
        f"<http://example.org/resource/{name.replace(' ', '_')}> <http://example.org/ontology/{fact}> "
        f"<http://example.org/resource/Hale_Range> .\n"
        for name in MOUNTAINS
        for fact in ("mountainRange", "owner")
    )
    file = folder / "graph.nt.xz"
    file.write_bytes(lzma.compress("".join(rows).encode()))
    return file


def lessons(folder):
    """A folder of lessons with one group to learn from and one that is held out."""
    made = folder / "lessons"
    made.mkdir()
    rows = [
        {
            "id": name,
            "brief": "clinic",
            "kind_of_text": "leaflet",
            "split": split_of(name),
            "about": {"title": "Your knee", "section": "", "date": "", "file": ""},
            "lines": ["You can drive after six weeks."],
            "claims": [
                {
                    "text": "Driving is possible after six weeks.",
                    "label": "SUPPORTS",
                    "kind": "paraphrase",
                    "lines": [0],
                }
            ],
        }
        for name in (next(name for name in CLINICS if split_of(name) == split) for split in ("train", "test"))
    ]
    write(made, "clinic.jsonl", *rows)
    return made


def mixed(folder):
    """A benchmark of one claim, about a page of the world."""
    made = folder / "mixed"
    made.mkdir()
    claim = {
        "id": 1,
        "claim": "Ida Brandt was a botanist.",
        "label": "SUPPORTS",
        "evidence": [{"content": ["Ida Brandt_sentence_0"], "context": {}}],
    }
    write(made, "train.jsonl", {"id": "", "label": "", "claim": "", "evidence": ""}, claim)
    write(made, "removed.jsonl", {"title": "Tam", "elements": ["sentence_9"]})
    return made


def test_the_command_writes_what_to_learn_from_and_what_is_held_out(mountains, tables, world, tmp_path, monkeypatch):
    fever = list(fever_rows())
    options = {
        "fever": write(tmp_path, "fever.jsonl", *fever),
        "fever_corpus": mountains.path,
        "nli": write(tmp_path, "nli.jsonl", {"premise": "It rains.", "hypothesis": "It is dry.", "label": "REFUTES"}),
        "tabfact": write(tmp_path, "tab.jsonl", {"table": "games.csv", "statement": "Tamland won", "label": "REFUTES"}),
        "tabfact_corpus": tables.path,
        "tables": write(tmp_path, "tables.jsonl", TABLE),
        "linked": write(
            tmp_path, "linked.jsonl", {"table": "games.csv", "statement": "Tamland won 12", "cells": [[2, 0], [2, 1]]}
        ),
        "graph": graph(tmp_path),
        "mixed": mixed(tmp_path),
        "mixed_corpus": world.path,
        "pages": WORLD,
        "lessons": lessons(tmp_path),
        "pairs": (write(tmp_path, "pairs.jsonl", PAIR_ROW),),
        "out": tmp_path / "set",
        "held_out": 1,
        "facts": 60,
        "workers": 1,
    }
    settings = TrainingSetSettings(**options)
    said = list(gather_training_set(settings))
    learned, held_out = (list(read_mined(tmp_path / "set" / name)) for name in ("train", "held_out"))
    assert said == [f"{len(learned)} claims to learn from, 3 held out"]
    assert sorted(claim.label for claim in held_out) == sorted(Label)
    made = {"negated", "exchanged", "compound", "loosened", "fact", "pair", "table"}
    assert {claim.source for claim in learned} == made | {
        "fever", "nli", "tabfact", "linked", "infobox", "mixed", "lesson", "text"
    }  # fmt: skip
    apart = {claim.claim.split(" was ")[0] for claim in held_out}
    kept = {row["claim"] for row in fever if row["claim"].split(" was ")[0] not in apart}
    assert {claim.claim for claim in learned if claim.source == "fever"} == kept
    assert len(kept) >= len(fever) - 9
    # What was mined is not mined again.
    monkeypatch.setattr("veriscope.lab.training.training_set.mine_fever", None)
    list(gather_training_set(settings))
    assert list(read_mined(tmp_path / "set" / "train")) == learned


def test_a_bound_leaves_out_the_rest_of_one_source():
    made = [
        MinedClaim(str(number), "nli" if number % 2 else "fever", "It is.", Label.SUPPORTS, (), (), False)
        for number in range(8)
    ]
    assert [claim.id for claim in first_of_each(made, {"nli": 1})] == ["0", "1", "2", "4", "6"]
    assert first_of_each(made, {}) == made
