import subprocess
import sys

import pytest

from veriscope.errors import BusyError
from veriscope.files.locks import hold_lock

HOLD = """
import sys
from pathlib import Path
from veriscope.files.locks import hold_lock

with hold_lock(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def held(tmp_path):
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path / "folder")], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert holder.stdout.readline().strip() == b"held"
    yield holder
    holder.kill()
    holder.communicate()


def test_what_another_process_holds_is_busy(held, tmp_path):
    with pytest.raises(BusyError, match="another process"), hold_lock(tmp_path / "folder"):
        pass


def test_who_waits_gets_the_lock_when_its_holder_is_killed(held, tmp_path):
    held.kill()
    with hold_lock(tmp_path / "folder", wait_s=10):
        pass


def test_nothing_is_left_beside_what_was_held(tmp_path):
    with hold_lock(tmp_path / "folder"):
        assert [path.name for path in tmp_path.iterdir()] == ["folder.lock"]
    assert list(tmp_path.iterdir()) == []
