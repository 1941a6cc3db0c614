"""Files open whatever their compression, and lines are read within bounds."""

import functools
import gzip
import lzma
import os
import threading
import tracemalloc

import pytest
import zstandard
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from veriscope.errors import InputError
from veriscope.files.compressed import open_compressed
from veriscope.files.lines import Line, OverlongLine, read_lines

COMPRESS = {
    "plain": lambda data: data,
    "gz": gzip.compress,
    "xz": functools.partial(lzma.compress, preset=0),
    "zst": zstandard.ZstdCompressor(write_checksum=True).compress,
}
# The zstandard reader takes a cut for the end of the data; `zstd_frames.is_cut_short` is there to tell.
DAMAGEABLE = [name for name in COMPRESS if name != "plain"]


def lines_of(path, **options):
    return [(line.number, line.data) for line in read_lines(path, **options)]


def read_into(lines, path):
    for line in read_lines(path):
        lines.append(line.data)


@pytest.mark.parametrize("kind", COMPRESS)
def test_a_file_reads_the_same_however_it_is_compressed(kind, tmp_path):
    path = tmp_path / "data.any"
    path.write_bytes(COMPRESS[kind](b"one\n\nthree"))
    assert lines_of(path) == [(1, b"one"), (2, b""), (3, b"three")]


@pytest.mark.parametrize("kind", DAMAGEABLE)
def test_compressed_parts_one_after_another_read_as_one_file(kind, tmp_path):
    path = tmp_path / "data"
    path.write_bytes(COMPRESS[kind](b"one\ntw") + COMPRESS[kind](b"o\nthree\n"))
    assert lines_of(path) == [(1, b"one"), (2, b"two"), (3, b"three")]


@pytest.mark.parametrize("kind", COMPRESS)
def test_an_empty_file_has_no_lines(kind, tmp_path):
    path = tmp_path / "data"
    path.write_bytes(COMPRESS[kind](b""))
    assert lines_of(path) == []


@pytest.mark.parametrize("kind", DAMAGEABLE)
@pytest.mark.parametrize("share", [0.5, 0.999])
def test_a_file_cut_short_gives_its_whole_lines_and_then_an_error(kind, share, tmp_path):
    # Hard to compress, and longer than a chunk, so that some of it can be read before the cut.
    wanted = [b"%d %x" % (number, hash((number, kind)) ** 3) for number in range(40_000)]
    data = COMPRESS[kind](b"\n".join(wanted) + b"\n")
    path = tmp_path / "data"
    path.write_bytes(data[: int(len(data) * share)])
    read = []
    with pytest.raises(InputError, match=rf"{path.name}:\d+: .*damaged or cut short") as error:
        read_into(read, path)
    assert read == wanted[: len(read)]
    assert f":{len(read) + 1}: " in str(error.value)


@pytest.mark.parametrize("kind", DAMAGEABLE)
def test_a_damaged_file_is_an_error(kind, tmp_path):
    data = bytearray(COMPRESS[kind](bytes(range(256)) * 300))
    data[len(data) // 2 : len(data) // 2 + 8] = b"damaged!"
    path = tmp_path / "data"
    path.write_bytes(bytes(data))
    with pytest.raises(InputError, match="damaged or cut short"):
        lines_of(path)


def test_a_missing_file_is_an_error_that_names_it(tmp_path):
    with pytest.raises(InputError, match=r"cannot read .*absent\.jsonl: no such file"):
        open_compressed(tmp_path / "absent.jsonl")


def test_a_line_at_the_limit_is_kept_and_one_beyond_is_reported(tmp_path):
    path = tmp_path / "data"
    path.write_bytes(b"12345\n123456\nnext\n1234567")
    kinds = [type(line) for line in read_lines(path, max_bytes=5)]
    assert kinds == [Line, OverlongLine, Line, OverlongLine]
    assert [line.size for line in read_lines(path, max_bytes=5) if isinstance(line, OverlongLine)] == [6, 7]


@pytest.mark.slow
@pytest.mark.parametrize("kind", COMPRESS)
def test_an_overlong_line_takes_bounded_memory(kind, tmp_path):
    path = tmp_path / "data"
    size = 100 * 2**20
    path.write_bytes(COMPRESS[kind](bytes(size) + b"\nnext\n"))
    tracemalloc.start()
    first, second = read_lines(path, max_bytes=2**20)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert first == OverlongLine(1, size, first.offset)
    assert (second.number, second.data) == (2, b"next")
    assert peak < 16 * 2**20


def test_offsets_grow_to_the_size_of_the_file(tmp_path):
    path = tmp_path / "data.gz"
    path.write_bytes(gzip.compress(b"one\ntwo\n"))
    offsets = [line.offset for line in read_lines(path)]
    assert offsets == sorted(offsets)
    assert offsets[-1] == path.stat().st_size


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=st.lists(st.binary().map(lambda data: data.replace(b"\n", b"")), min_size=1))
def test_lines_are_numbered_from_one_and_join_to_the_file(tmp_path, lines):
    path = tmp_path / "data"
    path.write_bytes(b"x" + b"\n".join(lines))
    read = lines_of(path)
    assert [number for number, _ in read] == list(range(1, len(read) + 1))
    joined = b"\n".join(data for _, data in read)
    assert joined + b"\n" * (not lines[-1] and len(lines) > 1) == path.read_bytes()


def test_a_pipe_is_read_like_a_file(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(b"one\ntwo\n",))
    writer.start()
    assert [line.data for line in read_lines(path)] == [b"one", b"two"]
    writer.join()
