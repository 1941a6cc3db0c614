import hashlib
import json
import math
import re
from collections import Counter

import pytest

from tools.atlas.numeric_claims import KINDS, MAX_CELLS, compile_numeric_half
from tools.atlas.numeric_claims_program import Run
from tools.atlas.numeric_claims_syntax import literals, parse_program
from tools.atlas.numeric_claims_table import NumericTable, read_number
from veriscope.errors import InputError, UsageError
from veriscope.starter import numeric_claims_path

# The test half is frozen: a change here is a new version of the benchmark and needs a line in docs/starter-atlas.md.
FROZEN = "e2ba386694e5a291d5b0b6878b9082cbd8b9762cccef52d86bf67802b5f1c7f0"
HALVES = ("dev", "test")
CELL = re.compile(r"(.+?)_((?:header_)?cell_\d+_\d+_\d+)")
WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
WORDS |= {
    "twelve": 12,
    "fourteen": 14,
    "sixteen": 16,
    "nineteen": 19,
    "ninety": 90,
    "second": 2,
    "third": 3,
    "twice": 2,
}


@pytest.fixture(scope="module")
def numeric():
    return {
        half: [json.loads(line) for line in numeric_claims_path(half).read_text(encoding="utf-8").splitlines()[1:]]
        for half in HALVES
    }


@pytest.fixture
def table():
    rows = [("Rhea", "Mars", "1,500", "1610"), ("Dione", "Mars", "1,100", "1684"), ("Oberon", "Venus", "–", "331 BC")]
    header = ["Moon", "Moon of", "Diameter (km)", "Year"]
    cells = [
        [
            {
                "id": f"{'header_' if is_header else ''}cell_0_{y}_{x}",
                "value": value,
                "is_header": is_header,
                "column_span": "1",
                "row_span": "1",
            }
            for x, value in enumerate(row)
            for is_header in [y == 0 or x == 0]
        ]
        for y, row in enumerate([header, *rows])
    ]
    page = {"title": "Moons", "order": ["table_0"], "table_0": {"type": "table", "table": cells}}
    return NumericTable.of(page, "table_0")


def shown(run):
    return [entry.found.element_id.removeprefix("Moons_") for entry in run.deciding]


def test_the_test_half_is_frozen():
    assert hashlib.sha256(numeric_claims_path("test").read_bytes()).hexdigest() == FROZEN


def test_an_unknown_half_is_refused():
    with pytest.raises(UsageError, match="'train'; choose one of: dev, test"):
        numeric_claims_path("train")


def test_there_are_enough_claims_of_every_kind_and_about_half_are_refuted(numeric):
    assert sum(map(len, numeric.values())) >= 160
    for half in numeric.values():
        assert set(Counter(claim["kind"] for claim in half)) == set(KINDS)
        assert 0.45 < sum(claim["label"] == "REFUTES" for claim in half) / len(half) < 0.55


def test_ids_wordings_and_programs_are_unique_and_no_page_is_in_both_halves(numeric, claims):
    everything = [*numeric["dev"], *numeric["test"], *claims["dev"], *claims["test"]]
    assert len({claim["id"] for claim in everything}) == len(everything)
    assert len({claim["claim"] for claim in everything}) == len(everything)
    pages_of = {
        half: {CELL.sub(r"\1", name) for claim in (*numeric[half], *claims[half]) for name in cited(claim)}
        for half in HALVES
    }
    assert not pages_of["dev"] & pages_of["test"]


def cited(claim):
    return [name for evidence in claim["evidence"] for name in evidence["content"]]


def test_the_evidence_stands_in_the_table_that_the_program_reads(numeric, pages):
    for claim in (*numeric["dev"], *numeric["test"]):
        title, number = claim["table"].rsplit("_table_", 1)
        known = {cell["id"] for row in pages[title][f"table_{number}"]["table"] for cell in row}
        for name in cited(claim):
            page, cell = CELL.fullmatch(name).groups()
            assert page == title
            assert cell in known
        assert all(0 < len(evidence["content"]) <= MAX_CELLS for evidence in claim["evidence"])


@pytest.mark.slow
def test_the_committed_claims_are_what_the_authored_ones_compile_to(numeric, pages):
    for half in HALVES:
        compiled = compile_numeric_half(half, pages)
        assert [claim.program for claim in compiled] == [claim["program"] for claim in numeric[half]]
        assert [claim.compiled.label == "S" for claim in compiled] == [
            claim["label"] == "SUPPORTS" for claim in numeric[half]
        ]


def numbers_said(text):
    plain = text.lower().replace("half a million", "500000").replace("half a billion", "500000000")
    plain = re.sub(r"\b(?:a|one) (million|billion)", r"1 \1", plain)
    plain = re.sub(r"\b(" + "|".join(WORDS) + r")\b", lambda word: str(WORDS[word[0]]), plain)
    factors = {"million": 10**6, "billion": 10**9}
    for number, scale in re.findall(r"(\d[\d,]*(?:\.\d+)?)(?: (million|billion))?", plain):
        yield round(float(number.replace(",", "")) * factors.get(scale, 1), 3)


