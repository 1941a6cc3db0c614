import importlib
import json
import lzma
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
FOLDER = BENCHMARKS / "metamorphic"
TAKEN = frozenset({"121", "2015"})


def loaded(name, monkeypatch):
    # Other benchmarks have files of equal names.
    monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.syspath_prepend(FOLDER)
    return importlib.import_module(name)


@pytest.fixture
def claims(monkeypatch):
    return loaded("claim_changes", monkeypatch)


@pytest.fixture
def documents(monkeypatch):
    return loaded("document_changes", monkeypatch)


def test_a_claim_loses_its_capitals_or_its_stop(claims):
    assert claims.lower_cased("Oslo is in Norway.") == "oslo is in norway."
    assert claims.without_final_stop("Oslo is in Norway.") == "Oslo is in Norway"
    assert claims.without_final_stop("Is Oslo in Norway?") == "Is Oslo in Norway?"


@pytest.mark.parametrize(
    ("claim", "changed"),
    [
        ("The roof costs 40 dollars.", "The roof costs 122 dollars."),
        ("It cost 1,940 dollars.", "It cost 5,821 dollars."),
        ("The hall was built in 2024.", "The hall was built in 2014."),
        ("On 26 March they voted for 2023.", "On 26 March they voted for 2014."),
        ("In March 2024 they voted.", "In March 2014 they voted."),
        ("Three lamps are sold.", "Seven lamps are sold."),
        ("The Arvo 80 has a warranty of 5 years.", "The Arvo 80 has a warranty of 16 years."),
    ],
)
def test_the_first_number_is_replaced_by_one_that_is_not_taken(claims, claim, changed):
    assert claims.with_another_number(claim, TAKEN) == changed


@pytest.mark.parametrize(
    "claim",
    [
        "Fewer than 30 lamps were sold.",
        "The first 15 minutes are free.",
        "The lamp does not cost 40 dollars.",
        "They sold no 40 lamps.",
        "Larkspool 4.0 is out.",
        "The vote was 5-4.",
        "The Arvo 80 is sold.",
        "It starts at 9:20.",
        "They meet on 6 May.",
        "Two thirds of the lamps are sold.",
        "The two-wheeler is red.",
        "Nothing is counted here.",
    ],
)
def test_no_number_is_replaced_where_the_claim_may_stay_true(claims, claim):
    assert claims.with_another_number(claim, TAKEN) is None


OWN = {"people": ["Ada Vane"], "places": ["Lanmoor"]}
OTHERS = {"people": ["Ben Oke", "Ada Reed"], "places": ["Wexmoor"]}
KNOWN = frozenset({"ada", "vane", "lanmoor", "works", "in"})


def test_a_name_is_replaced_by_a_stranger_of_its_kind(claims):
    changed = claims.with_another_name("Ada Vane works in Lanmoor.", OWN, OTHERS, known_words=KNOWN)
    assert changed == "Ben Oke works in Lanmoor."
    assert claims.with_another_name("In Lanmoor it rains.", OWN, OTHERS, known_words=KNOWN) == "In Wexmoor it rains."


@pytest.mark.parametrize("claim", ["Ada Vane does not work in Lanmoor.", "It rains.", "Nobody works in Lanmoor."])
def test_no_name_is_replaced_where_the_claim_may_stay_true(claims, claim):
    assert claims.with_another_name(claim, OWN, OTHERS, known_words=KNOWN) is None


def test_a_name_of_which_the_documents_know_a_word_is_no_stranger(claims):
    known = KNOWN | {"oke", "wexmoor"}
    assert claims.with_another_name("Ada Vane works in Lanmoor.", OWN, OTHERS, known_words=known) is None


def test_a_markdown_document_is_cut_before_a_heading_and_says_again_what_it_is(documents):
    text = "# Report\n\nIntro.\n\n## One\n\nA.\n\n## Two\n\nMuch more stands here.\n"
    assert documents.split_in_two(text, markdown=True) == (
        "# Report\n\nIntro.\n\n## One\n\nA.\n\n",
        "# Report (continued)\n\n## Two\n\nMuch more stands here.\n",
    )


def test_a_text_is_cut_at_a_blank_line_before_a_line_that_is_not_indented(documents):
    text = "To: all\nDate: 3 May\n\nFirst.\n\n  indented\n\nSecond.\n"
    assert documents.split_in_two(text, markdown=False) == (
        "To: all\nDate: 3 May\n\nFirst.\n\n  indented\n\n",
        "To: all\nDate: 3 May\n\nSecond.\n",
    )


@pytest.mark.parametrize("text", ["One line.", "Head.\n\nRest.", ""])
def test_a_document_without_a_place_for_a_cut_stays_whole(documents, text):
    assert documents.split_in_two(text, markdown=False) is None


def test_copies_hold_the_same_documents_under_other_names(documents, tmp_path):
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "a.csv").write_text("x")
    (folder / "b.txt").write_text("Head.\n\nOne.\n\nTwo.\n")
    renamed = documents.copy_renamed(folder, tmp_path / "renamed")
    assert sorted(path.read_text() for path in renamed.iterdir()) == ["Head.\n\nOne.\n\nTwo.\n", "x"]
    assert {path.stem for path in renamed.iterdir()} == {"paper-01", "paper-02"}
    split = documents.copy_split(folder, tmp_path / "split")
    assert {path.name for path in split.iterdir()} == {"a.csv", "b - part 1.txt", "b - part 2.txt"}
    prefixed = documents.copy_prefixed(folder, tmp_path / "prefixed", prefix="other")
    assert {path.name for path in prefixed.iterdir()} == {"other-a.csv", "other-b.txt"}


def test_shuffled_pages_are_the_same_pages(documents, tmp_path):
    pages = tmp_path / "pages.xz"
    with lzma.open(pages, "wt", encoding="utf-8") as lines:
        lines.write("".join(f'{{"title": "{number}"}}\n' for number in range(9)))
    with lzma.open(documents.shuffled_pages(pages, tmp_path / "other.xz", seed=1), "rt", encoding="utf-8") as lines:
        titles = [json.loads(line)["title"] for line in lines]
    assert sorted(titles) == [str(number) for number in range(9)] != titles


def rows(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_every_negation_is_of_a_true_open_claim():
    true = {
        row["id"]: row["claim"]
        for name in ("company", "council", "software")
        for row in rows(BENCHMARKS / "own_documents" / name / "claims.jsonl")
        if row["label"] == "SUPPORTS"
    }
    negations = rows(FOLDER / "negations.jsonl")
    assert len({row["id"] for row in negations}) == len(negations) == 40
    assert all(row["claim"] != true[row["id"]] for row in negations)


def test_every_pair_of_units_names_documents_and_two_claims():
    for row in rows(FOLDER / "units.jsonl"):
        assert row["documents"] in {"company", "council", "software", "starter"}
        assert len(set(row["claims"])) == 2
