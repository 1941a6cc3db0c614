import json
import sqlite3

import pytest

from veriscope.corpus.store.build import remove_from_corpus
from veriscope.corpus.store.store import Corpus
from veriscope.corpus.store.verify import verify_corpus
from veriscope.domain import Link
from veriscope.errors import InputError, StoreError, UsageError

PAGES = {"Lima": ["Lima is in [[Peru]]."], "Peru": ["Peru borders [[Chile]] and [[Lima|its capital]]."]}


def test_a_page_is_read_by_its_title(write_pages, build):
    corpus = build(write_pages("p.jsonl", PAGES))
    assert [s.text for s in corpus.page("Lima").sentences()] == ["Lima is in Peru."]
    assert corpus.page("lima") is None
    assert list(corpus.titles()) == ["Lima", "Peru"]
    assert [page.title for page in corpus.pages()] == ["Lima", "Peru"]


def test_links_that_lead_nowhere_are_left_out_and_counted(write_pages, build):
    corpus = build(write_pages("p.jsonl", PAGES))
    assert next(corpus.page("Peru").sentences()).links == (Link(23, 34, "Lima"),)
    assert (corpus.counts().links, corpus.counts().dangling_links) == (2, 1)


def test_names_resolve_through_redirects_and_case(write_pages, build, planned, tmp_path):
    (tmp_path / "redirects.tsv").write_text("City of Kings\tLima\nKings\tCity_of_Kings\nloop\tloop2\nloop2\tloop\n")
    pages = write_pages("p.jsonl", {**PAGES, "Rimac": ["Near [[City of Kings|it]]."]})
    corpus = build(pages, planned(tmp_path / "redirects.tsv", "redirects"))
    assert [corpus.resolve(name) for name in ("Lima", "LIMA", "City of Kings", "city of kings", "Kings")] == [
        "Lima"
    ] * 5
    assert [corpus.resolve(name) for name in ("Quito", "loop", "")] == [None] * 3
    assert next(corpus.page("Rimac").sentences()).links == (Link(5, 7, "Lima"),)


def test_titles_are_suggested_by_how_they_begin(write_pages, build):
    assert build(write_pages("p.jsonl", PAGES)).suggest("LI", limit=3) == ["Lima"]


def test_two_sources_with_one_title_make_one_page_and_lose_nothing(write_pages, build):
    first = write_pages("a.jsonl", {"Lima": ["Old fact.", "Shared fact ."]})
    second = write_pages("b.jsonl", {"Lima": ["Shared fact.", "New fact."]})
    corpus = build(first, second)
    assert [(s.index, s.text) for s in corpus.page("Lima").sentences()] == [
        (0, "Shared fact."),
        (1, "New fact."),
        (2, "Old fact."),
    ]
    assert (corpus.counts().pages, corpus.counts().sentences) == (1, 3)
    assert list(verify_corpus(corpus.path)) == []


def test_adding_a_source_again_replaces_what_it_gave(write_pages, build, add):
    corpus = build(
        write_pages("a.jsonl", {"Lima": ["One."], "Gone": ["x"]}), write_pages("b.jsonl", {"Lima": ["Other."]})
    )
    add(write_pages("a.jsonl", {"Lima": ["Two."], "Fresh": ["y"]}))
    assert {s.text for s in corpus.page("Lima").sentences()} == {"Two.", "Other."}
    assert list(corpus.titles()) == ["Lima", "Fresh"]
    assert (corpus.counts().pages, corpus.counts().sentences) == (2, 3)
    assert list(verify_corpus(corpus.path)) == []


def test_pages_and_sources_are_removed(write_pages, build, tmp_path):
    first, second = write_pages("a.jsonl", PAGES), write_pages("b.jsonl", {"Lima": ["More."]})
    corpus = build(first, second)
    remove_from_corpus(corpus.path, titles=["Peru"])
    assert list(corpus.titles()) == ["Lima"]
    remove_from_corpus(corpus.path, sources=[first.path])
    assert [s.text for s in corpus.page("Lima").sentences()] == ["More."]
    assert list(verify_corpus(corpus.path)) == []
    with pytest.raises(StoreError, match=r"no source .*its sources are: .*b\.jsonl"):
        remove_from_corpus(corpus.path, sources=[first.path])


def test_a_source_can_be_added_after_the_pages_of_another_were_removed(write_pages, build, add):
    corpus = build(write_pages("a.jsonl", {"Lima": ["x"]}))
    remove_from_corpus(corpus.path, titles=["Lima"])
    add(write_pages("b.jsonl", {"Quito": ["y"]}))
    assert list(corpus.titles()) == ["Quito"]


def test_a_redirect_of_two_sources_outlives_one_of_them(write_pages, build, planned, tmp_path):
    for name in ("r1.tsv", "r2.tsv"):
        (tmp_path / name).write_text("Kings\tLima\n")
    redirects = [planned(tmp_path / name, "redirects") for name in ("r1.tsv", "r2.tsv")]
    corpus = build(write_pages("p.jsonl", PAGES), *redirects)
    remove_from_corpus(corpus.path, sources=[tmp_path / "r1.tsv"])
    assert corpus.resolve("Kings") == "Lima"


