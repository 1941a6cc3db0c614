import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veriscope.domain import Label
from veriscope.errors import StoreError
from veriscope.lab.lessons.mined import LINES, MinedClaim, RankedLine, read_mined, write_mined
from veriscope.models.evidence_lines import Line

texts = st.text(max_size=12)
# Few different lines, so that claims share some.
lines = st.builds(Line, st.sampled_from(["", "Vell", "Tam\n"]), texts)
scores = st.integers(0, 10_000).map(lambda number: number / 10_000)
found = st.builds(RankedLine, lines, scores, st.booleans())
claims = st.builds(
    MinedClaim,
    texts,
    texts,
    texts,
    st.sampled_from(Label),
    st.lists(lines, max_size=3).map(tuple),
    st.lists(found, max_size=3).map(tuple),
    st.booleans(),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("mined")


@settings(max_examples=30)
@given(given_claims=st.lists(claims, max_size=5))
def test_what_is_written_is_read_again(folder, given_claims):
    assert write_mined(folder, iter(given_claims)) == len(given_claims)
    assert list(read_mined(folder)) == given_claims


def test_scores_keep_four_digits(tmp_path):
    one = RankedLine(Line("Vell", "Vell is a town."), 0.123456, False)
    write_mined(tmp_path, [MinedClaim("1", "fever", "Vell", Label.SUPPORTS, (), (one,), True)])
    (read,) = read_mined(tmp_path)
    assert read.found[0].score == pytest.approx(one.score, abs=5e-5)


def test_a_folder_without_claims_is_one_clear_error(tmp_path):
    with pytest.raises(StoreError, match=f"holds no mined claims; {LINES}"):
        list(read_mined(tmp_path))
