from hypothesis import example, given, settings
from hypothesis import strategies as st

from veriscope.domain import Label
from veriscope.pipeline import PipelineConfig, Verifier, text_report_as_json
from veriscope.pipeline.text_claims import LeftOut, Passage, TextClaim, find_claims

WORDS = ["Vell", "is a town.", "It", "has", "?", "<b>", "\x00", "\n\n", "- ", "#", "1961.", "«", "a" * 60]
LEXICAL = PipelineConfig(selector="lexical", verdict="lexical")
TEXT = """# Arvania

Sure! Here is what I found:

**Arvania** is a small island country. It became independent in 1958.[2] It is a beautiful place!

- **Capital:** Port Ellis is the capital of Arvania.
- Population: 412,000

Have you been there? Tell me more. She climbed Mount Sorrel. "I was so happy," she said.
Vell ist die Hauptstadt von Arvanien.
"""


def test_statements_are_found_with_names_for_their_pronouns():
    claims = [part for part in find_claims(TEXT) if isinstance(part, TextClaim)]
    assert [(claim.sentence, claim.claim) for claim in claims] == [
        ("Arvania is a small island country.", "Arvania is a small island country."),
        ("It became independent in 1958.", "Arvania became independent in 1958."),
        ("Capital: Port Ellis is the capital of Arvania.", "Port Ellis is the capital of Arvania."),
    ]
    assert TEXT[claims[1].start : claims[1].end] == "It became independent in 1958.[2]"


def test_everything_else_is_left_out_with_the_reason():
    left_out = [(part.why, part.sentence) for part in find_claims(TEXT) if isinstance(part, Passage)]
    assert left_out == [
        (LeftOut.HEADING, "Arvania"),
        (LeftOut.PERSONAL, "Sure!"),
        (LeftOut.FRAGMENT, "Here is what I found:"),
        (LeftOut.OPINION, "It is a beautiful place!"),
        (LeftOut.FRAGMENT, "Population: 412,000"),
        (LeftOut.QUESTION, "Have you been there?"),
        (LeftOut.COMMAND, "Tell me more."),
        (LeftOut.UNCLEAR, "She climbed Mount Sorrel."),
        (LeftOut.FEELING, '"I was so happy," she said.'),
        (LeftOut.LANGUAGE, "Vell ist die Hauptstadt von Arvanien."),
    ]


def test_a_run_of_words_without_end_is_too_long_to_be_a_statement():
    (part,) = find_claims("Vell is old and " * 200 + "grey.")
    assert part.why is LeftOut.LENGTH


@given(st.text(alphabet=st.sampled_from("aB .?!\n#-*|>`1()\u202e<éя"), max_size=120))
@example("<\n<B>")
@example("a. 1")
@example("(B) --\n\na) **")
@example("```a\nB\n```\né")
@example("``` a ```\nB")
def test_the_parts_lie_in_order_and_hold_every_letter(text):
    parts = list(find_claims(text))
    places = [place for part in parts for place in (part.start, part.end)]
    assert places == sorted(places)
    held = set().union(*(range(part.start, part.end) for part in parts), ())
    lost = [text[place] for place in range(len(text)) if place not in held and text[place].isalpha()]
    assert not lost


def test_the_letter_of_an_item_belongs_to_the_passage_but_not_to_what_it_states():
    text = "a. Vell is a town in Arvania. It is old.\n(B) Port Ellis is a town in Arvania."
    claims = [part for part in find_claims(text) if isinstance(part, TextClaim)]
    assert [text[claim.start : claim.end] for claim in claims] == [
        "a. Vell is a town in Arvania.",
        "It is old.",
        "(B) Port Ellis is a town in Arvania.",
    ]
    assert [claim.claim for claim in claims] == [
        "Vell is a town in Arvania.",
        "Vell is old.",
        "Port Ellis is a town in Arvania.",
    ]


def test_an_initial_that_opens_a_line_is_part_of_the_name():
    (claim,) = find_claims("J. K. Marell wrote a book about Vell in 1997.")
    assert claim.claim == "J. K. Marell wrote a book about Vell in 1997."


@settings(max_examples=25)
@given(st.lists(st.sampled_from([*WORDS, "x" * 7000, "Vell is " + "very " * 299 + "old."]), max_size=12).map(" ".join))
def test_any_text_is_read_to_its_end(world, text):
    if text.strip():
        report = Verifier(world, LEXICAL).check_text(text)
        assert len(report.checked) + len(report.left_out) == len(report.parts)


def test_a_text_is_checked_and_summed_up(world):
    report = Verifier(world, LEXICAL).check_text(TEXT)
    assert [claim.trace.label for claim in report.checked][1:] == [Label.REFUTES, Label.SUPPORTS]
    assert report.with_label(Label.REFUTES)[0].source.claim == "Arvania became independent in 1958."
    fields = text_report_as_json(report)
    assert fields["summary"]["checked"] == 3
    assert fields["summary"]["sentences"] == 13
    assert sum(fields["summary"]["left_out"].values()) == 10
    assert fields["summary"]["left_out"]["fragment"] == 2
