import gzip
import json
import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from veriscope.corpus.store.build import add_sources, build_corpus, remove_from_corpus
from veriscope.corpus.store.plan import plan_sources
from veriscope.corpus.store.store import Corpus
from veriscope.corpus.store.verify import verify_corpus
from veriscope.corpus.store.writer import CorpusWriter
from veriscope.errors import InputError, StoreError, UsageError
from veriscope.files.locks import hold_lock
from veriscope.files.workers import WorkerPool

pytestmark = pytest.mark.slow

BUILD = [sys.executable, "-m", "veriscope", "corpus", "build"]


def many_pages(count: int, *, seed: int = 7) -> dict[str, list[str]]:
    draw = random.Random(seed)
    words = ["river", "city", "king", "[[Page 3]]", "[[Page 8|eighth]]", "1,204", "Ünder"]
    return {f"Page {n}": [" ".join(draw.choices(words, k=12)) + "." for _ in range(4)] for n in range(count)}


class InterruptedHereError(Exception):
    pass


def stop_after(pages: int):
    def report(progress):
        if progress.pages >= pages:
            raise InterruptedHereError

    return report


def test_an_interrupted_build_goes_on_to_the_same_corpus(write_pages, build, tmp_path):
    source = write_pages("p.jsonl", many_pages(1200))
    whole = build(source, name="whole").fingerprint()
    for pages in (1, 1, 300):
        with pytest.raises(InterruptedHereError):
            build_corpus(tmp_path / "corpus", [source], report=stop_after(pages))
        assert not (tmp_path / "corpus").exists()
    assert build(source).fingerprint() == whole


@pytest.mark.parametrize("error", [KeyboardInterrupt, StoreError])
def test_an_interrupt_inside_a_batch_doubles_nothing(write_pages, build, tmp_path, monkeypatch, error):
    source = write_pages("p.jsonl", many_pages(800))
    whole = build(source, name="whole").fingerprint()
    calls, insert = iter(range(10_000)), CorpusWriter._insert_page

    def fail_once(writer, title, page):
        if next(calls) == 333:
            raise error("in the midst of a batch")
        return insert(writer, title, page)

    monkeypatch.setattr(CorpusWriter, "_insert_page", fail_once)
    with pytest.raises(error):
        build(source)
    assert build(source).fingerprint() == whole


@pytest.mark.slow
@pytest.mark.parametrize("step", ["settle_all", "publish"])
@pytest.mark.parametrize("is_before", [True, False])
def test_an_interrupt_at_the_end_leaves_the_same_corpus(write_pages, build, monkeypatch, step, is_before):
    sources = [write_pages("a.jsonl", many_pages(300)), write_pages("b.jsonl", many_pages(300, seed=8))]
    whole = build(*sources, name="whole").fingerprint()
    work = getattr(CorpusWriter, step)

    def interrupted(*arguments):
        monkeypatch.setattr(CorpusWriter, step, work)
        if not is_before:
            work(*arguments)
        raise KeyboardInterrupt

    monkeypatch.setattr(CorpusWriter, step, interrupted)
    with pytest.raises(KeyboardInterrupt):
        build(*sources)
    assert build(*sources).fingerprint() == whole


def test_a_folder_that_changed_is_not_taken_up(build, tmp_path):
    (tmp_path / "docs").mkdir()
    for number in range(400):
        (tmp_path / "docs" / f"d{number:03}.md").write_text(f"# Doc {number}\n\nText.\n")
    with pytest.raises(InterruptedHereError):
        build_corpus(tmp_path / "corpus", plan_sources([tmp_path / "docs"]), report=stop_after(1))
    (tmp_path / "docs" / "d000.md").rename(tmp_path / "docs" / "e.md")
    with pytest.raises(UsageError, match="changed since"):
        build(*plan_sources([tmp_path / "docs"]))


