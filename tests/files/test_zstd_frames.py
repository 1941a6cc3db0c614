"""A zstd file is whole only where its last frame ends."""

import io
import random
import struct

import pytest
import zstandard

from veriscope.files.zstd_frames import is_cut_short

RANDOM = random.Random(5)
CONTENTS = {
    "empty": b"",
    "short": b"one\ntwo\n",
    "repeated": bytes(10**6),
    "random": RANDOM.randbytes(400_000),
}
SETTINGS = {
    "plain": {},
    "checksum": {"write_checksum": True},
    "unsized": {"write_content_size": False},
}


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("content", CONTENTS)
def test_only_the_whole_file_is_whole(content, setting):
    data = zstandard.ZstdCompressor(**SETTINGS[setting]).compress(CONTENTS[content])
    assert not is_cut_short(io.BytesIO(data))
    places = range(1, len(data)) if len(data) < 200 else RANDOM.sample(range(1, len(data)), 200)
    assert all(is_cut_short(io.BytesIO(data[:place])) for place in places if place >= 4)


def test_frames_and_skippable_frames_may_follow_each_other():
    frame = zstandard.ZstdCompressor().compress(b"one\n")
    skippable = struct.pack("<II", 0x184D2A53, 5) + b"notes"
    data = frame + skippable + frame
    assert not is_cut_short(io.BytesIO(data))
    assert is_cut_short(io.BytesIO(data[:-1]))
    assert is_cut_short(io.BytesIO(frame + skippable[:-1]))


def test_streams_of_unknown_size_are_walked_too():
    sink = io.BytesIO()
    with zstandard.ZstdCompressor().stream_writer(sink, closefd=False) as writer:
        writer.write(CONTENTS["random"])
        writer.write(CONTENTS["repeated"])
    data = sink.getvalue()
    assert not is_cut_short(io.BytesIO(data))
    assert is_cut_short(io.BytesIO(data[:-1]))
