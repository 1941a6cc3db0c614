import json
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs the extra `train`")
pytest.importorskip("transformers", reason="training needs the extra `train`")

import torch

from veriscope.lab.training.examples import UNKNOWN, Example, Head
from veriscope.lab.training.train_cross_encoder import TrainingSettings, score, train
from veriscope.lab.training.train_epochs import epoch_of
from veriscope.lab.training.train_network import CrossEncoder, load_network, network_tokenizer

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_thread")]

# What the line says of the claim can be read off one word, and so can whether it is evidence.
SAYS = {"town is old": (0, 1), "town is not old": (1, 1), "film was by sea": (2, 0)}
EXAMPLES = [
    Example(head, f"the town {name} is old", f"{name} : the {text}", label, rank if head is Head.LINE else UNKNOWN, "")
    for name in ("vell", "tam", "ellis", "orrin", "sorrel", "brandt")
    for text, (label, rank) in SAYS.items()
    for head in Head
]
LABELS, HEADS, RANKS = (np.array([getattr(one, name) for one in EXAMPLES]) for name in ("label", "head", "rank"))
SETTINGS = TrainingSettings(epochs=20, rate=1e-2, tokens=120, seed=3)


@pytest.fixture(scope="module")
def epoch(tiny_base):
    tokenizer, _ = network_tokenizer(tiny_base, max_tokens=64)
    return epoch_of(EXAMPLES, tokenizer)


@pytest.fixture(scope="module")
def blind(epoch):
    """The examples without what they teach."""
    unknown = np.full_like(epoch.labels, UNKNOWN)
    return replace(epoch, labels=unknown, ranks=unknown)


@pytest.fixture(scope="module")
def new_network(tiny_base):
    def new():
        torch.manual_seed(5)
        return load_network(tiny_base)

    return new


class Trained(NamedTuple):
    network: CrossEncoder
    folder: Path


@pytest.fixture(scope="module")
def trained(epoch, new_network, tmp_path_factory):
    """A network that learned the toy task without a stop."""
    made = Trained(new_network(), tmp_path_factory.mktemp("trained"))
    assert run(made.network, epoch, made.folder)
    return made


def is_right(logits):
    said = np.where((HEADS == Head.LIST)[:, None], logits[:, 4:7], logits[:, 1:4]).argmax(1)
    return (said == LABELS).mean()


def run(network, epoch, folder, settings=SETTINGS):
    return train(network, lambda _: epoch, settings, folder=folder, filler=0)


def test_training_learns_labels_and_ranks(epoch, new_network, trained):
    assert is_right(score(new_network(), epoch.table, filler=0)) < 0.7
    logits = score(trained.network, epoch.table, filler=0)
    assert is_right(logits) > 0.9
    assert ((logits[RANKS != UNKNOWN, 0] > 0) == (RANKS[RANKS != UNKNOWN] == 1)).mean() > 0.9


def test_the_log_tells_the_steps_and_a_loss_that_falls(trained):
    log = [json.loads(line) for line in (trained.folder / "log.jsonl").read_text().splitlines()]
    assert [row["step"] for row in log] == [50, 100, 150, log[-1]["of"]]
    assert log[-1]["loss"] < 0.5 * log[0]["loss"]
    assert len({row["of"] for row in log}) == 1


def test_the_same_seed_gives_the_same_weights(epoch, new_network, tmp_path):
    few = replace(SETTINGS, epochs=2)
    first, second = new_network(), new_network()
    for number, network in enumerate((first, second)):
        run(network, epoch, tmp_path / str(number), few)
    assert_equal_weights(first, second)


def assert_equal_weights(first, second):
    other = second.state_dict()
    assert all(torch.equal(value, other[name]) for name, value in first.state_dict().items())


def test_a_run_that_was_stopped_ends_with_the_weights_of_one_that_was_not(epoch, new_network, tmp_path):
    few = replace(SETTINGS, epochs=2)
    whole, stopped, calls = new_network(), new_network(), 1
    run(whole, epoch, tmp_path / "whole", few)
    while not run(stopped, epoch, tmp_path / "stopped", replace(few, seconds=0.0)):
        stopped = new_network()
        calls += 1
    (log,) = (tmp_path / "whole" / "log.jsonl").read_text().splitlines()
    assert calls == json.loads(log)["of"]
    assert_equal_weights(whole, stopped)


def test_a_run_that_is_done_is_not_done_again(epoch, new_network, tmp_path):
    few = replace(SETTINGS, epochs=1)
    first, second = new_network(), new_network()
    run(first, epoch, tmp_path, few)

    def no_more(number):
        raise AssertionError

    assert train(second, no_more, few, folder=tmp_path, filler=0)
    assert_equal_weights(first, second)


def test_what_is_unknown_teaches_nothing(blind, new_network, tmp_path):
    network, before = new_network(), new_network()
    still = replace(SETTINGS, epochs=1, decay=0.0)
    run(network, blind, tmp_path, still)
    assert_equal_weights(before, network)


def test_a_student_learns_what_its_teacher_says_without_labels(epoch, blind, new_network, trained, tmp_path):
    said = score(trained.network, epoch.table, filler=0)
    student = new_network()
    run(student, replace(blind, scores=said), tmp_path, replace(SETTINGS, soft=1.0))
    learned = score(student, epoch.table, filler=0)
    assert is_right(learned) > 0.9
    lines = HEADS == Head.LINE
    assert np.corrcoef(learned[lines, 0], said[lines, 0])[0, 1] > 0.9


def test_scores_come_in_the_order_of_the_pairs_whatever_the_batches(tiny_base, epoch, new_network):
    network = new_network()
    together, few = (score(network, epoch.table, filler=0, tokens=tokens) for tokens in (96_000, 60))
    assert together == pytest.approx(few, abs=1e-5)
    tokenizer, _ = network_tokenizer(tiny_base, max_tokens=64)
    backwards = epoch_of(EXAMPLES[::-1], tokenizer).table
    assert score(network, backwards, filler=0)[::-1] == pytest.approx(together, abs=1e-5)
    assert network.training


def test_no_pairs_have_no_scores(tiny_base, new_network):
    tokenizer, _ = network_tokenizer(tiny_base, max_tokens=64)
    assert score(new_network(), tokenizer.table([]), filler=0).shape == (0, 7)
