from contextlib import nullcontext
from functools import lru_cache
from itertools import islice
from math import log, log1p, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veriscope.corpus import best_scores, vector_index
from veriscope.corpus.term_vectors import MappedTermVectors
from veriscope.corpus.vector_index import VectorIndexKind
from veriscope.corpus.vector_keys import introduction_text, page_text
from veriscope.corpus.vector_segments import read_segments
from veriscope.domain import ItemList, ListItem, Page, Section, Sentence
from veriscope.errors import StoreError
from veriscope.text.ngrams import ngram_bins


class Shelf:
    """A corpus in memory: pages by id."""

    def __init__(self, pages=()):
        self.shelf = {}
        self.add(*pages)

    def add(self, *pages):
        changed = []
        for page in pages:
            old = [number for number, held in self.shelf.items() if held.title == page.title]
            number = old[0] if old else max(self.shelf, default=0) + 1
            self.shelf[number] = page
            changed.append(number)
        return changed

    def remove(self, *titles):
        changed = [number for number, page in self.shelf.items() if page.title in titles]
        for number in changed:
            del self.shelf[number]
        return changed

    def snapshot(self):
        return nullcontext()

    def page_ids(self, *, after=0):
        return iter(sorted(number for number in self.shelf if number > after))

    def page_ids_by_title(self):
        return iter(sorted(self.shelf, key=lambda number: self.shelf[number].title))

    def pages_by_id(self, numbers):
        return {number: self.shelf[number] for number in numbers if number in self.shelf}

    def titles_by_id(self, numbers):
        return {number: self.shelf[number].title for number in numbers if number in self.shelf}

    def redirects_to(self, _titles):
        return {}


def no_report(done, total):
    pass


class Vectors:
    """The vector index of a shelf in a folder."""

    def __init__(self, folder, shelf):
        self.folder, self.shelf = folder, shelf
        folder.mkdir()
        VectorIndexKind().build(shelf, folder, report=no_report, workers=1)

    def update(self, changed):
        VectorIndexKind().update(self.shelf, self.folder, changed, report=no_report, workers=1)

    def pages(self):
        return MappedTermVectors(self.folder, lambda s: s.pages, titles_by_id=self.shelf.titles_by_id)

    def introductions(self):
        return MappedTermVectors(self.folder, lambda s: s.introductions, titles_by_id=self.shelf.titles_by_id)


@lru_cache(maxsize=10_000)
def bag_of(text):
    return ngram_bins(text)


def brute_force(pages, text_of, query, *, limit, is_cosine=False):
    """The definition, written out over dictionaries."""
    bags = {page.title: bag_of(text_of(page)) for page in pages}
    frequency = {}
    for bag in bags.values():
        for number in bag:
            frequency[number] = frequency.get(number, 0) + 1
    idf = {number: max(0, log((len(bags) - n + 0.5) / (n + 0.5))) for number, n in frequency.items()}
    asked = ngram_bins(query)
    scored = []
    for title, bag in bags.items():
        score = sum(log1p(asked[n]) * log1p(bag[n]) * idf[n] ** 2 for n in sorted(asked) if n in bag)
        length = sqrt(sum((log1p(count) * idf[n]) ** 2 for n, count in bag.items()))
        if score > 0:
            scored.append((title, score / length if is_cosine else score))
    return sorted(scored, key=lambda found: (-round(found[1], 9), found[0]))[:limit]


def assert_same(found, expected):
    assert [page.title for page in found] == [title for title, _ in expected]
    assert [page.score for page in found] == pytest.approx([score for _, score in expected])


WORDS = st.sampled_from(
    ["ida", "brandt", "climbed", "sorrel", "arvania", "port", "ellis", "the", "of", "wool", "1874", ",", "."]
)
PROSE = st.lists(WORDS, max_size=12).map(" ".join)
TITLES = st.sampled_from([f"Page {letter}" for letter in "ABCDEFGHIJKL"])


@st.composite
def pages_of(draw, titles=TITLES):
    elements = [Sentence(i, text) for i, text in enumerate(draw(st.lists(PROSE, max_size=3)))]
    if draw(st.booleans()):
        elements += [Section("Wool trade", 2), Sentence(9, draw(PROSE)), ItemList(0, (ListItem(0, draw(PROSE)),))]
    return Page(draw(titles), tuple(elements))


SHELVES = st.lists(pages_of(), max_size=12, unique_by=lambda page: page.title)


