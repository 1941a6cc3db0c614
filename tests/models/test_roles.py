import pytest

from veriscope.models.evidence_lines import Line
from veriscope.models.roles import role_hints

NO = "the capital of Arvania is Tam : no, Port Ellis, and the claim says Tam"
YES = "the capital of Arvania is Port Ellis : yes, Port Ellis, as the claim says"


@pytest.mark.parametrize(
    ("claim", "line", "expected"),
    [
        ("Tam is the capital of Arvania.", ("Arvania", "Capital is Port Ellis"), NO),
        ("The capital of Arvania is Tam.", ("Arvania", "Capital is Port Ellis"), NO),
        ("Tam was the capital of the Arvania.", ("Arvania", "Capital Arvania is Port Ellis"), NO),
        ("Tam is the capital of Arvania", ("Countries", "Arvania Capital is Port Ellis ; Area is 9"), NO),
        ("Port Ellis is the capital of Arvania.", ("Arvania", "Area is 9 ; Capital is Port Ellis"), YES),
        (
            "Tamish is the language of Arvania.",
            ("Arvania", "Language ; Orrin ; Tamish"),
            "the language of Arvania is Tamish : yes, Orrin ; Tamish, as the claim says",
        ),
    ],
)
def test_who_has_a_role_is_looked_up_in_the_box_of_the_whole(claim, line, expected):
    assert role_hints(claim, [Line("Tam", "Country is Arvania"), Line(*line)]) == [expected]


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ("Tam is not the capital of Arvania.", ("Arvania", "Capital is Port Ellis")),
        ("Tam is the capital of Arvania.", ("Orrinia", "Capital is Hale")),
        ("Tam is the capital of Arvania.", ("Arvania", "Former capital is Port Ellis")),
        ("Tam is the capital of Arvania.", ("Arvania", "The capital is Port Ellis.")),
        ("Tam is a city of Arvania.", ("Arvania", "City is Port Ellis")),
        ("Tam is larger than Vell.", ("Arvania", "Capital is Port Ellis")),
    ],
)
def test_other_claims_and_other_facts_tell_nothing_of_a_role(claim, line):
    assert role_hints(claim, [Line(*line)]) == []


def test_the_best_line_that_tells_it_counts():
    lines = [Line("Arvania", "Capital is Port Ellis"), Line("Arvania", "Capital is Hale")]
    assert role_hints("Tam is the capital of Arvania.", lines) == [NO]
