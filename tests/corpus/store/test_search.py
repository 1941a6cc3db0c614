import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veriscope.corpus.store.build import remove_from_corpus
from veriscope.corpus.store.search import search_corpus, suggest_titles


def titles(corpus, query, **options):
    return [hit.title for hit in search_corpus(corpus, query, **options).hits]


def best(corpus, query):
    return search_corpus(corpus, query).hits[0]


def marked(text, marks):
    return [text[start:end] for start, end in marks]


def test_pages_with_all_words_come_first(world):
    found = titles(world, "island storms sea")
    assert found[0] == "Quiet Sea"
    assert set(found) >= {"Quiet Sea", "Lesser Orrin", "Arvania"}


def test_words_count_in_any_form(world):
    assert titles(world, "climbing volcanoes")[0] == "Mount Sorrel"


def test_a_page_is_found_by_its_redirects(world):
    assert titles(world, "title:republic") == ["Arvania"]


def test_phrases_hold_their_order_within_one_sentence(world):
    assert titles(world, '"largest city"') == ["Port Ellis"]
    assert titles(world, '"city largest"') == []
    assert titles(world, '"Arvania the city lies"') == []


def test_fields_choose_where_to_look(world):
    assert "Arvanian crown" in titles(world, "crown")
    assert titles(world, "title:film crown") == ["Crown (film)", "Arvanian crown", "Arvania"]
    assert titles(world, "heading:climbs") == ["Ida Brandt"]
    assert titles(world, "title:botanist") == []
    assert titles(world, "body:botanist") == ["Ida Brandt"]


def test_words_are_excluded_joined_and_begun(world):
    assert titles(world, "crown -film") == ["Arvanian crown", "Arvania"]
    assert titles(world, "crown NOT title:film") == ["Arvanian crown", "Arvania"]
    assert titles(world, "volcano OR botanist") == ["Mount Sorrel", "Ida Brandt"]
    assert set(titles(world, "sea AND storms")) == {"Quiet Sea"}
    assert titles(world, "botan*") == ["Ida Brandt"]
    assert set(titles(world, "vo*")) == set()
    assert titles(world, "title:por*") == ["Port Ellis"]
    assert titles(world, '"largest ci*"') == []
    assert titles(world, '"largest cit*"') == ["Port Ellis"]


def test_everyday_words_find_pages_only_by_themselves(world):
    assert len(titles(world, "the botanist of the", limit=50)) == 1
    assert len(titles(world, "of the", limit=50)) > 5


def test_a_hit_shows_the_passage_that_answers_and_marks_it(world):
    hit = best(world, "mountaineers climbing 1874")
    assert str(hit.passage.id).startswith("Ida Brandt#")
    hit = best(world, "wool markets")
    assert str(hit.passage.id) == "Vell#sentence-1"
    assert marked(hit.passage.text, hit.passage.marks) == ["wool market"]
    assert marked(hit.title, best(world, "vell").title_marks) == ["Vell"]


def test_only_the_phrase_is_marked(write_pages, build):
    corpus = build(write_pages("p.jsonl", {"A": ["New tales of old York and New York, new ones."]}))
    passage = best(corpus, '"new york"').passage
    assert marked(passage.text, passage.marks) == ["New York"]


def test_a_cell_answers_with_its_headers(build, planned, tmp_path):
    (tmp_path / "stock.csv").write_text("item,price,stock\npen,3,40\nbook,12,7\n")
    (tmp_path / "notes.md").write_text("# Notes\n\nWe sell pens.\n")
    corpus = build(planned(tmp_path / "stock.csv", "csv"), planned(tmp_path / "notes.md", "documents"))
    passage = next(hit.passage for hit in search_corpus(corpus, "price of a book").hits if hit.title == "stock")
    assert (passage.text, passage.context) == ("12", ("book", "price"))
    assert str(passage.id) == "stock#cell-0-2-1"


def test_a_title_alone_answers_with_how_the_page_begins(world):
    assert str(best(world, "title:vell").passage.id) == "Vell#sentence-0"
    assert best(world, "title:vell").passage.marks == ()


def test_nothing_found_suggests_titles(world):
    for query in ("arvan", "Arvanai", '"zz', "xyzzy arvania*zz"):
        results = search_corpus(world, query)
        assert (results.total, results.hits) == (0, ())
    assert search_corpus(world, "quie").suggestions == ("Quiet Sea", "Quiet Sea Cup")
    assert search_corpus(world, "Moutn Sorel").suggestions == ("Mount Sorrel",)
    assert suggest_titles(world, "MOUNT", limit=3) == ["Mount Sorrel"]
    assert search_corpus(world, "xyzzyx").suggestions == ()


def test_the_total_counts_all_and_the_limit_cuts(world):
    results = search_corpus(world, "arvania", limit=2)
    assert len(results.hits) == 2
    assert results.total == len(titles(world, "arvania", limit=50)) > 5
    assert titles(world, "arvania", limit=2) == titles(world, "arvania", limit=50)[:2]


def test_a_page_that_went_is_no_longer_found(write_pages, build):
    corpus = build(write_pages("p.jsonl", {"Lima": ["A city."], "Quito": ["A city."]}))
    assert titles(corpus, "city") == ["Lima", "Quito"]
    remove_from_corpus(corpus.path, titles=["Lima"])
    assert titles(corpus, "city") == ["Quito"]


@pytest.mark.parametrize(
    "query",
    [
        "",
        " ",
        "\x00\x1b[31m",
        "the of and",
        "東京 пётр مرحبا",
        'title:"(" AND -',
        "a" * 100_000,
        "sea " * 25_000,
        '"' + "sea " * 25_000,
        "🌊" * 1000,
        "/.*/ [a TO z] {x} ^2 ~ \\",
        "*" * 1000,
        "s*",
        '"the s*"',
        "-sea",
        "NOT NOT sea",
    ],
)
def test_bad_queries_get_an_answer(world, query):
    started = time.process_time()
    results = search_corpus(world, query, limit=5)
    assert [hit.score for hit in results.hits] == sorted((hit.score for hit in results.hits), reverse=True)
    assert time.process_time() - started < 2


OPERATORS = [
    '"',
    "-",
    " AND ",
    " OR ",
    " NOT ",
    "title:",
    "body:",
    "caption:",
    "*",
    "(",
    ")",
    " ",
    "sea",
    "Arvania",
    "1874",
    "é",
]


@settings(max_examples=150)
@given(st.text(max_size=200) | st.lists(st.sampled_from(OPERATORS), max_size=25).map("".join))
def test_any_query_gives_an_ordered_answer(world, query):
    results = search_corpus(world, query, limit=5)
    assert results == search_corpus(world, query, limit=5)
    ranks = [(-hit.score, hit.title) for hit in results.hits]
    assert ranks == sorted(ranks)
    for hit in results.hits:
        assert world.page(hit.title) is not None
        spans = [(hit.title, hit.title_marks)]
        spans += [(hit.passage.text, hit.passage.marks)] if hit.passage else []
        for text, marks in spans:
            assert all(0 <= start < end <= len(text) for start, end in marks)
            assert all(marks[n][1] <= marks[n + 1][0] for n in range(len(marks) - 1))
    assert not (results.hits and results.suggestions)


@settings(max_examples=100)
@given(st.text(max_size=300), st.integers(0, 5))
def test_any_beginning_gives_titles(world, beginning, limit):
    suggested = suggest_titles(world, beginning, limit=limit)
    assert len(suggested) <= limit
    assert len(set(suggested)) == len(suggested)
    assert all(world.page(title) is not None for title in suggested)
