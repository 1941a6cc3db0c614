import pytest

from veriscope.errors import UsageError
from veriscope.files import Journal, append_rows

SETTINGS = {"seed": 0}


@pytest.fixture
def journal(tmp_path):
    return Journal(tmp_path / "rows.jsonl", "run", SETTINGS, "is of another run")


def test_rows_are_found_again_in_their_order(journal):
    for number in range(3):
        with journal.open() as (done, stream):
            assert done == number
            append_rows(stream, [{"number": number}])
    assert list(journal.rows()) == [{"number": 0}, {"number": 1}, {"number": 2}]


def test_a_journal_whose_first_line_was_cut_short_begins_anew(journal):
    journal.path.write_bytes(b'{"run": {"se')
    with journal.open() as (done, stream):
        append_rows(stream, [{"number": 0}])
    assert (done, list(journal.rows())) == (0, [{"number": 0}])


@pytest.mark.parametrize(
    "text", ["title,text\nVell,a city\n", '{"id": 1}\n', '{"run": {"seed": 1}}\n{}\n', "a note", "\n"]
)
def test_a_file_of_another_kind_or_run_is_refused_and_stays_as_it_is(journal, text):
    journal.path.write_text(text)
    with pytest.raises(UsageError, match="is of another run"), journal.open():
        pass
    assert journal.path.read_text() == text
