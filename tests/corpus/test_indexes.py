import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veriscope.corpus import indexes, page_index_writer
from veriscope.corpus.build import add_sources, build_corpus, remove_from_corpus
from veriscope.corpus.indexes import INDEXES, build_indexes, update_indexes
from veriscope.corpus.lock import locked
from veriscope.corpus.page_index_writer import SearchIndexKind
from veriscope.corpus.plan import PlannedSource
from veriscope.corpus.store import Corpus
from veriscope.corpus.verify import verify_corpus
from veriscope.errors import BusyError, StoreError, UsageError
from veriscope.text import terms

PAGES = {"Lima": ["Lima is in Peru."], "Peru": ["Peru borders Chile."]}


def quiet(*_, **__):
    pass


def postings(corpus: Corpus) -> dict[tuple[str, str], list[str]]:
    """Every term of the search index by field, with the titles of the pages that hold it."""
    from tantivy import Query  # noqa: PLC0415

    index = corpus.search_index
    searcher = index._index.searcher()
    found = {}
    for field in ("title", "heading", "body", "name", "word", "start"):
        for term, _ in searcher.terms_with_prefix(field, ""):
            pages = index.search(Query.term_query(index.schema, field, term, "basic"), limit=1000)
            if pages:
                found[field, term] = sorted(page.title for page in pages)
    return found


def rebuilt(corpus: Corpus, folder) -> dict[tuple[str, str], list[str]]:
    """What the index of an equal corpus holds that is built from scratch."""
    shutil.copytree(corpus.path, folder)
    build_indexes(folder, ["search"], report=quiet, rebuild=True)
    with Corpus.open(folder) as copy:
        return postings(copy)


def pending(corpus: Corpus) -> list[int]:
    with sqlite3.connect(corpus.path / "pages.sqlite") as connection:
        rows = connection.execute("SELECT page FROM page_changes ORDER BY number").fetchall()
    connection.close()
    return [row[0] for row in rows]


def found(corpus: Corpus, word: str) -> list[str]:
    ranked = corpus.search_index.best_pages(
        dict.fromkeys(terms(word), 1.0), fields={"title": 1.0, "body": 1.0}, limit=20
    )
    return sorted(page.title for page in ranked)


def test_a_corpus_is_built_with_its_index_and_says_so(write_pages, build):
    corpus = build(write_pages("p.jsonl", PAGES))
    assert json.loads((corpus.path / "manifest.json").read_text())["indexes"] == {"search": SearchIndexKind.version}
    assert found(corpus, "peru") == ["Lima", "Peru"]
    assert list(verify_corpus(corpus.path)) == []


def test_every_index_is_built_where_it_is_asked_for(write_pages, build):
    corpus = build(write_pages("p.jsonl", PAGES), indexes=tuple(INDEXES))
    assert set(json.loads((corpus.path / "manifest.json").read_text())["indexes"]) == set(INDEXES)
    assert list(verify_corpus(corpus.path)) == []


def test_an_unknown_index_is_wrong_usage_and_nothing_is_built(write_pages, build, tmp_path):
    with pytest.raises(UsageError, match=r"no index named 'serach'; choose one of: search"):
        build(write_pages("p.jsonl", PAGES), indexes=("serach",))
    assert not (tmp_path / "corpus.building").exists()


@pytest.mark.parametrize("names", [("search",), tuple(INDEXES)])
def test_additions_and_removals_reach_every_index(write_pages, build, add, names):
    corpus = build(write_pages("p.jsonl", PAGES), indexes=names)
    assert found(corpus, "quito") == []
    add(write_pages("q.jsonl", {"Quito": ["Quito is far from Lima."], "Lima": ["Lima is old."]}))
    assert found(corpus, "quito") == ["Quito"]
    assert found(corpus, "old") == ["Lima"]
    remove_from_corpus(corpus.path, titles=["Lima"])
    assert found(corpus, "lima") == ["Quito"]
    assert corpus.search_index.named(["lima"], limit=3) == []
    assert pending(corpus) == []
    assert list(verify_corpus(corpus.path)) == []


