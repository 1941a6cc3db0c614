import json
import random
import sys

import pytest

pytest.importorskip("lightgbm", reason="lightgbm is not installed")

from veriscope.corpus import FORMATS
from veriscope.pipeline import train_programs
from veriscope.pipeline.cell_claims import read_pages
from veriscope.pipeline.train_programs import main, statements
from veriscope.programs.judge import TableReader
from veriscope.programs.ranker import CHOICE_FILE, CLAIMS_FILE, PROGRAMS_FILE, ProgramRanker

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
def train(files, monkeypatch, capsys):
    """Runs the recipe with few trees; what it printed, once out and once aside."""
    fit = train_programs.fit_trees
    few = {"rounds": 8, "min_data_in_leaf": 5, "num_leaves": 7}
    monkeypatch.setattr(train_programs, "fit_trees", lambda *rows, **named: fit(*rows, **{**named, **few}))

    def run(out, *options):
        paths = {"--tables": "tables", "--statements": "rows", "--programs": "gold"}
        named = [word for option, name in paths.items() for word in (option, str(files / f"{name}.jsonl"))]
        monkeypatch.setattr(sys, "argv", ["train_programs", *named, "--out", str(out), "--lessons", "30", *options])
        main()
        return capsys.readouterr()

    return run


@pytest.mark.slow
def test_the_recipe_writes_a_ranker_that_reads_and_ranks(train, files, tmp_path):
    told = json.loads(train(tmp_path / "model").out)
    assert (told["statements"], told["accuracy"] > 0.6) == (24 * 6, True)
    assert told["lessons"] > 48
    page = next(iter(read_pages(files / "tables.jsonl", FORMATS["tables"])))
    reader = TableReader("t-0", next(page.tables()))
    ranker = ProgramRanker.read(tmp_path / "model")
    found = reader.judge("The Lions have the most points.", ranker)
    assert 0 < found.supports < 1
    assert found.program.startswith("eq{hop{argmax")


@pytest.mark.slow
def test_the_same_seed_writes_the_same_files(train, tmp_path):
    first, again = train(tmp_path / "one"), train(tmp_path / "two")
    assert first.out == again.out
    for name in (CHOICE_FILE, PROGRAMS_FILE, CLAIMS_FILE):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_statements_of_unknown_tables_are_left_out_and_a_limit_counts_the_others(files):
    pages = {page.title: page for page in read_pages(files / "tables.jsonl", FORMATS["tables"])}
    found = list(statements(pages, files / "rows.jsonl"))
    assert len(found) == 24 * 6
    assert sum(one.is_supported for one in found) >= 24
    del pages["t-0"]
    assert len(list(statements(pages, files / "rows.jsonl", limit=7))) == 7


def test_the_statements_of_a_table_share_their_fold(files):
    pages = {page.title: page for page in read_pages(files / "tables.jsonl", FORMATS["tables"])}
    folds = [one.fold for one in statements(pages, files / "rows.jsonl")]
    assert all(len(set(folds[start : start + 6])) == 1 for start in range(0, len(folds), 6))
    assert len(set(folds)) > 2


def test_too_little_to_learn_from_is_one_clear_line(train, tmp_path, capsys):
    with pytest.raises(SystemExit) as stopped:
        train(tmp_path / "model", "--limit", "3")
    assert stopped.value.code == 2
    assert "3 statements and" in capsys.readouterr().err.splitlines()[-1]
    assert not (tmp_path / "model").exists()
