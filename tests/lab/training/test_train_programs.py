import json
import random

import numpy as np
import pytest

pytest.importorskip("lightgbm", reason="lightgbm is not installed")

from veriscope.corpus import FORMATS
from veriscope.errors import InputError
from veriscope.lab.lessons.cell_claims import read_pages
from veriscope.lab.training import train_programs
from veriscope.lab.training.train_programs import statements
from veriscope.programs.judge import TableReader
from veriscope.programs.ranker import CLAIM_LABEL_FILE, PICK_PROGRAM_FILE, PROGRAM_LABEL_FILE, ProgramRanker

NAMES = ("Lions", "Tigers", "Bears", "Wolves", "Foxes", "Hares", "Mice", "Owls")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Generated leagues, with statements about them that are true or false, and some programs."""
    folder = tmp_path_factory.mktemp("leagues")
    draw = random.Random(1)
    tables, rows, gold = [], [], []
    for number in range(24):
        table = f"t-{number}"
        teams = [
            [name, draw.choice(("Norway", "Sweden")), str(draw.randint(1, 99))] for name in NAMES[: 5 + number % 3]
        ]
        tables.append(
            {"id": table, "caption": f"league {number}", "header": ["Team", "Country", "Points"], "rows": teams}
        )
        count = sum(team[1] == "Norway" for team in teams)
        best = max(teams, key=lambda team: int(team[2]))[0]
        for told in (count, count + 1):
            program = f"eq{{count{{filter_eq{{all_rows; country; norway}}}}; {told}}}"
            said = {"table": table, "statement": f"{told} teams are from norway"}
            rows.append({**said, "label": "SUPPORTS" if told == count else "REFUTES"})
            gold.append({**said, "program": program})
        for name in NAMES[:4]:
            label = "SUPPORTS" if name == best else "REFUTES"
            rows.append({"table": table, "statement": f"{name} have the most points", "label": label})
    rows.append({"table": "elsewhere", "statement": "its table is not here", "label": "SUPPORTS"})
    for name, records in (("tables", tables), ("rows", rows), ("gold", gold)):
        (folder / f"{name}.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in records), encoding="utf-8")
    return folder


@pytest.fixture
def train(files, monkeypatch):
    """Runs the recipe with few trees; what it says."""
    fit = train_programs.fit_trees
    few = {"rounds": 8, "min_data_in_leaf": 5, "num_leaves": 7}
    monkeypatch.setattr(train_programs, "fit_trees", lambda *rows, **named: fit(*rows, **{**named, **few}))

    def run(out, **options):
        paths = {"tables": "tables", "statements": "rows", "programs": "gold"}
        named = {option: files / f"{name}.jsonl" for option, name in paths.items()}
        settings = train_programs.ProgramsSettings(**named, out=out, lessons=30, **options)
        return "\n".join(train_programs.train_programs(settings))

    return run


@pytest.mark.slow
def test_the_recipe_writes_a_ranker_that_reads_and_ranks(train, files, tmp_path):
    told = json.loads(train(tmp_path / "model"))
    assert (told["statements"], told["accuracy"] > 0.6) == (24 * 6, True)
    assert told["lessons"] > 48
    page = next(iter(read_pages(files / "tables.jsonl", FORMATS["tables"])))
    reader = TableReader("t-0", next(page.tables()))
    ranker = ProgramRanker.read(tmp_path / "model")
    found = reader.judge("The Lions have the most points.", ranker)
    assert 0 < found.support_probability < 1
    assert found.program.startswith("eq{hop{argmax")


@pytest.mark.slow
def test_the_same_seed_writes_the_same_files(train, tmp_path):
    first, again = train(tmp_path / "one"), train(tmp_path / "two")
    assert first == again
    for name in (PICK_PROGRAM_FILE, PROGRAM_LABEL_FILE, CLAIM_LABEL_FILE):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_statements_of_unknown_tables_are_left_out_and_a_limit_counts_the_others(files):
    pages = {page.title: page for page in read_pages(files / "tables.jsonl", FORMATS["tables"])}
    found = list(statements(pages, files / "rows.jsonl"))
    assert len(found) == 24 * 6
    assert sum(one.is_supported for one in found) >= 24
    del pages["t-0"]
    assert len(list(statements(pages, files / "rows.jsonl", limit=7))) == 7


def test_no_model_learns_from_the_table_that_it_is_asked_about(files, monkeypatch):
    pages = {page.title: page for page in read_pages(files / "tables.jsonl", FORMATS["tables"])}
    chosen = list(statements(pages, files / "rows.jsonl"))
    numbers = np.array([[int(one.table.removeprefix("t-"))] for one in chosen])
    learned, asked = [], []

    class Guess:
        """Guesses that nothing is supported, and keeps the tables that it is asked about."""

        def probability(self, found):
            asked.append(set(found[:, 0].tolist()))
            return np.zeros(len(found))

    def fit_claims(found, labels, *, seed):
        learned.append(set(found[:, 0].tolist()))
        return Guess()

    monkeypatch.setattr(train_programs, "fit_claims", fit_claims)
    train_programs.fold_accuracy(numbers, chosen, seed=1)
    assert set().union(*asked) == set(range(24))
    assert [known & questions for known, questions in zip(learned, asked, strict=True)] == [set()] * 5


def test_too_little_to_learn_from_is_one_clear_line(train, tmp_path):
    with pytest.raises(InputError, match="3 statements and"):
        train(tmp_path / "model", limit=3)
    assert not (tmp_path / "model").exists()