def test_two_redirects_of_one_name_in_one_source_are_reported(write_pages, build, planned, tmp_path):
    (tmp_path / "r.tsv").write_text("Kings\tLima\nKings\tPeru\n")
    corpus = build(write_pages("p.jsonl", PAGES), planned(tmp_path / "r.tsv", "redirects"))
    assert corpus.resolve("Kings") == "Lima"
    assert [what for _, _, what, _ in corpus.skips()] == ["redirect"]


def test_redirects_come_alive_again_with_their_page(write_pages, build, add, planned, tmp_path):
    (tmp_path / "r.tsv").write_text("Kings\tLima\n")
    source = write_pages("p.jsonl", PAGES)
    corpus = build(source, planned(tmp_path / "r.tsv", "redirects"))
    remove_from_corpus(corpus.path, titles=["Lima"])
    assert corpus.resolve("Kings") is None
    add(source)
    assert corpus.resolve("Kings") == "Lima"


def test_a_folder_names_all_the_sources_in_it(write_pages, build, tmp_path):
    corpus = build(write_pages("a.jsonl", {"A": ["x"]}), write_pages("b.jsonl", {"B": ["y"]}))
    remove_from_corpus(corpus.path, sources=[tmp_path])
    assert corpus.counts().pages == 0


def test_an_unknown_title_removes_nothing(write_pages, build):
    corpus = build(write_pages("p.jsonl", PAGES))
    with pytest.raises(StoreError, match="no page 'Quito'"):
        remove_from_corpus(corpus.path, titles=["Lima", "Quito"])
    assert corpus.page("Lima") is not None


def test_a_source_that_gives_nothing_leaves_the_corpus_as_it_was(write_pages, build, add, planned, tmp_path):
    corpus = build(write_pages("p.jsonl", PAGES))
    before = corpus.fingerprint()
    (tmp_path / "bad.jsonl").write_text("{}\n")
    with pytest.raises(InputError, match="no page could be read"):
        add(planned(tmp_path / "bad.jsonl"))
    assert corpus.fingerprint() == before


def test_a_snapshot_sees_one_state(write_pages, build):
    corpus = build(write_pages("p.jsonl", PAGES))
    with corpus.snapshot():
        assert corpus.page("Lima") is not None
        remove_from_corpus(corpus.path, titles=["Lima"])
        assert corpus.page("Lima") is not None
    assert corpus.page("Lima") is None


def test_another_format_version_is_a_clear_error(write_pages, build):
    corpus = build(write_pages("p.jsonl", PAGES))
    manifest = corpus.path / "manifest.json"
    manifest.write_text(json.dumps({**json.loads(manifest.read_text()), "format_version": 99}))
    with pytest.raises(StoreError, match=r"format version 99 .* build the corpus again"):
        Corpus.open(corpus.path)


@pytest.mark.parametrize("content", ["", "{", "[]", '{"format_version": 1}'])
def test_a_broken_manifest_is_a_clear_error(write_pages, build, content):
    corpus = build(write_pages("p.jsonl", PAGES))
    (corpus.path / "manifest.json").write_text(content)
    with pytest.raises(StoreError, match=r"manifest\.json cannot be read"):
        Corpus.open(corpus.path)


def test_a_folder_that_is_no_corpus_is_a_clear_error(tmp_path):
    with pytest.raises(StoreError, match=r"no manifest\.json"):
        Corpus.open(tmp_path)
    with pytest.raises(StoreError, match="no corpus at"):
        Corpus.open(tmp_path / "absent")


def test_verifying_finds_damage(write_pages, build):
    corpus = build(write_pages("p.jsonl", PAGES))
    with sqlite3.connect(corpus.path / "pages.sqlite") as connection:
        connection.execute("UPDATE parts SET body = x'00' WHERE id = 1")
        connection.execute("UPDATE pages SET folded = 'x' WHERE title = 'Lima'")
        connection.execute("UPDATE pages SET sentences = 9 WHERE title = 'Peru'")
    connection.close()
    assert list(verify_corpus(corpus.path)) == [
        "the page 'Lima' cannot be found ignoring case",
        "the content of the page 'Lima' is not what was stored",
        "the counts of the page 'Peru' are wrong",
    ]


def test_a_damaged_database_is_a_clear_error(write_pages, build):
    corpus = build(write_pages("p.jsonl", PAGES))
    corpus.close()
    database = corpus.path / "pages.sqlite"
    database.write_bytes(b"garbage" * 100)
    with pytest.raises(StoreError, match="cannot open"):
        Corpus.open(corpus.path)


def test_an_existing_folder_is_not_overwritten(write_pages, build, tmp_path):
    source = write_pages("p.jsonl", PAGES)
    build(source)
    with pytest.raises(UsageError, match="is a corpus already"):
        build(source)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("x")
    with pytest.raises(UsageError, match="exists and is not a corpus"):
        build(source, name="mine", replace=True)


def test_replacing_builds_anew(write_pages, build, tmp_path):
    build(write_pages("p.jsonl", PAGES))
    corpus = build(write_pages("q.jsonl", {"Quito": ["x"]}), replace=True)
    assert list(corpus.titles()) == ["Quito"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["corpus", "p.jsonl", "q.jsonl"]
