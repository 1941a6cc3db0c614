from pathlib import Path

import numpy as np
import pytest

from veriscope.domain import Label
from veriscope.lab.lessons.mined import MinedClaim, RankedLine, write_mined
from veriscope.lab.training.examples import Example, Head
from veriscope.lab.training.train_epochs import (
    MAX_TOKENS,
    ComposedEpochs,
    FoundLines,
    encode_examples,
    epoch_of,
    in_parts,
    join_epochs,
    line_examples,
)
from veriscope.lab.training.train_examples import compose_examples
from veriscope.models.evidence_lines import Line
from veriscope.models.tokens import PairTokenizer, joined_tables

TOKENIZER = Path(__file__).parents[2] / "models" / "fixtures" / "tiny_encoder" / "tokenizer.json"


def mined(number, label):
    found = tuple(RankedLine(Line("vell", f"the town {number} is old {place}"), 0.5, place == 0) for place in range(4))
    gold = () if label is Label.NOT_ENOUGH_INFO else (found[0].line,)
    return MinedClaim(str(number), "fever", f"vell {number} is old", label, gold, found, True)


CLAIMS = [mined(number, label) for number in range(4) for label in Label]


@pytest.fixture
def tokenizer():
    return PairTokenizer(TOKENIZER, max_tokens=MAX_TOKENS)


@pytest.fixture
def folder(tmp_path):
    write_mined(tmp_path, CLAIMS)
    return tmp_path


def assert_equal(first, second):
    for one, other in zip(first, second, strict=True):
        assert one.dtype == other.dtype
        assert one.tolist() == other.tolist()


def arrays(epoch):
    return *epoch.table, epoch.heads, epoch.labels, epoch.ranks


@pytest.mark.parametrize("heads", ["all", "line"])
def test_an_epoch_holds_the_examples_of_its_seed(folder, tokenizer, heads):
    made = ComposedEpochs(folder, TOKENIZER, (3, 8), limit=7, heads=heads)()
    for number, seed in enumerate((3, 8)):
        examples = [one for one in compose_examples(CLAIMS[:7], seed=seed) if heads == "all" or one.head is Head.LINE]
        epoch = made(number)
        assert_equal(arrays(epoch), arrays(epoch_of(examples, tokenizer)))
        assert len(epoch) == len(examples) > 0
        marks = [(one.head, one.label, one.rank) for one in examples]
        assert list(zip(epoch.heads, epoch.labels, epoch.ranks, strict=True)) == marks


@pytest.mark.parametrize("parts", [1, 3, 20])
def test_epochs_made_in_parts_are_the_whole_ones(folder, parts):
    whole = ComposedEpochs(folder, TOKENIZER, (3, 8))()
    pieces = in_parts(ComposedEpochs(folder, TOKENIZER, (3, 8), parts=parts)(), parts=parts)
    for number in range(2):
        assert_equal(arrays(pieces(number)), arrays(whole(number)))
        assert pieces(number).scores is None


def test_chunks_change_no_ids(tokenizer):
    examples = compose_examples(CLAIMS, seed=1)
    assert_equal(encode_examples(examples, tokenizer, chunk=5), encode_examples(examples, tokenizer))


@pytest.mark.parametrize("parts", [1, 3, 20])
def test_the_parts_hold_each_found_line_once_in_order(folder, tokenizer, parts):
    made = FoundLines(folder, TOKENIZER, parts)()
    lines = [(claim.claim, found.line.alone()) for claim in CLAIMS for found in claim.found]
    assert_equal(joined_tables([made(part) for part in range(parts)]), tokenizer.table(lines))


def test_joined_epochs_keep_the_order_of_examples_and_scores(tokenizer):
    both = [
        [Example(Head.LINE, "vell", "the town", 0, 1, ""), Example(Head.LIST, "tam", "a film", 1, -1, "")],
        [Example(Head.LINE, "sorrel", "the sea", -1, 0, "")],
    ]
    scores = [np.full((len(part), 7), number, np.float32) for number, part in enumerate(both)]
    epoch = join_epochs([epoch_of(part, tokenizer) for part in both], scores)
    assert_equal(arrays(epoch), arrays(epoch_of(both[0] + both[1], tokenizer)))
    assert epoch.scores[:, 0].tolist() == [0, 0, 1]


def test_found_lines_come_with_what_can_be_computed_from_them():
    found = (RankedLine(Line("Vell", "Founded is 1874"), 0.5, is_gold=True),)
    claim = MinedClaim("1", "fever", "Vell was founded before 1880.", Label.SUPPORTS, (), found, is_complete=True)
    (example,) = line_examples([claim])
    assert example.evidence == "Computed : Founded : Vell 1874 is earlier than 1880 || Vell : Founded is 1874"
