import time
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veriscope.models.evidence_lines import Line, join_lines
from veriscope.models.hints import COMPUTED, hints, with_hints

ORDER = {True: "more than", False: "less than"}


def computed(claim, *lines):
    return hints(claim, [Line(*line) for line in lines])


@pytest.mark.parametrize(
    ("claim", "text", "expected"),
    [
        ("Vell has more than three towers.", "Vell has five towers.", "Vell five is more than three"),
        ("Vell has at most three towers.", "Towers is 2", "Towers : Vell 2 is less than three"),
        ("Vell has exactly three towers.", "Towers is 3", "Towers : Vell 3 equals three"),
        ("Vell has about 100 towers.", "Vell has 105 towers.", "Vell 105 is about 100"),
        ("Vell has about 100 towers.", "Vell has 140 towers.", "Vell 140 is more than 100"),
        ("Vell has over 100 towers.", "Vell has 105 towers.", "Vell 105 is more than 100"),
        ("Vell has over 300 km of road.", "Roads is 250 miles", "Roads : Vell 250 miles is more than 300 km"),
        ("Vell was founded before 1300.", "Founded is 1250", "Founded : Vell 1250 is earlier than 1300"),
        ("Vell was founded after 1300.", "It was founded in 1350.", "Vell 1350 is later than 1300"),
        ("Vell was founded in the 13th century.", "Founded is 1250", "Founded : Vell 1250 is in the 13th century"),
        ("Vell was founded in the 1290s.", "It was founded in 1250.", "Vell 1250 is not in the 1290s"),
        ("Vell has three partners.", "Partners is Tam, Port Ellis, Orrin", "Partners : Vell 3 names in all"),
        ("The sole partner of Vell is Tam.", "Partners is Tam, Ida and Orrin", "Partners : Vell 3 names in all"),
    ],
)
def test_an_amount_is_held_against_the_bound_of_the_claim(claim, text, expected):
    assert computed(claim, ("Vell", text)) == [expected]


@pytest.mark.parametrize(
    ("claim", "text", "expected"),
    [
        ("Vell is 1.5 km long.", "Vell has a length of 1,500 m.", "Vell 1,500 m equals 1.5 km"),
        ("Vell has 12 thousand inhabitants.", "Vell has 12,400 inhabitants.", "Vell 12,400 is about 12 thousand"),
        ("A fifth of Vell came.", "18 of 90 in Vell came.", "Vell 18 of 90 equals a fifth"),
        ("More than half of Vell came.", "Of the 58 in Vell, 31 came.", "Vell 31 of 58 is more than half"),
        ("Vell was shut for 42 days.", "Vell was shut for six weeks.", "Vell six weeks equals 42 days"),
        ("Vell lasted two and a half years.", "Vell lasted 30 months.", "Vell 30 months equals two and a half years"),
        ("Vell has twelve towers.", "Vell has 12 towers.", "Vell 12 equals twelve"),
        ("Vell is 5 °C warm.", "Vell is 41 °F warm.", "Vell 41 °F equals 5 °C"),
        ("Vell is 5 miles long.", "Vell is 8 km long.", "Vell 8 km is about 5 miles"),
        ("Vell is 2 km long.", "Vell is 1,500 m long.", "Vell 1,500 m is less than 2 km"),
        ("Vell earned £14.2 million.", "Vell earned £14.2m.", "Vell £14.2m equals £14.2 million"),
        ("Vell has nearly 100 towers.", "Vell has 105 towers.", "Vell 105 is more than 100"),
        ("Vell has just over 100 towers.", "Vell has 105 towers.", "Vell 105 is just more than 100"),
        ("Vell has just over 100 towers.", "Vell has 190 towers.", "Vell 190 is far more than 100"),
        ("Vell dates from about 1250.", "Vell dates from 1350.", "Vell 1350 is later than 1250"),
        (
            "Vell rose by five percentage points.",
            "Vell: 46 %, against 41 %.",
            "46 % is more than 41 % by 5 percentage points",
        ),
    ],
)
def test_an_amount_is_told_in_the_form_of_the_claim(claim, text, expected):
    assert computed(claim, ("Vell", text)) == [expected]


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Vell has 12 towers.", "Vell has 12 towers."),
        ("Vell has 12 towers.", "Vell has 15 towers."),
        ("Vell has twelve towers.", "Vell has 12 mayors."),
        ("Vell earned £5.", "Vell earned $5 thousand."),
        ("Vell is 2 km long.", "Vell is 1,500 m long and 40 m wide."),
        ("Vell is 2 km long.", "Vell is 3 m long."),
        ("Vell rose by 2 km.", "Vell rose 2,000 m."),
        ("Vell opened in 1990.", "Vell opened 1,990 doors."),
        ("Vell opens at 7.30.", "Vell costs 7.3 thousand."),
    ],
)
def test_an_amount_that_reads_the_same_or_means_something_else_is_not_told(claim, text):
    assert computed(claim, ("Vell", text)) == []


