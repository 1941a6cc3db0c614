import json
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veriscope.errors import StoreError
from veriscope.models.boosted_trees import BoostedTrees, Node
from veriscope.programs.features import FAMILIES, PROGRAM_FEATURES
from veriscope.programs.judge import TableReader
from veriscope.programs.ranker import (
    CLAIM_FEATURES,
    CLAIM_LABEL_FILE,
    CONFIDENCE_FEATURES,
    PICK_CONFIDENCE_FILE,
    PICK_FEATURES,
    PICK_PROGRAM_FILE,
    PROGRAM_LABEL_FILE,
    ProgramRanker,
    Ranking,
    claim_features,
    confidence_features,
    packaged_ranker,
    pick_features,
)

NO_PROGRAMS = np.zeros((0, len(PROGRAM_FEATURES)), np.float32)
FILES = {PICK_PROGRAM_FILE: PICK_FEATURES, PROGRAM_LABEL_FILE: PROGRAM_FEATURES, CLAIM_LABEL_FILE: CLAIM_FEATURES,
         PICK_CONFIDENCE_FILE: CONFIDENCE_FEATURES}  # fmt: skip
ROWS = (("Team", "Country", "Points"), ("Lions", "Norway", "41"), ("Tigers", "Sweden", "38"), ("Bears", "Norway", "12"))


def one_split(features, *, on=0):
    """A tree that parts rows by one feature."""
    return BoostedTrees(tuple(features), {}, ((Node(on, 0.5, 1, 2, 0.0), Node.leaf(-2.0), Node.leaf(2.0)),))


@pytest.fixture
def folder(tmp_path):
    for name, features in FILES.items():
        one_split(features).write(tmp_path / name)
    return tmp_path


@pytest.fixture
def features(table_of):
    return TableReader("League", table_of(ROWS)).runs("Two teams of Norway have more than 10 points.")[1]


def named(row):
    return dict(zip(CLAIM_FEATURES, row.tolist(), strict=True))


@pytest.mark.parametrize(
    ("choices", "best"), [((), None), ((0.3,), 0), ((0.2, 0.7, 0.7), 1), ((0.5, 0.5), 0), ((0.0, 0.0, 0.1), 2)]
)
def test_the_best_program_is_the_likeliest_and_of_equals_the_first(choices, best):
    assert Ranking(0.5, choices).best() == best


def test_no_programs_still_say_how_likely_the_claim_is(folder):
    ranking = ProgramRanker.read(folder).rank(NO_PROGRAMS)
    assert ranking.choices == ()
    assert ranking.best() is None
    assert 0 < ranking.support_probability < 1


def test_the_features_of_no_programs_are_undecided_or_absent():
    row = claim_features(NO_PROGRAMS, np.zeros(0), np.zeros(0))
    assert row.shape == (len(CLAIM_FEATURES),)
    assert {value for name, value in named(row).items() if name.startswith("surest")} == {0.5}
    assert {value for name, value in named(row).items() if not name.startswith("surest")} == {-1.0}


def test_what_a_program_yields_does_not_tell_whether_it_is_the_right_one(features):
    assert not {"truth", "agreeing_family", "agreeing_all"} & set(PICK_FEATURES)
    turned = features.copy()
    turned[:, PROGRAM_FEATURES.index("truth")] = 1 - turned[:, PROGRAM_FEATURES.index("truth")]
    assert (pick_features(turned) == pick_features(features)).all()
    assert pick_features(features).shape == (len(features), len(PICK_FEATURES))


def test_what_programs_say_together_is_read_off_by_hand(features):
    three = features[:3].copy()
    three[:, PROGRAM_FEATURES.index("truth")] = [1, 0, 0]
    three[:, PROGRAM_FEATURES.index("covered")] = [0.5, 1.0, 0.0]
    found = named(claim_features(three, np.array([0.2, 0.5, 0.1]), np.array([0.9, 0.2, 0.6])))
    assert [found[f"surest {place}"] for place in range(1, 6)] == pytest.approx([0.9, 0.2, 0.6, 0.5, 0.5])
    assert (found["chosen_truth"], found["chosen"], found["next_chosen"]) == pytest.approx((0.0, 0.5, 0.2))
    assert found["chosen_alike"] == pytest.approx(0.25 / (0.25 + 1 + 1 / 9))
    assert (found["true_at_best"], found["false_at_best"]) == pytest.approx((0.9, 0.2))
    assert found["by_coverage"] == pytest.approx((0.9 / 8 + 0.2) / (1 / 8 + 1))
    assert found["share_true"] == pytest.approx(1 / 3)


