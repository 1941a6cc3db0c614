import gzip
import io
import json
import os
import random
import sqlite3
import tarfile
import zipfile
from pathlib import Path

import pytest

from veriscope.corpus import FORMATS, plan_sources
from veriscope.errors import InputError, UsageError

FEVER = json.dumps({"id": "Lima", "text": "Lima is a city .", "lines": "0\tLima is a city .\n"})
FEVEROUS = json.dumps({"title": "Lima", "order": ["sentence_0"], "sentence_0": "Lima is a city."})
NOISE = random.Random(5).randbytes(9000).replace(b"\n", b"")
CLAIM = json.dumps({"id": 1, "claim": "Lima is a city.", "label": "SUPPORTS", "evidence": []})


def database(path, schema):
    connection = sqlite3.connect(path)
    connection.execute(schema)
    connection.commit()
    connection.close()
    return path


def formats(*paths, **settings):
    return [(planned.path.name, planned.format) for planned in plan_sources(list(paths), **settings)]


@pytest.fixture
def save(tmp_path):
    def save(name, data="Some text."):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return path

    return save


@pytest.mark.parametrize(("line", "name"), [(FEVER, "fever"), (FEVEROUS, "feverous")])
@pytest.mark.parametrize("file", ["a.jsonl", "pages"])
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_pages_in_json_lines_are_known_by_their_keys(line, name, file, pack, save):
    assert formats(save(file, pack(f"\n{line}\n".encode()))) == [(file, name)]


def test_the_databases_are_known_by_their_tables(tmp_path):
    fever = database(tmp_path / "a.db", "CREATE TABLE documents (id PRIMARY KEY, text, lines)")
    feverous = database(tmp_path / "b", "CREATE TABLE wiki (id PRIMARY KEY, data json)")
    assert formats(fever, feverous) == [("a.db", "fever"), ("b", "feverous")]


def test_archives_zim_files_and_documents_are_known(save):
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w:xz") as tar:
        tar.addfile(tarfile.TarInfo("a.md"))
    zipped = io.BytesIO()
    with zipfile.ZipFile(zipped, "w") as package:
        package.writestr("a.md", "x")
    sources = [
        save("a.tar.xz", archive.getvalue()),
        save("odd-name", archive.getvalue()),
        save("a.zip", zipped.getvalue()),
        save("wiki.zim", b"ZIM\x04" + bytes(100)),
        save("notes.md"),
        save("table.csv.gz", gzip.compress(b"a,b")),
    ]
    assert [name for _, name in formats(*sources)] == ["documents"] * 3 + ["zim"] + ["documents"] * 2


def test_a_folder_of_pages_is_one_source_a_file_sorted(save, tmp_path):
    save("wiki/b/wiki-002.jsonl", FEVER)
    save("wiki/b/wiki-001.jsonl.gz", gzip.compress(FEVER.encode()))
    save("wiki/a.jsonl", FEVEROUS)
    save("wiki/.DS_Store", "x")
    assert formats(tmp_path / "wiki") == [
        ("a.jsonl", "feverous"),
        ("wiki-001.jsonl.gz", "fever"),
        ("wiki-002.jsonl", "fever"),
    ]


def test_a_folder_of_documents_is_one_source_with_its_size(save, tmp_path):
    save("docs/a.md", "12345")
    save("docs/sub/b.csv", "123")
    save("docs/c.jsonl", '{"other": 1}')
    (planned,) = plan_sources([tmp_path / "docs"])
    assert (planned.path, planned.format, planned.size) == (tmp_path / "docs", "documents", 20)
    (tmp_path / "docs" / "a.md").rename(tmp_path / "docs" / "z.md")
    assert plan_sources([tmp_path / "docs"])[0].fingerprint != planned.fingerprint


@pytest.mark.parametrize("name", ["csv", "html", "text"])
def test_a_chosen_format_holds_for_a_folder(name, save, tmp_path):
    for file in ("a.md", "b.csv", "c.html"):
        save(f"docs/{file}")
    assert formats(tmp_path / "docs", format=name) == [("docs", name)]


def test_a_chosen_page_format_takes_the_page_files_of_a_folder(save, tmp_path):
    save("wiki/b.jsonl", FEVER)
    save("wiki/README.md")
    assert formats(tmp_path / "wiki", format="fever") == [("b.jsonl", "fever")]


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_a_chosen_format_is_taken_at_its_word_for_a_file(name, save):
    assert formats(save("anything.bin"), format=name) == [("anything.bin", name)]


