"""Worked by hand, from the published definition and the official scorer's code."""

from veriscope.domain import Label
from veriscope.scoring import Scores, ScoringCase, average, score_feverous_claim

SENTENCE, CELL, HEADER = ("A", "sentence", "0"), ("A", "cell", "0_1_2"), ("A", "header_cell", "0_0_2")
CAPTION, ITEM = ("A", "table_caption", "0"), ("A", "item", "0_1")
S, N = Label.SUPPORTS, Label.NOT_ENOUGH_INFO


def outcome(label, predicted_label, sets, predicted, **limits):
    groups = tuple(frozenset(pieces) for pieces in sets)
    return score_feverous_claim(ScoringCase(label, predicted_label, groups, tuple(predicted)), **limits)


def sentences(count, page="B"):
    return [(page, "sentence", str(number)) for number in range(count)]


def cells(count, page="B"):
    return [(page, "cell", f"0_{number}_0") for number in range(count)]


def test_sentences_and_table_elements_have_budgets_of_their_own():
    assert outcome(S, S, [[SENTENCE, CELL]], [*cells(24), *sentences(4), SENTENCE, CELL]).is_strictly_right
    assert not outcome(S, S, [[SENTENCE]], [*sentences(5), SENTENCE]).is_strictly_right
    assert not outcome(S, S, [[CELL]], [*cells(25), CELL]).is_strictly_right


def test_cells_headers_captions_and_items_share_one_budget():
    found = outcome(S, S, [[CELL, HEADER, CAPTION, ITEM]], [CELL, HEADER, CAPTION, ITEM], max_cells=3)
    assert (found.is_strictly_right, found.precision) == (False, 1.0)


def test_any_other_type_takes_the_place_of_a_sentence():
    titles = [("B", "title", str(number)) for number in range(5)]
    assert not outcome(S, S, [[SENTENCE]], [*titles, SENTENCE]).is_strictly_right


def test_not_enough_info_needs_its_evidence():
    found = outcome(N, N, [[SENTENCE]], [CELL])
    assert (found.is_label_right, found.is_strictly_right, found.counts_evidence) == (True, False, True)
    assert outcome(N, N, [[SENTENCE]], [SENTENCE]).is_strictly_right


def test_a_header_cell_is_not_a_cell():
    assert not outcome(S, S, [[("A", "cell", "0_0_2")]], [HEADER]).is_strictly_right


def test_an_empty_gold_list_is_recalled_but_never_right():
    found = outcome(S, S, [], [])
    assert (found.is_strictly_right, found.precision, found.recall) == (False, 1.0, 1.0)


def test_f1_is_zero_where_the_official_scorer_divides_by_zero():
    assert average([outcome(S, S, [[SENTENCE]], [CELL])]) == Scores(0.0, 1.0, 0.0, 0.0, 0.0)
