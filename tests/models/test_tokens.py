from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.models.tokens import PairTokenizer, TokenPair, joined_tables, like_length, like_lengths, pad

TOKENIZER = Path(__file__).parent / "fixtures" / "tiny_encoder" / "tokenizer.json"
EVIDENCE = "The town of Vell lies by the river. " * 40

lengths = st.lists(st.integers(1, 40), max_size=30)
# Characters that the tokenizer splits, joins, decomposes or does not know.
odd_texts = st.text(st.sampled_from("ab .,'각中é\x00\ud800😀"), max_size=400) | st.text(max_size=50)


@pytest.fixture(scope="module")
def tokenizer():
    return PairTokenizer(TOKENIZER, max_tokens=256)


def pair(length):
    return TokenPair(np.arange(1, length + 1), np.ones(length, np.int64))


@given(lengths=lengths, tokens=st.integers(1, 200))
def test_batches_hold_every_pair_once_within_the_budget(lengths, tokens):
    batches = list(like_length([pair(length) for length in lengths], tokens=tokens))
    assert sorted(number for batch in batches for number in batch) == list(range(len(lengths)))
    for batch in batches:
        # A pair that is longer than the budget still has to go somewhere: alone.
        assert len(batch) == 1 or max(lengths[number] for number in batch) * len(batch) <= tokens


@given(lengths=lengths, tokens=st.integers(1, 200))
def test_batches_are_of_like_length(lengths, tokens):
    batches = list(like_length([pair(length) for length in lengths], tokens=tokens))
    ends = [(min(lengths[i] for i in batch), max(lengths[i] for i in batch)) for batch in batches]
    assert all(longest <= shortest for (_, longest), (shortest, _) in pairwise(ends))


@given(lengths=lengths.filter(bool), filler=st.integers(0, 9))
def test_padding_keeps_every_id_and_counts_no_filler(lengths, filler):
    pairs = [pair(length) for length in lengths]
    batch = pad(pairs, filler=filler)
    assert batch.ids.shape == batch.sides.shape == batch.mask.shape == (len(pairs), max(lengths))
    for row, one in enumerate(pairs):
        length = len(one.ids)
        assert batch.ids[row].tolist() == [*one.ids.tolist(), *[filler] * (max(lengths) - length)]
        assert batch.sides[row].sum() == batch.mask[row].sum() == length


def test_claim_and_evidence_are_told_apart(tokenizer):
    (found,) = tokenizer.encode([("the town", "the river was not")])
    assert found.sides.tolist() == [0] * 4 + [1] * 5
    assert len(found.ids) == len(found.sides)


@pytest.mark.parametrize(
    "claim",
    ["town " * 10_000, "a" * 50_000, "." * 50_000, "각 " * 96, "中" * 192, "각중 " * 10_000, " " * 20_000],
    ids=["words", "one word", "stops", "syllables", "signs", "many syllables", "blanks"],
)
def test_a_long_claim_is_cut_and_leaves_room_for_evidence(tokenizer, claim):
    (found,) = tokenizer.encode([(claim, EVIDENCE)])
    assert len(found.ids) == 256
    assert (found.sides == 1).sum() >= 50


def test_a_long_claim_keeps_its_beginning(tokenizer):
    (short,), (long,) = (tokenizer.encode([("the town is old " * times, "sea")]) for times in (3, 3000))
    assert long.ids[: len(short.ids) - 3].tolist() == short.ids[:-3].tolist()


def test_long_evidence_is_cut_at_its_end(tokenizer):
    (short,), (long,) = (tokenizer.encode([("town", "the river " * times)]) for times in (20, 100_000))
    assert len(long.ids) == 256
    assert long.ids[: len(short.ids) - 1].tolist() == short.ids[:-1].tolist()


def test_a_small_input_has_room_for_both_sides():
    (found,) = PairTokenizer(TOKENIZER, max_tokens=24).encode([("." * 60, EVIDENCE)])
    assert len(found.ids) == 24
    assert (found.sides == 1).sum() >= 3


@given(claim=odd_texts, evidence=odd_texts)
def test_no_text_can_break_it(tokenizer, claim, evidence):
    (found,) = tokenizer.encode([(claim, evidence)])
    assert len(found.ids) == len(found.sides) <= 256
    assert set(found.sides.tolist()) == {0, 1}


def test_no_pairs_give_no_ids(tokenizer):
    assert tokenizer.encode([]) == []
    assert list(like_length([], tokens=10)) == []
    assert like_lengths(np.zeros(0, np.int64), tokens=10) == []
    assert [len(part) for part in tokenizer.table([])] == [len(part) for part in joined_tables([])] == [0, 1, 0]


@given(lengths=lengths, tokens=st.integers(1, 200))
def test_lengths_alone_give_the_same_batches(lengths, tokens):
    batches = like_lengths(np.array(lengths, np.int64), tokens=tokens)
    expected = list(like_length([pair(length) for length in lengths], tokens=tokens))
    assert [batch.tolist() for batch in batches] == expected


@given(texts=st.lists(st.tuples(odd_texts, odd_texts), max_size=4), cut=st.integers(0, 4))
def test_a_table_holds_the_ids_and_sides_of_each_pair(tokenizer, texts, cut):
    table = joined_tables([tokenizer.table(texts[:cut]), tokenizer.table(texts[cut:])])
    expected = tokenizer.encode(texts)
    assert table.lengths.tolist() == [len(one.ids) for one in expected]
    for number, one in enumerate(expected):
        assert table.ids[table.starts[number] : table.starts[number + 1]].tolist() == one.ids.tolist()
        assert (np.arange(len(one.ids)) >= table.claims[number]).tolist() == one.sides.astype(bool).tolist()
