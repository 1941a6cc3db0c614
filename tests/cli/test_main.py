import os
import subprocess
import sys
from pathlib import Path

import pytest


def veriscope(*words):
    return subprocess.run([sys.executable, "-m", "veriscope", *words], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["corpus", "info", "/nowhere/at/all"], 1, "veriscope: no corpus at /nowhere/at/all: build one with"),
        (["check", " "], 2, "veriscope: the claim is empty"),
        (["corpus", "build", "x", "/nowhere"], 2, "veriscope: no such file or folder: /nowhere"),
        (["corpus", "fly"], 2, "No such command 'fly'"),
        (["corpus", "show", "x", "\udcff"], 2, "veriscope: '\\udcff' is not UTF-8"),
        (["corpus", "build", "/proc/nowhere/x", "README.md"], 1, "veriscope: /proc/nowhere"),
        (["--version"], 0, ""),
    ],
)
@pytest.mark.slow
def test_failure_is_one_clear_line_and_an_exit_code(words, code, says):
    done = veriscope(*words)
    assert done.returncode == code
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    if says.startswith("veriscope: "):
        assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.slow
def test_a_terminal_without_unicode_is_served(world):
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    command = [sys.executable, "-m", "veriscope", "corpus", "show", str(world.path), "Ida Brandt"]
    for words in ([], ["--json"]):
        done = subprocess.run([*command, *words], capture_output=True, check=True, env=environment)
        assert done.stdout.isascii()
        assert b"Brandt" in done.stdout


@pytest.mark.slow
def test_a_full_disk_is_one_line(world):
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "veriscope", "corpus", "info", str(world.path)],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr.strip()) == (1, "veriscope: output: no space left on device")


def test_the_version_is_printed_to_stdout():
    assert veriscope("--version").stdout.startswith("veriscope 0.")