def test_both_ends_of_a_range_are_looked_at():
    assert computed("Vell has between 12 and 30 towers.", ("Vell", "Towers is 35")) == [
        "Towers : Vell 35 is more than 12",
        "Towers : Vell 35 is more than 30",
    ]


@pytest.mark.parametrize(
    ("claim", "lines"),
    [
        ("Vell is old.", [("Vell", "Founded is 1250")]),
        ("Vell was founded in 1250.", [("Vell", "Founded is 1250")]),
        ("Vell has over 300 km of road.", [("Vell", "Weight is 40 kg")]),
        ("Vell is older than Tam.", [("Vell", "Founded is 1250")]),
        ("Vell is older than Tam.", [("Vell", "Founded is 1250"), ("Tam", "Rebuilt is 1300")]),
        ("Vell is older than Tam.", [("Vell", "Founded is 1250"), ("Port Ellis", "Founded is 1300")]),
        ("Vell is older than Tam.", [("Vell", "Founded is 1250"), ("Vell", "Founded is 1300")]),
        ("Vell is older than Tam.", []),
    ],
)
def test_what_does_not_compare_is_not_computed(claim, lines):
    assert computed(claim, *lines) == []


def test_numbers_of_what_the_claim_names_come_without_those_of_others():
    lines = [("Tam", "Towers is 9"), ("Vell", "Towers is 5")]
    assert computed("Vell has more than three towers.", *lines) == ["Towers : Vell 5 is more than three"]
    assert computed("The town has more than three towers.", *lines) == [
        "Towers 9 is more than three",
        "Towers 5 is more than three",
    ]


@pytest.mark.parametrize("lines", [*permutations([("Vell", "Height is 80 m"), ("Tam", "Height is 100 m")])])
def test_two_are_compared_in_the_order_of_the_claim(lines):
    assert computed("Tam is higher than Vell.", *lines) == ["Height : Tam 100 m is more than Vell 80 m"]
    assert computed("Vell is higher than Tam.", *lines) == ["Height : Vell 80 m is less than Tam 100 m"]


heights = st.integers(1, 99_999)


@given(first=heights, second=heights, units=st.sampled_from([("m", 1, "m", 1), ("km", 1000, "m", 1)]))
def test_a_pair_has_the_order_of_its_sizes(first, second, units):
    one_unit, one_size, other_unit, other_size = units
    one, other = f"{first:,} {one_unit}", f"{second:,} {other_unit}"
    (said,) = computed("Tam is higher than Vell.", ("Vell", f"Height is {other}"), ("Tam", f"Height is {one}"))
    sizes = first * one_size, second * other_size
    order = "the same as" if sizes[0] == sizes[1] else ORDER[sizes[0] > sizes[1]]
    assert said == f"Height : Tam {one} is {order} Vell {other}"


@given(first=st.integers(1000, 2025), second=st.integers(1000, 2025))
def test_of_two_years_the_smaller_is_the_earlier(first, second):
    (said,) = computed("Vell is older than Tam.", ("Vell", f"Founded is {first}"), ("Tam", f"Founded is {second}"))
    order = {first < second: "earlier than", first > second: "later than"}.get(True, "the same as")
    assert said == f"Founded : Vell {first} is {order} Tam {second}"


@given(number=heights, bound=heights)
def test_a_bound_has_the_order_of_its_sizes(number, bound):
    (said,) = computed(f"Tam is more than {bound:,} m high.", ("Tam", f"Height is {number:,} m"))
    order = "equals" if number == bound else f"is {ORDER[number > bound]}"
    assert said == f"Height : Tam {number:,} m {order} {bound:,} m"


def test_a_claim_that_says_by_how_much_is_told_the_difference():
    lines = [("Vell", "Height is 100 m"), ("Tam", "Height is 140 m")]
    assert computed("Tam is 40 m higher than Vell.", *lines) == ["Height : Tam 140 m is more than Vell 100 m by 40"]