def test_redirects_that_come_and_go_reach_the_pages_they_lead_to(write_pages, build, add, planned, tmp_path):
    (tmp_path / "r.tsv").write_text("Kings\tCity of Kings\nCity of Kings\tLima\n")
    corpus = build(write_pages("p.jsonl", PAGES))
    add(planned(tmp_path / "r.tsv", "redirects"))
    assert found(corpus, "kings") == ["Lima"]
    # A page of that title takes the name, and those that led over it.
    add(write_pages("q.jsonl", {"City of Kings": ["A band."]}))
    assert [page.title for page in corpus.search_index.named(["kings"], limit=3)] == ["City of Kings"]
    remove_from_corpus(corpus.path, titles=["City of Kings"])
    assert [page.title for page in corpus.search_index.named(["kings"], limit=3)] == ["Lima"]
    remove_from_corpus(corpus.path, sources=[tmp_path / "r.tsv"])
    assert corpus.search_index.named(["kings"], limit=3) == []


def test_a_document_that_is_renamed_is_found_by_its_new_title(write_pages, build, add, planned, tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "lima.md").write_text("# Lima\n\nMy own notes.\n")
    corpus = build(planned(tmp_path / "docs", "documents"))
    add(write_pages("p.jsonl", PAGES))
    assert found(corpus, "notes") == ["Lima (lima.md)"]
    assert found(corpus, "md") == ["Lima (lima.md)"]


NAMES = ["A", "B", "C one", "D", "E", "F"]
pages_and_redirects = st.tuples(
    st.dictionaries(st.sampled_from(NAMES), st.sampled_from(["red", "green blue", "one two"]), max_size=4),
    st.dictionaries(st.sampled_from(NAMES), st.sampled_from(NAMES), max_size=4),
)
changes = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.sampled_from("xyz"), pages_and_redirects),
        st.tuples(st.just("drop"), st.sampled_from("xyz"), st.none()),
        st.tuples(st.just("page"), st.sampled_from(NAMES), st.none()),
    ),
    min_size=1,
    max_size=6,
)


def write_source(folder, name, content) -> list[PlannedSource]:
    pages, redirects = content
    lines = [json.dumps({"title": t, "order": ["sentence_0"], "sentence_0": text}) for t, text in pages.items()]
    planned = []
    for suffix, text, kind in (
        ("jsonl", "\n".join(lines), "feverous"),
        ("tsv", "\n".join(f"{name}\t{target}" for name, target in redirects.items() if name != target), "redirects"),
    ):
        if text:
            path = folder / f"{name}.{suffix}"
            path.write_text(text + "\n")
            planned.append(PlannedSource(path, kind, path.stat().st_size, str(random.random())))
    return planned


@settings(max_examples=15, deadline=None)
@given(changes)
def test_after_any_changes_the_index_equals_one_built_anew(tmp_path_factory, steps):
    folder = tmp_path_factory.mktemp("changes")
    build_corpus(folder / "c", write_source(folder, "base", ({"A": "red", "Base": "blue"}, {})), report=quiet)
    with Corpus.open(folder / "c") as corpus:
        for kind, name, content in steps:
            try:
                if kind == "add":
                    add_sources(corpus.path, write_source(folder, name, content), report=quiet)
                elif kind == "drop":
                    remove_from_corpus(corpus.path, sources=[folder / f"{name}.jsonl"])
                else:
                    remove_from_corpus(corpus.path, titles=[name])
            except StoreError:
                pass
        assert postings(corpus) == rebuilt(corpus, folder / "copy")
        assert list(verify_corpus(corpus.path)) == []


def test_an_id_is_never_given_to_another_page(write_pages, build, add):
    corpus = build(write_pages("p.jsonl", PAGES))
    remove_from_corpus(corpus.path, titles=["Peru"])
    add(write_pages("q.jsonl", {"Quito": ["x"]}))
    assert list(corpus.page_ids()) == [1, 3]
    add(write_pages("q.jsonl", {"Bogota": ["x"]}))
    assert list(corpus.page_ids()) == [1, 4]