def test_a_folder_of_the_users_own_is_never_deleted(write_pages, build, planned, tmp_path):
    (tmp_path / "corpus.building").mkdir()
    (tmp_path / "corpus.building" / "thesis.txt").write_text("precious")
    (tmp_path / "bad.jsonl").write_text("{}\n")
    for source in (planned(tmp_path / "bad.jsonl"), write_pages("p.jsonl", {"Lima": ["x"]})):
        with pytest.raises(UsageError, match=r"holds other files \(thesis\.txt\)"):
            build(source, restart=True)
    assert (tmp_path / "corpus.building" / "thesis.txt").read_text() == "precious"


def test_a_corpus_that_cannot_be_replaced_stays(write_pages, build, tmp_path, monkeypatch):
    build(write_pages("p.jsonl", {"Lima": ["x"]})).close()
    rename = Path.rename

    def fail(path, target):
        if path.name == "corpus.building":
            raise OSError(28, "No space left on device")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", fail)
    with pytest.raises(StoreError, match="cannot move"):
        build(write_pages("q.jsonl", {"Quito": ["y"]}), replace=True)
    assert list(Corpus.open(tmp_path / "corpus").titles()) == ["Lima"]


def test_a_corpus_inside_its_own_source_is_refused(build, tmp_path, planned):
    (tmp_path / "a.md").write_text("# A\n\nText.\n")
    with pytest.raises(UsageError, match="lies inside the source"):
        build(planned(tmp_path, "documents"))


def test_a_source_that_cannot_be_read_leaves_nothing_behind(write_pages, planned, build, tmp_path):
    (tmp_path / "bad.jsonl").write_text("{}\n")
    sources = [write_pages("p.jsonl", many_pages(300)), planned(tmp_path / "bad.jsonl")]
    with pytest.raises(InputError, match="no page could be read"):
        build(*sources)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.jsonl", "p.jsonl"]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_document_is_never_merged_into_an_encyclopedia_page(write_pages, build, planned, tmp_path, order):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "lima.md").write_text("# Lima\n\nMy own notes.\n")
    sources = [write_pages("p.jsonl", {"Lima": ["Lima is a city."]}), planned(tmp_path / "docs", "documents")]
    corpus = build(*(sources[i] for i in order))
    assert sorted(corpus.titles()) == ["Lima", "Lima (lima.md)"]
    assert [s.text for s in corpus.page("Lima").sentences()] == ["Lima is a city."]
    assert list(verify_corpus(corpus.path)) == []


def test_documents_link_within_their_own_source_first(build, planned, tmp_path):
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "beta.md").write_text(f"# Beta {folder}\n\nText.\n")
        (tmp_path / folder / "c.md").write_text(f"# C {folder}\n\nSee [it](beta.md).\n")
    corpus = build(planned(tmp_path / "one", "documents"), planned(tmp_path / "two", "documents"))
    assert next(corpus.page("C two").sentences()).links[0].target == "Beta two"
    remove_from_corpus(corpus.path, sources=[tmp_path / "one"])
    assert next(corpus.page("C two").sentences()).links[0].target == "Beta two"
    assert (corpus.counts().links, corpus.counts().dangling_links) == (1, 0)


def test_threads_may_share_a_corpus(write_pages, build):
    corpus = build(write_pages("p.jsonl", many_pages(40)))

    def read(title):
        with corpus.snapshot():
            return corpus.page(title).title

    with ThreadPoolExecutor(4) as pool:
        titles = list(corpus.titles()) * 5
        assert list(pool.map(read, titles)) == titles
    corpus.close()


@pytest.mark.slow
def test_a_small_corpus_starts_no_worker_and_a_larger_one_does(write_pages, build, monkeypatch):
    def refused(*_):
        raise InterruptedHereError

    monkeypatch.setattr(WorkerPool, "submit", refused)
    build(*(write_pages(f"{name}.jsonl", many_pages(50, seed=ord(name))) for name in "ab"), name="small", workers=2)
    with pytest.raises(InterruptedHereError):
        build(write_pages("c.jsonl", many_pages(101)), name="large", workers=2)


