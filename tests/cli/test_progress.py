import pytest

from veriscope.cli.progress import Pace, duration_text


def paced(*points, total=1000):
    """A pace after reports of (seconds, done)."""
    pace = Pace()
    for now, done in points:
        pace.observe(now, done=done, total=total, made=done)
    return pace


def test_the_first_seconds_give_no_estimate():
    for points in ([], [(0, 0)], [(0, 0), (2.9, 500)], [(0, 0), (60, 2)]):
        pace = paced(*points)
        assert (pace.time_left(), pace.rate() if len(points) < 2 or points[-1][0] < 3 else "") == ("", "")


def test_an_estimate_goes_by_what_was_done_since_the_first_report():
    assert paced((0, 0), (10, 100)).time_left() == "about 2 min left"
    # An earlier run did 900 of them: they took this one no time.
    assert paced((50, 900), (60, 950)).time_left() == "about 10 s left"
    assert paced((50, 900), (60, 950)).rate() == "5/s"


def test_work_that_is_done_has_no_time_left():
    assert paced((0, 0), (10, 1000)).time_left() == ""


def test_a_step_with_another_total_is_estimated_anew():
    pace = paced((0, 0), (100, 10))
    pace.observe(101, done=0, total=50, made=0)
    assert pace.time_left() == ""
    pace.observe(111, done=25, total=50, made=25)
    assert pace.time_left() == "about 10 s left"


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.2, "1 s"), (59, "59 s"), (61, "1 min"), (3599, "1 h 0 min"), (7500, "2 h 5 min")]
)
def test_a_duration_reads_as_people_say_it(seconds, text):
    assert duration_text(seconds) == text
