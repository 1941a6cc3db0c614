"""MurmurHash3 (x86, 32 bit; Appleby 2011), for one string and for millions of slices of one buffer."""

import numpy as np
import numpy.typing as npt

_C1, _C2, _ADDED = 0xCC9E2D51, 0x1B873593, 0xE6546B64
_FINAL_1, _FINAL_2 = 0x85EBCA6B, 0xC2B2AE35
_MASK = 0xFFFFFFFF

Hashes = npt.NDArray[np.uint32]
Positions = npt.NDArray[np.int64]


def murmur3(data: bytes, *, seed: int = 0) -> int:
    """The hash of some bytes, from 0 to 2³² − 1."""
    h = seed
    whole = len(data) & ~3
    for start in range(0, whole, 4):
        h = _rotated(h ^ _scrambled(int.from_bytes(data[start : start + 4], "little")), 13)
        h = (h * 5 + _ADDED) & _MASK
    h ^= _scrambled(int.from_bytes(data[whole:], "little")) ^ len(data)
    h = ((h ^ h >> 16) * _FINAL_1) & _MASK
    h = ((h ^ h >> 13) * _FINAL_2) & _MASK
    return h ^ h >> 16


def murmur3_slices(data: bytes, starts: Positions, lengths: Positions) -> Hashes:
    """The hash (seed 0) of each slice `data[start : start + length]`; slices may overlap."""
    # Four bytes behind the last: the rest of any slice can be read as one unaligned word.
    padded = data + bytes(4)
    words = np.ndarray((len(data) + 1,), dtype="<u4", buffer=padded, strides=(1,))
    blocks = lengths >> 2
    # Longest first, so that the slices that still have a block are always a prefix.
    order = np.argsort(-blocks, kind="stable")
    ordered_starts, ordered_lengths = starts[order], lengths[order]
    h = np.zeros(len(order), dtype=np.uint32)
    for block, active in enumerate(_active_counts(blocks)):
        mixed = h[:active] ^ _scrambled_words(words[ordered_starts[:active] + 4 * block])
        h[:active] = _rotated_words(mixed, 13) * np.uint32(5) + np.uint32(_ADDED)
    rest = words[ordered_starts + (ordered_lengths & ~3)] & _TAIL_MASKS[ordered_lengths & 3]
    h ^= _scrambled_words(rest) ^ ordered_lengths.astype(np.uint32)
    hashes = np.empty_like(h)
    hashes[order] = _finished(h)
    return hashes


_TAIL_MASKS = np.array([0, 0xFF, 0xFFFF, 0xFFFFFF], dtype=np.uint32)


def _active_counts(blocks: Positions) -> list[int]:
    """For each block number, how many slices have that block."""
    if not len(blocks):
        return []
    per_count = np.bincount(blocks)
    return [int(count) for count in np.cumsum(per_count[::-1])[::-1][1:]]


def _scrambled(k: int) -> int:
    return (_rotated((k * _C1) & _MASK, 15) * _C2) & _MASK


def _rotated(value: int, bits: int) -> int:
    return (value << bits | value >> (32 - bits)) & _MASK


def _scrambled_words(k: Hashes) -> Hashes:
    return _rotated_words(k * np.uint32(_C1), 15) * np.uint32(_C2)


def _rotated_words(values: Hashes, bits: int) -> Hashes:
    return values << np.uint32(bits) | values >> np.uint32(32 - bits)


def _finished(h: Hashes) -> Hashes:
    h = (h ^ h >> np.uint32(16)) * np.uint32(_FINAL_1)
    h = (h ^ h >> np.uint32(13)) * np.uint32(_FINAL_2)
    return h ^ h >> np.uint32(16)
