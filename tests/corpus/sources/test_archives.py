import gzip
import io
import lzma
import random
import stat
import struct
import tarfile
import time
import zipfile

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from veriscope.corpus.sources.archives import ArchiveLimits, clean_name, is_tar, is_zip, tar_records, zip_records
from veriscope.corpus.sources.bounded_stream import BoundedStream
from veriscope.corpus.sources.documents import Documents
from veriscope.corpus.sources.records import RawRecord, Skip
from veriscope.errors import InputError

pytestmark = pytest.mark.slow


def tar_bytes(files, *, kinds=None):
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.type = (kinds or {}).get(name, tarfile.REGTYPE)
            member.size = len(data) if member.type == tarfile.REGTYPE else 0
            member.linkname = "/etc/passwd"
            archive.addfile(member, io.BytesIO(data))
    return file.getvalue()


def zip_bytes(files):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return file.getvalue()


def read(path, **settings):
    return list(Documents(**settings).records(path))


def places(records):
    return [record.place for record in records if isinstance(record, RawRecord)]


def reasons(records):
    return {record.place: record.reason for record in records if isinstance(record, Skip)}


@pytest.fixture
def save(tmp_path):
    def save(name, data):
        path = tmp_path / name
        path.write_bytes(data)
        return path

    return save


COMPRESSIONS = {
    "a.tar": lambda data: data,
    "a.tar.gz": gzip.compress,
    "a.tgz": gzip.compress,
    "a.tar.xz": lzma.compress,
    "a.tar.zst": zstandard.compress,
    "named-otherwise": gzip.compress,
}


@pytest.mark.parametrize("name", COMPRESSIONS)
def test_a_tar_is_read_member_by_member_whatever_its_compression(name, save):
    data = COMPRESSIONS[name](tar_bytes({"b/x.md": b"One.", "a.txt": b"Two."}))
    records = read(save(name, data))
    assert [(record.place, record.payload) for record in records] == [("b/x.md", b"One."), ("a.txt", b"Two.")]
    assert 0 < records[0].offset <= records[1].offset <= len(data)


def test_a_zip_is_read_member_by_member(save):
    records = read(save("a.zip", zip_bytes({"b/x.md": b"One.", "a.txt": b"Two."})))
    assert [(record.place, record.payload) for record in records] == [("b/x.md", b"One."), ("a.txt", b"Two.")]


TRICKS = {
    "../../etc/a.md": "etc/a.md",
    "/root/b.md": "root/b.md",
    "C:\\docs\\c.md": "docs/c.md",
    "./x/../d.md": "x/d.md",
}


@pytest.mark.parametrize("suffix", ["tar", "zip"])
def test_path_tricks_become_plain_labels(suffix, save):
    files = dict.fromkeys(TRICKS, b"Text.")
    data = tar_bytes(files) if suffix == "tar" else zip_bytes(files)
    assert places(read(save(f"a.{suffix}", data))) == list(TRICKS.values())


@given(st.text())
def test_a_clean_name_is_relative_and_on_one_line(name):
    clean = clean_name(name)
    assert not clean.startswith("/")
    assert "\n" not in clean
    assert not {"", ".", ".."} & set(clean.split("/")) or clean == ""


def test_links_and_devices_in_a_tar_are_counted_skips(save):
    kinds = {"l.md": tarfile.SYMTYPE, "h.md": tarfile.LNKTYPE, "d.md": tarfile.CHRTYPE, "p.md": tarfile.FIFOTYPE}
    records = read(save("a.tar", tar_bytes(dict.fromkeys([*kinds, "ok.md"], b"x"), kinds=kinds)))
    assert (places(records), sorted(reasons(records))) == (["ok.md"], sorted(kinds))


def test_a_link_in_a_zip_is_a_counted_skip(save):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        link = zipfile.ZipInfo("l.md")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
    assert "link" in reasons(read(save("a.zip", file.getvalue())))["l.md"]