@pytest.mark.parametrize(
    ("file", "data", "message"),
    [
        ("claims.jsonl", CLAIM, "holds claims, not pages"),
        ("other.data", '{"a": 1, "b": 2}', r"another schema \(keys: a, b\); FEVER pages have id, text and lines"),
        ("list.jsonl", "[1, 2]", "cannot tell what"),
        ("deep.jsonl", "[" * 100_000, "cannot tell what"),
        ("report.doc", "PK\x03\x04", "cannot tell what .*report.doc is; a source is FEVER"),
        ("noise.bin", NOISE, "cannot tell what"),
        ("blank.jsonl", "\n\n", "cannot tell what"),
        ("empty.md", "", "is empty"),
        ("cut.jsonl.gz", gzip.compress(NOISE)[:500], "damaged or cut short"),
        ("broken.db", b"SQLite format 3\0" + bytes(200), "an SQLite file that cannot be read"),
    ],
)
def test_what_cannot_be_recognised_is_named_with_what_would_be_right(file, data, message, save):
    with pytest.raises(InputError, match=message) as error:
        formats(save(file, data))
    assert file in str(error.value)
    assert "\n" not in str(error.value)


def test_a_database_of_another_kind_is_named_with_its_tables(tmp_path):
    path = database(tmp_path / "shop.db", "CREATE TABLE orders (id)")
    with pytest.raises(InputError, match=r"shop\.db .*its tables: orders\); FEVER's has documents"):
        formats(path)


def test_folders_with_nothing_to_read_are_named(save, tmp_path):
    (tmp_path / "none").mkdir()
    with pytest.raises(InputError, match="none holds no files"):
        formats(tmp_path / "none")
    save("office/a.doc")
    save("office/b")
    with pytest.raises(InputError, match=r"holds nothing that can be read \(.doc, no suffix\); readable are: .csv"):
        formats(tmp_path / "office")
    with pytest.raises(InputError, match=r"holds no .jsonl or .db files, in which fever pages come"):
        formats(tmp_path / "office", format="fever")
    save("texts/a.txt")
    with pytest.raises(InputError, match=r"readable are: \.htm, \.html, \.xhtml"):
        formats(tmp_path / "texts", format="html")


def test_pages_and_documents_in_one_folder_are_not_guessed_about(save, tmp_path):
    save("wiki/a.jsonl", FEVER)
    save("wiki/README.md")
    with pytest.raises(InputError, match=r"FEVER or FEVEROUS pages or tables, and documents \(README.md\)"):
        formats(tmp_path / "wiki")


def test_an_unknown_file_among_pages_is_named(save, tmp_path):
    save("wiki/a.jsonl", FEVER)
    save("wiki/b.jsonl", CLAIM)
    with pytest.raises(InputError, match=r"b\.jsonl holds claims"):
        formats(tmp_path / "wiki")


def test_missing_sources_and_unknown_formats_are_usage_errors(tmp_path):
    with pytest.raises(UsageError, match=r"no such file or folder: .*absent"):
        formats(tmp_path / "absent")
    with pytest.raises(UsageError, match="no format named 'word'; choose one of: auto, csv, documents"):
        formats(tmp_path, format="word")
    with pytest.raises(UsageError, match="no source given"):
        formats()
    (tmp_path / "a.md").write_text("x")
    with pytest.raises(UsageError, match=r"is a folder; name the file in it"):
        formats(tmp_path, format="zim")


def test_a_pipe_is_no_source_and_does_not_block(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError, match="is a pipe, socket or device"):
        formats(tmp_path / "pipe")


def test_a_file_that_may_not_be_read_is_one_error(save, monkeypatch):
    path = save("a.bin")

    def deny(self, *_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", deny)
    with pytest.raises(InputError, match=r"cannot read .*a\.bin: permission denied"):
        formats(path)


DATA = Path(__file__).resolve().parents[3] / ".." / "shared" / "data"


@pytest.mark.corpus
@pytest.mark.skipif(not DATA.is_dir(), reason="the public data sets are not beside the checkout")
@pytest.mark.parametrize(
    ("source", "count", "name"),
    [
        ("fever/wiki-pages", 6, "fever"),
        ("feverous-pages", 1, "feverous"),
        ("cells/pages.jsonl.xz", 1, "feverous"),
        ("wiki-html/articles.tar.xz", 1, "documents"),
    ],
)
def test_the_public_data_sets_are_recognised(source, count, name):
    planned = plan_sources([DATA / source])
    assert [item.format for item in planned] == [name] * count