def test_changes_that_were_not_indexed_are_taken_up_later(write_pages, build, add, monkeypatch):
    corpus = build(write_pages("p.jsonl", PAGES))
    update = SearchIndexKind.update

    def killed(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(SearchIndexKind, "update", killed)
    with pytest.raises(StoreError, match=r"the change is stored.*veriscope corpus index"):
        add(write_pages("q.jsonl", {"Quito": ["High."]}))
    monkeypatch.setattr(SearchIndexKind, "update", update)
    assert corpus.page("Quito") is not None
    assert (found(corpus, "quito"), len(pending(corpus))) == ([], 1)
    remove_from_corpus(corpus.path, titles=["Peru"])
    assert (found(corpus, "quito"), pending(corpus)) == (["Quito"], [])
    assert list(verify_corpus(corpus.path)) == []


def test_a_kill_after_the_update_only_repeats_it(write_pages, build, add, monkeypatch):
    corpus = build(write_pages("p.jsonl", PAGES))
    update = SearchIndexKind.update

    def killed_after(*arguments, **options):
        update(*arguments, **options)
        raise KeyboardInterrupt

    monkeypatch.setattr(SearchIndexKind, "update", killed_after)
    with pytest.raises(StoreError, match="interrupted"):
        add(write_pages("q.jsonl", {"Quito": ["High."]}))
    monkeypatch.setattr(SearchIndexKind, "update", update)
    build_indexes(corpus.path, ["search"], report=quiet)
    assert (found(corpus, "quito"), pending(corpus)) == (["Quito"], [])
    assert list(verify_corpus(corpus.path)) == []


def test_a_page_that_is_gone_is_left_out_before_the_index_knows(write_pages, build, monkeypatch):
    corpus = build(write_pages("p.jsonl", PAGES))
    monkeypatch.setattr(indexes, "_take_up_changes", quiet)
    remove_from_corpus(corpus.path, titles=["Lima"])
    assert found(corpus, "peru") == ["Peru"]
    assert corpus.search_index.named(["lima"], limit=3) == []
    assert corpus.search_index.suggest("li", limit=3) == []


class KilledHereError(Exception):
    pass


def many_pages(count: int) -> dict[str, list[str]]:
    return {f"Page {n}": [f"Number {n} of the river {n % 7}."] for n in range(count)}


def test_an_interrupted_index_goes_on_without_reading_the_sources_again(write_pages, build, tmp_path, monkeypatch):
    source = write_pages("p.jsonl", many_pages(1300))
    whole = postings(build(source, name="whole"))
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
    assert postings(Corpus.open(tmp_path / "corpus")) == whole
    assert list(verify_corpus(tmp_path / "corpus")) == []


def test_an_index_begun_before_a_change_is_not_gone_on_with(write_pages, build, add, monkeypatch):
    corpus = build(write_pages("p.jsonl", many_pages(600)), indexes=())
    monkeypatch.setattr(page_index_writer, "_COMMIT_PAGES", 200)

    def stop(_, done, __):
        if done >= 500:
            raise KilledHereError

    with pytest.raises(KilledHereError):
        build_indexes(corpus.path, ["search"], report=stop)
    add(write_pages("q.jsonl", {"Page 3": ["A cliff."], "New": ["A hill."]}))
    build_indexes(corpus.path, ["search"], report=quiet)
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
    assert build_indexes(corpus.path, ["search"], report=quiet) == ["search"]
    assert build_indexes(corpus.path, ["search"], report=quiet) == []
    assert [path.name for path in (corpus.path / "index").iterdir()] == [folder.name]
    assert found(corpus, "peru") == ["Lima", "Peru"]


def test_verifying_finds_an_index_out_of_step(write_pages, build, monkeypatch):
    corpus = build(write_pages("p.jsonl", PAGES))
    monkeypatch.setattr(indexes, "_take_up_changes", quiet)
    remove_from_corpus(corpus.path, titles=["Lima"])
    assert list(verify_corpus(corpus.path)) == ["the search index holds 1 pages that the corpus does not have"]
    add_sources(corpus.path, [write_pages_source(corpus, "Quito")], report=quiet)
    assert "the search index lacks the page 'Quito'" in list(verify_corpus(corpus.path))


def write_pages_source(corpus: Corpus, title: str) -> PlannedSource:
    return write_source(corpus.path.parent, title, ({title: "High."}, {}))[0]


def test_a_corpus_of_the_first_format_opens_and_gets_an_index(write_pages, build, add):
    corpus = build(write_pages("p.jsonl", PAGES), indexes=())
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
    build_indexes(corpus.path, ["search"], report=quiet)
    add(write_pages("q.jsonl", {"Quito": ["High."]}))
    with Corpus.open(corpus.path) as new:
        assert found(new, "quito") == ["Quito"]
    assert list(verify_corpus(corpus.path)) == []


def test_one_process_at_a_time_indexes_a_corpus(write_pages, build, monkeypatch):
    corpus = build(write_pages("p.jsonl", PAGES))
    monkeypatch.setattr(indexes, "_WAIT_S", 0.2)
    with locked(corpus.path / "index"), pytest.raises(BusyError, match="another process is indexing"):
        update_indexes(corpus.path, report=quiet)
    update_indexes(corpus.path, report=quiet)


def test_readers_search_while_a_writer_adds(write_pages, build, tmp_path):
    corpus = build(write_pages("base.jsonl", many_pages(60)))
    sources = [write_pages(f"s{n}.jsonl", {f"New {n}": ["A new cliff."], "Page 1": ["A cliff."]}) for n in range(8)]
    stop = threading.Event()

    def read() -> int:
        searches = 0
        with Corpus.open(corpus.path) as reader:
            before = 0
            while not stop.is_set():
                cliffs = found(reader, "cliff")
                assert len(cliffs) >= before
                before = len(cliffs)
                assert len(found(reader, "river")) == 20
                assert reader.search_index.suggest("page 5", limit=3)[0] == "Page 5"
                searches += 1
        return searches

    with ThreadPoolExecutor(2) as pool:
        readers = [pool.submit(read) for _ in range(2)]
        try:
            for source in sources:
                add_sources(corpus.path, [source], report=quiet)
        finally:
            stop.set()
        assert all(reader.result(timeout=60) > 3 for reader in readers)
    assert len(found(corpus, "cliff")) == 9
    assert list(verify_corpus(corpus.path)) == []


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="kill -9 is a POSIX thing")
def test_kills_while_indexing_leave_the_same_index(write_pages, build, tmp_path):
    source = write_pages("p.jsonl", many_pages(30_000))
    corpus = build(source, indexes=())
    whole = postings_of_some(build(source, name="whole"))
    command = [sys.executable, "-m", "veriscope", "corpus", "index", str(corpus.path), "--workers", "2"]
    draw, kills = random.Random(5), 0
    for _ in range(6):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(draw.uniform(0.5, 2.5))
        kills += process.poll() is None
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    assert kills > 1, "the indexing ended before it could be killed: give it more pages"
    subprocess.run(command, check=True, capture_output=True)
    assert postings_of_some(corpus) == whole
    assert list(verify_corpus(corpus.path)) == []


def postings_of_some(corpus: Corpus) -> list[list[str]]:
    return [found(corpus, word) for word in ("river", "number", *map(str, range(0, 30_000, 997)))]


def die(_):
    os._exit(1)


def test_a_worker_that_dies_is_told(write_pages, build, monkeypatch):
    corpus = build(write_pages("p.jsonl", many_pages(2100)), indexes=())
    monkeypatch.setattr(page_index_writer, "indexed_fields", die)
    with pytest.raises(StoreError, match="a worker process died while indexing"):
        build_indexes(corpus.path, ["search"], report=quiet, workers=2)


def test_a_folder_called_index_of_the_users_own_is_never_deleted(write_pages, build, tmp_path):
    (tmp_path / "corpus.building" / "index").mkdir(parents=True)
    with pytest.raises(UsageError, match=r"holds other files \(index\)"):
        build(write_pages("p.jsonl", PAGES), restart=True)
    assert (tmp_path / "corpus.building" / "index").exists()