@pytest.mark.parametrize(
    ("one", "other", "gap"),
    [
        ("2.5 km", "1.2 km", "1.3"),
        ("2.5 km", "700 m", "1.8"),
        ("40 minutes", "15 minutes", "25"),
        ("1,470 m", "0.5 km", "970"),
        ("150.5 km", "20 km", "130.5"),
        ("8.964 g/cm³", "8.96 g/cm³", "0.004"),
        ("30 miles", "10 miles", "20"),
        ("5 million dollars", "2 million dollars", "3,000,000"),
    ],
)
def test_the_difference_is_in_the_unit_of_the_first(one, other, gap):
    (said,) = computed("Tam has 9 more than Vell.", ("Vell", f"Size is {other}"), ("Tam", f"Size is {one}"))
    assert said == f"Size : Tam {one} is more than Vell {other} by {gap}"


@given(first=heights, second=heights, unit=st.sampled_from(["m", "km", "miles", "minutes", "kg", "years"]))
def test_the_difference_of_whole_numbers_is_a_whole_number(first, second, unit):
    lines = ("Vell", f"Size is {second:,} {unit}"), ("Tam", f"Size is {first:,} {unit}")
    (said,) = computed("Tam has 9 more than Vell.", *lines)
    assert said.endswith(f"by {abs(first - second):,}" if first != second else f"Vell {second:,} {unit}")


@pytest.mark.parametrize(
    "claim",
    [
        "Vell had exactly 300 more readers than Tam.",
        "Vell is more than 300 m higher than Tam.",
        "Vell joined at least three years later than Tam.",
    ],
)
def test_what_lies_between_two_is_no_bound_of_one(claim):
    said = "Vell has 900 readers and 3 m and 9 years."
    assert computed(claim, ("Vell", said)) == []


@pytest.mark.parametrize(
    ("claim", "bounds"),
    [
        ("Vell has over 300 readers and is older than Tam.", [300]),
        ("Vell has more than 300 but less than 400 readers.", [300, 400]),
        ("Vell has more than 300 or fewer than ten readers.", [300, "ten"]),
    ],
)
def test_a_bound_beside_a_comparison_is_one_still(claim, bounds):
    said = computed(claim, ("Vell", "Vell has 900 readers."))
    assert said == [f"Vell 900 is more than {bound}" for bound in bounds]


@pytest.mark.parametrize(("one", "other"), [*permutations(["Readers is 900", "It has 40 readers."])])
def test_a_label_that_names_what_is_counted_measures_a_bare_number(one, other):
    (said,) = computed("Vell has more readers than Tam.", ("Vell", one), ("Tam", other))
    order = "more than" if one.startswith("Readers") else "less than"
    assert said.startswith("Readers : Vell ")
    assert f"is {order} Tam" in said
    assert computed("Vell has more readers than Tam.", ("Vell", "Readers is 900"), ("Tam", "It has 40 mayors.")) == []


def test_what_is_measured_comes_before_what_is_counted():
    lines = [(name, f"From one end to the other it measures {size} km.") for name, size in (("Vell", 30), ("Tam", 20))]
    assert computed("Vell is longer than Tam.", *lines) == ["Vell 30 km is more than Tam 20 km"]


def test_another_cell_of_a_row_says_whom_it_is_about():
    rows = [("Games", "Country is Vell ; Gold is 16"), ("Games", "Country is Tam ; Gold is 12")]
    assert computed("Vell won more gold than Tam.", *rows) == ["Gold : Vell 16 is more than Tam 12"]
    assert computed("Vell and Tam won the same.", *rows) == ["Gold : Vell 16 is more than Tam 12"]
    about_one = [("Vell", text) for _, text in rows]
    assert computed("Vell won more gold than Tam.", *about_one) == ["Gold : Vell 16 is more than Tam 12"]


def test_a_cell_that_names_more_than_the_claim_does_not_say_whom_a_row_is_about():
    rows = [("Games", "Country is North Vell ; Gold is 16"), ("Games", "Country is Tam ; Gold is 12")]
    assert computed("Vell won more gold than Tam.", *rows) == []


def test_small_words_that_begin_a_claim_are_no_part_of_a_name():
    row = ("Games", "Country is Vell ; Gold is 16")
    assert computed("In Vell more than 12 won gold.", row) == ["Gold : Vell 16 is more than 12"]


def test_a_small_word_in_capitals_is_a_part_of_a_name():
    rows = [("Games", "Team is US Vell ; Gold is 16"), ("Games", "Team is Vell ; Gold is 14")]
    assert computed("In US Vell more than 12 won gold.", *rows) == ["Gold : US Vell 16 is more than 12"]


def test_two_in_one_table_are_told_apart_by_their_rows():
    rows = [("List of towns", "Vell Founded is 1200 ; Rank is 3"), ("List of towns", "Tam Founded is 1400 ; Rank is 2")]
    expected = ["Founded : Vell 1200 is earlier than Tam 1400"]
    assert computed("Vell is older than Tam.", *rows) == expected
    assert computed("Vell is older than Tam.", *(("Vell", text) for _, text in rows)) == expected


