import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.domain import Label
from veriscope.lab.lessons.counterfactuals import counterfactuals, exchange_value, name_pool, negate, values
from veriscope.lab.lessons.mined import MinedClaim, RankedLine
from veriscope.models.evidence_lines import Line

ISLANDS = ("Arvania", "Tamland", "Orrinia", "Sorrelia")


def mined(claim, gold, *, label=Label.SUPPORTS, title="Ida Brandt", found=()):
    lines = tuple(Line(title, text) for text in ([gold] if isinstance(gold, str) else gold))
    ranked = (
        *(RankedLine(line, 0.9, True) for line in lines),
        *(RankedLine(Line(title, text), 0.5, False) for text in found),
    )
    return MinedClaim("1", "fever", claim, label, lines, ranked, True)


CLIMB = mined("Ida Brandt climbed it in 1874.", "She climbed it in 1874 and left.", found=["The year 1874 was cold."])
POOL = name_pool([mined(f"Ida Brandt was born in {name} once.", "x") for name in ISLANDS])
NATIVE = mined("Ida Brandt was born in Arvania once.", "She was born in Arvania.")


def sides(claim, pool, *, draws=60):
    """What may become of a claim, by the side that is exchanged."""
    made = [exchange_value(claim, pool, random.Random(seed)) for seed in range(draws)]
    return {one.id.rpartition("-")[2]: one for one in made if one is not None}


def words(text):
    return re.findall(r"[\w.,]*\w", text)


def differing(before, after):
    pairs = list(zip(words(before), words(after), strict=True))
    return {(old, new) for old, new in pairs if old != new}


@pytest.mark.parametrize("claim", [CLIMB, NATIVE], ids=["number", "name"])
def test_a_value_is_exchanged_on_one_side_or_on_both(claim):
    assert set(sides(claim, POOL)) == {"claim", "evidence", "both"}


@pytest.mark.parametrize("claim", [CLIMB, NATIVE], ids=["number", "name"])
def test_one_side_exchanged_is_refuted_and_both_keep_the_label(claim):
    labels = {side: made.label for side, made in sides(claim, POOL).items()}
    assert labels == {"claim": Label.REFUTES, "evidence": Label.REFUTES, "both": Label.SUPPORTS}


@pytest.mark.parametrize("claim", [CLIMB, NATIVE], ids=["number", "name"])
@given(seed=st.integers(0, 10_000))
def test_exactly_one_value_changes(claim, seed):
    made = exchange_value(claim, POOL, random.Random(seed))
    if made is None:
        return
    in_claim = differing(claim.claim, made.claim)
    in_gold = differing(claim.gold[0].text, made.gold[0].text)
    assert len(in_claim | in_gold) == 1
    side = made.id.rpartition("-")[2]
    assert (bool(in_claim), bool(in_gold)) == (side in {"claim", "both"}, side in {"evidence", "both"})


def test_what_was_found_changes_with_the_evidence():
    made = sides(CLIMB, {})
    assert "1874" not in "".join(one.line.text for one in made["both"].found)
    assert made["both"].found[0].line == made["both"].gold[0]
    assert made["claim"].found == CLIMB.found


def test_titles_and_what_stands_in_them_stay():
    claim = mined("The 1874 climb was in 1874.", "The climb of 1874.", title="1874 climb")
    assert sides(claim, {}) == {}
    made = sides(CLIMB, {})
    assert {line.title for one in made.values() for line in one.gold} == {"Ida Brandt"}


def test_a_refuted_claim_is_exchanged_on_both_sides_only_and_stays_refuted():
    refuted = mined("Ida Brandt climbed 3 hills in 1874.", "She climbed it in 1874.", label=Label.REFUTES)
    made = sides(refuted, {})
    assert set(made) == {"both"}
    assert made["both"].label is Label.REFUTES


def test_with_several_gold_lines_both_sides_are_exchanged():
    several = mined("Ida Brandt climbed it in 1874.", ["She climbed it in 1874.", "In 1874 she was there."])
    made = sides(several, {})
    assert set(made) == {"both"}
    assert not any("1874" in line.text for line in made["both"].gold)


