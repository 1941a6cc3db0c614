import multiprocessing
import operator
import os
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training needs the extra `train`")

from veriscope.errors import StoreError
from veriscope.lab.training.ahead import Ahead, spare_cores
from veriscope.lab.training.train_epochs import ComposedEpochs

# Each test starts processes.
pytestmark = pytest.mark.slow

# Called in the other process, it gives a function that takes three times a number.
THRICE = partial(partial, operator.mul, 3)


def sleep_minutes(number):
    time.sleep(60 * number)


@pytest.fixture(autouse=True)
def no_process_is_left():
    yield
    assert multiprocessing.active_children() == []


def wait_until(is_so, *, seconds=20):
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.filterwarnings("ignore:This DataLoader will create")
@pytest.mark.parametrize("workers", [1, 2, 9])
def test_things_come_by_their_numbers(workers):
    with Ahead(THRICE, count=4, workers=workers) as ahead:
        assert [ahead(number) for number in range(4)] == [0, 3, 6, 9]
        assert len(multiprocessing.active_children()) == min(workers, 4)


def test_the_first_number_may_be_any():
    with Ahead(THRICE, count=9, workers=2) as ahead:
        assert [ahead(number) for number in (5, 6, 7, 8)] == [15, 18, 21, 24]


def test_the_next_thing_is_made_while_one_is_used_and_no_more(tmp_path):
    file = tmp_path / "file"
    file.write_bytes(b"as it was")
    # What it makes is a file of as many bytes as the number says.
    with Ahead(partial(partial, os.truncate, file), count=3, workers=1) as ahead:
        ahead(0)
        wait_until(lambda: file.stat().st_size == 1)
        time.sleep(0.05)
        assert file.stat().st_size == 1


def test_what_is_wrong_there_is_told_here(tmp_path):
    with (
        Ahead(ComposedEpochs(tmp_path, tmp_path, (1, 2)), count=2, workers=2) as ahead,
        pytest.raises(StoreError, match="holds no mined claims"),
    ):
        ahead(0)


def test_a_process_that_dies_is_told_of():
    with Ahead(partial(partial, os._exit), count=3, workers=1) as ahead, pytest.raises(StoreError, match="ended early"):
        ahead(0)


def test_leaving_does_not_wait_for_what_is_still_being_made():
    started = time.monotonic()
    with Ahead(partial(partial, sleep_minutes), count=2, workers=1) as ahead:
        ahead(0)
    assert time.monotonic() - started < 30


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")
def test_processes_end_when_the_first_was_killed():
    program = (
        "import multiprocessing, operator, os, signal\n"
        "from functools import partial\n"
        "from veriscope.lab.training.ahead import Ahead\n"
        "with Ahead(partial(partial, operator.mul, 3), count=9, workers=1) as ahead:\n"
        "    ahead(0)\n"
        "    print(multiprocessing.active_children()[0].pid, flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True)
    stat = Path(f"/proc/{int(done.stdout)}/stat")
    wait_until(lambda: not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] == "Z")


def test_one_process_at_least_and_no_more_than_wanted():
    assert spare_cores(at_most=1) == 1
    assert 1 <= spare_cores(at_most=64) <= 64
