from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veriscope.domain import Cell, Claim, ItemList, ListItem, Page, Sentence, SentenceId, Table
from veriscope.models.encoder import Encoder, Judgement
from veriscope.selection.reranked import PROPOSED, RerankedSelector, evidence_probability

TINY = Path(__file__).parents[1] / "models" / "fixtures" / "tiny_encoder"
CLAIM = Claim("1", "Ida Brandt climbed Mount Sorrel in 1874.")
TREES = ("Alder", "Birch", "Cedar", "Elder", "Hazel", "Larch", "Maple", "Rowan")
HEIGHTS = [("Tower", "Height"), *((f"{tree} Tower", f"{77 + 10 * place} m") for place, tree in enumerate(TREES))]
TOWERS = Page(
    "Towers of Vell",
    (
        Table(
            0, tuple(Cell(y, x, text, is_header=not (x and y)) for y in range(9) for x, text in enumerate(HEIGHTS[y]))
        ),
    ),
)
HIGH = Claim("2", "Hazel Tower in Vell has a height of more than 90 m.")


class Ranks:
    """An encoder that likes one text and keeps what it was asked."""

    def __init__(self, favourite="", *, rank=9.0):
        self.favourite, self.rank, self.asked = favourite, rank, []

    def all_asked(self):
        return [pair for pairs in self.asked for pair in pairs]

    def judge(self, pairs):
        self.asked.append(list(pairs))
        return [
            Judgement(self.rank if self.favourite and self.favourite in text else -self.rank, (0, 0, 0), (0, 0, 0))
            for _, text in pairs
        ]


@pytest.fixture
def pages(world):
    return [(world.page("Ida Brandt"), 2.0), (world.page("Mount Sorrel"), 1.0), (world.page("Arvania"), 0.5)]


def select(world, encoder, pages, *, claim=CLAIM, limit=30):
    return RerankedSelector(world.search_index, encoder=encoder).select(claim, pages, limit=limit)


def sentences(evidence):
    return [piece for piece in evidence if isinstance(piece.id, SentenceId)]


@pytest.mark.parametrize("favourite", ["dormant volcano", "botanist", "first climbed"])
def test_the_sentence_that_the_encoder_likes_comes_first(world, pages, favourite):
    best, *others = sentences(select(world, Ranks(favourite), pages))
    assert favourite in best.text
    assert best.score > 0.9 > max(piece.score for piece in others)


def test_lines_are_asked_with_the_title_of_their_page(world, pages):
    encoder = Ranks()
    select(world, encoder, pages)
    assert (CLAIM.text, "Mount Sorrel : It was first climbed in 1874 by Ida Brandt.") in encoder.all_asked()


def test_rows_are_asked_with_the_headers_of_their_cells(world):
    encoder = Ranks()
    select(world, encoder, [(TOWERS, 1.0)], claim=HIGH)
    asked = dict(reversed(pair) for pair in encoder.all_asked())
    assert any(text.endswith("Towers of Vell : Hazel Tower Height is 117 m") for text in asked)
    # What only names the row or the column is not asked alone.
    assert not any(text.endswith(("Tower is Hazel Tower", "Height")) for text in asked)


def test_what_can_be_computed_from_a_line_is_asked_along(world):
    encoder = Ranks()
    select(world, encoder, [(TOWERS, 1.0)], claim=HIGH)
    computed = "Computed : Height : Hazel Tower 117 m is more than 90 m"
    assert (HIGH.text, f"{computed} || Towers of Vell : Hazel Tower Height is 117 m") in encoder.all_asked()


def test_where_the_encoder_does_not_care_the_lexical_order_stays(world, pages):
    first = sentences(select(world, Ranks(rank=0.0), pages))
    assert first[0].id in {SentenceId("Mount Sorrel", 1), SentenceId("Ida Brandt", 1)}


def test_no_more_sentences_are_read_than_proposed(world):
    long = Page("Ida Brandt", tuple(Sentence(number, f"Ida Brandt climbed hill {number}.") for number in range(99)))
    encoder = Ranks()
    evidence = select(world, encoder, [(long, 1.0)])
    assert len(encoder.all_asked()) == PROPOSED
    assert len(sentences(evidence)) == 5


@pytest.mark.parametrize("tree", ["Alder", "Hazel", "Rowan"])
def test_the_row_that_the_encoder_likes_comes_first(world, tree):
    best, *others = select(world, Ranks(f"{tree} Tower Height"), [(TOWERS, 1.0)], claim=HIGH)
    assert best.id.row == TREES.index(tree) + 1
    assert best.score > 0.9 > max(piece.score for piece in others if piece.id.row != best.id.row)


def test_pieces_that_the_encoder_did_not_read_come_last_in_their_lexical_order(world):
    items = tuple(ListItem(number, f"Ida Brandt climbed hill {number} in 1874") for number in range(99))
    encoder = Ranks()
    evidence = select(world, encoder, [(Page("Climbs", (ItemList(0, items),)), 1.0)])
    read = [text.removeprefix("Climbs : ") for _, text in encoder.all_asked()]
    assert 0 < len(read) < len(evidence)
    assert {piece.text for piece in evidence[: len(read)]} == set(read)
    unread = evidence[len(read) :]
    assert max(piece.score for piece in unread) <= evidence[len(read) - 1].score
    assert [piece.id.item for piece in unread] == sorted(piece.id.item for piece in unread)


def test_scores_are_probabilities_best_first(world, pages):
    evidence = select(world, Encoder(TINY, threads=1), pages)
    scores = [piece.score for piece in evidence]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)
    assert {type(piece.id).__name__ for piece in evidence} >= {"SentenceId", "CellId"}


def test_the_same_question_selects_the_same(world, pages):
    encoder = Encoder(TINY, threads=1)
    assert select(world, encoder, pages) == select(world, encoder, pages)
    assert select(world, encoder, pages, limit=3) == select(world, encoder, pages)[:3]


def test_no_pages_select_nothing(world):
    assert select(world, Encoder(TINY, threads=1), []) == []


logits, probabilities = st.floats(-50, 50), st.floats(0, 1)


@given(rank=logits, lexical=probabilities)
def test_a_combined_score_is_a_probability(rank, lexical):
    assert 0 <= evidence_probability(rank, lexical) <= 1


@settings(max_examples=40)
@given(rank=st.floats(-15, 15), higher=st.floats(0.1, 5), lexical=probabilities)
def test_a_better_rank_is_a_better_score(rank, higher, lexical):
    assert evidence_probability(rank + higher, lexical) > evidence_probability(rank, lexical)


@settings(max_examples=40)
@given(rank=st.floats(-15, 15), first=probabilities, second=probabilities)
def test_a_better_lexical_score_is_never_worse(rank, first, second):
    low, high = sorted((first, second))
    assert evidence_probability(rank, low) <= evidence_probability(rank, high)
