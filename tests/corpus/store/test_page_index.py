import os
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest

from veriscope.corpus.store import page_index_writer
from veriscope.corpus.store.indexes import build_index
from veriscope.errors import StoreError
from veriscope.text import name_keys, terms

PAGES = {
    "Lima": ["Lima is the capital of Peru.", "Its river is the Rímac."],
    "Lima (film)": ["A film about the city of Lima."],
    "Peru": ["Peru borders Chile.", "Its cities are large."],
    "Chile": ["Chile is long.", "Chile directed its trade to Peru."],
}
EVERYWHERE = {"title": 1.0, "heading": 1.0, "body": 1.0}


@pytest.fixture
def corpus(write_pages, build, planned, tmp_path):
    (tmp_path / "r.tsv").write_text("City of Kings\tLima\nKings\tCity of Kings\n")
    return build(write_pages("p.jsonl", PAGES), planned(tmp_path / "r.tsv", "redirects"))


def titles_for(index, text, **fields):
    ranked = index.best_pages(dict.fromkeys(terms(text), 1.0), fields=fields or EVERYWHERE, limit=10)
    return [page.title for page in ranked]


def test_a_term_is_as_common_as_the_field_that_holds_it_most(corpus):
    index = corpus.search_index
    assert index.page_count() == 4
    assert [index.frequency(term) for term in ("peru", "lima", "king", "city", "quito", "")] == [3, 2, 1, 2, 0, 0]


def test_pages_are_found_by_any_form_of_a_word(corpus):
    assert titles_for(corpus.search_index, "directing") == ["Chile"]
    assert set(titles_for(corpus.search_index, "CITIES", body=1.0)) == {"Peru", "Lima (film)"}


def test_a_field_that_is_not_named_does_not_count(corpus):
    assert set(titles_for(corpus.search_index, "Chile", title=1.0)) == {"Chile"}
    assert set(titles_for(corpus.search_index, "Chile", body=1.0)) == {"Chile", "Peru"}
    assert titles_for(corpus.search_index, "kings", title=1.0) == ["Lima"]


def test_weights_and_boosts_decide_the_order(corpus):
    index = corpus.search_index
    light, heavy = ({"chil": 0.1, "lima": 3.0}, {"chil": 3.0, "lima": 0.1})
    assert index.best_pages(light, fields={"title": 1.0}, limit=1)[0].title.startswith("Lima")
    assert index.best_pages(heavy, fields={"title": 1.0}, limit=1)[0].title == "Chile"
    assert titles_for(index, "Peru Chile", title=9.0, body=0.1)[0] in {"Peru", "Chile"}


@pytest.mark.parametrize("weights", [{}, {"lima": 0.0}, {"quito": 1.0}, {"": 1.0}])
def test_nothing_to_look_for_finds_nothing(corpus, weights):
    assert corpus.search_index.best_pages(weights, fields=EVERYWHERE, limit=5) == []


def test_no_pages_are_asked_for_and_none_given(corpus):
    index = corpus.search_index
    assert index.best_pages({"lima": 1.0}, fields=EVERYWHERE, limit=0) == []
    assert index.pages_named(["lima"], limit=0) == []
    assert index.suggest("li", limit=0) == index.similar("lma", limit=0) == []


def test_ties_come_in_title_order_wherever_the_limit_cuts(write_pages, build):
    titles = [f"Page {letter}" for letter in "qwertyuiopasdfghjklzxcvbnm"]
    index = build(write_pages("p.jsonl", {title: ["The same text."] for title in titles})).search_index
    for limit in (1, 3, 20, 40):
        found = index.best_pages({"text": 1.0}, fields={"body": 1.0}, limit=limit)
        assert [page.title for page in found] == sorted(titles)[:limit]


def test_pages_are_found_by_all_their_names(corpus):
    index = corpus.search_index
    names = [key for name in ("Kings", "CITY of Kings", "Quito", "Lima") for key in name_keys(name)]
    assert [(page.name, page.title) for page in index.pages_named(names, limit=5)] == [
        ("kings", "Lima"),
        ("city of kings", "Lima"),
        ("lima", "Lima"),
        ("lima", "Lima (film)"),
    ]
    assert [page.title for page in index.pages_named(["lima", "lima"], limit=1)] == ["Lima"]


def test_titles_are_suggested_by_the_beginning_of_names_and_words(corpus):
    index = corpus.search_index
    assert index.suggest("LI", limit=5) == ["Lima", "Lima (film)"]
    assert index.suggest("lima", limit=5) == ["Lima", "Lima (film)"]
    assert index.suggest("kin", limit=5) == ["Lima"]
    assert index.suggest("kings ci", limit=5) == ["Lima"]
    assert index.suggest("fil", limit=5) == index.suggest("film", limit=5) == ["Lima (film)"]
    assert index.suggest("lima f", limit=5) == ["Lima (film)"]
    assert index.suggest("Chi ", limit=5) == index.suggest("quito", limit=5) == index.suggest(" .*", limit=5) == []


