import random
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs the extra `train`")

import torch

from veriscope.lab.training.examples import Example, Head
from veriscope.lab.training.train_batches import DeviceEpoch, DeviceTable, batches_of
from veriscope.lab.training.train_epochs import epoch_of, join_epochs
from veriscope.models.tokens import PairTokenizer, like_length, pad

TOKENIZER = Path(__file__).parents[2] / "models" / "fixtures" / "tiny_encoder" / "tokenizer.json"
CPU = torch.device("cpu")
TOKENS, SEED, FILLER = 90, 5, 3


@pytest.fixture(scope="module")
def tokenizer():
    return PairTokenizer(TOKENIZER, max_tokens=24)


@pytest.fixture(scope="module")
def examples():
    draw = random.Random(2)
    return [
        Example(draw.choice(list(Head)), "the town " * draw.randint(1, 4), "a film " * draw.randint(1, 9),
                draw.randint(-1, 2), draw.randint(-1, 1), "")
        for _ in range(60)
    ]  # fmt: skip


def plain_batches(pairs):
    """Shuffle, cut into batches of like length, shuffle the batches."""
    draw = random.Random(SEED)
    order = list(range(len(pairs)))
    draw.shuffle(order)
    batches = [[order[place] for place in batch] for batch in like_length([pairs[n] for n in order], tokens=TOKENS)]
    draw.shuffle(batches)
    return batches


def test_batches_are_those_of_the_plain_definition(examples, tokenizer):
    pairs = tokenizer.encode([(one.claim, one.evidence) for one in examples])
    batches = batches_of(epoch_of(examples, tokenizer).table.lengths, tokens=TOKENS, seed=SEED)
    assert [batch.tolist() for batch in batches] == plain_batches(pairs)
    assert len({len(batch) for batch in batches}) > 1


def test_a_batch_holds_what_its_examples_say(examples, tokenizer):
    pairs = tokenizer.encode([(one.claim, one.evidence) for one in examples])
    said = np.random.default_rng(1).normal(size=(len(examples), 7)).astype(np.float32)
    epoch = join_epochs([epoch_of(examples, tokenizer)], [said])
    batches = batches_of(epoch.table.lengths, tokens=TOKENS, seed=SEED)
    lessons = list(DeviceEpoch(epoch, CPU, filler=FILLER).batches(batches))
    for numbers, found in zip(plain_batches(pairs), lessons, strict=True):
        expected = pad([pairs[number] for number in numbers], filler=FILLER)
        for part, wanted in zip(found.inputs, (expected.ids, expected.mask, expected.sides), strict=True):
            assert part.dtype == torch.int64
            assert part.tolist() == wanted.tolist()
        chosen = [examples[number] for number in numbers]
        assert found.is_list.tolist() == [one.head is Head.LIST for one in chosen]
        assert found.labels.tolist() == [one.label for one in chosen]
        assert found.ranks.tolist() == [one.rank for one in chosen]
        assert found.scores.tolist() == said[numbers].tolist()


def test_without_a_teacher_there_are_no_scores(examples, tokenizer):
    epoch = epoch_of(examples, tokenizer)
    (lessons,) = DeviceEpoch(epoch, CPU, filler=0).batches([np.array([4, 7])])
    assert lessons.scores is None


def test_no_batches_are_no_pairs(tokenizer):
    assert list(DeviceTable(tokenizer.table([]), CPU, filler=0).batches([])) == []
