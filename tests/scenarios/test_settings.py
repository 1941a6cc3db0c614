import pytest

from veriscope.errors import UsageError
from veriscope.scenarios import PAPER_POPULARITY, PAPER_TRAINING, DatasetSettings


@pytest.mark.parametrize(
    ("size", "ratio", "true_facts"),
    # ⌈300 · 1/2⌉, ⌈300 · 0.2/1.2⌉, ⌈300 · 0.5/1.5⌉ as in the published files; ⌈10 · 3/4⌉ = ⌈7.5⌉; ⌈7 · 1/2⌉ = ⌈3.5⌉;
    # one true fact for eleven false ones
    [(300, 1.0, 150), (300, 0.2, 50), (300, 0.5, 100), (10, 3.0, 8), (7, 1.0, 4), (12, 1 / 11, 1)],
)
def test_the_ratio_decides_how_many_facts_are_true(size, ratio, true_facts):
    settings = DatasetSettings(size=size, ratio=ratio)
    assert (settings.true_facts, settings.false_facts) == (true_facts, size - true_facts)


@pytest.mark.parametrize(
    ("transparency", "hard"),
    # ⌊(1 − τ) · 250⌋; 1 − 0.9 is exactly a tenth.
    [(0.0, 250), (0.1, 225), (0.2, 200), (0.5, 125), (0.9, 25), (0.99, 2), (1.0, 0)],
)
def test_transparency_decides_how_many_false_facts_are_hard(transparency, hard):
    settings = DatasetSettings(transparency=transparency, ratio=0.2)
    assert (settings.hard_facts, settings.random_facts) == (hard, 250 - hard)


@pytest.mark.parametrize(("homogeneity", "alike"), [(0.0, 0), (0.2, 30), (0.5, 75), (0.29, 43), (1.0, 150)])
def test_homogeneity_decides_how_many_true_facts_come_from_the_largest_cluster(homogeneity, alike):
    assert DatasetSettings(homogeneity=homogeneity).alike_facts == alike


def test_the_papers_tests_of_popularity_have_fifty_true_facts_each():
    assert [settings.true_facts for settings in PAPER_POPULARITY] == [50, 50, 50]
    assert {(settings.transparency, settings.homogeneity) for settings in PAPER_POPULARITY} == {(1.0, 0.5)}
    assert {settings.popularity.value for settings in PAPER_POPULARITY} == {"random", "popular", "unpopular"}
    assert (PAPER_TRAINING.transparency, PAPER_TRAINING.homogeneity, PAPER_TRAINING.size) == (1.0, 1.0, 300)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"transparency": 1.2}, "transparency 1.2 is not a share"),
        ({"homogeneity": -0.1}, "homogeneity -0.1 is not a share"),
        ({"ratio": 0.0}, "ratio 0"),
        ({"size": 2, "ratio": 9.0}, "makes 2 true and 0 false facts"),
    ],
)
def test_settings_that_make_no_sense_are_refused(wrong, said):
    with pytest.raises(UsageError, match=said):
        DatasetSettings(**wrong)
