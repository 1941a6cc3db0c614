import random
import re
import sys
from collections import Counter
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.domain import Label
from veriscope.errors import InputError
from veriscope.lab.lessons.mined import RankedLine
from veriscope.lab.lessons.synthetic_facts import Attribute, attributes, synthetic_facts
from veriscope.models.evidence_lines import Line
from veriscope.models.hints import hints
from veriscope.tables import quantities

# The package offers a function of the same name.
module = sys.modules[synthetic_facts.__module__]

SYLLABLES = ("Bra", "Kel", "Mor", "Nid", "Osk", "Pru", "Tav", "Ulm", "Vor", "Wex", "Yst", "Zan")
# So many that two facts of one claim are seldom about one name by chance.
NAMES = [f"{one}{two.lower()}{three.lower()}" for one in SYLLABLES for two in SYLLABLES for three in SYLLABLES]
FORMS = ("prose", "claim", "count", "only")
PAIR_FORMS = ("more", "less", "same")
APART = [one for some in attributes().values() for one in some if one.apart]
AT_MOST = ("less than", "fewer than", "under", "at most", "no more than", "below")
AT_LEAST = ("more than", "over", "at least", "well over", "upwards of", "no fewer than")
ABOUT = ("about", "roughly", "around", "approximately", "nearly", "some")


@pytest.fixture(scope="module")
def said():
    """What each claim was made to say."""
    return []


@pytest.fixture(scope="module")
def made(said):
    """Nine hundred claims; what they say is kept in `said`."""

    def kept(saying):
        def say(*arguments, **options):
            said.append(saying(*arguments, **options))
            return said[-1]

        return say

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_SAYINGS", {kind: kept(saying) for kind, saying in module._SAYINGS.items()})
        return list(synthetic_facts(NAMES, count=900, seed=4))


def is_negated(claim):
    return claim.claim.startswith("It is not ")


def states(line, fact):
    """Whether a line says what the fact is about: as a row of an infobox or of a table, or as a sentence."""
    name, label = re.escape(fact.name), re.escape(fact.label)
    value = rf"[\w,-]+{re.escape(fact.attribute.unit)}" if fact.attribute.kind == "number" else ".+"
    if line.title != fact.name:
        return re.match(rf"{name} {label} is ", line.text) is not None
    forms = [
        form.format(name=fact.name, it="it", value="\0", label=fact.label.lower()) for form in fact.attribute.prose
    ]
    sentences = (rf"(?:[\w ]+ ; )?{re.escape(form)}".replace("\0", value) for form in forms)
    patterns = (rf"{label}(?: {name})? is .+", *sentences)
    return any(re.fullmatch(pattern, line.text, re.IGNORECASE) for pattern in patterns)


def known_facts(claim, facts):
    return [fact for fact in facts if any(states(one.line, fact) for one in claim.found)]


def test_there_are_equally_many_claims_of_each_label(made):
    assert Counter(claim.label for claim in made) == dict.fromkeys(Label, 300)


def test_equal_seeds_make_up_the_same_and_others_something_else():
    first, second, third = (list(synthetic_facts(NAMES, count=60, seed=seed)) for seed in (1, 1, 2))
    assert first == second
    assert [one.claim for one in first] != [one.claim for one in third]
    assert len({one.id for one in first}) == 60


def test_fewer_claims_are_the_first_of_more():
    assert list(synthetic_facts(NAMES, count=9, seed=1)) == list(synthetic_facts(NAMES, count=30, seed=1))[:9]


def test_decided_claims_have_a_gold_line_for_each_fact_among_those_found(made, said):
    for claim, what in zip(made, said, strict=True):
        if claim.label is not Label.NOT_ENOUGH_INFO:
            assert set(claim.gold) == {one.line for one in claim.found if one.is_gold}
            assert all(any(states(line, fact) for line in claim.gold) for fact in what.facts)
            assert known_facts(claim, what.facts) == list(what.facts)


def test_of_what_decides_an_undecided_claim_something_is_always_missing(made, said):
    for claim, what in zip(made, said, strict=True):
        if claim.label is Label.NOT_ENOUGH_INFO:
            assert claim.gold == ()
            assert not any(one.is_gold for one in claim.found)
            assert len(known_facts(claim, what.facts)) < len(what.facts)


def test_often_one_of_two_facts_is_known_and_the_other_is_not(made, said):
    pairs = [
        len(known_facts(claim, what.facts))
        for claim, what in zip(made, said, strict=True)
        if claim.label is Label.NOT_ENOUGH_INFO and claim.source == "pair"
    ]
    assert 0.5 < pairs.count(1) / len(pairs) < 0.9


def test_undecided_claims_mostly_come_with_other_lines_about_the_same_names(made, said):
    undecided = [
        any(fact.name in (one.line.title, one.line.text.split()[0]) for one in claim.found for fact in what.facts)
        for claim, what in zip(made, said, strict=True)
        if claim.label is Label.NOT_ENOUGH_INFO
    ]
    assert sum(undecided) / len(undecided) > 0.7


