import json
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veriscope.corpus import INDEXES, Corpus, PlannedSource, build_corpus
from veriscope.domain import Label
from veriscope.errors import InputError
from veriscope.neural.evidence_lines import Line
from veriscope.neural.mined import Found, MinedClaim, read_mined
from veriscope.pipeline.training_set import inference_pairs, made_up_tables, main, plain_names, split, table_claims

claims = st.builds(
    MinedClaim,
    st.integers(0, 99).map(str),
    st.just("fever"),
    st.sampled_from(["Vell is old.", "vell is old", "Vell is small.", "Tam is long.", "Tam is short."]),
    st.sampled_from(Label),
    st.just(()),
    st.just(()),
    st.booleans(),
)
WORLD = Path(__file__).parents[1] / "world" / "pages.jsonl"
TITLES = [json.loads(row)["title"] for row in WORLD.read_text(encoding="utf-8").splitlines()]
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
    build_corpus(folder / "corpus", [source], report=lambda _: None, indexes=tuple(INDEXES))
    return Corpus.open(folder / "corpus")


def same(claim):
    return claim.claim.lower().rstrip(".")


@settings(max_examples=40)
@given(given_claims=st.lists(claims, max_size=15), held_out=st.integers(0, 3))
def test_nothing_that_is_held_out_is_learned_from(given_claims, held_out):
    learned, kept = split(given_claims, held_out=held_out)
    assert not {same(claim) for claim in learned} & {same(claim) for claim in kept}
    assert len({same(claim) for claim in kept}) == len(kept)
    assert all(same(claim) in {same(one) for one in (*learned, *kept)} for claim in given_claims)


@settings(max_examples=40)
@given(given_claims=st.lists(claims, max_size=15), held_out=st.integers(0, 3))
def test_at_most_so_many_complete_claims_of_each_label_are_held_out(given_claims, held_out):
    _, kept = split(given_claims, held_out=held_out)
    assert all(claim.is_complete for claim in kept)
    assert all(sum(claim.label is label for claim in kept) <= held_out for label in Label)


def test_the_first_claims_of_each_label_are_held_out():
    given_claims = [
        MinedClaim(str(number), "fever", f"Town {number} is old.", label, (), (), True)
        for number, label in enumerate(list(Label) * 3)
    ]
    learned, kept = split(given_claims, held_out=2)
    assert (kept, learned) == (given_claims[:6], given_claims[6:])


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
    (mined,) = table_claims(write(tmp_path, "statements.jsonl", *rows), tables)
    assert (mined.claim, mined.label, mined.gold) == ("Tamland won 12 gold medals", Label.SUPPORTS, ())
    assert {one.line.title for one in mined.found} == {"Winter games"}
    assert not any(one.is_gold for one in mined.found)
    assert any("Country is Tamland" in one.line.text and "Gold is 12" in one.line.text for one in mined.found)


def test_made_up_statements_have_the_row_that_decides_them_as_gold(world):
    pages = list(world.pages())
    made = list(made_up_tables(pages, world, seed=2))
    assert made
    for one in made:
        assert one.label in {Label.SUPPORTS, Label.REFUTES}
        assert one.gold == tuple(found.line for found in one.found if found.is_gold)
        assert len(one.gold) == 1
        assert world.page(one.gold[0].title) is not None
    assert made == list(made_up_tables(pages, world, seed=2))


def test_names_are_the_short_titles_found_without_qualifiers():
    titles = ["Vell", "Crown (film)", "Ida Brandt", "List of rivers of Arvania", "Route 66", "Vell"]
    found = tuple(Found(Line(title, "x"), 0.5, is_gold=False) for title in titles)
    claim = MinedClaim("1", "fever", "Vell is old.", Label.SUPPORTS, (), found, is_complete=True)
    assert plain_names([claim, claim]) == ["Ida Brandt", "Vell"]


def test_the_command_writes_what_to_learn_from_and_what_is_held_out(world, tables, tmp_path, monkeypatch, capsys):
    fever = [
        {
            "id": number,
            "claim": f"{TITLES[number // 3]} was climbed in {1874 - number % 3}.",
            "label": label.value,
            "evidence_text": ["It was first climbed in 1874 by Ida Brandt ."] * (label is not Label.NOT_ENOUGH_INFO),
            "evidence": [["Mount Sorrel", 1]] * (label is not Label.NOT_ENOUGH_INFO),
        }
        for number, label in enumerate((Label.SUPPORTS, Label.REFUTES, Label.NOT_ENOUGH_INFO) * len(TITLES))
    ]
    options = {
        "fever": write(tmp_path, "fever.jsonl", *fever),
        "fever-corpus": world.path,
        "nli": write(tmp_path, "nli.jsonl", {"premise": "It rains.", "hypothesis": "It is dry.", "label": "REFUTES"}),
        "tabfact": write(tmp_path, "tab.jsonl", {"table": "games.csv", "statement": "Tamland won", "label": "REFUTES"}),
        "tabfact-corpus": tables.path,
        "pages": WORLD,
        "out": tmp_path / "set",
        "held-out": 1,
        "facts": 60,
        "workers": 1,
    }
    words = [word for key, value in options.items() for word in (f"--{key}", str(value))]
    monkeypatch.setattr(sys, "argv", ["training_set", *words])
    main()
    learned, held_out = (list(read_mined(tmp_path / "set" / name)) for name in ("train", "held_out"))
    assert f"{len(learned)} claims to learn from, 3 held out" in capsys.readouterr().out
    assert sorted(claim.label for claim in held_out) == sorted(Label)
    made = {"negated", "exchanged", "compound", "loosened", "fact", "pair", "table"}
    assert {claim.source for claim in learned} == made | {"fever", "nli", "tabfact"}
    assert sum(claim.source == "fever" for claim in learned) == len(fever) - 3
    # What was mined is not mined again.
    monkeypatch.setattr("veriscope.pipeline.training_set.mine_fever", None)
    main()
    assert list(read_mined(tmp_path / "set" / "train")) == learned
