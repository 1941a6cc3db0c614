import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.text.hashing import murmur3, murmur3_slices


@pytest.mark.parametrize(
    ("data", "seed", "expected"),
    [
        (b"", 0, 0),
        (b"", 1, 0x514E28B7),
        (b"", 0xFFFFFFFF, 0x81F16F39),
        (b"\xff\xff\xff\xff", 0, 0x76293B50),
        (b"\x21\x43\x65\x87", 0, 0xF55B516B),
        (b"\x21\x43\x65\x87", 0x5082EDEE, 0x2362F9DE),
        (b"\x21\x43\x65", 0, 0x7E4A8634),
        (b"\x21\x43", 0, 0xA0F7B07A),
        (b"\x21", 0, 0x72661CF4),
        (b"\0\0\0\0", 0, 0x2362F9DE),
        (b"\0\0\0", 0, 0x85F0B427),
        (b"\0\0", 0, 0x30F4C306),
        (b"\0", 0, 0x514E28B7),
        (b"The quick brown fox jumps over the lazy dog", 0x9747B28C, 0x2FA826CD),
    ],
)
def test_the_published_examples_come_out(data, seed, expected):
    assert murmur3(data, seed=seed) == expected


@given(st.binary(max_size=80), st.lists(st.tuples(st.integers(0, 80), st.integers(0, 80)), max_size=20))
def test_slices_hash_as_they_do_alone(data, spans):
    cut = [(min(start, len(data)), min(length, max(0, len(data) - start))) for start, length in spans]
    starts, lengths = (np.array([pair[i] for pair in cut], dtype=np.int64) for i in (0, 1))
    hashes = murmur3_slices(data, starts, lengths)
    assert hashes.tolist() == [murmur3(data[start : start + length]) for start, length in cut]