def test_a_number_is_no_part_of_a_longer_one():
    claim = mined("Ida Brandt won 3 prizes.", "She won 3 prizes of 3.5 or 3,000 crowns, 13 in all, and sold 3.")
    text = sides(claim, {})["evidence"].gold[0].text
    assert all(kept in text for kept in ("3.5", "3,000", "13"))
    assert not re.search(r"(?<![\d.,])3(?![\d.,])", text)
    assert not text.endswith("sold 3.")
    assert sides(mined("Ida Brandt won 3 prizes.", "She won 3.5 crowns."), {}) == {}


def test_a_value_that_the_evidence_does_not_share_is_left_alone():
    assert exchange_value(mined("Ida Brandt climbed it in 1874.", "She was cold."), {}, random.Random(1)) is None


def test_a_name_is_exchanged_for_one_that_stands_between_the_same_words():
    ((old, new),) = differing(NATIVE.claim, sides(NATIVE, POOL)["claim"].claim)
    assert old == "Arvania"
    assert new in set(ISLANDS) - {"Arvania"}
    assert sides(mined("Ida Brandt hated Arvania deeply.", "She hated Arvania."), POOL) == {}


@given(number=st.integers(0, 10_000), seed=st.integers(0, 999))
def test_another_number_is_put_for_a_number(number, seed):
    made = exchange_value(mined(f"Ida Brandt has {number} sheep.", f"Her {number} sheep"), {}, random.Random(seed))
    if made is not None:
        found = re.findall(r"\d+", made.claim + made.gold[0].text)
        assert all(int(one) >= 0 for one in found)
        assert len(set(found)) == (1 if made.label is Label.SUPPORTS else 2)


def test_the_name_that_a_claim_begins_with_is_no_value():
    assert [value.text for value in values("Ida Brandt was in New York City in 1874.")] == ["1874", "New York City"]


@pytest.mark.parametrize(
    ("claim", "denied"),
    [
        ("Vell is a town.", "Vell is not a town."),
        ("Vell was built by Ida.", "Vell was not built by Ida."),
        ("Vell has been sold.", "Vell has not been sold."),
    ],
)
def test_a_plain_claim_is_denied(claim, denied):
    for label, other in ((Label.SUPPORTS, Label.REFUTES), (Label.REFUTES, Label.SUPPORTS)):
        made = negate(mined(claim, "x", label=label))
        assert (made.claim, made.label, made.source) == (denied, other, "negated")
        assert made.gold == mined(claim, "x").gold


@pytest.mark.parametrize(
    "claim",
    [
        "Vell is not a town.",
        "Vell was never sold.",
        "Nobody is there.",
        "Vell isn't old.",
        "Vell is only a town.",
        "Go.",
    ],
)
def test_what_is_denied_already_or_has_no_plain_verb_is_left_alone(claim):
    assert negate(mined(claim, "x")) is None


def many():
    made = [NATIVE._replace(claim=f"Ida Brandt was born in {name} once.", id=str(n)) for n, name in enumerate(ISLANDS)]
    return [*made, CLIMB._replace(id="c"), CLIMB._replace(id="n", label=Label.NOT_ENOUGH_INFO, gold=())] * 3


@given(share=st.floats(0, 1), seed=st.integers(0, 99))
def test_copies_are_repeatable_and_come_from_decided_claims_only(share, seed):
    made = list(counterfactuals(many(), share=share, seed=seed))
    assert made == list(counterfactuals(many(), share=share, seed=seed))
    assert not any(one.id.startswith("n-") or one.label is Label.NOT_ENOUGH_INFO for one in made)
    assert {one.source for one in made} <= {"negated", "exchanged"}
    assert len(made) <= len(many())


def test_no_share_makes_no_copies():
    assert list(counterfactuals(many(), share=0.0, seed=1)) == []
    assert len(list(counterfactuals(many(), share=1.0, seed=1))) > 3
