import pytest

from veriscope.scoring import share_of


def test_a_share_has_the_score_interval_of_the_textbooks():
    # Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    assert share_of(81, 263)[1:] == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert share_of(15, 148)[1:] == pytest.approx((0.0624, 0.1605), abs=1e-4)
    assert share_of(0, 20)[1:] == pytest.approx((0, 0.1611), abs=1e-4)
    assert share_of(1, 29)[1:] == pytest.approx((0.0061, 0.1718), abs=1e-4)


def test_a_share_of_nothing_may_be_anything():
    assert share_of(0, 0) == (0, 0, 1)
