import pytest

from tests.lab.bench.bench_runs import as_in_the_paper, run_of
from veriscope.errors import BusyError, UsageError
from veriscope.lab.bench.journal import SharedTraining, append_entry, open_journal

CELLS = run_of(as_in_the_paper).cells
PREPARED = SharedTraining("transe", 61.5)
SETTINGS = {"methods": ("kl", "sfe"), "seed": 0}


@pytest.fixture
def begun(tmp_path):
    path = tmp_path / "results.json.part"
    with open_journal(path, SETTINGS) as (done, stream):
        assert done == []
        for cell in (CELLS[0], PREPARED, CELLS[1]):
            append_entry(stream, cell)
    return path


def resumed(path, settings=SETTINGS):
    with open_journal(path, settings) as (done, _):
        return done


def test_finished_cells_are_found_again_in_their_order(begun):
    assert resumed(begun) == [CELLS[0], PREPARED, CELLS[1]]
    assert resumed(begun) == [CELLS[0], PREPARED, CELLS[1]]


@pytest.mark.parametrize("cut", [1, 20])
def test_a_line_that_was_cut_short_is_dropped_and_the_next_one_stands_whole(begun, cut):
    begun.write_bytes(begun.read_bytes()[:-cut])
    with open_journal(begun, SETTINGS) as (done, stream):
        assert done == [CELLS[0], PREPARED]
        append_entry(stream, CELLS[2])
    assert resumed(begun) == [CELLS[0], PREPARED, CELLS[2]]


def test_a_journal_of_other_settings_is_refused(begun):
    with pytest.raises(UsageError, match="--restart"):
        resumed(begun, {**SETTINGS, "seed": 1})


def test_two_processes_do_not_write_at_once(begun):
    with open_journal(begun, SETTINGS), pytest.raises(BusyError, match="another process is at work"):
        resumed(begun)