@pytest.mark.parametrize("suffix", ["tar", "zip"])
def test_what_has_no_reader_is_named_and_hidden_files_are_left_out(suffix, save):
    files = {"a.doc": b"x", "b.zip": b"x", "c.md.gz": b"x", ".git/d.md": b"x", "__MACOSX/e.md": b"x", "f.md": b"x"}
    data = tar_bytes(files) if suffix == "tar" else zip_bytes(files)
    records = read(save(f"a.{suffix}", data))
    assert places(records) == ["f.md"]
    found = reasons(records)
    assert sorted(found) == ["a.doc", "b.zip", "c.md.gz"]
    assert found["a.doc"].startswith("no reader for .doc; readable are: .csv, .docm")
    assert "inside" in found["b.zip"]
    assert "inside" in found["c.md.gz"]


@pytest.mark.parametrize("suffix", ["tar", "zip"])
def test_a_document_above_the_limit_is_skipped_and_the_next_is_read(suffix, save):
    files = {"big.txt": b"a" * 1001, "small.txt": b"a" * 1000}
    data = tar_bytes(files) if suffix == "tar" else zip_bytes(files)
    records = read(save(f"a.{suffix}", data), max_document_bytes=1000)
    assert places(records) == ["small.txt"]
    assert reasons(records) == {"big.txt": "more than 1,000 bytes"}


def zeros_tar_gz(path, *, name, size):
    """A tar.gz of one member of zeros, written by repeating one compressed block."""
    member = tarfile.TarInfo(name)
    member.size = size
    block = gzip.compress(bytes(2**24))
    path.write_bytes(gzip.compress(member.tobuf()) + block * (size // 2**24))
    return path


def test_a_tar_of_zeros_is_refused_within_bounds(tmp_path):
    bomb = zeros_tar_gz(tmp_path / "bomb.tar.gz", name="zeros.txt", size=64 * 2**30)
    began = time.process_time()
    with pytest.raises(InputError, match=r"bomb\.tar\.gz: unpacks to more than 200 times its size"):
        read(bomb)
    assert time.process_time() - began < 10


def test_a_header_that_asks_for_gigabytes_is_refused(tmp_path):
    member = tarfile.TarInfo("././@LongLink")
    member.type, member.size = tarfile.GNUTYPE_LONGNAME, 8 * 2**30
    path = tmp_path / "a.tar.gz"
    path.write_bytes(gzip.compress(member.tobuf()) + gzip.compress(bytes(2**24)) * 4)
    with pytest.raises(InputError, match="damaged"):
        read(path)


def test_a_size_below_zero_does_not_loop(save):
    header = bytearray(tar_bytes({"a.txt": b"x"})[:512])
    header[124:136] = b"\xff" * 8 + struct.pack(">i", -1024)
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    with pytest.raises(InputError, match="damaged"):
        read(save("a.tar", bytes(header) + bytes(1024)))


def test_a_zip_of_many_zeros_is_refused(save):
    bomb = zip_bytes({f"{number}.txt": bytes(10 * 2**20) for number in range(10)})
    with pytest.raises(InputError, match="unpacks to more than 200 times its size"):
        read(save("a.zip", bomb))


def test_members_that_share_their_bytes_are_refused(save):
    """Fifield's bomb: many names for one piece of compressed data."""
    data = bytearray(zip_bytes({"0.txt": bytes(20 * 2**20)}))
    directory = data.index(b"PK\x01\x02")
    end = data.index(b"PK\x05\x06")
    entry = bytes(data[directory:end])
    footer = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 500, 500, 500 * len(entry), directory, 0)
    with pytest.raises(InputError, match=r"200 times|damaged"):
        read(save("a.zip", bytes(data[:directory]) + entry * 500 + footer))


def test_a_zip_that_declares_a_smaller_size_gives_a_skip(save):
    data = bytearray(zip_bytes({"a.txt": b"a" * 5000}))
    directory = data.index(b"PK\x01\x02")
    data[directory + 24 : directory + 28] = struct.pack("<L", 10)
    records = read(save("a.zip", bytes(data)))
    assert "damaged" in reasons(records)["a.txt"]


def test_an_encrypted_member_is_a_skip(save):
    data = bytearray(zip_bytes({"a.txt": b"secret"}))
    data[data.index(b"PK\x01\x02") + 8] |= 1
    assert reasons(read(save("a.zip", bytes(data)))) == {"a.txt": "encrypted"}


def test_an_unknown_compression_is_a_skip(save):
    data = bytearray(zip_bytes({"a.txt": b"text"}))
    directory = data.index(b"PK\x01\x02")
    data[directory + 10 : directory + 12] = data[8:10] = struct.pack("<H", 99)
    assert "cannot be read here" in reasons(read(save("a.zip", bytes(data))))["a.txt"]


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.99])
@pytest.mark.parametrize("name", ["a.tar", "a.tar.gz", "a.tar.xz", "a.tar.zst", "a.zip"])
def test_an_archive_cut_short_is_one_clear_error(name, share, save):
    files = {f"{number}.txt": random.Random(number).randbytes(3000) for number in range(5)}
    whole = zip_bytes(files) if name == "a.zip" else COMPRESSIONS[name](tar_bytes(files)[: 5 * 3584])
    with pytest.raises(InputError) as error:
        read(save(name, whole[: int(len(whole) * share)]))
    assert "\n" not in str(error.value)
    assert "a." in str(error.value)


