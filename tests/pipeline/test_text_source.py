import gzip

import pytest

from veriscope.errors import InputError
from veriscope.pipeline.text_source import decode_text, read_text


def test_a_text_file_is_read_whatever_its_compression(tmp_path):
    for name, data in (("a.txt", b"\xef\xbb\xbfVell."), ("a.txt.gz", gzip.compress(b"Vell."))):
        (tmp_path / name).write_bytes(data)
        assert read_text(tmp_path / name) == "Vell."


def test_html_becomes_the_text_that_people_read():
    html = b"<!DOCTYPE html><html><head><title>Vell</title><script>x()</script></head><body><nav>Home</nav>"
    html += b"<h1>Vell</h1><p>Vell is a town. It lies in Arvania.</p><h2>Trade</h2><ul><li>Wool is sold.</li></ul>"
    assert decode_text(html, name="vell.html") == (
        "# Vell\nVell is a town. It lies in Arvania. \n\n## Trade\n\n\n\n- Wool is sold.\n\n"
    )


def test_a_piece_of_a_page_is_html_too_but_text_with_a_tag_is_text():
    piece = b"<!-- x --><div><p>Vell is a town.</p><p>It is old.</p></div>"
    assert "Vell is a town. It is old." in decode_text(piece, name="vell")
    assert decode_text(b"<b>Vell</b> is a town.", name="vell") == "<b>Vell</b> is a town."


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"Vell\n\xff\xfe", r"a\.txt:2: byte 0xff is not UTF-8"),
        (b"PK\x00\x01", "is not text"),
        (b"x" * (8 * 2**20 + 1), "more than 8,388,608 bytes"),
        (b"<html><body></body></html>", "no text was found in the HTML"),
    ],
)
def test_what_is_no_text_is_one_clear_error(data, message):
    with pytest.raises(InputError, match=message):
        decode_text(data, name="a.txt")


def test_a_folder_and_a_missing_file_are_named(tmp_path):
    with pytest.raises(InputError, match="it is a folder"):
        read_text(tmp_path)
    with pytest.raises(InputError, match="no such file"):
        read_text(tmp_path / "none.txt")
