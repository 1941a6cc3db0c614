import json
import os
import pty
import sys

import pytest
from typer.testing import CliRunner

from veriscope.cli.main import command_line
from veriscope.errors import InputError, StoreError

TRUE, FALSE = "Port Ellis is the capital of Arvania.", "Vell is the capital of Arvania."
LEXICAL = ("--selector", "lexical", "--verdict", "lexical")


def shell(world, *lines, words=()):
    given = b"\n".join(line if isinstance(line, bytes) else line.encode() for line in lines)
    return CliRunner().invoke(command_line(), ["shell", "--corpus", str(world.path), *LEXICAL, *words], input=given)


def test_each_line_of_a_pipe_gets_an_answer(world):
    done = shell(world, TRUE, "", "  ", FALSE)
    assert done.exit_code == 0
    answers = [line for line in done.stdout.splitlines() if not line.startswith(" ")]
    assert [line.split("  ")[0] for line in answers] == ["SUPPORTS", "REFUTES"]
    assert done.stderr == ""


def test_with_json_there_is_one_object_for_each_claim_even_for_one_that_cannot_be_checked(world):
    done = shell(world, TRUE, "?", b"\xff", FALSE, words=["--json"])
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row.get("label") for row in rows] == ["SUPPORTS", None, None, "REFUTES"]
    assert "the claim is empty" in rows[1]["error"]
    assert rows[2]["claim"] == "\ufffd"
    assert isinstance(done.exception, InputError)
    assert str(done.exception) == "2 lines could not be answered"


def test_orders_switch_the_form_and_the_corpus_and_end_it(world):
    done = shell(world, ":corpus starter", ":json", TRUE, ":corpus", ":quit", FALSE)
    assert "checking against starter\nanswers are JSON\nchecking against starter\n" in done.stderr
    (row,) = map(json.loads, done.stdout.splitlines())
    assert "starter" in row["corpus"]


def test_a_wrong_order_is_told_and_the_next_line_is_answered(world):
    done = shell(world, ":fly", ":corpus /nowhere", ":help", TRUE)
    assert "no order named ':fly'; choose one of: :corpus, :json, :help, :quit" in done.stderr
    assert "no corpus at /nowhere" in done.stderr
    assert ":quit         end" in done.stderr
    assert done.stdout.startswith("SUPPORTS")


def test_a_corpus_that_is_not_there_ends_it_at_once(tmp_path):
    done = CliRunner().invoke(command_line(), ["shell", "--corpus", str(tmp_path / "none")])
    assert isinstance(done.exception, StoreError)


@pytest.mark.slow
def test_at_a_terminal_there_is_a_prompt_and_a_history(world, tmp_path):
    child, terminal = pty.fork()
    if child == 0:
        os.environ["VERISCOPE_CACHE"] = str(tmp_path)
        command = ["-m", "veriscope", "shell", "--corpus", str(world.path), *LEXICAL]
        os.execv(sys.executable, [sys.executable, *command])

    def read_until(what):
        seen = ""
        while what not in seen:
            seen += os.read(terminal, 5000).decode()
        return seen

    assert ":help lists" in read_until("veriscope> ")
    os.write(terminal, f"{FALSE}\n".encode())
    assert "REFUTES" in read_until("veriscope> ")
    os.write(terminal, b"\x04")
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert (tmp_path / "shell_history").read_text("utf-8").strip().endswith(FALSE)
