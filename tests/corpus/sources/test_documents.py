import gzip
import os
import pickle
import socket
from pathlib import Path

import pytest

from veriscope.corpus.sources.documents import Documents
from veriscope.corpus.sources.file_kinds import TABLE_KINDS, TEXT_KINDS, parse_document
from veriscope.corpus.sources.folders import label, walk
from veriscope.corpus.sources.records import RawRecord, Skip
from veriscope.corpus.store.plan import plan_sources
from veriscope.errors import InputError


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "docs"
    root.mkdir()
    return root


def write(root, name, text="Some text."):
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def read(path, **settings):
    return list(Documents(**settings).records(path))


def places(records):
    return [record.place for record in records if isinstance(record, RawRecord)]


def reasons(records):
    return {record.place: record.reason for record in records if isinstance(record, Skip)}


def test_a_folder_is_read_in_the_order_of_its_paths(folder):
    for name in ("b.md", "a/z.txt", "a/b/c.csv", "c.html"):
        write(folder, name)
    assert places(read(folder)) == ["a/b/c.csv", "a/z.txt", "b.md", "c.html"]


def test_offsets_add_up_to_the_size_of_the_folder(folder):
    write(folder, "a.md", "123")
    write(folder, "b.doc", "12345")
    write(folder, "c.md", "1")
    assert [record.offset for record in read(folder) if isinstance(record, RawRecord)] == [3, 9]


def test_hidden_files_and_version_control_folders_are_left_out(folder):
    for name in (".hidden.md", ".git/a.md", "CVS/a.md", "x/.b.md", "__MACOSX/c.md", "seen.md"):
        write(folder, name)
    assert [record.place for record in read(folder)] == ["seen.md"]


def test_a_single_document_is_named_by_its_file(folder):
    assert places(read(write(folder, "a.md"))) == ["a.md"]


@pytest.mark.parametrize("name", ["a.md.gz", "sub/b.txt.gz"])
def test_a_compressed_document_is_opened(folder, name):
    write(folder, name, gzip.compress(b"Lima is a city."))
    (record,) = read(folder)
    page = Documents().parse(record).page
    assert (page.title, page.origin) == (Path(name).name[0], name)
    assert [sentence.text for sentence in page.sentences()] == ["Lima is a city."]


def test_what_has_no_reader_is_counted_and_named(folder):
    for name in ("a.doc", "b.zip", "c", "d.tar.gz", "e.PAGES", "f.zim"):
        write(folder, name)
    found = reasons(read(folder))
    assert found["a.doc"].startswith("no reader for .doc; readable are: .csv")
    assert found["c"].startswith("no reader for files without a suffix")
    assert found["e.PAGES"].startswith("no reader for .pages")
    assert all("a source of its own" in found[name] for name in ("b.zip", "d.tar.gz", "f.zim"))


def test_suffixes_are_read_in_any_case(folder):
    write(folder, "README.MD")
    assert places(read(folder)) == ["README.MD"]


@pytest.mark.parametrize(("kinds", "kept"), [(TEXT_KINDS, ["a.md", "b.txt"]), (TABLE_KINDS, ["c.csv"])])
def test_a_chosen_kind_leaves_the_others_out_and_counts_them(folder, kinds, kept):
    for name in ("a.md", "b.txt", "c.csv", "d.html"):
        write(folder, name)
    records = read(folder, kinds=kinds)
    assert places(records) == kept
    assert all("left out by the chosen format" in reason for reason in reasons(records).values())
    assert len(records) == 4


def test_links_are_never_followed(folder, tmp_path):
    outside = write(tmp_path, "outside/secret.md")
    (folder / "file.md").symlink_to(outside)
    (folder / "loop").symlink_to(folder)
    (folder / "out").symlink_to(outside.parent)
    (folder / "dangling.md").symlink_to(tmp_path / "nothing")
    write(folder, "real.md")
    records = read(folder)
    assert places(records) == ["real.md"]
    assert sorted(reasons(records)) == ["dangling.md", "file.md", "loop", "out"]


def test_a_folder_reached_by_a_link_is_read(folder, tmp_path):
    write(folder, "a.md")
    (tmp_path / "link").symlink_to(folder)
    assert places(read(tmp_path / "link")) == ["a.md"]


def test_pipes_sockets_and_devices_do_not_block(folder):
    os.mkfifo(folder / "pipe.md")
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(os.path.relpath(folder / "s.md"))
    listener.close()
    records = read(folder)
    assert set(reasons(records)) == {"pipe.md", "s.md"}


def test_a_file_that_vanishes_after_the_listing_is_a_skip(folder):
    write(folder, "a.md")
    write(folder, "b.md")
    records = Documents().records(folder)
    first = next(records)
    (folder / "b.md").unlink()
    (second,) = records
    assert (first.place, second.place) == ("a.md", "b.md")
    assert "no such file" in second.reason


def test_a_file_that_vanishes_before_it_is_opened_is_a_skip(folder, monkeypatch):
    write(folder, "a.md")

    def vanish(self, *_):
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr(Path, "open", vanish)
    assert "no such file" in reasons(read(folder))["a.md"]


