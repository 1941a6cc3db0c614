import json
import random
import shutil
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veriscope.corpus.sources.records import PlannedSource
from veriscope.corpus.store import indexes
from veriscope.corpus.store.build import add_sources, build_corpus, remove_from_corpus
from veriscope.corpus.store.indexes import build_index
from veriscope.corpus.store.store import Corpus
from veriscope.corpus.store.verify import verify_corpus
from veriscope.errors import StoppedError, StoreError
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
    build_index(folder, report=quiet, rebuild=True)
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


def test_additions_and_removals_reach_the_index(write_pages, build, add):
    corpus = build(write_pages("p.jsonl", PAGES))
    assert found(corpus, "quito") == []
    add(write_pages("q.jsonl", {"Quito": ["Quito is far from Lima."], "Lima": ["Lima is old."]}))
    assert found(corpus, "quito") == ["Quito"]
    assert found(corpus, "old") == ["Lima"]
    remove_from_corpus(corpus.path, titles=["Lima"])
    assert found(corpus, "lima") == ["Quito"]
    assert corpus.search_index.pages_named(["lima"], limit=3) == []
    assert pending(corpus) == []
    assert list(verify_corpus(corpus.path)) == []


def test_redirects_that_come_and_go_reach_the_pages_they_lead_to(write_pages, build, add, planned, tmp_path):
    (tmp_path / "r.tsv").write_text("Kings\tCity of Kings\nCity of Kings\tLima\n")
    corpus = build(write_pages("p.jsonl", PAGES))
    add(planned(tmp_path / "r.tsv", "redirects"))
    assert found(corpus, "kings") == ["Lima"]
    # A page of that title takes the name, and those that led over it.
    add(write_pages("q.jsonl", {"City of Kings": ["A band."]}))
    assert [page.title for page in corpus.search_index.pages_named(["kings"], limit=3)] == ["City of Kings"]
    remove_from_corpus(corpus.path, titles=["City of Kings"])
    assert [page.title for page in corpus.search_index.pages_named(["kings"], limit=3)] == ["Lima"]
    remove_from_corpus(corpus.path, sources=[tmp_path / "r.tsv"])
    assert corpus.search_index.pages_named(["kings"], limit=3) == []


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


@pytest.mark.slow
@settings(max_examples=15)
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
    update = indexes.index_changed_pages

    def killed(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(indexes, "index_changed_pages", killed)
    with pytest.raises(StoppedError, match=r"the change is stored.*veriscope corpus index"):
        add(write_pages("q.jsonl", {"Quito": ["High."]}))
    monkeypatch.setattr(indexes, "index_changed_pages", update)
    assert corpus.page("Quito") is not None
    assert (found(corpus, "quito"), len(pending(corpus))) == ([], 1)
    remove_from_corpus(corpus.path, titles=["Peru"])
    assert (found(corpus, "quito"), pending(corpus)) == (["Quito"], [])
    assert list(verify_corpus(corpus.path)) == []


def test_a_kill_after_the_update_only_repeats_it(write_pages, build, add, monkeypatch):
    corpus = build(write_pages("p.jsonl", PAGES))
    update = indexes.index_changed_pages

    def killed_after(*arguments, **options):
        update(*arguments, **options)
        raise KeyboardInterrupt

    monkeypatch.setattr(indexes, "index_changed_pages", killed_after)
    with pytest.raises(StoppedError, match="interrupted"):
        add(write_pages("q.jsonl", {"Quito": ["High."]}))
    monkeypatch.setattr(indexes, "index_changed_pages", update)
    build_index(corpus.path, report=quiet)
    assert (found(corpus, "quito"), pending(corpus)) == (["Quito"], [])
    assert list(verify_corpus(corpus.path)) == []


def test_a_page_that_is_gone_is_left_out_before_the_index_knows(write_pages, build, monkeypatch):
    corpus = build(write_pages("p.jsonl", PAGES))
    monkeypatch.setattr(indexes, "_take_up_changes", quiet)
    remove_from_corpus(corpus.path, titles=["Lima"])
    assert found(corpus, "peru") == ["Peru"]
    assert corpus.search_index.pages_named(["lima"], limit=3) == []
    assert corpus.search_index.suggest("li", limit=3) == []


def test_verifying_finds_an_index_out_of_step(write_pages, build, monkeypatch):
    corpus = build(write_pages("p.jsonl", PAGES))
    monkeypatch.setattr(indexes, "_take_up_changes", quiet)
    remove_from_corpus(corpus.path, titles=["Lima"])
    assert list(verify_corpus(corpus.path)) == ["the search index holds 1 pages that the corpus does not have"]
    add_sources(corpus.path, [write_pages_source(corpus, "Quito")], report=quiet)
    assert "the search index lacks the page 'Quito'" in list(verify_corpus(corpus.path))


def write_pages_source(corpus: Corpus, title: str) -> PlannedSource:
    return write_source(corpus.path.parent, title, ({title: "High."}, {}))[0]


def many_pages(count: int) -> dict[str, list[str]]:
    return {f"Page {n}": [f"Number {n} of the river {n % 7}."] for n in range(count)}


@pytest.mark.slow
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
