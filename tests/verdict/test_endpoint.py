"""The judge behind an endpoint, against a server that runs in the test."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from veriscope import Label, PipelineConfig, Verifier
from veriscope.errors import InputError, UsageError
from veriscope.models import ChatEndpoint
from veriscope.pipeline import make_verdict_model, read_config
from veriscope.testing import check_verdict_model
from veriscope.verdict import EndpointVerdict

TEXTS = [("Vell", "It rains. Vell is a town.")]


class Server:
    """Answers every question with `said`, in the form of OpenAI's protocol, and keeps what it was asked."""

    def __init__(self):
        self.said, self.status, self.body, self.asked = "", 200, None, []
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                server.asked.append((self.path, self.headers.get("Authorization"), json.loads(body)))
                answer = server.body or json.dumps({"choices": [{"message": {"content": server.said}}]}).encode()
                self.send_response(server.status)
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_):
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}/v1"
        threading.Thread(target=self.http.serve_forever, args=(0.01,), daemon=True).start()


@pytest.fixture
def server():
    made = Server()
    yield made
    made.http.shutdown()
    made.http.server_close()


def check(server, claim="Vell is a town.", **changes):
    settings = {"verdict": "endpoint", "selector": "lexical", "endpoint": server.url, "endpoint_model": "tiny"}
    with Verifier.from_texts(TEXTS, PipelineConfig(**(settings | changes))) as verifier:
        return verifier.check(claim)


def test_the_model_decides_and_names_its_lines(server, monkeypatch):
    monkeypatch.setenv("VERISCOPE_ENDPOINT_KEY", "secret")
    server.said = 'Let me think. {"label": "SUPPORTS", "confidence": 0.9, "lines": [1]} Done.'
    trace = check(server)
    assert (trace.label, trace.probability) == (Label.SUPPORTS, 0.9)
    assert trace.evidence[trace.key_evidence[0]].text == "Vell is a town."
    ((path, key, asked),) = server.asked
    assert (path, key, asked["model"]) == ("/v1/chat/completions", "Bearer secret", "tiny")
    question = json.loads(asked["messages"][1]["content"])
    assert question["claim"] == "Vell is a town."
    assert question["evidence"]["1"] == "Vell: Vell is a town."
    assert "secret" not in repr(ChatEndpoint(server.url, "tiny", "secret"))


def test_a_verdict_without_a_line_is_held_back(server):
    server.said = '{"label": "REFUTES", "confidence": 0.9, "lines": []}'
    trace = check(server)
    assert trace.label is Label.NOT_ENOUGH_INFO
    assert "no line of the evidence says so" in trace.verdict.reason


@pytest.mark.parametrize(
    "said",
    [
        "",
        "I cannot say.",
        "{",
        "{}",
        '{"label": "MAYBE"}',
        '{"label": 3}',
        "[]",
        "{'label': 'SUPPORTS'}",
        '{"a": ' + "[" * 90_000 + "}",
        "\x00" * 9,
    ],
)
def test_an_answer_that_cannot_be_read_is_no_verdict(server, said):
    server.said = said
    trace = check(server)
    assert trace.label is Label.NOT_ENOUGH_INFO
    assert trace.verdict.reason.startswith("the endpoint's answer names no label")


@pytest.mark.parametrize("confidence", ["-3", "0", "7", '"high"', "null", "true", "NaN", "1e999", "1" + "0" * 400])
@pytest.mark.parametrize("label", ["supports", "NOT ENOUGH INFO"])
def test_odd_confidence_keeps_the_promises(server, confidence, label):
    server.said = f'{{"label": "{label}", "confidence": {confidence}, "lines": [1, 99, -1, "x"]}}'
    endpoint = EndpointVerdict(ChatEndpoint(server.url, "tiny"))
    check_verdict_model(endpoint)


@pytest.mark.parametrize(
    ("status", "body", "problem"),
    [
        (401, b"{}", "refuses the key; set the environment variable VERISCOPE_ENDPOINT_KEY"),
        (500, b"out of\nmemory", "answers with status 500: out of memory"),
        (302, b"", "answers with status 302"),
        (200, b"<html>", "answers with what is no JSON"),
        (200, b'{"error": 1}', "answers in another form than OpenAI's"),
        (200, b"[]", "answers in another form than OpenAI's"),
    ],
)
def test_an_endpoint_that_fails_is_told_in_one_line(server, status, body, problem):
    server.status, server.body = status, body
    with pytest.raises(InputError, match=problem):
        check(server)


def test_an_endpoint_that_is_not_there_is_told(server):
    with pytest.raises(InputError, match=r"http://127\.0\.0\.1:1/chat/completions cannot be asked"):
        check(server, endpoint="http://127.0.0.1:1")


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"endpoint": ""}, "expected a URL, such as http"),
        ({"endpoint": "file:///etc/passwd"}, "expected a URL"),
        ({"endpoint_model": ""}, "needs the name of a model"),
        ({"verdict": "lexical"}, "only the verdict 'endpoint' asks one"),
    ],
)
def test_wrong_settings_are_told_before_anything_is_asked(server, changes, problem):
    with pytest.raises(UsageError, match=problem):
        check(server, **changes)
    assert not server.asked


def test_a_settings_file_names_the_endpoint(server, tmp_path):
    (tmp_path / "mine.toml").write_text(
        f'verdict = "endpoint"\nendpoint = "{server.url}"\nendpoint_model = "tiny"\n', encoding="utf-8"
    )
    server.said = '{"label": "REFUTES", "confidence": 0.8, "lines": [1]}'
    with Verifier.from_texts(TEXTS, read_config(tmp_path / "mine.toml")) as verifier:
        assert verifier.check("Vell is a lake.").label is Label.REFUTES


def test_a_command_without_these_settings_says_where_they_go():
    with pytest.raises(UsageError, match="needs settings: check --endpoint URL"):
        make_verdict_model("endpoint")