def test_a_qualifier_of_a_title_is_no_part_of_the_name():
    lines = [("Vell (town)", "Founded is 1200"), ("Tam", "Founded is 1400")]
    assert computed("Vell is older than Tam.", *lines) == ["Founded : Vell 1200 is earlier than Tam 1400"]


def test_numbers_in_sentences_are_compared_where_they_are_of_one_measure():
    claim = "Vell is larger than Tam."
    lines = [("Vell", "Vell covers 30 km² and has 9 towers."), ("Tam", "Tam has 12 mayors on 20 km².")]
    assert computed(claim, *lines) == ["Vell 30 km² is more than Tam 20 km²"]
    assert computed(claim, ("Vell", "Vell has 9 towers."), ("Tam", "Tam has 12 mayors.")) == []


@pytest.mark.parametrize(("mayor", "said"), [("ida brandt", "are the same"), ("Orrin Hale", "differ")])
def test_two_names_are_the_same_or_differ(mayor, said):
    lines = [("Vell", "Mayor is Ida Brandt"), ("Tam", f"Mayor is {mayor}")]
    assert computed("Vell and Tam have the same mayor.", *lines) == [f"Mayor : Vell and Tam {said}"]


def test_a_word_that_begins_a_claim_is_no_name():
    said = computed("The population of Vell exceeds 5,000.", ("Vell", "Population of the town is 6,000"))
    assert said == ["Population of the town : Vell 6,000 is more than 5,000"]


WORDS = (
    "Vell",
    "Tam",
    "is",
    ";",
    "3",
    "5 km",
    "7 m",
    "1874",
    "1990s",
    "only",
    "more than",
    "before",
    "the same",
    "ſix",
)
texts = st.text(max_size=60) | st.lists(st.sampled_from(WORDS), max_size=15).map(" ".join)
lines = st.lists(st.builds(Line, texts, texts), max_size=5)


@settings(max_examples=100)
@given(claim=texts, lines=lines, unread=lines)
def test_hints_are_few_equal_when_asked_again_and_in_front_of_all_lines(claim, lines, unread):
    found = hints(claim, [*lines, *unread])
    assert len(found) <= 3
    assert len(set(found)) == len(found)
    assert found == hints(claim, [*lines, *unread])
    in_front = [Line(COMPUTED, "; ".join(found))] if found else []
    assert with_hints(claim, lines, unread=unread) == join_lines([*in_front, *lines])


def test_hints_of_better_lines_come_first():
    lines = [("Vell", f"Count {letter} is {number}") for number, letter in enumerate("abcdef", start=4)]
    assert computed("Vell has more than three of them.", *lines) == [
        f"Count {letter} : Vell {number} is more than three" for number, letter in enumerate("abc", start=4)
    ]


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Vell has over 5 towers in the town. " * 1000, "Towers is 5"),
        ("The only two in Vell.", "A" * 5000),
        ("The only two in Vell.", "Ida Brandt, " * 1000),
        ("Vell is older than Tam.", " ; ".join(f"Tower {number} is {number}" for number in range(400))),
    ],
    ids=["claim", "word", "list", "row"],
)
def test_long_texts_take_little_time(claim, text):
    begun = time.perf_counter()
    hints(claim, [Line("Vell", text)])
    assert time.perf_counter() - begun < 2


def test_a_name_with_and_inside_counts_once_where_the_list_is_closed():
    line = ("Vell", "Vell borders Tam and Orrin, Lesk, Marn, and Dorn.")
    assert computed("Vell borders four countries.", line) == ["Vell 4 names in all"]


def test_names_that_contain_each_other_are_two():
    lines = [("Tam", "Area is 30 km²"), ("South Tam", "Area is 20 km²")]
    assert computed("South Tam is larger than Tam.", *lines) == ["Area : South Tam 20 km² is less than Tam 30 km²"]


def test_a_row_that_ends_in_a_full_stop_keeps_its_labels():
    lines = [
        ("Vell", "Founded is 1850 ; Closed is 1900 ; Owner is Acme Inc."),
        ("Tam", "Closed is 1870 ; Founded is 1860 ; Owner is Beta Ltd."),
    ]
    assert computed("Vell was founded before Tam.", *lines)[0] == "Founded : Vell 1850 is earlier than Tam 1860"


def test_of_several_years_in_sentences_none_is_chosen():
    lines = [("Ann", "Ann (1920 – 1995) sang."), ("Bob", "Bob (1910 – 2001) danced.")]
    assert computed("Ann died before Bob.", *lines) == []
