import subprocess
import sys

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
        (["--version"], 0, ""),
    ],
)
def test_failure_is_one_clear_line_and_an_exit_code(words, code, says):
    done = veriscope(*words)
    assert done.returncode == code
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    if says.startswith("veriscope: "):
        assert len(done.stderr.strip().splitlines()) == 1


def test_the_version_is_printed_to_stdout():
    assert veriscope("--version").stdout.startswith("veriscope 0.")