def test_a_file_or_folder_that_may_not_be_read_is_a_skip(folder, monkeypatch):
    write(folder, "a.md")
    write(folder, "closed/b.md")
    opened, listed = Path.open, Path.iterdir

    def deny_open(self, *arguments):
        if self.name == "a.md":
            raise PermissionError(13, "Permission denied")
        return opened(self, *arguments)

    def deny_list(self):
        if self.name == "closed":
            raise PermissionError(13, "Permission denied")
        return listed(self)

    monkeypatch.setattr(Path, "open", deny_open)
    monkeypatch.setattr(Path, "iterdir", deny_list)
    found = reasons(read(folder))
    assert set(found) == {"a.md", "closed"}
    assert all("permission denied" in reason for reason in found.values())


def test_a_folder_that_may_not_be_listed_is_one_error(folder, monkeypatch):
    def deny(self):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", deny)
    with pytest.raises(InputError, match=r"cannot read .*docs: permission denied"):
        list(walk(folder))


def test_a_document_above_the_limit_is_a_skip_whatever_its_compression(folder):
    write(folder, "a.txt", b"x" * 1001)
    write(folder, "b.txt.gz", gzip.compress(bytes(50 * 2**20)))
    assert set(reasons(read(folder, max_document_bytes=1000)).values()) == {"more than 1,000 bytes"}


def test_a_document_damaged_inside_its_compression_is_a_skip(folder):
    write(folder, "a.txt.gz", gzip.compress(os.urandom(500))[:300])
    assert "damaged or cut short" in reasons(read(folder))["a.txt.gz"]


def test_names_that_are_not_unicode_become_labels(folder):
    (folder / os.fsdecode(b"caf\xe9\n.md")).write_text("Text.")
    (record,) = read(folder)
    assert record.place == "caf\ufffd\ufffd.md"
    assert label("plain.md") == "plain.md"


def test_deep_folders_are_walked_without_recursion(folder):
    deep, descriptor = 450, os.open(folder, os.O_RDONLY)
    for _ in range(deep):
        os.mkdir("d", dir_fd=descriptor)
        inner = os.open("d", os.O_RDONLY, dir_fd=descriptor)
        os.close(descriptor)
        descriptor = inner
    os.close(descriptor)
    assert places(read(folder)) == []


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b" \n\t\n", "empty"),
        (b"\xef\xbb\xbf", "empty"),
        ("Café – é".encode() + b"\xe9", "not UTF-8 text (at byte 12); convert it to UTF-8"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\r", "binary data, not text"),
        (b"text\0text", "binary data, not text"),
        (b"\xff\xfeA", "not UTF-16 text (at byte 0); convert it to UTF-8"),
    ],
)
@pytest.mark.parametrize("suffix", ["md", "txt", "csv"])
def test_a_document_that_is_no_text_is_a_skip_with_the_reason(data, reason, suffix):
    parsed = parse_document(f"a.{suffix}", data)
    assert parsed.page is None
    assert [(skip.place, skip.what, skip.reason) for skip in parsed.skips] == [(f"a.{suffix}", "document", reason)]


@pytest.mark.parametrize("suffix", ["md", "txt", "csv"])
def test_one_odd_byte_is_dropped_and_counted_and_the_text_is_read(suffix):
    lines = [b"river,length", *(b"Bela %d,%d" % (number, number) for number in range(9))]
    parsed = parse_document(f"a.{suffix}", b"\n".join(lines).replace(b"Bela 3", b"Bela\0 3"))
    assert parsed.page == parse_document(f"a.{suffix}", b"\n".join(lines)).page
    assert [(skip.what, skip.reason) for skip in parsed.skips] == [("byte", "left out 1 zero byte, which is no text")]


def test_a_file_with_an_odd_byte_does_not_stop_a_build(build, tmp_path):
    (tmp_path / "lima.txt").write_bytes(b"Lima is the capital\0 of Peru. It lies on the coast.\n")
    corpus = build(*plan_sources([tmp_path / "lima.txt"]))
    assert next(line.text for line in corpus.page("lima").sentences()) == "Lima is the capital of Peru."
    assert corpus.counts().pages == 1


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize("suffix", ["md", "txt"])
def test_unicode_with_a_byte_order_mark_is_read(encoding, suffix):
    page = parse_document(f"a.{suffix}", "Café is open.".encode(encoding)).page
    assert [sentence.text for sentence in page.sentences()] == ["Café is open."]


def test_the_format_travels_to_worker_processes():
    format_ = Documents(kinds=TEXT_KINDS, max_document_bytes=5)
    assert pickle.loads(pickle.dumps(format_)) == format_


def test_control_characters_do_not_reach_the_page():
    page = parse_document("a.txt", b"Red \x1b[31malert\x07 here.").page
    assert [sentence.text for sentence in page.sentences()] == ["Red  [31malert  here."]


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16-le", "utf-16-be"])
def test_another_encoding_is_guessed_and_noted(encoding):
    text = "Das Café öffnete 1931. Die Gäste kamen später.\n" * 3
    parsed = parse_document("a.txt", text.encode(encoding))
    assert next(parsed.page.sentences()).text == "Das Café öffnete 1931."
    assert [(skip.what, skip.reason.split(";")[1]) for skip in parsed.skips] == [
        ("encoding", f" read as {encoding}, by its letters")
    ]
