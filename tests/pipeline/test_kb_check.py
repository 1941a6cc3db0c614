import pytest

from tests.pipeline.fake_checkers import CITIES, GRAPH, RIVERS, Fits
from veriscope.domain import GoldTriple, Triple
from veriscope.errors import InputError
from veriscope.graph import numbers_of
from veriscope.pipeline.kb_check import check_file, check_triple, read_named_rows
from veriscope.pipeline.kb_judging import Method

FALSE = ("city00", "in", "land09")


def written(folder, text):
    path = folder / "triples.tsv"
    path.write_text(text, encoding="utf-8")
    return path


def method(name="nearness", fits=None, given=(), *, learns=False):
    return Method(name, fits or Fits(), learns, given)


def is_seen(view, fact):
    (numbers,) = numbers_of(GRAPH, [Triple(*fact)])
    return numbers.tolist() in view.facts().tolist()


def test_a_fact_that_the_graph_holds_is_hidden_while_it_is_judged():
    fits = Fits()
    found = check_triple(GRAPH, Triple(*CITIES[3]), method(fits=fits))
    ((_, view, _),) = fits.shown
    assert found.is_known
    assert fits.judged == [(Triple(*CITIES[3]),)]
    assert not is_seen(view, CITIES[3])
    assert is_seen(view, CITIES[4])


def test_a_score_is_placed_among_known_and_made_up_facts_of_its_predicate():
    right = check_triple(GRAPH, Triple(*CITIES[3]), method()).standing
    wrong = check_triple(GRAPH, Triple(*FALSE), method()).standing
    # All known facts score alike, so that a true one stands in their middle; no made-up one is as near.
    assert (right.among_known, right.among_made_up) == (0.5, 1)
    assert wrong.among_known == 0
    assert wrong.among_made_up < 0.5


def test_reasons_are_given_as_asked_for():
    assert check_triple(GRAPH, Triple(*FALSE), method()).checked.reasons == ()
    (reason,) = check_triple(GRAPH, Triple(*FALSE), method(), reasons=1).checked.reasons
    assert reason.text == "they are near"


def test_a_method_that_learns_is_given_lessons_of_the_judged_predicate():
    fits = Fits()
    found = check_triple(GRAPH, Triple(*CITIES[3]), method(fits=fits, learns=True))
    ((_, _, examples),) = fits.shown
    assert found.drawn_for == ("in",)
    assert {one.triple.predicate for one in examples} == {"in"}
    assert Triple(*CITIES[3]) not in {one.triple for one in examples}


def test_given_lessons_are_used_as_they_are():
    fits, given = Fits(), (GoldTriple(Triple(*CITIES[1]), is_true=True),)
    found = check_triple(GRAPH, Triple(*CITIES[3]), method(fits=fits, given=given, learns=True))
    assert fits.shown[0][2] == given
    assert found.drawn_for == ()


def test_every_fact_of_a_file_is_hidden_from_the_others(tmp_path):
    path = written(tmp_path, "\n".join("\t".join(fact) for fact in [*CITIES[:2], RIVERS[0], FALSE]))
    fits, told = Fits(), []
    rows = read_named_rows(path, GRAPH)
    summary = check_file(
        GRAPH,
        rows,
        method(fits=fits, learns=True),
        out=tmp_path / "scores.tsv",
        gerbil=tmp_path / "scores.nt",
        report=lambda *counts: told.append(counts),
    )
    ((_, view, _),) = fits.shown
    assert not any(is_seen(view, fact) for fact in (*CITIES[:2], RIVERS[0]))
    assert (summary.rows, summary.scored, summary.known, summary.problems) == (4, 4, 3, ())
    assert summary.drawn_for == ("in", "through")
    lines = (tmp_path / "scores.tsv").read_text(encoding="utf-8").splitlines()
    assert lines[3] == "city00\tin\tland09\t-9.0"
    assert (tmp_path / "scores.nt").read_text(encoding="utf-8").count("hasTruthValue") == 4
    assert told == [(0, 4), (4, 4)]


def test_rows_that_name_nothing_known_are_told_and_the_rest_is_scored(tmp_path):
    path = written(tmp_path, "city00\tin\tland00\nRome\tin\tland00\nonly this\n")
    rows = read_named_rows(path, GRAPH)
    out = tmp_path / "scores.tsv"
    summary = check_file(GRAPH, rows, method(), out=out, report=lambda *_: None)
    assert [line for line, _ in summary.problems] == [2, 3]
    assert "no entity 'Rome'" in summary.problems[0][1]
    assert out.read_text(encoding="utf-8") == "city00\tin\tland00\t-0.0\nRome\tin\tland00\t\nonly this\t\t\t\n"


def test_a_file_of_which_nothing_can_be_judged_is_an_error(tmp_path):
    with pytest.raises(InputError, match=r"triples.tsv:1: the graph has no entity 'Rome'.*no line of the file"):
        read_named_rows(written(tmp_path, "Rome\tin\tItaly\n"), GRAPH)


def test_a_literal_cannot_be_judged(tmp_path):
    with pytest.raises(InputError, match='the object "5 km" is a literal value'):
        read_named_rows(written(tmp_path, 'city00\tin\t"5 km"\n'), GRAPH)


def test_labels_of_a_file_become_gold(tmp_path):
    rows = read_named_rows(written(tmp_path, "city00\tin\tland00\t1\ncity00\tin\tland01\t0\n"), GRAPH, labelled=True)
    assert rows.gold() == [
        GoldTriple(Triple("city00", "in", "land00"), is_true=True),
        GoldTriple(Triple("city00", "in", "land01"), is_true=False),
    ]


def test_a_method_that_fails_leaves_no_file_behind(tmp_path):
    rows = read_named_rows(written(tmp_path, "city00\tin\tland00\n"), GRAPH)
    with pytest.raises(ValueError, match="broken"):
        check_file(GRAPH, rows, method("broken"), out=tmp_path / "scores.tsv", report=lambda *_: None)
    assert not (tmp_path / "scores.tsv").exists()


def test_what_the_graph_holds_instead_is_told_where_the_predicate_allows_one():
    held = next(Triple(*fact) for fact in CITIES if fact[0] == FALSE[0])
    assert check_triple(GRAPH, Triple(*FALSE), method()).excluded.facts == (held,)
    assert check_triple(GRAPH, held, method()).excluded is None
