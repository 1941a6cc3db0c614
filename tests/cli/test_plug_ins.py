"""Stages of a user's own, from the command line, a settings file, entry points and Python."""

import json
import sys
from importlib.metadata import EntryPoint, EntryPoints

import pytest
from typer.testing import CliRunner

from veriscope import Label, PipelineConfig, Verifier
from veriscope.checking import CHECKERS
from veriscope.cli.main import command_line
from veriscope.corpus import Corpus, build_corpus, plan_sources
from veriscope.domain import registry
from veriscope.errors import UsageError
from veriscope.pipeline import BatchPlan, read_config, run_batch

MINE = """
from veriscope.corpus import ParsedRecord, RawRecord
from veriscope.domain import CheckedTriple, Evidence, Label, Page, RankedPage, Sentence, Verdict

class AllPages:
    def __init__(self, corpus):
        self.corpus = corpus
    def retrieve(self, claim, *, limit):
        return [RankedPage(title, 1.0) for title in sorted(page.title for page in self.corpus.pages())][:limit]

class AllSentences:
    def __init__(self, statistics):
        pass
    def select(self, claim, pages, *, limit):
        return [Evidence(page.sentence_id(one), one.text, (page.title,), score)
                for page, score in pages for one in page.sentences()][:limit]

class Sure:
    def __init__(self, folder=None):
        self.folder = folder
    def decide(self, claim, evidence, *, computations=(), wordings=()):
        return Verdict(Label.REFUTES, 0.0, 0.875, 0.125)

class Nothing:
    def compute(self, claim, tables):
        return []

class Half:
    def __init__(self, view):
        pass
    def check(self, triples, *, reasons=0):
        return [CheckedTriple(triple, 0.5, ()) for triple in triples]

class Shout:
    def records(self, path):
        files = sorted(path.iterdir()) if path.is_dir() else [path]
        return (RawRecord(one.name, one.read_bytes()) for one in files)
    def parse(self, record):
        return ParsedRecord(Page(record.place, (Sentence(0, record.payload.decode().upper()),)), is_document=True)

WRONG = 3
"""
OPTIONS = {
    "retriever": "mine_stages:AllPages",
    "selector": "mine_stages:AllSentences",
    "verdict": "mine_stages:Sure",
    "computation": "mine_stages:Nothing",
}


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """A current folder with a module of the user's own."""
    (tmp_path / "mine_stages.py").write_text(MINE, encoding="utf-8")
    (tmp_path / "note.txt").write_text("Vell is a town.", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield tmp_path
    sys.modules.pop("mine_stages", None)


def run(*words):
    return CliRunner().invoke(command_line(), list(words), catch_exceptions=False)


def test_every_stage_of_a_check_may_be_ones_own():
    words = [word for name, place in OPTIONS.items() for word in (f"--{name}", place)]
    graph = ("--kb", "starter", "--kb-method", "mine_stages:Half")
    fields = json.loads(run("check", "Vell is a town.", "--against", "note.txt", "--json", *words, *graph).stdout)
    assert (fields["label"], fields["probability"]) == ("REFUTES", 0.875)
    assert fields["stages"]["retrieval"]["name"] == "mine_stages:AllPages"
    assert fields["evidence"][0]["text"] == "Vell is a town."


def test_a_settings_file_names_them_too(here):
    (here / "mine.toml").write_text("".join(f'{key} = "{place}"\n' for key, place in OPTIONS.items()), encoding="utf-8")
    assert read_config(here / "mine.toml") == PipelineConfig(**OPTIONS)
    with Verifier.from_files("note.txt", read_config(here / "mine.toml")) as verifier:
        assert verifier.check("Vell is a town.").label is Label.REFUTES
    (here / "bad.toml").write_text("retriever = 3\n", encoding="utf-8")
    with pytest.raises(UsageError, match="retriever: found 3; expected a text in quotes"):
        read_config(here / "bad.toml")


def test_a_model_folder_is_handed_to_a_verdict_model_of_ones_own(here):
    with Verifier.from_files("note.txt", PipelineConfig(verdict=OPTIONS["verdict"], model_folder=here)) as verifier:
        assert verifier.check("Vell is a town.").label is Label.REFUTES


def test_python_takes_classes_and_objects(here):
    sys.path.append(str(here))
    import mine_stages  # noqa: PLC0415 - written for this test

    for computer in (mine_stages.Nothing, mine_stages.Nothing()):
        config = PipelineConfig(mine_stages.AllPages, mine_stages.AllSentences, mine_stages.Sure(), computer)
        with Verifier.from_files("note.txt", config) as verifier:
            trace = verifier.check("Vell is a town.")
        assert trace.label is Label.REFUTES
        assert dict(trace.stage_names)["selection"] == "mine_stages:AllSentences"
    with pytest.raises(UsageError, match=r"a batch resumes by names.*'mine_stages:AllPages'"):
        run_batch(BatchPlan(here / "note.txt", here / "out.jsonl", here, config))


def test_a_checker_of_triples_is_found_by_its_place():
    done = run("kb", "check", "starter", "Sydney", "capital of", "Australia", "--method", "mine_stages:Half", "--json")
    assert [(row["method"], row["score"]) for row in json.loads(done.stdout)["rows"]][1] == ("mine_stages:Half", 0.5)
    assert "mine_stages:Half" not in list(CHECKERS)


def test_a_source_format_is_found_by_its_place(here):
    (here / "notes").mkdir()
    (here / "notes" / "a.shout").write_text("oslo is big.", encoding="utf-8")
    run("corpus", "build", "made", "notes", "--format", "mine_stages:Shout", "--workers", "1")
    with Corpus.open("made") as corpus:
        assert [sentence.text for sentence in corpus.page("a.shout").sentences()] == ["OSLO IS BIG."]
    build_corpus("other", plan_sources(["notes/a.shout"], format="mine_stages:Shout"))
    with Corpus.open("other") as corpus:
        assert corpus.counts().pages == 1


def test_an_entry_point_gives_a_plug_in_a_name(monkeypatch):
    points = {
        "veriscope.retrievers": [EntryPoint("all", OPTIONS["retriever"], "veriscope.retrievers")],
        "veriscope.checkers": [EntryPoint("half", "mine_stages:Half", "veriscope.checkers")],
        "veriscope.sources": [EntryPoint("shout", "mine_stages:Shout", "veriscope.sources")],
    }
    monkeypatch.setattr("importlib.metadata.entry_points", lambda *, group: EntryPoints(points.get(group, ())))
    registry._entry_points.cache_clear()
    try:
        with Verifier.from_files("note.txt", PipelineConfig("all", "lexical", "lexical")) as verifier:
            assert [page.title for page in verifier.check("Zorblax hums.").pages] == ["note"]
        assert not CHECKERS["half"].learns
        assert plan_sources(["note.txt"], format="shout")[0].format == "shout"
        with pytest.raises(UsageError, match="choose one of: all, bm25, "):
            Verifier(config=PipelineConfig("bm26"))
    finally:
        registry._entry_points.cache_clear()


@pytest.mark.parametrize(
    ("place", "problem"),
    [
        ("nowhere_at_all:X", "no module named 'nowhere_at_all'; install it, or run where it lies"),
        ("mine_stages:Missing", "module 'mine_stages' has no attribute 'Missing'"),
        ("mine_stages:WRONG", "has no method `retrieve`"),
        ("mine_stages:Nothing", "mine_stages:Nothing cannot be made: .* it is called with 1 argument"),
        ("mine_stages:Half", "what it makes has no method `retrieve`"),
        ("a:b:c", "write module:Class"),
        (":", "write module:Class"),
        ("broken_module:X", "importing it fails: ZeroDivisionError"),
    ],
)
def test_a_wrong_place_is_told_in_one_line(here, place, problem):
    (here / "broken_module.py").write_text("1 / 0\n", encoding="utf-8")
    with pytest.raises(UsageError, match=problem):
        run("check", "Vell is a town.", "--against", "note.txt", "--retriever", place)


@pytest.mark.parametrize("chosen", [None, 3, b"x"])
def test_what_can_be_no_stage_is_refused(chosen):
    with pytest.raises(UsageError, match=f"selector: found {type(chosen).__name__}; expected a name"):
        Verifier(config=PipelineConfig(selector=chosen))