@settings(deadline=None, max_examples=40)
@given(SHELVES, PROSE, st.integers(1, 5))
def test_pages_come_as_the_definition_has_them(tmp_path_factory, pages, query, limit):
    vectors = Vectors(tmp_path_factory.mktemp("v") / "index", Shelf(pages))
    assert_same(vectors.pages().nearest(query, limit=limit), brute_force(pages, page_text, query, limit=limit))
    assert_same(
        vectors.introductions().nearest(query, limit=limit), brute_force(pages, introduction_text, query, limit=limit)
    )
    cosine = brute_force(pages, page_text, query, limit=limit, is_cosine=True)
    assert_same(vectors.pages().normalised().nearest(query, limit=limit), cosine)


CHANGES = st.lists(st.tuples(st.lists(pages_of(), max_size=3), st.lists(TITLES, max_size=3)), max_size=12)


@pytest.mark.slow
@settings(deadline=None, max_examples=25)
@given(SHELVES, CHANGES, PROSE)
def test_an_index_kept_in_step_answers_as_one_built_anew(tmp_path_factory, pages, changes, query):
    folder = tmp_path_factory.mktemp("v")
    shelf = Shelf(pages)
    vectors = Vectors(folder / "kept", shelf)
    open_before = vectors.pages()
    for added, removed in changes:
        vectors.update([*shelf.remove(*removed), *shelf.add(*added)])
    anew = Vectors(folder / "anew", shelf)
    for space in ("pages", "introductions"):
        kept, built = getattr(vectors, space)(), getattr(anew, space)()
        assert kept.nearest(query, limit=20) == built.nearest(query, limit=20)
        assert kept.normalised().nearest(query, limit=20) == built.normalised().nearest(query, limit=20)
    assert open_before.nearest(query, limit=20) == anew.pages().nearest(query, limit=20)
    assert not list(VectorIndexKind().problems(shelf, vectors.folder))


def texts(count, *, seed):
    """Pages of words as unequally common as in a language."""
    random = np.random.default_rng(seed)
    ranks = np.minimum(random.zipf(1.3, size=(count, 30)), 2000)
    return [Page(f"P{i:05}", (Sentence(0, " ".join(f"w{rank}" for rank in row)),)) for i, row in enumerate(ranks)]


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    pages = texts(1500, seed=1)
    return pages, Vectors(tmp_path_factory.mktemp("large") / "index", Shelf(pages))


@pytest.mark.parametrize("limit", [1, 7, 100])
def test_what_is_not_added_up_could_not_be_among_the_best(large, limit, monkeypatch):
    monkeypatch.setattr(best_scores, "_WORTH_A_BOUND", 1)
    pages, vectors = large
    opened = vectors.pages()
    for query in ("w1 w2 w3 w400 w17", "w2", "w900 w901 w3", "w5 w5 w5 w6"):
        everything = opened.nearest(query, limit=len(pages))
        assert opened.nearest(query, limit=limit) == everything[:limit]
        assert_same(everything[:limit], brute_force(pages, page_text, query, limit=limit))


def test_many_small_changes_do_not_pile_up(tmp_path):
    shelf = Shelf(texts(50, seed=2))
    vectors = Vectors(tmp_path / "index", shelf)
    for page in texts(90, seed=3):
        vectors.update(shelf.add(page))
    assert len(read_segments(vectors.folder)) <= vector_index._MAX_SEGMENTS
    assert {path.name for path in vectors.folder.iterdir() if path.is_dir()} == {
        entry.name for entry in read_segments(vectors.folder)
    }


def test_the_large_segment_is_left_alone_while_small_ones_come(tmp_path):
    shelf = Shelf(texts(300, seed=4))
    vectors = Vectors(tmp_path / "index", shelf)
    for page in islice(texts(60, seed=5), 20):
        vectors.update(shelf.add(Page(f"New {page.title}", page.elements)))
    assert read_segments(vectors.folder)[0].name == "000000"


def test_introductions_that_are_whole_pages_are_stored_once(tmp_path):
    alone = Vectors(tmp_path / "alone", Shelf([Page("Vell", (Sentence(0, "Vell is a town."),))]))
    assert not list(alone.folder.rglob("introductions.*"))
    alone.update(alone.shelf.add(Page("Sorrel", (Sentence(0, "A hill."), Section("Wool", 2), Sentence(1, "Sheep.")))))
    assert alone.introductions().nearest("sheep", limit=5) == []
    assert alone.introductions().nearest("hill", limit=5) == [] == alone.pages().nearest("zebra", limit=5)
    assert len(list(alone.folder.rglob("introductions.numbers"))) == 1


