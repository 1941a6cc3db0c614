from hypothesis import given, settings
from hypothesis import strategies as st

from veriscope.domain import CaptionId, CellId, Evidence, ItemId, SentenceId
from veriscope.models.evidence_lines import Line, evidence_lines, join_lines, row_text

small = st.integers(0, 2)
pages = st.sampled_from(["Vell", "Port Ellis"])
ids = st.one_of(
    st.builds(SentenceId, pages, small),
    st.builds(CellId, pages, small, small, small, st.booleans()),
    st.builds(CaptionId, pages, small),
    st.builds(ItemId, pages, small, small),
)
words = st.text("abc ", max_size=8)
contexts = st.lists(words, max_size=4).map(tuple)
pieces = st.builds(Evidence, ids, words, contexts, st.floats(0, 1))
lines = st.builds(Line, st.sampled_from(["", "Vell", "Tam"]), st.text("xyz", min_size=1, max_size=6))


def cell(row, column, text, *headers, page="Games", table=0):
    return Evidence(CellId(page, table, row, column), text, (page, *headers), 0.5)


def sentence(number, text, *sections, page="Vell"):
    return Evidence(SentenceId(page, number), text, (page, *sections), 0.5)


def own_pieces(line, evidence):
    """The pieces that a line is made of, without the headers that joined it behind them."""
    return [place for place in line.pieces if not getattr(evidence[place].id, "is_header", False)] or line.pieces


@settings(max_examples=40)
@given(evidence=st.lists(pieces, max_size=12))
def test_every_piece_stands_in_exactly_one_line(evidence):
    places = [place for line in evidence_lines(evidence) for place in line.pieces]
    assert sorted(places) == list(range(len(evidence)))


@settings(max_examples=40)
@given(evidence=st.lists(pieces, max_size=12))
def test_lines_keep_the_order_of_their_best_pieces(evidence):
    found = evidence_lines(evidence)
    best = [line.pieces[0] for line in found]
    assert best == sorted(best)
    for line in found:
        assert line.pieces[0] == min(own_pieces(line, evidence))


@settings(max_examples=40)
@given(evidence=st.lists(pieces, max_size=12))
def test_only_cells_of_one_row_share_a_line(evidence):
    for line in evidence_lines(evidence):
        own = own_pieces(line, evidence)
        rows = {str(evidence[place].id).rpartition("-")[0] for place in own}
        kinds = {type(evidence[place].id) for place in line.pieces}
        assert len(rows) == 1
        assert len(line.pieces) == 1 or kinds == {CellId}


def test_a_header_of_any_row_joins_the_line_of_a_cell_it_names():
    header = Evidence(CellId("Games", 0, 0, 1, True), "Gold", ("Games",), 0.5)
    (line,) = evidence_lines([header, cell(2, 1, "16", "Gold")])
    assert line.pieces == (1, 0)


def test_a_sentence_is_read_with_its_title_and_sections():
    (line,) = evidence_lines([sentence(0, "It was built in 1931.", "Harbour")])
    assert line.line.alone() == "Vell : Harbour ; It was built in 1931."


def test_the_cells_of_a_row_are_read_from_left_to_right_with_their_headers():
    evidence = [
        cell(2, 1, "16", "Winter", "Gold"),
        sentence(0, "Vell is a town."),
        cell(2, 0, "Norway", "Winter", "Country"),
    ]
    first, second = evidence_lines(evidence)
    assert (first.pieces, second.pieces) == ((0, 2), (1,))
    assert first.line == Line("Games", "Winter ; Country is Norway ; Gold is 16")


def test_a_cell_alone_is_named_by_all_that_stands_over_it():
    (line,) = evidence_lines([cell(1, 1, "16", "Winter", "Gold")])
    assert line.line.alone() == "Games : Winter Gold is 16"


def test_rows_of_different_tables_stay_apart():
    assert len(evidence_lines([cell(1, 0, "a"), cell(1, 1, "b", table=1), cell(1, 2, "c", page="Other")])) == 3


def header(row, column, text, *, table=0):
    return Evidence(CellId("Games", table, row, column, is_header=True), text, ("Games",), 0.5)


def test_a_header_joins_the_first_line_that_it_names():
    evidence = [header(0, 1, "Gold"), cell(2, 1, "16", "Gold"), header(0, 1, "Gold", table=1), cell(3, 1, "9", "Gold")]
    found = evidence_lines(evidence)
    assert [line.pieces for line in found] == [(1, 0), (2,), (3,)]
    assert found[0].line == Line("Games", "Gold is 16")


def test_a_header_that_names_no_other_piece_has_a_line_of_its_own():
    assert [line.pieces for line in evidence_lines([header(1, 0, "Country"), cell(1, 1, "16")])] == [(0,), (1,)]


def test_evidence_without_context_has_no_title():
    nameless = Evidence(SentenceId("", 0), "Vell is old.", (), 1.0)
    assert [line.line.alone() for line in evidence_lines([nameless])] == ["Vell is old."]


@given(found=st.lists(lines, max_size=8))
def test_a_list_names_each_page_once_and_says_every_line(found):
    text = join_lines(found)
    assert all(text.count(f"{title} : ") == 1 for title in {line.title for line in found} - {""})
    assert all(line.text in text for line in found)


def test_the_lines_of_a_page_come_together_behind_its_title():
    found = [Line("Vell", "A."), Line("Tam", "B."), Line("Vell", "C."), Line("", "D.")]
    assert join_lines(found) == "Vell : A. C. || Tam : B. || D."
    assert join_lines([]) == ""


def test_a_value_without_headers_stands_alone():
    assert row_text([(("Country",), "Norway"), ((), "16")]) == "Country is Norway ; 16"


def test_a_long_text_says_each_sentence_once_and_a_short_one_stays_as_it_is():
    short = "It rains. It rains."
    assert evidence_lines([sentence(0, short)])[0].line.text == short
    (line,) = evidence_lines([sentence(0, "It rains. It snows. " * 400)])
    assert line.line.text == "It rains. It snows."