def test_how_far_the_chosen_program_leads_is_read_off_by_hand(features):
    three = features[:3].copy()
    three[:, PROGRAM_FEATURES.index("truth")] = [1, 1, 0]
    found = dict(zip(CONFIDENCE_FEATURES, confidence_features(three, np.array([0.8, 0.5, 0.2])).tolist(), strict=True))
    assert found["chosen"] == pytest.approx(0.8)
    assert found["share"] == pytest.approx(4 / (4 + 1 + 0.25))
    assert (found["lead"], found["lead_of_other_truth"]) == pytest.approx((np.log(4), np.log(16)))
    assert found["same_truth"] == pytest.approx(5 / 5.25)
    alone = dict(zip(CONFIDENCE_FEATURES, confidence_features(three[:1], np.array([0.8])).tolist(), strict=True))
    assert (alone["lead"], alone["lead_of_other_truth"], alone["same_truth"]) == (20, 20, 1)


def test_a_family_without_a_program_is_absent(features):
    found = named(claim_features(features, np.full(len(features), 0.5), np.full(len(features), 0.4)))
    present = {name for name in FAMILIES if features[:, PROGRAM_FEATURES.index(f"family {name}")].any()}
    assert "count" in present
    for name in FAMILIES:
        ends = (found[f"highest {name}"], found[f"lowest {name}"])
        assert ends == pytest.approx((0.4, 0.4) if name in present else (-1, -1))


@settings(max_examples=30)
@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1), st.booleans(), st.floats(0, 1)), min_size=1, max_size=8))
def test_features_are_finite_whatever_the_probabilities_are(drawn):
    rows = np.zeros((len(drawn), len(PROGRAM_FEATURES)), np.float32)
    choices, words, truths, covered = map(np.array, zip(*drawn, strict=True))
    rows[:, PROGRAM_FEATURES.index("truth")], rows[:, PROGRAM_FEATURES.index("covered")] = truths, covered
    row = claim_features(rows, choices.astype(float), words.astype(float))
    assert np.isfinite(row).all()


def test_the_packaged_ranker_gives_probabilities(features):
    ranking = packaged_ranker().rank(features)
    assert len(ranking.choices) == len(features) > 5
    assert all(0 < chance < 1 for chance in (ranking.support_probability, ranking.confidence, *ranking.choices))
    assert packaged_ranker() is packaged_ranker()


@pytest.mark.parametrize("name", FILES)
def test_a_missing_model_is_one_clear_line(folder, name):
    (folder / name).unlink()
    with pytest.raises(
        StoreError, match=rf"^cannot read the model .*{re.escape(name)}: .*; install the package again$"
    ):
        ProgramRanker.read(folder)


@pytest.mark.parametrize("content", ["", "{", "[]", '{"features": [1], "settings": {}, "trees": []}', "\x00"])
def test_a_broken_model_is_one_clear_line(folder, content):
    (folder / CLAIM_LABEL_FILE).write_text(content, encoding="utf-8")
    with pytest.raises(StoreError, match=r"^cannot read the model .*claim_label\.json: [^\n]*$"):
        ProgramRanker.read(folder)


def test_a_model_of_other_features_is_refused(folder):
    fields = json.loads((folder / PROGRAM_LABEL_FILE).read_text(encoding="utf-8"))
    fields["features"].reverse()
    (folder / PROGRAM_LABEL_FILE).write_text(json.dumps(fields), encoding="utf-8")
    with pytest.raises(StoreError, match=r"program_label\.json reads other features"):
        ProgramRanker.read(folder)