def test_an_update_done_twice_is_done_once(tmp_path):
    shelf = Shelf(texts(20, seed=6))
    vectors = Vectors(tmp_path / "index", shelf)
    changed = shelf.add(Page("Vell", (Sentence(0, "A town of wool."),)))
    vectors.update(changed)
    once = vectors.pages().nearest("town of wool", limit=3)
    vectors.update(changed)
    assert vectors.pages().nearest("town of wool", limit=3) == once
    assert once[0].title == "Vell"
    assert not list(VectorIndexKind().problems(shelf, vectors.folder))


def test_what_a_killed_update_left_does_no_harm(tmp_path):
    shelf = Shelf(texts(20, seed=7))
    vectors = Vectors(tmp_path / "index", shelf)
    left = vectors.folder / "000001"
    left.mkdir()
    (left / "pages.bins").write_bytes(b"half")
    (vectors.folder / "000000" / "deleted-1").write_bytes(b"ha")
    vectors.update(shelf.add(Page("Vell", (Sentence(0, "A town of wool."),))))
    assert vectors.pages().nearest("wool", limit=1)[0].title == "Vell"


def test_differences_from_the_pages_are_told(tmp_path):
    shelf = Shelf(texts(5, seed=8))
    vectors = Vectors(tmp_path / "index", shelf)
    shelf.remove("P00001")
    shelf.shelf[77] = Page("Vell", ())
    assert list(VectorIndexKind().problems(shelf, vectors.folder)) == [
        "the vector index lacks the page 'Vell'",
        "the vector index holds 1 pages that the corpus does not have",
    ]


@pytest.mark.parametrize("name", ["ids", "pages.bins", "pages.ends", "pages.numbers", "pages.counts"])
def test_a_shortened_or_missing_file_is_told(tmp_path, name):
    vectors = Vectors(tmp_path / "corpus", Shelf(texts(5, seed=9)))
    path = vectors.folder / "000000" / name
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(StoreError, match=r"is damaged; build it again: veriscope corpus index"):
        vectors.pages()
    path.unlink()
    with pytest.raises(StoreError, match=r"is damaged; build it again: veriscope corpus index"):
        vectors.pages()


def test_numbers_that_no_page_has_are_told(tmp_path):
    vectors = Vectors(tmp_path / "corpus", Shelf(texts(5, seed=9)))
    path = vectors.folder / "000000" / "pages.numbers"
    path.write_bytes(b"\xff" * path.stat().st_size)
    with pytest.raises(StoreError, match="is damaged"):
        vectors.pages().nearest("P00003", limit=3)


@pytest.mark.parametrize("content", ["", "{}", '{"segments": [{"name": "000000"}]}', '{"segments": 3}'])
def test_a_list_of_segments_that_is_none_is_told(tmp_path, content):
    vectors = Vectors(tmp_path / "corpus", Shelf(texts(5, seed=9)))
    (vectors.folder / "segments.json").write_text(content)
    with pytest.raises(StoreError, match="is damaged"):
        vectors.pages()


def test_an_empty_corpus_has_no_nearest_page(tmp_path):
    vectors = Vectors(tmp_path / "index", Shelf())
    assert vectors.pages().nearest("anything", limit=5) == []
    vectors.update(vectors.shelf.add(*texts(3, seed=10)))
    vectors.update(vectors.shelf.remove("P00000", "P00001", "P00002"))
    assert vectors.pages().nearest("w1 w2 w3", limit=5) == []
    assert read_segments(vectors.folder) == []


def test_counts_beyond_a_byte_are_kept_as_the_largest(tmp_path):
    pages = [Page("A", (Sentence(0, "wool " * 300),)), Page("B", (Sentence(0, "wool " * 255),)), *texts(9, seed=1)]
    vectors = Vectors(tmp_path / "index", Shelf(pages))
    first, second = vectors.pages().nearest("wool", limit=2)
    assert (first.title, second.title) == ("A", "B")
    assert first.score == second.score


def test_a_page_without_an_introduction_stands_there_as_a_whole(tmp_path):
    table = Page("T-1", (Section("Wool trade", 2), ItemList(0, (ListItem(0, "sheep"),))))
    vectors = Vectors(tmp_path / "index", Shelf([table, *texts(5, seed=1)]))
    assert [page.title for page in vectors.introductions().nearest("sheep", limit=3)] == ["T-1"]
