import gzip
import lzma

import pytest
import zstandard

from veriscope.errors import InputError
from veriscope.files import json_lines
from veriscope.files.json_lines import BadLine, JsonLine, parse_object, read_json_lines, read_objects


def write(folder, content: bytes):
    path = folder / "rows.jsonl"
    path.write_bytes(content)
    return path


def test_crlf_blank_lines_and_a_byte_order_mark_are_read_over(tmp_path):
    path = write(tmp_path, b'\xef\xbb\xbf{"a": 1}\r\n\r\n{"a": 2}\r\n')
    assert list(read_objects(path)) == [JsonLine(1, {"a": 1}), JsonLine(3, {"a": 2})]


@pytest.mark.parametrize(
    "pack", [gzip.compress, lzma.compress, zstandard.ZstdCompressor().compress], ids=["gz", "xz", "zst"]
)
def test_compressed_files_open_whatever_their_name(tmp_path, pack):
    assert list(read_objects(write(tmp_path, pack(b'{"a": 1}\n')))) == [JsonLine(1, {"a": 1})]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"{", "cut short"),
        (b'{"a": "b', "cut short"),
        (b'{"a": [1, 2', "cut short"),
        (b'{"a" 1}', "not JSON"),
        (b"[1]", "a line holds one JSON object"),
        (b"3", "a line holds one JSON object"),
        (b'{"a": NaN}', "NaN is not JSON"),
        (b'{"a": -Infinity}', "-Infinity is not JSON"),
        (b'{"a": 1e999}', "too large"),
        (b'{"a": 1, "a": 2}', 'the key "a" occurs twice'),
        (b'{"a": {"b": 1, "b": 2}}', 'the key "b" occurs twice'),
        (b'{"a": "\xff"}', "byte 8 (0xff) is not UTF-8"),
        (b'{"a": "\\ud800"}', "half a character"),
        (b'{"a": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "nested too deeply"),
        (b'{"a": ' + b"[" * 64 + b"]" * 64 + b"}", "nested too deeply"),
        (b'{"a": ' + b"9" * 5000 + b"}", "not JSON"),
        (b'{"a": 1} {"a": 2}', "not JSON"),
    ],
)
def test_what_is_no_object_is_named_in_one_line(data, message):
    with pytest.raises(InputError) as caught:
        parse_object(data)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_nesting_within_the_limit_is_read():
    assert parse_object(b'{"a": ' + b"[" * 63 + b"]" * 63 + b"}")


def test_both_halves_of_a_character_are_read():
    assert parse_object(b'{"a": "\\ud83d\\ude00"}') == {"a": "\N{GRINNING FACE}"}


def test_a_bad_line_is_named_by_file_and_line(tmp_path):
    path = write(tmp_path, b'{"a": 1}\n{"a": \n')
    with pytest.raises(InputError, match=r"rows\.jsonl:2: the line ends inside a value"):
        list(read_objects(path))


def test_reading_on_after_a_bad_line(tmp_path):
    path = write(tmp_path, b'nonsense\n{"a": 1}\n')
    first, second = read_json_lines(path)
    assert isinstance(first, BadLine)
    assert second == JsonLine(2, {"a": 1})


def test_a_line_beyond_the_limit_is_named_not_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(json_lines, "MAX_RECORD_BYTES", 20)
    path = write(tmp_path, b'{"a": "' + b"x" * 50 + b'"}\n{"a": 1}\n')
    first, second = read_json_lines(path)
    assert first == BadLine(1, "the line has 59 bytes; a record has at most 20")
    assert second == JsonLine(2, {"a": 1})


def test_an_empty_file_is_an_error(tmp_path):
    with pytest.raises(InputError, match="holds no records"):
        list(read_objects(write(tmp_path, b"\n\n")))


def test_a_compressed_file_cut_short_is_an_error(tmp_path):
    packed = gzip.compress(b'{"a": 1}\n' * 1000)
    with pytest.raises(InputError, match="damaged or cut short"):
        list(read_objects(write(tmp_path, packed[: len(packed) // 2])))
