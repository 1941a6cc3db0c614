import pytest

from veriscope.domain import Claim, Evidence, Label, SentenceId
from veriscope.verdict.lexical import LexicalVerdict

CASES = [
    ("Port Ellis is the capital of Arvania.", "Its capital is Port Ellis.", Label.SUPPORTS),
    ("Vell is the capital of Arvania.", "Its capital is Port Ellis.", Label.REFUTES),
    ("Port Ellis is not the capital of Arvania.", "Its capital is Port Ellis.", Label.REFUTES),
    ("Arvania became independent in 1958.", "Arvania became independent in 1961.", Label.REFUTES),
    ("Arvania exports wool.", "Its capital is Port Ellis.", Label.NOT_ENOUGH_INFO),
    (
        "Arvania is a big country in Ovelia.",
        "Arvania was settled by Jon Pike in 1535 and is a big country.",
        Label.NOT_ENOUGH_INFO,
    ),
    ("Arvania has 412 lakes.", "Arvania has Great lakes.", Label.NOT_ENOUGH_INFO),
    ("Vell is a capital.", "The harbour is deep.", Label.NOT_ENOUGH_INFO),
]


@pytest.mark.parametrize(("claim", "text", "label"), CASES)
def test_words_names_and_negation_decide(claim, text, label):
    evidence = [Evidence(SentenceId("Arvania", 0), text, ("Arvania",), 1.0)]
    assert LexicalVerdict().decide(Claim("1", claim), evidence).label is label


def test_support_anywhere_outweighs_a_conflict():
    texts = ["In 1958 Arvania joined a union and became independent.", "Arvania became independent in 1961."]
    evidence = [Evidence(SentenceId("Arvania", i), text, ("Arvania",), 1.0) for i, text in enumerate(texts)]
    assert LexicalVerdict().decide(Claim("1", "Arvania became independent in 1961."), evidence).label is Label.SUPPORTS
