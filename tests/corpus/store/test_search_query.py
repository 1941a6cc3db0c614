import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.corpus.store.search_query import MAX_CLAUSES, MAX_PHRASE, Choice, Clause, SearchQuery, parse_query

ANYWHERE = Clause(("x",)).fields


def word(term, *, fields=ANYWHERE):
    return Clause((term,), fields)


def either(*runs):
    return Choice(tuple(run if isinstance(run, tuple) else (run,) for run in runs))


def query(*choices, excluded=()):
    return SearchQuery(tuple(either(choice) if isinstance(choice, Clause) else choice for choice in choices), excluded)


LIMA, PERU, CHILE = word("lima"), word("peru"), word("chil")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Lima  PERU", query(LIMA, PERU)),
        ("lima lima", query(LIMA)),
        ('"Lima, Peru" chile', query(Clause(("lima", "peru")), CHILE)),
        ("“Lima Peru”", query(Clause(("lima", "peru")))),
        ("title:lima peru", query(word("lima", fields=("title",)), PERU)),
        ("TITLE: lima", query(word("lima", fields=("title",)))),
        ('caption:"lima peru"', query(Clause(("lima", "peru"), ("heading",)))),
        ("heading:lima body:peru", query(word("lima", fields=("heading",)), word("peru", fields=("body",)))),
        ("lima -peru", query(LIMA, excluded=(PERU,))),
        ("lima NOT peru", query(LIMA, excluded=(PERU,))),
        ('lima -"peru chile"', query(LIMA, excluded=(Clause(("peru", "chil")),))),
        ("lima -title:peru", query(LIMA, excluded=(word("peru", fields=("title",)),))),
        ("lima AND peru chile", query(either((LIMA, PERU)), CHILE)),
        ("lima OR peru", query(either(LIMA, PERU))),
        ("chile lima OR peru", query(CHILE, either(LIMA, PERU))),
        ("lima AND peru OR chile", query(either((LIMA, PERU), CHILE))),
        ("lima AND NOT peru", query(LIMA, excluded=(PERU,))),
        ("direct*", query(Clause(("direct",), is_beginning=True))),
        ("directing*", query(Clause(("directing",), is_beginning=True))),
        ('"lima per*"', query(Clause(("lima", "per"), is_beginning=True))),
        ('"lima per"*', query(Clause(("lima", "per"), is_beginning=True))),
        ("well-known", query(Clause(("well", "known")))),
        ("(lima OR peru)", query(either(LIMA, PERU))),
        ("東京", query(Clause(("東", "京")))),
        ("lima and peru", query(LIMA, word("and"), PERU)),
    ],
)
def test_operators_mean_what_people_expect(text, expected):
    assert parse_query(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"lima peru', query(Clause(("lima", "peru")))),
        ("AND lima OR", query(LIMA)),
        ("OR AND lima", query(LIMA)),
        ("lima NOT", query(LIMA)),
        ("lima - peru", query(LIMA, PERU)),
        ("title:", query(word("titl"))),
        ("subtitle:lima", query(Clause(("subtitl", "lima")))),
        ("lima\x00peru\x1b", query(LIMA, PERU)),
        ("* lima ?", query(LIMA)),
        ("[lima TO peru}", query(LIMA, word("to"), PERU)),
        ("lima^2 peru~", query(Clause(("lima", "2")), PERU)),
        ('"" lima "', query(LIMA)),
        ("", query()),
        ('"" * () -- NOT', query()),
        ("-lima", query(excluded=(LIMA,))),
    ],
)
def test_what_makes_no_sense_as_an_operator_is_read_kindly(text, expected):
    assert parse_query(text) == expected


def test_a_very_long_query_is_read_in_part_and_says_so():
    parsed = parse_query(" ".join(f"word{n}" for n in range(20_000)))
    assert (len(parsed.choices), parsed.left_out) == (MAX_CLAUSES, 20_000 - MAX_CLAUSES)
    assert len(next(parse_query('"' + "lima " * 20_000).clauses()).terms) == MAX_PHRASE


@pytest.mark.parametrize(
    "text", ["(" * 100_000, '"' * 100_000, "-" * 100_000, "a" * 100_000, "title:" * 20_000, "*a" * 50_000]
)
def test_reading_takes_no_time(text):
    started = time.process_time()
    parse_query(text)
    assert time.process_time() - started < 1


def test_everyday_words_are_known_as_such():
    assert [clause.is_everyday() for clause in parse_query("the capital of*").clauses()] == [True, False, False]


@given(
    st.text()
    | st.lists(st.sampled_from(['"', "-", "AND", "OR", "NOT", "title:", "a", "lima*", "(", " ", "é", "東"])).map(
        "".join
    )
)
def test_any_text_is_a_query(text):
    parsed = parse_query(text)
    for clause in (*parsed.clauses(), *parsed.excluded):
        assert 0 < len(clause.terms) <= MAX_PHRASE
        assert all(clause.terms)
        assert set(clause.fields) <= {"title", "heading", "body"}
