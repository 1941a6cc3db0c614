import json
import os
import random
import sqlite3
import subprocess
import sys
import time

import pytest

from veriscope.corpus.store import indexes, page_index_writer
from veriscope.corpus.store.build import build_corpus
from veriscope.corpus.store.indexes import SEARCH_INDEX_VERSION, build_index, update_index
from veriscope.corpus.store.store import Corpus
from veriscope.corpus.store.verify import verify_corpus
from veriscope.errors import BusyError, StoreError, UsageError
from veriscope.files.locks import hold_lock
from veriscope.text import terms

pytestmark = pytest.mark.slow

PAGES = {"Lima": ["Lima is in Peru."], "Peru": ["Peru borders Chile."]}


def quiet(*_, **__):
    pass


def found(corpus: Corpus, word: str) -> list[str]:
    ranked = corpus.search_index.best_pages(
        dict.fromkeys(terms(word), 1.0), fields={"title": 1.0, "body": 1.0}, limit=20
    )
    return sorted(page.title for page in ranked)


def test_a_corpus_is_built_with_its_index_and_says_so(write_pages, build):
    corpus = build(write_pages("p.jsonl", PAGES))
    assert json.loads((corpus.path / "manifest.json").read_text())["indexes"] == {"search": SEARCH_INDEX_VERSION}
    assert found(corpus, "peru") == ["Lima", "Peru"]
    assert list(verify_corpus(corpus.path)) == []


class KilledHereError(Exception):
    pass


def many_pages(count: int) -> dict[str, list[str]]:
    return {f"Page {n}": [f"Number {n} of the river {n % 7}."] for n in range(count)}


def pages_of_some_words(corpus: Corpus) -> list[list[str]]:
    return [found(corpus, word) for word in ("river", "number", *map(str, range(0, 30_000, 997)))]


def test_an_interrupted_index_goes_on_without_reading_the_sources_again(write_pages, build, tmp_path, monkeypatch):
    source = write_pages("p.jsonl", many_pages(1300))
    whole = pages_of_some_words(build(source, name="whole"))
    monkeypatch.setattr(page_index_writer, "_COMMIT_PAGES", 300)
    reported = []

    def stop_once(progress):
        reported.append(progress)
        if progress.step == "index search" and progress.done >= 750 and len(reported) < 100:
            raise KilledHereError

    with pytest.raises(KilledHereError):
        build_corpus(tmp_path / "corpus", [source], report=stop_once)
    assert not (tmp_path / "corpus").exists()
    source.path.write_text(source.path.read_text().replace("river", "brook"))
    reported.clear()
    build_corpus(tmp_path / "corpus", [source], report=reported.append)
    steps = [progress.done for progress in reported if progress.step == "index search"]
    assert 500 < steps[0] < 1300
    assert pages_of_some_words(Corpus.open(tmp_path / "corpus")) == whole
    assert list(verify_corpus(tmp_path / "corpus")) == []


def test_an_index_begun_before_a_change_is_not_gone_on_with(write_pages, build, add, monkeypatch):
    corpus = build(write_pages("p.jsonl", many_pages(600)), indexed=False)
    monkeypatch.setattr(page_index_writer, "_COMMIT_PAGES", 200)

    def stop(done, _):
        if done >= 500:
            raise KilledHereError

    with pytest.raises(KilledHereError):
        build_index(corpus.path, report=stop)
    add(write_pages("q.jsonl", {"Page 3": ["A cliff."], "New": ["A hill."]}))
    build_index(corpus.path, report=quiet)
    assert (found(corpus, "cliff"), found(corpus, "hill")) == (["Page 3"], ["New"])
    assert list(verify_corpus(corpus.path)) == []


def test_restarting_a_build_begins_the_index_anew(write_pages, build, tmp_path):
    def stop(progress):
        if progress.step == "index search":
            raise KilledHereError

    with pytest.raises(KilledHereError):
        build_corpus(tmp_path / "corpus", [write_pages("p.jsonl", many_pages(300))], report=stop)
    corpus = build(write_pages("q.jsonl", PAGES), restart=True)
    assert found(corpus, "river") == []
    assert list(verify_corpus(corpus.path)) == []


