import json
import multiprocessing

import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs the extra `train`")
pytest.importorskip("transformers", reason="training needs the extra `train`")

from veriscope.domain import Label
from veriscope.errors import StoreError
from veriscope.lab.lessons.mined import MinedClaim, RankedLine, read_mined, write_mined
from veriscope.lab.training.recipes import TimeIsUpError, load_recipe, settings_of
from veriscope.lab.training.train_examples import compose_examples
from veriscope.models.evidence_lines import Line

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_thread")]

NAMES = ("vell", "tam", "ellis", "orrin", "sorrel", "brandt")
SAYS = {Label.SUPPORTS: "the town is old", Label.REFUTES: "the town is not old"}


def mined(number, name, label):
    gold = Line(name, SAYS[label]) if label in SAYS else None
    others = [RankedLine(Line(name, f"a film of wool and {other}"), 0.5, False) for other in NAMES]
    found = [*others[:3], *([RankedLine(gold, 0.4, True)] if gold else []), *others[3:]]
    return MinedClaim(str(number), "fever", f"{name} is old", label, (gold,) if gold else (), tuple(found), True)


CLAIMS = [mined(number, name, label) for number, name in enumerate(NAMES) for label in Label]


@pytest.fixture(autouse=True)
def no_process_is_left():
    yield
    assert multiprocessing.active_children() == []


@pytest.fixture(scope="module")
def work(tmp_path_factory):
    folder = tmp_path_factory.mktemp("recipe")
    write_mined(folder / "mined", CLAIMS)
    return folder


def stage(name, **options):
    run = load_recipe(f"encoder-{name}")
    return list(run(settings_of(run)(**options)))


def train(base, work, out, **options):
    stage("train", base=base, mined=work / "mined", out=work / out, **{"tokens": 400, "rate": 0.01} | options)


@pytest.fixture(scope="module")
def ranker(tiny_base, work):
    train(tiny_base, work, "ranker", epochs=30, heads="line")
    return work / "ranker"


def test_lines_are_put_in_the_order_of_the_trained_network(ranker, work):
    stage("rank", network=ranker, mined=work / "mined", out=work / "ranked")
    ranked = list(read_mined(work / "ranked"))
    assert [one._replace(found=()) for one in ranked] == [one._replace(found=()) for one in CLAIMS]
    for before, after in zip(CLAIMS, ranked, strict=True):
        assert {one.line for one in after.found} == {one.line for one in before.found}
        scores = [one.score for one in after.found]
        assert scores == sorted(scores, reverse=True)
        assert all(0 <= score <= 1 for score in scores)
    with_gold = [one for one in ranked if one.gold]
    assert sum(one.found[0].is_gold for one in with_gold) > 0.9 * len(with_gold)


def test_held_out_claims_are_measured_beside_the_network(ranker, work):
    (said,) = stage("measure", network=ranker, held_out=work / "mined")
    measured = json.loads((ranker / "held_out.json").read_text())
    assert json.loads(said) == measured
    assert measured["claims"] == len(CLAIMS)
    assert measured["gold_line_at_5"] > 0.9
    assert np.mean(measured["recall"]) == pytest.approx(measured["accuracy"], abs=1e-3)


def test_a_teachers_scores_belong_to_the_examples_that_the_student_learns_from(ranker, work):
    stage("score", network=ranker, mined=work / "mined", out=work / "scores", draws=2, seed=4)
    for seed in (4, 5):
        scores = np.load(work / "scores" / f"draw-{seed}.npy")
        assert scores.shape == (len(compose_examples(CLAIMS, seed=seed)), 7)
    train(ranker, work, "student", scores=work / "scores", epochs=1)
    assert (work / "student" / "heads.pt").exists()


def test_scores_of_other_claims_are_refused(ranker, work):
    stage("score", network=ranker, mined=work / "mined", out=work / "few", limit=3)
    with pytest.raises(StoreError, match="score these claims again"):
        train(ranker, work, "misled", scores=work / "few", epochs=1)


def test_a_folder_without_scores_is_refused(ranker, work):
    with pytest.raises(StoreError, match="holds no scores"):
        train(ranker, work, "misled", scores=work / "nothing", epochs=1)


def test_out_of_time_is_said_and_the_same_call_goes_on(tiny_base, work):
    options = {"epochs": 10, "tokens": 150}
    with pytest.raises(TimeIsUpError, match="the time is up"):
        train(tiny_base, work, "stopped", seconds=0, **options)
    assert not (work / "stopped" / "heads.pt").exists()
    train(tiny_base, work, "stopped", **options)
    steps = [json.loads(line)["step"] for line in (work / "stopped" / "log.jsonl").read_text().splitlines()]
    assert steps == sorted(set(steps))
    assert steps[0] == 50
    assert (work / "stopped" / "tokenizer.json").read_bytes() == (tiny_base / "tokenizer.json").read_bytes()


def test_the_seed_alone_decides_what_a_network_becomes(tiny_base, work):
    for out, seed in (("one", 1), ("again", 1), ("two", 2)):
        train(tiny_base, work, out, epochs=1, seed=seed)
    one, again, two = ((work / out / "model.safetensors").read_bytes() for out in ("one", "again", "two"))
    assert one == again != two


def test_a_network_that_is_trained_is_left_as_it_is(ranker, tiny_base, work):
    before = (ranker / "heads.pt").stat().st_mtime_ns
    train(tiny_base, work, "ranker", epochs=50)
    assert (ranker / "heads.pt").stat().st_mtime_ns == before
