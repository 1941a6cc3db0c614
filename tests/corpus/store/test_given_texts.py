from concurrent.futures import ThreadPoolExecutor

import pytest

from veriscope.corpus import Corpus, build_corpus, corpus_of_texts, plan_sources
from veriscope.domain import Claim
from veriscope.errors import StoreError, UsageError
from veriscope.retrieval import RETRIEVERS

NOTES = """Harbour notes

The harbour of Vell opened in 1901. It was dredged twice.

SHIPS

- The Tern sank in 1920.
- The Gull sails still.
"""
TEXTS = [NOTES, ("Vell", "Vell is a town. It has a harbour."), "Arvania is an island."]


def test_a_text_reads_as_the_same_text_in_a_file_does(tmp_path):
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "notes.txt").write_text(NOTES, encoding="utf-8")
    build_corpus(tmp_path / "corpus", plan_sources([tmp_path / "documents"]), report=lambda _: None)
    with Corpus.open(tmp_path / "corpus") as folder, corpus_of_texts([NOTES]) as memory:
        from_folder, from_memory = folder.page("Harbour notes"), memory.page("Harbour notes")
        assert from_memory.elements == from_folder.elements
        assert folder.counts() == memory.counts()


def test_titles_are_those_given_or_written_or_the_place():
    with corpus_of_texts([*TEXTS, ("", "Blank titles are none."), ("Vell", "Another Vell.")]) as corpus:
        assert list(corpus.titles()) == ["Harbour notes", "Vell", "Text 3", "Text 4", "Vell (Text 5)"]


def test_a_given_title_replaces_no_line_but_its_own():
    written = "Harbour notes\n\nThe harbour of Vell opened in 1901."
    with corpus_of_texts([("Harbour notes", written), ("Port", written)]) as corpus:
        assert [s.text for s in corpus.page("Harbour notes").sentences()] == ["The harbour of Vell opened in 1901."]
        assert next(s.text for s in corpus.page("Port").sentences()) == "Harbour notes"


def test_a_title_holds_one_printable_line():
    with corpus_of_texts([("Two\nlines\x1b[31m", "A text."), ("x" * 251, "Another.")]) as corpus:
        assert list(corpus.titles()) == ["Two lines [31m", "Text 2"]


def test_empty_texts_are_left_out_and_listed():
    with corpus_of_texts(["", "Vell is a town.", " \n", "a\ud800"]) as corpus:
        assert (corpus.counts().pages, corpus.counts().skipped) == (1, 3)
        assert [skip[1:] for skip in corpus.skips()] == [
            ("Text 1", "document", "empty"),
            ("Text 3", "document", "empty"),
            ("Text 4", "document", "not UTF-8 text (at byte 1); convert it to UTF-8"),
        ]


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["", " "], r"texts: none of 2 can be read \(Text 1: empty\); give at least one sentence"),
        ([], "texts: none of 0 can be read; give at least one sentence"),
        ("Vell is a town.", r"texts: found one text; give a list of texts, \[text\]"),
        (["Vell is a town.", 3], "Text 2: found int; expected a text, or a pair of title and text"),
    ],
)
def test_what_holds_no_text_is_refused_in_one_line(texts, message):
    with pytest.raises(UsageError, match=message):
        corpus_of_texts(texts)


@pytest.mark.parametrize("name", sorted(RETRIEVERS))
def test_every_retriever_searches_it_and_nothing_is_written(name, tmp_path, monkeypatch):
    for variable in ("TMPDIR", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.setenv(variable, str(tmp_path))
    monkeypatch.chdir(tmp_path)
    with corpus_of_texts(TEXTS) as corpus:
        found = RETRIEVERS[name](corpus).retrieve(Claim("1", "Vell is a town."), limit=3)
        assert [page.title for page in found][:1] == ["Vell"]
        assert corpus.search_index.suggest("ve", limit=2) == ["Vell"]
    assert not list(tmp_path.iterdir())


def test_threads_share_it():
    titles = [f"Text {number}" for number in range(1, 41)]
    with corpus_of_texts([f"Town {number} has a harbour." for number in range(40)]) as corpus:
        with ThreadPoolExecutor(4) as pool:
            pages = list(pool.map(corpus.page, titles))
        assert [page.title for page in pages] == titles


def test_a_closed_one_says_so():
    corpus = corpus_of_texts(TEXTS)
    index = corpus.search_index
    corpus.close()
    for call in (lambda: corpus.page("Vell"), index.page_count):
        with pytest.raises(StoreError, match="closed; make it again from its texts"):
            call()