def test_full_pages_with_short_titles_are_suggested_first(write_pages, build):
    pages = {"Albania": ["x " * 400], "Albany": ["x"], "Albany, a town of a long name": ["x"], "Tirana, Albania": ["x"]}
    assert build(write_pages("p.jsonl", pages)).search_index.suggest("alb", limit=9) == [
        "Albania",
        "Albany",
        "Albany, a town of a long name",
        "Tirana, Albania",
    ]


def test_titles_spelt_nearly_so_are_found(corpus):
    index = corpus.search_index
    assert index.similar("Chille", limit=5) == ["Chile"]
    assert index.similar("Kigns of Cyti", limit=5) == ["Lima"]
    assert index.similar("zzzzzz", limit=5) == index.similar("", limit=5) == index.similar("a b", limit=5) == []


def everything(corpus):
    index = corpus.search_index
    vocabulary = sorted({term for page in corpus.pages() for s in page.sentences() for term in terms(s.text)})
    found = [index.best_pages({term: 1.0}, fields=EVERYWHERE, limit=7) for term in vocabulary]
    found += [index.best_pages(dict.fromkeys(pair, 1.0), fields=EVERYWHERE, limit=7) for pair in pairwise(vocabulary)]
    return (
        found,
        [index.frequency(term) for term in vocabulary],
        [index.suggest(term[:2], limit=9) for term in vocabulary],
    )


@pytest.mark.slow
def test_neither_workers_nor_segments_change_a_result(write_pages, build, monkeypatch):
    draw = ["river", "city", "king", "trade", "long", "film", "about", "large", "1204", "ünder"]
    pages = {f"Page {n} {draw[n % 7]}": [" ".join(draw[n * k % 10] for k in range(1, 9))] for n in range(2100)}
    source = write_pages("p.jsonl", pages)
    whole = everything(build(source, name="whole"))
    assert everything(build(source, name="workers", workers=2)) == whole
    monkeypatch.setattr(page_index_writer, "_COMMIT_PAGES", 500)
    split = build(source, name="split")
    assert split.search_index._index.searcher().num_segments > 1
    assert everything(split) == whole


def test_threads_may_share_an_index(corpus):
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: titles_for(corpus.search_index, "Chile"), range(200)))
    assert found == [found[0]] * 200


def test_a_missing_index_names_the_command_that_builds_it(write_pages, build):
    corpus = build(write_pages("p.jsonl", PAGES), indexed=False)
    with pytest.raises(StoreError, match=r"no index 'search'.*veriscope corpus index .*corpus"):
        corpus.search_index  # noqa: B018
    build_index(corpus.path, report=lambda *_: None)
    assert titles_for(corpus.search_index, "directing") == ["Chile"]


def test_a_damaged_index_is_a_clear_error(corpus):
    folder = next((corpus.path / "index").glob("search-*"))
    for path in folder.glob("*.term"):
        path.write_bytes(b"garbage")
    with pytest.raises(StoreError, match=r"cannot be read .*--rebuild"):
        corpus.search_index  # noqa: B018
    build_index(corpus.path, report=lambda *_: None, rebuild=True)
    assert titles_for(corpus.search_index, "directing") == ["Chile"]


def test_an_index_in_a_folder_that_cannot_be_written_is_read(corpus, monkeypatch):
    from veriscope.corpus.store import open_index  # noqa: PLC0415

    folder, opened = next((corpus.path / "index").glob("search-*")), open_index._open_searcher

    def refuse(path):
        if path == folder:
            raise ValueError("Failed to acquire Lockfile: IoError(ReadOnlyFilesystem)")
        return opened(path)

    monkeypatch.setattr(open_index, "_open_searcher", refuse)
    assert titles_for(corpus.search_index, "directing") == ["Chile"]


def test_an_index_that_is_being_replaced_is_searched_as_it_was(corpus):
    assert titles_for(corpus.search_index, "directing") == ["Chile"]
    folder = next((corpus.path / "index").glob("search-*"))
    folder.rename(folder.with_name("aside"))
    assert titles_for(corpus.search_index, "directing") == ["Chile"]


@pytest.mark.skipif(os.name != "posix", reason="permissions are a POSIX thing")
def test_others_may_read_what_one_may_read(corpus):
    for path in next((corpus.path / "index").glob("search-*")).glob("*.json"):
        assert path.stat().st_mode & 0o044 == 0o044