def test_every_number_of_a_program_is_said_by_its_claim(numeric):
    """But for "no moons", "nearly four times", and second places that are said by naming the first."""
    silent = 0
    for claim in (*numeric["dev"], *numeric["test"]):
        wanted = [read_number(text) for text in literals(parse_program(claim["program"]))]
        silent += not {number for number in wanted if number is not None} <= set(numbers_said(claim["claim"]))
    assert silent <= 5


@pytest.mark.parametrize(
    ("program", "answer", "cells"),
    [
        ("eq{count{filter_eq{all_rows; Moon of; Mars}}; 2}", True, ["cell_0_1_1", "cell_0_2_1"]),
        ("eq{sum{all_rows; Diameter (km)}; 2600}", True, ["cell_0_1_2", "cell_0_2_2", "cell_0_3_2"]),
        ("eq{avg{all_rows; Diameter (km)}; 1300}", True, ["cell_0_1_2", "cell_0_2_2", "cell_0_3_2"]),
        ("round_eq{ratio{sum{all_rows; Diameter (km)}; 7}; 371}", True, None),
        ("round_eq{ratio{sum{all_rows; Diameter (km)}; 7}; 371.5}", False, None),
        ("round_eq{sum{all_rows; Diameter (km)}; 0.003 million}", True, None),
        ("eq{hop{argmax{all_rows; Diameter (km)}; Moon}; Dione}", False, None),
        ("eq{hop{nth_argmax{all_rows; Diameter (km); 2}; Moon}; Dione}", True, None),
        ("eq{diff{max{all_rows; Year}; min{all_rows; Year}}; 2015}", True, ["cell_0_2_3", "cell_0_3_3"]),
        ("all_greater{filter_eq{all_rows; Moon of; Mars}; Diameter (km); 1200}", False, None),
        ("most_eq{all_rows; Moon of; Mars}", True, None),
        ("only{filter_eq{all_rows; Moon of; Venus}}", True, ["cell_0_3_1"]),
        ("none{filter_after{all_rows; Year; 1700}}", True, ["cell_0_1_3", "cell_0_2_3", "cell_0_3_3"]),
        ("eq{count{filter_within{all_rows; Year; 1600; 1620}}; 1}", True, ["cell_0_1_3"]),
        ("eq{count{all_rows}; 3}", True, ["header_cell_0_1_0", "header_cell_0_2_0", "header_cell_0_3_0"]),
        ("different{all_rows; Moon}", True, None),
        ("same{all_rows; Moon of}", False, None),
    ],
)
def test_programs_are_run_over_the_table(table, program, answer, cells):
    run = Run(table)
    assert run.holds(parse_program(program)) is answer
    assert cells is None or list(dict.fromkeys(shown(run))) == cells


def test_the_row_that_a_wrong_claim_names_decides_too(table):
    run = Run(table)
    assert not run.holds(parse_program("eq{hop{argmax{all_rows; Diameter (km)}; Moon}; Dione}"))
    assert {"cell_0_1_2", "cell_0_2_2"} <= set(shown(run))


@pytest.mark.parametrize(
    "program",
    [
        "eq{count{all_rows}; 3",
        "eq{count{}; 3}",
        "all_rows",
        "count{all_rows}",
        "eq{count{filter_eq{all_rows; Colour; red}}; 1}",
        "eq{hop{all_rows; Moon}; Rhea}",
        "twist{all_rows}",
        "eq{hop{argmax{filter_eq{all_rows; Moon of; Venus}; Diameter (km)}; Moon}; Oberon}",
    ],
)
def test_a_program_that_cannot_be_run_is_an_error(table, program):
    with pytest.raises(InputError, match="claims: "):
        Run(table).holds(parse_program(program))


def test_a_tie_leaves_a_superlative_open(table):
    with pytest.raises(InputError, match="is open"):
        Run(NumericTable(table.columns, (*table.rows, table.rows[0]))).holds(
            parse_program("eq{hop{argmax{all_rows; Diameter (km)}; Moon}; Rhea}")
        )


def words(claim):
    return set(re.findall(r"\w+", claim["claim"].lower()))


def guessed(train, held_out):
    """The share of claims whose label naive Bayes guesses from their words alone."""
    counts = {label: Counter(word for c in train if c["label"] == label for word in words(c)) for label in LABELS}
    totals = Counter(claim["label"] for claim in train)

    def guess(claim):
        return max(
            LABELS, key=lambda label: sum(math.log((counts[label][w] + 1) / (totals[label] + 2)) for w in words(claim))
        )

    return sum(guess(claim) == claim["label"] for claim in held_out) / len(held_out)


LABELS = ("SUPPORTS", "REFUTES")


def test_the_wording_alone_does_not_give_the_label_away(numeric):
    assert guessed(numeric["dev"], numeric["test"]) < 0.6
    assert guessed(numeric["test"], numeric["dev"]) < 0.6
