"""`veriscope kb train`: embeddings saved with a graph, what is left out, and what is told."""

import json

import pytest
from typer.testing import CliRunner

from veriscope.cli.main import command_line
from veriscope.domain import Triple
from veriscope.errors import InputError, UsageError
from veriscope.graph import Graph, numbers_of, open_graph
from veriscope.graph.compact.store import write_graph
from veriscope.graph.embeddings.files import open_embedding

FACTS = [*((f"person {number}", "born in", f"town {number % 4}") for number in range(12)), ("town 1", "in", "land")]


@pytest.fixture
def kb(tmp_path):
    folder = tmp_path / "kb"
    folder.mkdir()
    write_graph(folder, Graph.of(FACTS))
    return folder


def train(*words):
    result = CliRunner().invoke(command_line(), ["kb", "train", *map(str, words)], catch_exceptions=False)
    assert result.exit_code == 0
    return result


def failing(*words):
    return CliRunner().invoke(command_line(), ["kb", "train", *map(str, words)]).exception


def test_an_embedding_is_saved_with_its_graph(kb):
    done = train(kb, "--epochs", 2, "--dimension", 8)
    assert "13 facts learned, loss" in " ".join(done.stderr.split())
    saved = open_embedding(kb / "embeddings" / "transe")
    assert (saved.settings.epochs, saved.settings.dimension, saved.settings.loss) == (2, 8, "self-adversarial")
    assert len(saved.seen) == 13


def test_excluded_facts_are_not_learned_and_the_rest_of_the_file_is_told(kb, tmp_path):
    rows = tmp_path / "rows.tsv"
    rows.write_text("person 3\tborn in\ttown 3\nperson 5\tborn in\ttown 2\nNemo\tborn in\ttown 1\n")
    done = train(kb, "--method", "transh", "--exclude", rows, "--epochs", 1, "--dimension", 4, "--json", "--plain")
    told = json.loads(done.stdout)
    # The second row is no fact of the graph, so nothing of it is hidden.
    assert (told["facts"], told["hidden"], told["settings"]["loss"]) == (12, 1, "margin")
    assert "rows.tsv:3" in done.stderr.replace("\n", "")
    assert "1 row of 3" in done.stderr
    graph, saved = open_graph(kb), open_embedding(kb / "embeddings" / "transh")
    asked = numbers_of(graph, [Triple("person 3", "born in", "town 3"), Triple("person 2", "born in", "town 2")])
    assert saved.saw(asked).tolist() == [False, True]


def test_several_embeddings_have_names(kb):
    for name in ("small", "smaller"):
        train(kb, "--epochs", 1, "--dimension", 4, "--name", name)
    assert sorted(path.name for path in (kb / "embeddings").iterdir()) == ["small", "smaller"]


def test_an_interrupted_training_saves_nothing(kb, monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("veriscope.kb.train.train_embedding", interrupt)
    assert str(failing(kb)) == "interrupted; nothing was saved"
    assert not (kb / "embeddings").exists()


def test_wrong_words_are_told(kb, tmp_path):
    assert isinstance(error := failing(kb, "--method", "rescal"), UsageError)
    assert "'rescal'; choose one of: transe, transh" in str(error)
    assert isinstance(error := failing(kb, "--name", "../elsewhere"), UsageError)
    assert "'../elsewhere' is not a name" in str(error)
    assert isinstance(error := failing(kb, "--epochs", 0), UsageError)
    assert "epochs is 0" in str(error)
    nothing = tmp_path / "nothing.tsv"
    nothing.write_text("Nemo\tborn in\tNowhere\n")
    assert isinstance(failing(kb, "--exclude", nothing), InputError)
    assert not (kb / "embeddings").exists()
