from veriscope.datasets.verdict_rows import parse_verdict_row
from veriscope.domain import SentenceId
from veriscope.lab.evaluation.given_evidence import given_evidence


def row(evidence, **more):
    return parse_verdict_row({"claim": "c", "label": "SUPPORTS", "evidence_text": evidence} | more)


def test_pieces_read_as_a_corpus_shows_them():
    (piece,) = given_evidence(
        row([{"page": "Crown_-LRB-film-RRB-", "sentence": "[[Vell]] is a  [[City|town]] -LRB-x-RRB-"}])
    )
    assert (piece.id, piece.context) == (SentenceId("Crown (film)", 0), ("Crown (film)",))
    assert piece.text == "Vell is a town (x)"


def test_pieces_are_ranked_as_they_stand_and_of_equal_score():
    found = given_evidence(row(["One.", "Two."], page="Vell"))
    assert [(str(piece.id), piece.text, piece.score) for piece in found] == [
        ("Vell#sentence-0", "One.", 1.0),
        ("Vell#sentence-1", "Two.", 1.0),
    ]


def test_a_piece_of_an_unknown_page_has_no_context():
    (piece,) = given_evidence(row("One. Two."))
    assert (piece.id.page, piece.context, piece.text) == ("", (), "One. Two.")


def test_split_pieces_have_an_address_each():
    found = given_evidence(row(["Vell is a city. It rains.", "Tam runs."]), split=True)
    assert [(piece.id.sentence, piece.text) for piece in found] == [
        (0, "Vell is a city."),
        (1, "It rains."),
        (2, "Tam runs."),
    ]
