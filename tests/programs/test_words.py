"""Programs and their outcomes in words."""

import pytest

from veriscope.programs import ALL_ROWS, Call, Executor, explain, parse
from veriscope.programs.language import OPERATORS, ProgramType
from veriscope.programs.phrases import Phrases, ordinal

NORWAY = "filter_eq{all_rows; country; Norway}"
BEST = "argmax{all_rows; points}"
PHRASES = {
    f"eq{{count{{{NORWAY}}}; 4}}": "the number of rows where Country is Norway is 4",
    "eq{count{all_rows}; 4}": "the number of rows is 4",
    f"count{{filter_greater{{{NORWAY}; points; 8}}}}": (
        "the number of rows where Country is Norway and Points is more than 8"
    ),
    "filter_within{all_rows; points; 5; 10}": "rows where Points is between 5 and 10",
    f"hop{{{BEST}; team}}": "the Team of the row with the highest Points",
    f"hop{{nth_argmin{{{NORWAY}; points; 2}}; team}}": (
        "the Team of the row with the 2nd lowest Points of rows where Country is Norway"
    ),
    f"hop{{last{{{NORWAY}}}; team}}": "the Team of the last of rows where Country is Norway",
    "hop{nth{all_rows; 3}; team}": "the Team of the 3rd of all rows",
    f"round_eq{{avg{{{NORWAY}; points}}; 10}}": "the average Points in rows where Country is Norway is about 10",
    f"only{{{NORWAY}}}": "there is only one row where Country is Norway",
    "none{filter_after{all_rows; founded; 1990}}": "there is no row where Founded is after 1990",
    "all_greater{all_rows; points; 5}": "Points is more than 5 in all rows",
    f"most_not_eq{{{NORWAY}; points; 7}}": "Points is not 7 in most rows where Country is Norway",
    f"same{{{NORWAY}; points}}": "Points is the same in all rows where Country is Norway",
    f"or{{any{{{NORWAY}}}; not{{only{{all_rows}}}}}}": (
        "there is a row where Country is Norway, or it is not so that there is only one row"
    ),
    "within{diff{max{all_rows; points}; min{all_rows; points}}; 1; 50}": (
        "the highest Points less the lowest Points is between 1 and 50"
    ),
}
CONCLUSIONS = {
    f"eq{{count{{{NORWAY}}}; 4}}": "3, and the claim says 4",
    f"eq{{count{{{NORWAY}}}; 3}}": "3, as the claim says",
    f"eq{{hop{{{BEST}; team}}; alpha}}": "Bravo, and the claim says alpha",
    "round_eq{ratio{sum{all_rows; points}; 3}; 23.3}": "23.33, about 23.3, as the claim says",
    "greater{max{all_rows; points}; 50}": "41, and the claim says more than 50",
    "greater_eq{max{all_rows; points}; 40}": "41, at least 40, as the claim says",
    "within{max{all_rows; points}; 40; 50}": "41, between 40 and 50, as the claim says",
    "less{max{all_rows; points}; min{all_rows; points}}": "41, not less than 7 as the claim says",
    "eq{max{all_rows; points}; max{all_rows; points}}": "41, the same as 41, as the claim says",
    f"only{{{NORWAY}}}": "3 rows, and the claim says only one",
    f"none{{{NORWAY}}}": "3 rows, and the claim says none",
    "any{filter_eq{all_rows; country; Finland}}": "no row, and the claim says at least one",
    "all_greater{all_rows; points; 9}": "3 of 4 rows, and the claim says all",
    "most_greater{all_rows; points; 9}": "3 of 4 rows, as the claim says",
    "same{all_rows; country}": "4 different values in 5 rows, and the claim says all the same",
    "different{all_rows; team}": "5 different values in 5 rows, as the claim says",
    f"and{{only{{{NORWAY}}}; eq{{count{{all_rows}}; 5}}}}": "3 rows, and the claim says only one; 5, as the claim says",
    "not{only{all_rows}}": "it is not so that there is only one row, as the claim says",
    "eq{sum{all_rows; team}; 5}": "unknown: its cells hold no numbers of one kind",
    "sum{all_rows; points}": "70",
    NORWAY: "Alpha, Charlie and Delta",
}
STEPS = {
    f"eq{{count{{{NORWAY}}}; 4}}": ("1 row of totals left out", "rows where Country is Norway: 3 of 5"),
    f"eq{{hop{{{BEST}; team}}; Bravo}}": (
        "1 row of totals left out",
        "highest Points: 41 (Bravo) (1 of 5 rows left out: no value to read)",
    ),
    f"greater{{hop{{{NORWAY}; points}}; 5}}": (
        "1 row of totals left out",
        "rows where Country is Norway: 3 of 5",
        "Points where Country is Norway: 10, 7 or 12[a]",
    ),
    "eq{hop{filter_eq{all_rows; team; Delta}; country}; x}": (
        "1 row of totals left out",
        "rows where Team is Delta: 1 of 5",
        "Country of Delta: Oslo, Norway",
    ),
    "eq{hop{nth{all_rows; 2}; points}; 5}": (
        "1 row of totals left out",
        "the 2nd of all rows: Bravo",
        "Points of Bravo: 41",
    ),
    "eq{avg{filter_eq{all_rows; country; Finland}; points}; 5}": (
        "1 row of totals left out",
        "rows where Country is Finland: 0 of 5",
        "average Points in rows where Country is Finland: unknown, because no row is left",
    ),
    "eq{diff{max{all_rows; points}; 1}; 40}": (
        "1 row of totals left out",
        "highest Points: 41 (Bravo) (1 of 5 rows left out: no value to read)",
        "the highest Points less 1: 40",
    ),
}


@pytest.mark.parametrize("program", PHRASES)
def test_a_program_reads_as_english(program, teams):
    assert Phrases(teams).of(parse(program)) == PHRASES[program]


@pytest.mark.parametrize("program", CONCLUSIONS)
def test_the_conclusion_sets_what_was_found_beside_the_claim(program, teams):
    assert explain(Executor(teams).run(parse(program))).conclusion == CONCLUSIONS[program]


@pytest.mark.parametrize("program", STEPS)
def test_the_steps_tell_their_values(program, teams):
    assert explain(Executor(teams).run(parse(program))).steps == STEPS[program]


@pytest.mark.parametrize("operator", sorted(OPERATORS))
def test_every_operator_has_words_of_its_own(operator, teams):
    truth = parse("any{all_rows}")
    samples = {
        ProgramType.ROWS: parse(NORWAY),
        ProgramType.COLUMN: "points",
        ProgramType.VALUE: "5",
        ProgramType.NUMBER: "2",
        ProgramType.TRUTH: truth,
    }
    call = Call(operator, tuple(samples[parameter] for parameter in OPERATORS[operator].parameters))
    words = Phrases(teams).of(call)
    assert "_" not in words
    assert "{" not in words
    others = (
        Call(name, call.arguments)
        for name, one in OPERATORS.items()
        if one.parameters == OPERATORS[operator].parameters
    )
    assert [other.operator for other in others if Phrases(teams).of(other) == words] == [operator]


def test_ordinals_are_written_as_people_write_them():
    assert [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 112)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "112th",
    ]  # fmt: skip
    assert Phrases(None).of(ALL_ROWS) == "all rows"