def test_claims_about_two_are_called_pairs(made, said):
    for claim, what in zip(made, said, strict=True):
        assert claim.source == ("pair" if len(what.facts) == 2 else "fact")
        assert all(fact.name in claim.claim for fact in what.facts)
        assert len({fact.label for fact in what.facts}) == 1


def test_a_negated_claim_has_the_label_of_what_it_denies(made, said):
    decided = [pair for pair in zip(made, said, strict=True) if pair[0].label is not Label.NOT_ENOUGH_INFO]
    assert {is_negated(claim) for claim, _ in decided} == {True, False}
    for claim, what in decided:
        assert (claim.label is Label.SUPPORTS) == (what.is_true is not is_negated(claim))


def test_what_is_computed_for_a_pair_agrees_with_its_label(made, said):
    checked = 0
    for claim, what in zip(made, said, strict=True):
        if claim.label is Label.NOT_ENOUGH_INFO or claim.source != "pair" or what.facts[0].names:
            continue
        first, second = what.facts
        order = {
            first.number > second.number: "(?:more|later) than",
            first.number < second.number: "(?:less|earlier) than",
        }
        expected = rf"{first.name} .+ is {order.get(True, 'the same as')} {second.name} "
        found = [one for one in hints(claim.claim, claim.gold) if first.name in one and second.name in one]
        assert all(re.search(expected, one) for one in found)
        checked += len(found)
    assert checked > 50


def test_lines_are_few_different_and_best_first(made):
    for claim in made:
        assert len(claim.found) <= 8
        assert len({one.line for one in claim.found}) == len(claim.found)
        scores = [one.score for one in claim.found]
        assert scores == sorted(scores, reverse=True)
        assert all(isinstance(one, RankedLine) and 0.5 <= one.score <= 1 for one in claim.found)
        assert claim.is_complete


def test_claims_and_lines_have_no_open_places(made):
    for claim in made:
        texts = [claim.claim, *(part for one in claim.found for part in one.line)]
        assert not any("{" in text or "  " in text for text in texts)
        assert claim.claim.endswith(".")
        assert claim.claim[0].isupper() or claim.claim[0].isdigit()


def test_every_kind_of_fact_is_said_with_every_label(made, said):
    kinds = {(claim.label, what.facts[0].attribute.kind) for claim, what in zip(made, said, strict=True)}
    assert kinds == {(label, kind) for label in Label for kind in attributes()}


@pytest.mark.parametrize("count", [0, 1, 9])
def test_too_few_names_are_told(count):
    with pytest.raises(InputError, match=f"{count} names of pages are too few to make up facts; at least 10"):
        list(synthetic_facts(NAMES[:count], count=3, seed=1))
    assert list(synthetic_facts(NAMES[:count], count=0, seed=1)) == []


def test_ten_names_are_enough():
    assert len(list(synthetic_facts(NAMES[:10], count=300, seed=1))) == 300


def test_every_form_of_the_catalogue_can_be_filled():
    every = [one for some in attributes().values() for one in some]
    assert {one.kind for one in every} == {"number", "year", "name", "list"}
    for one in every:
        assert isinstance(one, Attribute)
        assert all(isinstance(getattr(one, field.name), tuple | str) for field in fields(one))
        for form in (form for name in FORMS for form in getattr(one, name)):
            text = form.format(name="<name>", it="it", value="<value>", label="label")
            assert "<value>" in text
            assert text.endswith(".")
        assert all(
            "<name>" in form.format(name="<name>", value="", label="") for form in (*one.claim, *one.count, *one.only)
        )
        assert all("{" not in form.format(label="x") for name in PAIR_FORMS for form in getattr(one, name))


@pytest.mark.parametrize(
    ("kind", "needed"),
    [
        ("number", ("more", "less", "same")),
        ("year", ("more", "less", "same")),
        ("name", ("same",)),
        ("list", ("count", "only")),
    ],
)
def test_each_kind_has_the_forms_that_it_is_said_in(kind, needed):
    for one in attributes()[kind]:
        assert all(getattr(one, name) for name in ("label", "prose", "claim", "near", *needed))
        assert one.range[0] < one.range[1]


def test_what_is_near_an_attribute_is_not_the_attribute():
    both = [label for some in attributes().values() for one in some for label in one.near if label in one.label]
    assert both == []


def test_other_facts_of_a_name_are_not_said_in_the_words_of_the_claim():
    for fact_of in (one for some in attributes().values() for one in some):
        own = {form for name in PAIR_FORMS for form in getattr(fact_of, name) if "{label}" not in form}
        others = module._other_attributes(fact_of)
        assert others
        assert not any(own & {*one.more, *one.less, *one.same} or {*fact_of.label} & {*one.label} for one in others)


