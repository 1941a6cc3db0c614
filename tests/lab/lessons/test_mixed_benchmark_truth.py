"""What keeps a refuted claim of the mixed benchmark from being true, one rule each."""

import random
from dataclasses import replace

import pytest

from veriscope.domain import Cell, Link, Page, Section, Sentence, Table
from veriscope.lab.lessons.mixed_benchmark import read_forms
from veriscope.lab.lessons.mixed_candidates import ClaimCandidate, table_part
from veriscope.lab.lessons.mixed_clauses import clauses
from veriscope.lab.lessons.mixed_exchanges import Exchanges, is_the_only_one
from veriscope.lab.lessons.mixed_facts import amounts, keyed_tables
from veriscope.lab.lessons.mixed_removal import is_told_elsewhere
from veriscope.lab.lessons.mixed_sameness import excludes, may_be_one_column, says
from veriscope.lab.lessons.mixed_table_claims import count, draw_fact, is_a_link, superlative, whole_place

FORMS = read_forms()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("FIA Velm Trophy", "Velm Trophy"),  # a shorter form of the name
        ("Ada Moor (painter)", "Ada Moor"),
        ("Moor, Ada", "Ada Moor"),
        ("Zoë", "Zoe"),
        ("NRL", "Northmark Rowing League"),  # initials
        ("Sweden", "Swedish"),
        ("2,000", "2000"),  # the same number or date, written otherwise
        ("4 March 1992", "March 4, 1992"),
        ("1991-2011", "2006"),  # a part of a span
        ("over 40", "50"),  # a bound
        ("500+", "620"),
        ("Ada Moor, Jo Lind", "Jo Lind and Kit Vale"),  # lists with a name in common
        ("European", "Estavian"),  # what holds many others
        ("Scottish", "British"),
        ("British-American", "Welsh"),
        ("Herself", "Moll"),  # what says too little
        ("TBA", "Quill Bay"),
        ("—", "Quill Bay"),
    ],
)
def test_values_that_can_both_be_right_do_not_exclude_each_other(one, other):
    assert not excludes(one, other)
    assert not excludes(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada Moor", "Jo Lind"),
        ("12", "13"),
        ("4 March 1992", "9 March 1992"),
        ("1905-06", "1906-07"),
        ("American", "English"),
        ("+2.379", "+1.2"),
    ],
)
def test_values_of_which_only_one_is_right_exclude_each_other(one, other):
    assert excludes(one, other)
    assert excludes(other, one)


@pytest.mark.parametrize(
    ("value", "predicate"),
    [
        ("22", "killed at least 22 people"),
        ("40", "is home to over 40 clubs"),
        ("Tamil", "is taught in Tamil, Hindi and Telugu"),  # a member of a list
        ("Lima", "is known for her work in Lima"),  # one of several
        ("Lima", "sang in Lima"),
        ("2006", "represented Estavia in 2006"),  # done again and again
        ("2018", "had a population of 900 in 2018"),  # when it was measured
        ("U.S", "is a town in the U.S. state of Velm"),
    ],
)
def test_what_may_be_true_of_another_value_as_well_is_not_exchanged(value, predicate):
    assert not is_the_only_one(value, predicate)


@pytest.mark.parametrize(("value", "predicate"), [("Lima", "was born in Lima"), ("1912", "opened in 1912")])
def test_what_is_true_of_one_value_only_is_exchanged(value, predicate):
    assert is_the_only_one(value, predicate)


def town(title, text):
    return Page(title, (Sentence(0, text),))


def falsified(introduction):
    pages = [
        town("Velm", "Velm is a town in Estavia with 900 people."),
        town("Orre", "Orre is a town in Mark with 70."),
    ]
    every = [clause for page in pages for clause in clauses(page)]
    exchanges = Exchanges([clause.text for clause in every], introduction)
    drawn = [exchanges.falsify(every[0], random.Random(seed)) for seed in range(20)]
    return {false for false, _ in drawn}


def test_a_place_is_not_exchanged_for_one_that_it_lies_in():
    assert any("Mark" in false for false in falsified(lambda _: ""))
    assert not any("Mark" in false for false in falsified({"Mark": "Mark is a land in Estavia.", "Estavia": ""}.get))


def test_a_person_is_not_exchanged_for_what_is_none():
    introductions = {"Mark": "Mark (born 1950) is a singer.", "Estavia": "Estavia is a land."}
    assert not any("Mark" in false for false in falsified(introductions.get))


def table_of(rows, index=0):
    cells = (Cell(y, x, text, is_header=y == 0) for y, row in enumerate(rows) for x, text in enumerate(row))
    return Table(index, tuple(cells))