@pytest.mark.slow
def test_workers_give_the_same_corpus_as_none(write_pages, build):
    source = write_pages("p.jsonl", many_pages(1100))
    assert build(source, name="two", workers=2).fingerprint() == build(source, name="one").fingerprint()


def test_an_unfinished_build_of_other_sources_is_not_taken_up(write_pages, build, tmp_path):
    with pytest.raises(InterruptedHereError):
        build_corpus(tmp_path / "corpus", [write_pages("p.jsonl", many_pages(600))], report=stop_after(1))
    other = write_pages("q.jsonl", {"Lima": ["x"]})
    with pytest.raises(UsageError, match="--restart"):
        build(other)
    assert list(build(other, restart=True).titles()) == ["Lima"]


def test_a_damaged_source_is_an_error_and_nothing_is_built(write_pages, build, planned, tmp_path):
    data = gzip.compress(write_pages("p.jsonl", many_pages(600)).path.read_bytes())
    (tmp_path / "p.jsonl.gz").write_bytes(data[: len(data) // 2])
    with pytest.raises(InputError, match=r"p\.jsonl\.gz:\d+: the file is damaged or cut short"):
        build(planned(tmp_path / "p.jsonl.gz"))
    assert not (tmp_path / "corpus").exists()


def test_records_that_cannot_be_read_are_counted_and_named(write_pages, build):
    source = write_pages("p.jsonl", {"Lima": ["x"]})
    with source.path.open("ab") as file:
        file.write(b'not json\n\n{"title": 3}\n' + b"[" * 200_000 + b"\n\xff\n")
    corpus = build(source)
    assert corpus.counts().skipped == 4
    assert [place for _, place, _, _ in corpus.skips()] == [f"p.jsonl:{line}" for line in (2, 4, 5, 6)]


def test_a_source_without_a_page_is_an_error_and_leaves_nothing(planned, build, tmp_path):
    (tmp_path / "bad.jsonl").write_text("{}\n")
    with pytest.raises(
        InputError, match=r"no page could be read from .*bad\.jsonl: not a FEVEROUS page: it has no title"
    ):
        build(planned(tmp_path / "bad.jsonl"))
    assert [path.name for path in tmp_path.iterdir()] == ["bad.jsonl"]


def test_two_builds_of_one_folder_do_not_meet(write_pages, build, tmp_path):
    source = write_pages("p.jsonl", {"Lima": ["x"]})
    (tmp_path / "corpus.building").mkdir()
    with hold_lock(tmp_path / "corpus.building"), pytest.raises(StoreError, match="another process is building"):
        build(source)


def test_documents_of_one_title_stay_apart(build, planned, tmp_path):
    for folder in ("a", "b"):
        (tmp_path / "docs" / folder).mkdir(parents=True)
        (tmp_path / "docs" / folder / "README.md").write_text(
            f"# Guide\n\nSee [me](README.md). Folder {folder} is here.\n"
        )
    corpus = build(planned(tmp_path / "docs", "documents"))
    assert sorted(corpus.titles()) == ["Guide", "Guide (b/README.md)"]
    assert corpus.resolve("b/README.md") == "Guide (b/README.md)"
    link = next(corpus.page("Guide (b/README.md)").sentences()).links[0]
    assert link.target == "Guide (b/README.md)"


def test_a_document_that_changed_replaces_itself(build, add, planned, tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("# A\n\nOld words.\n")
    corpus = build(planned(tmp_path / "docs", "documents"))
    (tmp_path / "docs" / "a.md").write_text("# A\n\nNew words.\n")
    add(planned(tmp_path / "docs", "documents"))
    assert [s.text for s in corpus.page("A").sentences()] == ["New words."]
    assert list(verify_corpus(corpus.path)) == []


@pytest.mark.slow
def test_two_readers_and_a_writer_lose_nothing(write_pages, build, tmp_path):
    corpus = build(write_pages("base.jsonl", many_pages(50)))
    corpus.close()
    sources = [write_pages(f"s{n}.jsonl", {f"New {n}": [f"Text {n}."], "Page 1": [f"More {n}."]}) for n in range(15)]

    def read() -> int:
        reads = 0
        with Corpus.open(tmp_path / "corpus") as reader:
            while reader.page("New 14") is None:
                with reader.snapshot():
                    for title in list(reader.titles()):
                        assert reader.page(title) is not None
                        reads += 1
        return reads

    with ThreadPoolExecutor(2) as pool:
        readers = [pool.submit(read) for _ in range(2)]
        for source in sources:
            add_sources(tmp_path / "corpus", [source], report=lambda _: None)
        assert all(reader.result(timeout=60) > 50 for reader in readers)
    after = Corpus.open(tmp_path / "corpus")
    assert after.counts().pages == 65
    assert {f"More {n}." for n in range(15)} <= {s.text for s in after.page("Page 1").sentences()}
    assert list(verify_corpus(tmp_path / "corpus")) == []


def test_two_writers_take_turns(write_pages, build, tmp_path):
    build(write_pages("p.jsonl", many_pages(30)))
    titles = [f"Page {n}" for n in range(20)]
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda title: remove_from_corpus(tmp_path / "corpus", titles=[title]), titles))
    assert Corpus.open(tmp_path / "corpus").counts().pages == 10


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="kill -9 is a POSIX thing")
def test_ten_kills_at_random_points_leave_the_same_corpus(write_pages, build, tmp_path):
    source = write_pages("p.jsonl", many_pages(120_000))
    whole = build(source, name="whole", workers=2).fingerprint()
    draw = random.Random(11)
    command = [*BUILD, str(tmp_path / "killed"), str(source.path), "--workers", "2"]
    for _ in range(10):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(draw.uniform(0.2, 1.8))
        assert process.poll() is None, "the build ended before it could be killed: give it more pages"
        process.kill()
        process.wait()
        assert not (tmp_path / "killed").exists()
    subprocess.run(command, check=True, capture_output=True)
    assert Corpus.open(tmp_path / "killed").fingerprint() == whole
    assert list(verify_corpus(tmp_path / "killed")) == []


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals are a POSIX thing")
def test_an_interrupt_is_one_line_and_the_build_goes_on_later(write_pages, tmp_path):
    source = write_pages("p.jsonl", many_pages(60_000))
    command = [*BUILD, str(tmp_path / "corpus"), str(source.path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not (tmp_path / "corpus.building" / "pages.sqlite").exists():
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors.strip().splitlines()[-1].startswith("veriscope: interrupted")
    assert "Traceback" not in errors
    done = subprocess.run([*command], check=True, capture_output=True, text=True)
    assert "60,000" in done.stdout


def test_the_manifest_names_the_sources(write_pages, build):
    corpus = build(write_pages("p.jsonl", {"Lima": ["x"]}))
    manifest = json.loads((corpus.path / "manifest.json").read_text())
    assert manifest["pages"] == 1
    assert manifest["sources"][0].endswith("p.jsonl")


def test_flagged_articles_are_left_out_and_named_unless_kept(build, planned, tmp_path):
    box = '<table class="metadata ambox ambox-content ambox-Unreferenced">'
    flag = f"{box}<tr><td>This article does not cite any sources.</td></tr></table>"
    link = '<a href="//en.wikipedia.org/wiki/Peru" title="Peru">Peru</a>'
    (tmp_path / "html").mkdir()
    (tmp_path / "html" / "Lima.html").write_text(f"{flag}<p><b>Lima</b> is in {link}, {link}, {link}.</p>")
    (tmp_path / "html" / "Cusco.html").write_text(f"<p><b>Cusco</b> is in {link}, {link}, {link}.</p>")
    source = planned(tmp_path / "html", "documents")
    corpus = build(source)
    assert list(corpus.titles()) == ["Cusco"]
    assert [(what, reason) for _, _, what, reason in corpus.skips()] == [("page", "flagged as lacking references")]
    kept = build(replace(source, keep_flagged=True), name="kept")
    assert sorted(kept.titles()) == ["Cusco", "Lima"]
