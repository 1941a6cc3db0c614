import json

import pytest

from veriscope import Label, PipelineConfig, Verifier
from veriscope.corpus import GivenFiles
from veriscope.errors import InputError, UsageError
from veriscope.pipeline import BatchPlan, run_batch, trace_as_json

LEXICAL = PipelineConfig(selector="lexical", verdict="lexical")
NOTES = (
    "# Vell\r\n\r\n**Vell** is a town in the north\r\nof Arvania. "
    "It has a wool market.\r\n\r\n- Its river is the Ost.\r\n"
)


def quiet(*progress):
    pass


@pytest.fixture
def folder(tmp_path):
    context = tmp_path / "context"
    context.mkdir()
    (context / "vell.md").write_bytes(NOTES.encode())
    (context / "towns.csv").write_text("town,people\nVell,41000\n", encoding="utf-8")
    (context / "photo.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    return context


def test_claims_are_checked_against_files_and_folders(folder, tmp_path):
    other = tmp_path / "ellis.txt"
    other.write_text("Port Ellis is the capital of Arvania.", encoding="utf-8")
    with Verifier.from_files([folder, str(other)], LEXICAL) as verifier:
        assert verifier.check("Port Ellis is the capital of Arvania.").label is Label.SUPPORTS
        assert verifier.check("Vell is a town in the north of Arvania.").label is Label.SUPPORTS
        assert verifier.corpus.counts().tables == 1
        assert [(place, reason.split(";")[0]) for _, place, _, reason in verifier.corpus.skips()] == [
            ("photo.png", "no reader for .png")
        ]


def test_evidence_is_traced_to_the_characters_of_its_file(folder):
    with Verifier.from_files(folder, LEXICAL) as verifier:
        trace = verifier.check("Vell is a town in the north of Arvania, by the river Ost.")
    source = (folder / "vell.md").read_bytes().decode()
    spans = {trace.evidence[place].text: span for place, span in enumerate(trace.sources) if span}
    assert {text: source[span.start : span.end] for text, span in spans.items()} == {
        "Vell is a town in the north of Arvania.": "Vell** is a town in the north\r\nof Arvania.",
        "It has a wool market.": "It has a wool market.",
        "Its river is the Ost.": "Its river is the Ost.",
    }
    assert {span.source for span in spans.values()} == {str(folder / "vell.md")}
    pieces = trace_as_json(trace)["evidence"]
    assert [piece["source"] for piece in pieces] == [span and span._asdict() for span in trace.sources]


def test_evidence_is_traced_to_the_characters_of_a_given_text():
    text = "It is old. Vell is a town in the north of Arvania."
    with Verifier.from_texts(["Oslo is far away.", ("Vell", text)], LEXICAL) as verifier:
        trace = verifier.check("Vell is a town in the north of Arvania.")
    source = trace.source(trace.key_evidence[0])
    assert (source.source, text[source.start : source.end]) == ("Text 2", "Vell is a town in the north of Arvania.")


def test_a_corpus_folder_names_no_characters(world):
    with Verifier(world, LEXICAL) as verifier:
        trace = verifier.check("Vell is a town.")
    assert trace.sources == ()
    assert trace.source(0) is None


def test_a_trace_names_what_it_was_checked_against(folder):
    with Verifier.from_files([folder / "vell.md", folder / "towns.csv"], LEXICAL) as verifier:
        assert verifier.check("Vell is a town.").corpus_name == "vell.md, towns.csv"
    with Verifier.from_texts([NOTES], LEXICAL) as verifier:
        assert verifier.check("Vell is a town.").corpus_name == "the given texts"


def test_what_is_named_twice_is_read_once(folder):
    assert GivenFiles.of([folder, folder, folder / "vell.md"]).paths == (folder,)
    assert GivenFiles.of(folder / "vell.md").paths == (folder / "vell.md",)


def test_a_missing_file_is_an_error_and_an_unreadable_one_a_skip(folder, tmp_path):
    with pytest.raises(UsageError, match=r"no such file or folder: .*nowhere"):
        Verifier.from_files([folder, tmp_path / "nowhere"])
    with pytest.raises(InputError, match=r"nothing can be read from photo\.png"):
        Verifier.from_files([folder / "photo.png"])
    with pytest.raises(UsageError, match="found int; expected the path"):
        Verifier.from_files([3])
    with pytest.raises(UsageError, match="no file given"):
        Verifier.from_files([])
    empty = tmp_path / "empty.txt"
    empty.touch()
    with Verifier.from_files([folder / "vell.md", empty], LEXICAL) as verifier:
        assert [place for _, place, _, _ in verifier.corpus.skips()] == [str(empty)]


def test_files_too_large_for_memory_are_refused(folder, monkeypatch):
    monkeypatch.setattr("veriscope.corpus.store.file_corpus._MAX_BYTES", 10)
    with pytest.raises(UsageError, match="build a corpus of them"):
        Verifier.from_files(folder)


def test_evidence_serves_one_call_only(world):
    with Verifier(world, LEXICAL) as verifier:
        claim = "Oslo is the capital of Norway."
        assert verifier.check(claim, evidence=[("Oslo", claim), "Bergen is older."]).label is Label.SUPPORTS
        assert verifier.check(claim).label is Label.NOT_ENOUGH_INFO
        report = verifier.check_text("Oslo is the capital of Norway. Is it?", evidence=[claim])
        assert [claim.trace.label for claim in report.checked] == [Label.SUPPORTS]
        with pytest.raises(UsageError, match="found one text; give a list"):
            verifier.check(claim, evidence="Oslo is the capital of Norway.")


def test_a_batch_runs_over_files_and_resumes_only_if_they_are_the_same(folder, tmp_path):
    claims, out = tmp_path / "claims.txt", tmp_path / "out.jsonl"
    claims.write_text("Vell is a town in the north of Arvania.\n", encoding="utf-8")
    plan = BatchPlan(claims, out, GivenFiles.of(folder), LEXICAL)
    assert run_batch(plan, report=quiet).labels["SUPPORTS"] == 1
    assert json.loads(out.read_text(encoding="utf-8"))["corpus"] == "context"
    assert run_batch(plan, report=quiet).was_finished
    (folder / "vell.md").write_text("Vell is a lake.", encoding="utf-8")
    with pytest.raises(UsageError, match="does not belong to these claims and settings"):
        run_batch(plan, report=quiet)