def test_an_index_of_another_version_is_built_again(write_pages, build, monkeypatch):
    corpus = build(write_pages("p.jsonl", PAGES))
    folder = next((corpus.path / "index").glob("search-*"))
    folder.rename(folder.with_name("search-0"))
    with pytest.raises(StoreError, match="or an old one"):
        corpus.search_index  # noqa: B018
    assert any("has version 0" in problem for problem in verify_corpus(corpus.path))
    assert build_index(corpus.path, report=quiet) is True
    assert build_index(corpus.path, report=quiet) is False
    assert [path.name for path in (corpus.path / "index").iterdir()] == [folder.name]
    assert found(corpus, "peru") == ["Lima", "Peru"]


def test_a_corpus_of_the_first_format_opens_and_gets_an_index(write_pages, build, add):
    corpus = build(write_pages("p.jsonl", PAGES), indexed=False)
    with sqlite3.connect(corpus.path / "pages.sqlite") as connection:
        for statement in ("TABLE page_changes", "TABLE last_page", "INDEX redirects_target"):
            connection.execute(f"DROP {statement}")
        connection.execute("PRAGMA user_version = 1")
    connection.close()
    manifest = json.loads((corpus.path / "manifest.json").read_text())
    del manifest["indexes"]
    (corpus.path / "manifest.json").write_text(json.dumps({**manifest, "format_version": 1}))
    with Corpus.open(corpus.path) as old:
        assert old.page("Lima") is not None
        assert list(verify_corpus(corpus.path)) == []
    build_index(corpus.path, report=quiet)
    add(write_pages("q.jsonl", {"Quito": ["High."]}))
    with Corpus.open(corpus.path) as new:
        assert found(new, "quito") == ["Quito"]
    assert list(verify_corpus(corpus.path)) == []


def test_one_process_at_a_time_indexes_a_corpus(write_pages, build, monkeypatch):
    corpus = build(write_pages("p.jsonl", PAGES))
    monkeypatch.setattr(indexes, "_WAIT_S", 0.2)
    with hold_lock(corpus.path / "index"), pytest.raises(BusyError, match="another process is indexing"):
        update_index(corpus.path, report=quiet)
    update_index(corpus.path, report=quiet)


def die(_):
    os._exit(1)


@pytest.mark.slow
def test_a_worker_that_dies_is_told(write_pages, build, monkeypatch):
    corpus = build(write_pages("p.jsonl", many_pages(2100)), indexed=False)
    monkeypatch.setattr(page_index_writer, "indexed_fields", die)
    with pytest.raises(StoreError, match="a worker process died"):
        build_index(corpus.path, report=quiet, workers=2)


def test_a_folder_called_index_of_the_users_own_is_never_deleted(write_pages, build, tmp_path):
    (tmp_path / "corpus.building" / "index").mkdir(parents=True)
    with pytest.raises(UsageError, match=r"holds other files \(index\)"):
        build(write_pages("p.jsonl", PAGES), restart=True)
    assert (tmp_path / "corpus.building" / "index").exists()


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="kill -9 is a POSIX thing")
def test_kills_while_indexing_leave_the_same_index(write_pages, build, tmp_path):
    source = write_pages("p.jsonl", many_pages(60_000))
    corpus = build(source, indexed=False)
    whole = pages_of_some_words(build(source, name="whole"))
    command = [sys.executable, "-m", "veriscope", "corpus", "index", str(corpus.path), "--workers", "2"]
    draw, kills = random.Random(5), 0
    for _ in range(6):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(draw.uniform(0.3, 1.5))
        kills += process.poll() is None
        process.kill()
        process.wait()
    assert kills > 1, "the indexing ended before it could be killed: give it more pages"
    subprocess.run(command, check=True, capture_output=True)
    assert pages_of_some_words(corpus) == whole
    assert list(verify_corpus(corpus.path)) == []


def test_an_index_of_a_kind_that_is_no_more_does_no_harm(write_pages, build):
    corpus = build(write_pages("p.jsonl", PAGES))
    (corpus.path / "index" / "vectors-1").mkdir()
    assert list(verify_corpus(corpus.path)) == []
    assert build_index(corpus.path, report=quiet) is False