CLUBS = (
    ("Club", "Seats", "Sponsor", "Colour"),
    ("Rovers", "900", "Quill Oil", "red"),
    ("Union", "1500", "Velm Bank", "red"),
    ("Star", "400", "Moor Mills", "blue"),
    ("Harbour", "700", "Sand Works", "blue"),
    ("Athletic", "650", "Lind Paper", "blue"),
)


def first_keyed(*elements):
    return keyed_tables(Page("Clubs of Velm", elements))[0]


def drawn_values(table, row):
    facts = (draw_fact(table, random.Random(seed)) for seed in range(300))
    return {other for fact in facts if fact and fact[0] == row and fact[1] == 2 for other in fact[2:]}


def test_what_another_line_of_the_page_says_of_the_row_is_no_false_value():
    table = table_of(CLUBS)
    assert "Velm Bank" in drawn_values(first_keyed(table), 0)
    spoken = first_keyed(Sentence(0, "Velm Bank paid for the Rovers in 1990."), table)
    assert "Moor Mills" in drawn_values(spoken, 0)
    assert "Velm Bank" not in drawn_values(spoken, 0)


@pytest.mark.parametrize(
    ("value", "expected"), [("1,200 m", True), ("2", True), ("Orre", True), ("Mark", False), ("1,300 m", False)]
)
def test_what_a_sentence_says_of_an_infobox_is_told_elsewhere(value, expected):
    page = Page("Velm", (Sentence(0, "Velm rises 1,200 metres over Orre in two steps."), table_of([("a", value)])))
    part = table_part(page, page.elements[1], ())
    assert is_told_elsewhere(ClaimCandidate("infobox", "", "Velm has it.", "", (part,), (value,)), part, {}) is expected


def test_a_line_says_values_as_whole_words():
    page = town("Velm", "Anna Rovers won.")
    assert says(page, "anna", "Rovers")
    assert not says(page, "Ann", "Rovers")


def test_a_column_of_places_in_a_race_is_neither_high_nor_low():
    rows = [(name, str(place), str(place), str(place)) for place, name in enumerate(("A b", "C d", "E f", "G h"), 1)]
    table = first_keyed(table_of([("Name", "Lane", "SP", "Wins"), *rows]))
    assert [table.header(column) for column in amounts(table)] == ["wins"]


def test_sums_name_no_rows():
    assert keyed_tables(Page("Clubs of Velm", (table_of([*CLUBS, ("Total", "4150", "", "")]),))) == []


def test_a_superlative_cites_all_the_rows():
    table = first_keyed(table_of(CLUBS))
    candidate = superlative(table, FORMS, random.Random(1))
    assert {one.row for one in candidate.parts[0].ids} == {1, 2, 3, 4, 5}


def test_a_superlative_that_a_sentence_tells_is_left_out():
    said = Sentence(0, "Union is the largest club of Velm, and Star the smallest.")
    table = first_keyed(said, table_of(CLUBS))
    assert all(superlative(table, FORMS, random.Random(seed)) is None for seed in range(10))


def test_a_claim_about_all_rows_names_the_section_where_there_are_other_tables():
    other = (Section("Courts", 2), table_of(CLUBS, index=1))
    table = first_keyed(Section("Men", 2), table_of(CLUBS), *other)
    assert all(whole_place(table, random.Random(seed)) == "Clubs of Velm (Men)" for seed in range(10))
    assert whole_place(first_keyed(table_of(CLUBS), *other), random.Random(1)) is None


def test_a_value_that_other_cells_hold_among_others_is_not_counted():
    assert any(count(first_keyed(table_of(CLUBS)), FORMS, random.Random(seed)) for seed in range(20))
    mixed = [*CLUBS, ("Dock", "80", "Reed", "red, blue")]
    assert not any(count(first_keyed(table_of(mixed)), FORMS, random.Random(seed)) for seed in range(20))


@pytest.mark.parametrize(("one", "other"), [("Director", "Director (s)"), ("Constituency", "Electoral district")])
def test_headers_that_may_mean_the_same_are_told(one, other):
    assert may_be_one_column(one, other)
    assert not may_be_one_column(one, "Language")


@pytest.mark.parametrize(
    ("text", "target", "expected"),
    [
        ("Velm", "Velm (town)", True),
        ("Velm", "Velm Rovers", True),
        ("Velm , Orre", "Velm", False),
        ("VEL", "Velm", False),
        ("2000", "2000 Velm Open", False),
        ("Rowing", "Rowing at the 1990 Games", False),
    ],
)
def test_a_cell_is_a_link_where_it_names_one_page(text, target, expected):
    cell = replace(Cell(1, 1, text), links=(Link(0, len(text), target),))
    assert is_a_link(cell) is expected