def test_by_how_much_is_said_of_numbers_and_years_in_one_place():
    assert {one.kind for one in APART} == {"number", "year"}
    assert all(form.count("{gap}") == 1 for one in APART for form in one.apart)
    assert all("{" not in form.format(label="x", gap="9") for one in APART for form in one.apart)


def said_gap(what):
    """The words that say by how much, cut out of the claim."""
    first, second = what.facts
    forms = [form.replace("{label}", first.label.lower()) for form in first.attribute.apart]
    patterns = [re.escape(f"{first.name} {form} {second.name}.").replace(r"\{gap\}", "(.+)") for form in forms]
    return next(match[1] for pattern in patterns if (match := re.fullmatch(pattern, what.text)))


def is_gap(gap, phrase):
    """Whether the words are true of a gap, by what they say."""
    values = [float(word.replace(",", "")) for word in re.findall(r"\d[\d,]*", phrase)]
    if phrase.startswith("between"):
        return values[0] <= gap <= values[1]
    (value,) = values or [one.value / one.factor for one in quantities(phrase)]
    if phrase.startswith(ABOUT):
        return abs(gap - value) <= 0.1 * max(gap, value)
    # No bound is ever the number itself.
    return gap < value if phrase.startswith(AT_MOST) else gap > value if phrase.startswith(AT_LEAST) else gap == value


@given(attribute=st.sampled_from(APART), seed=st.integers(0, 10**6), wanted=st.booleans(), is_level=st.booleans())
def test_by_how_much_one_is_more_is_said_truly_or_falsely_as_wanted(attribute, seed, wanted, is_level):
    draw = random.Random(seed)
    facts = [module._fact(name, attribute, NAMES, draw, label=attribute.label[0]) for name in NAMES[:2]]
    if is_level:
        facts[1] = facts[1]._replace(number=facts[0].number)
    what = module._say_apart(*facts, draw, wanted=wanted)
    first, second = what.facts
    phrase, gap = said_gap(what), first.number - second.number
    assert what.is_true is wanted
    assert (gap > 0 and is_gap(gap, phrase)) is wanted
    assert gap > 0 or not phrase.startswith(AT_MOST)
    assert [fact.name for fact in what.facts] == NAMES[:2]


@given(attribute=st.sampled_from(APART), seed=st.integers(0, 10**6), wanted=st.booleans())
def test_what_is_computed_for_a_gap_is_the_gap_in_the_unit_of_the_claim(attribute, seed, wanted):
    draw = random.Random(seed)
    facts = [module._fact(name, attribute, NAMES, draw, label=attribute.label[0]) for name in NAMES[:2]]
    what = module._say_apart(*facts, draw, wanted=wanted)
    first, second = what.facts
    (computed,) = hints(what.text, [Line(one.name, f"{one.label} is {one.value}") for one in what.facts])
    order = "(?:more|later) than" if first.number > second.number else "(?:less|earlier) than"
    gap = f"{abs(first.number - second.number):,}"
    assert re.search(rf"{first.name} .+ is {order} {second.name} .+ by {gap}$", computed)


def test_some_claims_say_by_how_much_with_every_label(made):
    gap = re.compile(r"\d .*(?:more|later|after|higher|longer|taller|older|younger|heavier|wider|farther)\b.* than ")
    labels = Counter(claim.label for claim in made if claim.source == "pair" and gap.search(claim.claim))
    assert min(labels[label] for label in Label) >= 5


def test_the_right_gap_of_the_lower_of_two_is_said_too():
    draw = random.Random(1)
    facts = [module._fact(name, APART[0], NAMES, draw)._replace(number=30 - place) for place, name in enumerate(NAMES)]
    gaps = {is_gap(29, said_gap(module._say_apart(facts[29], facts[0], draw, wanted=False))) for _ in range(20)}
    assert gaps == {True, False}


@pytest.mark.parametrize("wanted", [True, False])
def test_two_have_the_same_name_only_where_that_is_wanted(wanted):
    draw = random.Random(1)
    with_values = next(one for one in attributes()["name"] if one.values)
    every = [module._say_name(with_values, NAMES, draw, wanted=wanted) for _ in range(600)]
    pairs = [what for what in every if len(what.facts) == 2]
    assert len(pairs) > 60
    assert all((what.facts[0].names == what.facts[1].names) is what.is_true is wanted for what in pairs)


def test_among_few_names_the_same_of_others_is_never_of_the_claims_own():
    names = NAMES[:10]
    draw = random.Random(1)
    fact = module._fact(names[0], attributes()["year"][0], names, draw)
    lines = [line for _ in range(300) for line in module._others([fact], names, "", draw)]
    assert any(line.title != fact.name and states(line, fact._replace(name=line.title)) for line in lines)
    assert not any(states(line, fact) for line in lines)
