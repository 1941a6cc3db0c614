import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veriscope.errors import StoreError
from veriscope.lab.training.train_epochs import MAX_TOKENS
from veriscope.models.encoder import Encoder, Judgement

TINY = Path(__file__).parent / "fixtures" / "tiny_encoder"
CLAIM = "Vell is a town by the sea."
TEXTS = ["Vell is a town.", "The wool market of Vell was not in the city.", "River", "It was born in a film. " * 9]
PAIRS = [(CLAIM, text) for text in TEXTS]


@pytest.fixture(scope="module")
def encoder():
    return Encoder(TINY, threads=1)


def numbers(judged):
    return np.array([[one.rank, *one.line, *one.list] for one in judged])


def test_every_pair_is_judged_in_its_order(encoder):
    judged = encoder.judge(PAIRS)
    assert [encoder.judge([pair]) for pair in PAIRS] == [[one] for one in judged]
    assert encoder.judge(PAIRS[::-1]) == judged[::-1]
    assert len(set(judged)) == len(PAIRS)


def test_a_judgement_is_seven_finite_numbers(encoder):
    for one in encoder.judge(PAIRS):
        assert isinstance(one, Judgement)
        assert np.isfinite(numbers([one])).all()
        assert numbers([one]).shape == (1, 7)


def test_equal_calls_give_equal_numbers_in_a_new_encoder_too(encoder):
    first, second = (Encoder(TINY, threads=1).judge(PAIRS) for _ in range(2))
    assert first == second


def test_what_is_asked_along_changes_a_judgement_little():
    alone = [Encoder(TINY, threads=1).judge([pair])[0] for pair in PAIRS]
    together = Encoder(TINY, threads=1).judge(PAIRS)
    assert numbers(alone) == pytest.approx(numbers(together), abs=0.15)


def test_a_pair_asked_twice_at_once_is_answered_twice(encoder):
    first, second, third = encoder.judge([PAIRS[0], PAIRS[1], PAIRS[0]])
    assert first == third != second


def test_no_pairs_give_no_judgements(encoder):
    assert encoder.judge([]) == []


def test_claim_and_text_are_not_the_same_side(encoder):
    (there,), (back,) = encoder.judge([("the town", "the sea")]), encoder.judge([("the sea", "the town")])
    assert there != back


def test_a_claim_of_ten_thousand_words_still_reads_the_evidence(encoder):
    claim = "the town " * 5000
    first, second = encoder.judge([(claim, "River and sea."), (claim, "A film of wool.")])
    assert first != second


def test_as_many_tokens_are_read_as_in_training(encoder):
    before = MAX_TOKENS - len(["[CLS]", "the", "town", "[SEP]", "[SEP]", "sea"])
    pairs = [("the town", "wool " * count + last) for count in (before, before + 1) for last in ("sea", "river")]
    sea, river, later_sea, later_river = encoder.judge(pairs)
    assert sea != river
    assert later_sea == later_river


@settings(max_examples=30)
@given(claim=st.text(max_size=300), text=st.text(max_size=300))
def test_no_text_can_break_it(encoder, claim, text):
    assert np.isfinite(numbers(encoder.judge([(claim, text)]))).all()


def test_what_was_asked_lately_is_answered_without_the_network(encoder, monkeypatch):
    asked = encoder.judge(PAIRS)
    monkeypatch.setattr(encoder, "_session", None)
    assert encoder.judge(PAIRS) == asked


def test_what_is_remembered_has_a_limit(monkeypatch):
    monkeypatch.setattr("veriscope.models.encoder._REMEMBERED", 2)
    encoder = Encoder(TINY, threads=1)
    judged = encoder.judge(PAIRS)
    assert len(judged) == len(PAIRS)
    monkeypatch.setattr(encoder, "_session", None)
    assert encoder.judge(PAIRS[2:]) == judged[2:]
    with pytest.raises(AttributeError):
        encoder.judge(PAIRS[:1])


def test_what_is_asked_again_is_remembered_longer(monkeypatch):
    monkeypatch.setattr("veriscope.models.encoder._REMEMBERED", 2)
    encoder = Encoder(TINY, threads=1)
    for pair in (PAIRS[0], PAIRS[1], PAIRS[0], PAIRS[2]):
        encoder.judge([pair])
    monkeypatch.setattr(encoder, "_session", None)
    assert len(encoder.judge([PAIRS[0], PAIRS[2]])) == 2


def test_threads_may_share_an_encoder():
    shared, apart = Encoder(TINY, threads=1), Encoder(TINY, threads=1)
    asked = [[(f"Town {number} is old.", text)] for number in range(20) for text in TEXTS]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(shared.judge, asked)) == [apart.judge(pairs) for pairs in asked]


@pytest.mark.parametrize("missing", ["encoder.onnx", "tokenizer.json"])
def test_a_missing_file_is_one_clear_error(tmp_path, missing):
    shutil.copytree(TINY, tmp_path / "encoder")
    (tmp_path / "encoder" / missing).unlink()
    with pytest.raises(StoreError, match=r"holds no encoder; encoder\.onnx and tokenizer\.json belong there"):
        Encoder(tmp_path / "encoder")


@pytest.mark.parametrize("damaged", ["encoder.onnx", "tokenizer.json"])
def test_a_damaged_file_is_one_clear_error(tmp_path, damaged):
    shutil.copytree(TINY, tmp_path / "encoder")
    (tmp_path / "encoder" / damaged).write_bytes(b"{}\nno model")
    with pytest.raises(StoreError, match="is damaged") as error:
        Encoder(tmp_path / "encoder")
    assert "\n" not in str(error.value)
