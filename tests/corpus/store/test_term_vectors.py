import shutil
from itertools import pairwise
from math import log, log1p
from threading import Thread

import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer

from veriscope.corpus.store import term_matrix_files as kept_term_matrix
from veriscope.corpus.store.build import remove_from_corpus
from veriscope.corpus.store.store import Corpus
from veriscope.corpus.store.vector_texts import introduction_text, page_text
from veriscope.domain import ItemList, ListItem, Page, Section, Sentence
from veriscope.errors import StoreError
from veriscope.text import fold
from veriscope.text.word_lists import load_words

pytestmark = pytest.mark.slow

PAGES = {
    "Lima": ["Lima is the capital of Peru."],
    "Peru": ["Peru borders Chile.", "Its wool is known."],
    "Chile": ["Chile is long."],
    "Quito": ["Quito lies high."],
    "Oslo": ["Oslo is cold."],
}
QUERIES = (
    "Lima is the capital of Peru.",
    "wool of Vell",
    "Ida Brandt climbed Mount Sorrel.",
    "Arvania Arvania",
    "of the",
)


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    """A cache folder of the test's own."""
    monkeypatch.setenv("VERISCOPE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def titles(corpus, query, *, limit=10):
    return [page.title for page in corpus.page_vectors.nearest(query, limit=limit)]


def ngrams(text):
    """Unigrams and bigrams by hand: words between marks and stop words."""
    stop_words = load_words("stop_words.txt") | {"s", "t", "d", "m", "ll", "re", "ve"}
    spaced = "".join(letter if letter.isalnum() else f" {letter} " for letter in fold(text))
    words = [word if word.isalnum() and word not in stop_words else None for word in spaced.split()]
    pairs = [f"{first} {second}" for first, second in pairwise(words) if first and second]
    return [word for word in words if word] + pairs


def by_scikit_learn(pages, text_of, query, *, limit):
    """The definition over a matrix of scikit-learn's, with n-grams that are not hashed."""
    counting = CountVectorizer(analyzer=ngrams)
    logs = counting.fit_transform([text_of(page) for page in pages]).toarray()
    frequencies = (logs > 0).sum(axis=0)
    idf = np.array([max(0, log((len(pages) - n + 0.5) / (n + 0.5))) for n in frequencies.tolist()])
    asked = np.log1p(counting.transform([query]).toarray()[0]) * idf
    scores = (np.log1p(logs) * idf) @ asked
    ranked = [(page.title, score) for page, score in zip(pages, scores.tolist(), strict=True) if score > 0]
    return sorted(ranked, key=lambda found: (-round(found[1], 9), found[0]))[:limit]


@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("limit", [1, 3, 20])
def test_pages_come_as_scikit_learn_has_them(world, query, limit):
    pages = list(world.pages())
    for vectors, text_of in ((world.page_vectors, page_text), (world.introduction_vectors, introduction_text)):
        found = vectors.nearest(query, limit=limit)
        expected = by_scikit_learn(pages, text_of, query, limit=limit)
        assert [page.title for page in found] == [title for title, _ in expected]
        assert [page.score for page in found] == pytest.approx([score for _, score in expected])


def test_a_score_is_as_computed_by_hand(write_pages, build):
    corpus = build(write_pages("p.jsonl", PAGES))
    (page,) = corpus.page_vectors.nearest("wool", limit=5)
    assert (page.title, page.score) == ("Peru", pytest.approx(log1p(1) ** 2 * log(4.5 / 1.5) ** 2))


def test_ties_come_in_title_order_and_no_page_is_found_where_none_is_asked_for(write_pages, build):
    twins = {name: ["Wool."] for name in ("Zeta", "Alpha", "Mu")} | {str(n): ["Nothing."] for n in range(9)}
    corpus = build(write_pages("p.jsonl", twins))
    assert titles(corpus, "wool") == ["Alpha", "Mu", "Zeta"]
    assert titles(corpus, "wool", limit=2) == ["Alpha", "Mu"]
    assert titles(corpus, "wool", limit=0) == titles(corpus, "zebra") == []


def test_counts_beyond_a_byte_are_kept_as_the_largest(write_pages, build):
    often = {"A": ["wool " * 300], "B": ["wool " * 255], "C": ["wool " * 3]}
    corpus = build(write_pages("p.jsonl", often | {str(n): ["Nothing."] for n in range(9)}))
    first, second, third = corpus.page_vectors.nearest("wool", limit=3)
    assert (first.title, second.title, third.title) == ("A", "B", "C")
    assert first.score == second.score > third.score


def test_an_introduction_ends_at_the_first_heading_and_may_be_missing():
    headed = (Section("Wool trade", 2), ItemList(0, (ListItem(0, "sheep"),)))
    assert introduction_text(Page("Vell", (Sentence(0, "A hill."), *headed))) == "Vell | A hill."
    assert introduction_text(Page("T-1", headed)) == page_text(Page("T-1", headed)) == "T-1 | Wool trade | sheep"


def test_corpus_build_does_not_make_the_vectors_and_they_are_made_once(write_pages, build, monkeypatch):
    corpus = build(write_pages("p.jsonl", PAGES))
    assert vector_folders(corpus) == []
    first = titles(corpus, "wool")
    monkeypatch.setattr(kept_term_matrix, "write_term_matrix", None)
    assert titles(Corpus.open(corpus.path), "wool") == first == ["Peru"]
    assert len(vector_folders(corpus)) == 1


def vector_folders(corpus):
    return [path for path in (corpus.path / "index").glob("vectors.*") if path.is_dir()]


def test_an_open_corpus_sees_pages_that_come_change_and_go(write_pages, build, add):
    corpus = build(write_pages("p.jsonl", PAGES))
    assert titles(corpus, "wool") == ["Peru"]
    added = write_pages("q.jsonl", {"Vell": ["Wool is traded here."]})
    add(added)
    assert set(titles(corpus, "wool")) == {"Peru", "Vell"}
    add(write_pages("q.jsonl", {"Vell": ["Fish is traded here."]}))
    assert (titles(corpus, "wool"), titles(corpus, "fish")) == (["Peru"], ["Vell"])
    remove_from_corpus(corpus.path, titles=["Peru"])
    assert titles(corpus, "wool") == []
    assert len(vector_folders(corpus)) == 1


def test_vectors_kept_over_changes_are_those_made_anew(write_pages, build, add):
    corpus = build(write_pages("p.jsonl", PAGES))
    titles(corpus, "wool")
    more = {"Vell": ["Wool of Peru."], "Mira": ["A port."]}
    add(write_pages("q.jsonl", more))
    anew = build(write_pages("r.jsonl", PAGES | more), name="anew")
    for query in ("wool of Peru", "port", "Lima"):
        assert corpus.page_vectors.nearest(query, limit=9) == anew.page_vectors.nearest(query, limit=9)


def test_a_corpus_built_anew_in_the_same_place_has_new_vectors(write_pages, build, own_cache, monkeypatch):
    corpus = build(write_pages("p.jsonl", PAGES))
    make_unwritable(monkeypatch)
    assert titles(corpus, "wool") == ["Peru"]
    again = build(write_pages("p.jsonl", PAGES | {"Oslo": ["Wool."]}), replace=True)
    assert set(titles(again, "wool")) == {"Peru", "Oslo"}


def make_unwritable(monkeypatch):
    """As if nothing could be written beside a corpus; the tests may run as one who can write everywhere."""
    monkeypatch.setattr(kept_term_matrix, "_is_writable", lambda _: False)


def test_a_corpus_that_cannot_be_written_keeps_its_vectors_in_the_users_cache(
    write_pages, build, own_cache, monkeypatch
):
    corpus = build(write_pages("p.jsonl", PAGES))
    make_unwritable(monkeypatch)
    assert titles(corpus, "wool") == ["Peru"]
    assert vector_folders(corpus) == []
    assert [path.name for path in own_cache.rglob("vectors.*") if path.is_dir()]
    monkeypatch.setattr(kept_term_matrix, "write_term_matrix", None)
    assert titles(Corpus.open(corpus.path), "wool") == ["Peru"]


def test_a_folder_in_which_no_file_can_be_made_is_not_writable(tmp_path):
    (tmp_path / "file").touch()
    assert not kept_term_matrix._is_writable(tmp_path / "file")
    assert kept_term_matrix._is_writable(tmp_path / "new")


def test_vectors_whose_making_failed_leave_nothing_behind(write_pages, build, monkeypatch):
    def fail(corpus, folder, text_of, *, report):
        (folder / "ids.npy").write_bytes(b"half")
        raise OSError(28, "No space left on device")

    corpus = build(write_pages("p.jsonl", PAGES))
    with monkeypatch.context() as patch:
        patch.setattr(kept_term_matrix, "write_term_matrix", fail)
        with pytest.raises(StoreError, match=r"cannot write the term vectors in .*: No space left on device"):
            titles(corpus, "wool")
    assert vector_folders(corpus) == []
    assert titles(corpus, "wool") == ["Peru"]


def test_what_a_killed_process_left_is_cleared_away(write_pages, build):
    corpus = build(write_pages("p.jsonl", PAGES))
    (corpus.path / "index" / "vectors.pages.abandoned").mkdir()
    assert titles(corpus, "wool") == ["Peru"]
    assert [path.name for path in vector_folders(corpus)] != ["vectors.pages.abandoned"]
    assert len(vector_folders(corpus)) == 1


@pytest.mark.parametrize("name", ["ids", "bins", "starts", "numbers", "counts"])
def test_a_shortened_or_missing_file_is_told(write_pages, build, name):
    corpus = build(write_pages("p.jsonl", PAGES))
    titles(corpus, "wool")
    path = vector_folders(corpus)[0] / f"{name}.npy"
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(StoreError, match="is damaged; delete it, and it will be made again"):
        titles(Corpus.open(corpus.path), "wool")
    path.unlink()
    with pytest.raises(StoreError, match="is damaged; delete it, and it will be made again"):
        titles(Corpus.open(corpus.path), "wool")
    shutil.rmtree(path.parent)
    assert titles(Corpus.open(corpus.path), "wool") == ["Peru"]


def test_a_corpus_without_pages_has_no_nearest_page(write_pages, build):
    corpus = build(write_pages("p.jsonl", {"Lima": ["Lima is in Peru."]}))
    remove_from_corpus(corpus.path, titles=["Lima"])
    assert titles(corpus, "Lima") == []


def test_many_pages_at_a_time_are_told_about_on_stderr(write_pages, build, monkeypatch, capsys):
    pages = {f"Page {n}": [f"Number {n} of the river {n % 7}."] for n in range(1300)}
    corpus = build(write_pages("p.jsonl", pages))
    monkeypatch.setattr(kept_term_matrix, "_WORTH_A_WORD", 1000)
    monkeypatch.setattr(kept_term_matrix, "_TALK_EVERY_S", 0.0)
    assert titles(corpus, "Page 1299", limit=1) == ["Page 1299"]
    talk = capsys.readouterr().err.splitlines()
    assert talk[0].startswith(f"counting the terms of {corpus.path}")
    assert [line.partition(" pages")[0] for line in talk[1:]] == ["500 of 1,300", "1,000 of 1,300", "1,300 of 1,300"]
    assert len(titles(corpus, "river", limit=2000)) == 0, "a term of every page tells none apart"


def test_threads_share_the_vectors(world):
    answers = []
    threads = [Thread(target=lambda: answers.append(titles(world, "wool of Vell"))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [titles(world, "wool of Vell")] * 4
