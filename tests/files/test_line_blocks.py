import lzma

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from veriscope.errors import InputError
from veriscope.files.lines import read_blocks


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.text("ab\n", max_size=60).map(str.encode), size=st.integers(1, 20))
def test_blocks_join_to_the_file_and_end_with_lines(tmp_path, content, size):
    path = tmp_path / "data"
    path.write_bytes(content)
    blocks = [block.data for block in read_blocks(path, size=size)]
    assert b"".join(blocks) == content
    assert all(block.endswith(b"\n") for block in blocks[:-1])


def test_a_line_beyond_the_limit_is_told_with_its_number(tmp_path):
    path = tmp_path / "data"
    path.write_bytes(b"short\n" + b"x" * 100)
    with pytest.raises(InputError, match=r"data:2: a line of more than 50 bytes"):
        list(read_blocks(path, size=10, max_line_bytes=50))


def test_what_comes_before_the_damage_is_read(tmp_path):
    path = tmp_path / "data.xz"
    packed = lzma.compress(b"".join(b"line %d\n" % number for number in range(500_000)), preset=0)
    path.write_bytes(packed[: len(packed) // 2])
    blocks = read_blocks(path, size=1 << 16)
    assert next(blocks).data.startswith(b"line 0\nline 1\n")
    with pytest.raises(InputError, match="damaged or cut short"):
        list(blocks)