@pytest.mark.parametrize("name", ["a.tar", "a.tar.gz", "a.tar.xz", "a.tar.zst", "a.zip"])
def test_an_archive_damaged_anywhere_gives_records_skips_or_one_error(name, save):
    files = {f"{number}.txt": b"Some text. " * 20 for number in range(3)}
    whole = zip_bytes(files) if name == "a.zip" else COMPRESSIONS[name](tar_bytes(files))
    for place in range(0, len(whole), max(1, len(whole) // 150)):
        damaged = bytearray(whole)
        damaged[place] ^= 0xFF
        try:
            records = read(save(name, bytes(damaged)))
        except InputError as error:
            assert "\n" not in str(error)  # noqa: PT017  (either outcome is right)
        else:
            assert all(isinstance(record, RawRecord | Skip) for record in records)


def test_an_archive_of_nothing_gives_nothing(save):
    assert read(save("a.tar", bytes(10240))) == []
    assert read(save("a.zip", zip_bytes({}))) == []


def test_the_total_of_an_archive_is_bounded(save):
    path = save("a.tar", tar_bytes({f"{number}.txt": b"x" * 4000 for number in range(9)}))
    records = tar_records(path, refusal=lambda _: "", limits=ArchiveLimits(archive=20_000))
    with pytest.raises(InputError, match="unpacks to more than 20,000 bytes"):
        list(records)
    path = save("a.zip", zip_bytes({f"{number}.txt": b"x" * 4000 for number in range(9)}))
    with pytest.raises(InputError, match="unpacks to more than 20,000 bytes"):
        list(zip_records(path, refusal=lambda _: "", limits=ArchiveLimits(archive=20_000)))


def test_an_office_file_is_no_archive_of_documents(save):
    assert not is_zip(save("a.docx", zip_bytes({"word/document.xml": b"<a/>"})))
    assert is_zip(save("a.zip", zip_bytes({})))
    assert not is_tar(save("a.bin", b"nothing of the kind" * 100))


def test_a_bounded_stream_never_goes_back():
    stream = BoundedStream(io.BytesIO(b"abcdef"), io.BytesIO(b""), max_read=4, limit=100)
    assert stream.read(2) == b"ab"
    assert stream.seek(4) == 4
    assert stream.read(4) == b"ef"
    with pytest.raises(OSError, match="backwards"):
        stream.seek(0)
    with pytest.raises(OSError, match="asks for 5 bytes"):
        stream.read(5)
