import json
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from veriscope.errors import BusyError, InputError, StoreError, UsageError
from veriscope.files.json_lines import write_json_lines
from veriscope.graph import build_graph, plan_graph
from veriscope.pipeline import PipelineConfig
from veriscope.pipeline.batch import BatchPlan, run_batch
from veriscope.pipeline.batch_claims import BadRow, ClaimRow, natural_format, read_batch

LEXICAL = PipelineConfig(selector="lexical", verdict="lexical")
CLAIMS = [
    "Port Ellis is the capital of Arvania.",
    "Vell is the capital of Arvania.",
    "Arvania became independent in 1961.",
    "Zorblax invented the quantum toaster.",
    "Is Vell the capital?",
]


@pytest.fixture
def plan(world, tmp_path):
    claims = tmp_path / "claims.txt"
    claims.write_text("\n\n".join(CLAIMS) + "\n", encoding="utf-8")
    return BatchPlan(claims, tmp_path / "out.jsonl", world.path, LEXICAL)


def run(plan, **options):
    return run_batch(plan, report=lambda *_: None, **options)


def rows(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def stopped_after(plan, count):
    """Run until so many claims are done, and then be interrupted."""

    def report(done, total):
        if done == count:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_batch(plan, report=report)


def without_times(found):
    return [{key: value for key, value in row.items() if key != "timings_ms"} for row in found]


def test_every_claim_is_checked_in_the_order_of_the_file(plan):
    summary = run(plan)
    assert [(row["id"], row["line"]) for row in rows(plan.out)] == [(1, 1), (3, 3), (5, 5), (7, 7), (9, 9)]
    assert [row["label"] for row in rows(plan.out)][:3] == ["SUPPORTS", "REFUTES", "SUPPORTS"]
    assert (summary.rows, summary.resumed, summary.problems) == (5, 0, ())
    assert summary.labels == {"SUPPORTS": 2, "REFUTES": 1, "NOT ENOUGH INFO": 2}
    assert sorted(path.name for path in plan.out.parent.iterdir()) == ["claims.txt", "out.jsonl", "out.jsonl.run.json"]


@pytest.mark.parametrize("done", [0, 1, 4, 5])
def test_an_interrupted_run_goes_on_where_it_stopped(plan, tmp_path, done):
    whole = BatchPlan(plan.claims, tmp_path / "whole.jsonl", plan.corpus, plan.config)
    run(whole)
    stopped_after(plan, done)
    assert not plan.out.exists()
    summary = run(plan)
    assert summary.resumed == done
    assert without_times(rows(plan.out)) == without_times(rows(whole.out))


@pytest.mark.parametrize("damage", [b'{"line": 3, "lab', b'{"line": 5}garbage\n', b""])
def test_a_row_that_was_cut_short_is_made_anew(plan, damage):
    stopped_after(plan, 1)
    part = plan.out.with_name("out.jsonl.part")
    part.write_bytes(part.read_bytes() + damage)
    assert run(plan).resumed == 1
    assert [row["line"] for row in rows(plan.out)] == [1, 3, 5, 7, 9]


def test_a_finished_run_says_so_and_does_nothing(plan):
    run(plan)
    before = plan.out.stat().st_mtime_ns
    summary = run(plan)
    assert summary.was_finished
    assert summary.rows == 5
    assert plan.out.stat().st_mtime_ns == before
    assert not run(plan, restart=True).was_finished


def test_a_run_that_ended_between_its_last_steps_is_finished_by_the_next(plan):
    stopped_after(plan, 5)
    write_json_lines(plan.out, [{"half": "done"}])
    assert run(plan).resumed == 5
    assert len(rows(plan.out)) == 5


def test_results_of_other_claims_or_settings_never_mix(plan, world, tmp_path):
    stopped_after(plan, 2)
    other = BatchPlan(plan.claims, plan.out, plan.corpus, replace(LEXICAL, retriever="titles"))
    with pytest.raises(UsageError, match="begun with other claims or settings"):
        run(other)
    run(plan)
    with pytest.raises(UsageError, match="does not belong to these claims and settings; --restart replaces it"):
        run(other)
    plan.claims.write_text("Vell is a town.\n", encoding="utf-8")
    with pytest.raises(UsageError, match="--restart replaces it"):
        run(plan)
    assert run(plan, restart=True).rows == 1


def test_a_run_begun_with_one_graph_is_not_continued_with_another_at_its_place(plan, tmp_path):
    facts, kb = tmp_path / "facts.tsv", tmp_path / "kb"

    def build(text):
        shutil.rmtree(kb, ignore_errors=True)
        facts.write_text(text, encoding="utf-8")
        build_graph(kb, plan_graph([facts]))

    build("Vell\tcapitalOf\tArvania\n")
    asking = replace(plan, config=replace(LEXICAL, kb=kb))
    stopped_after(asking, 2)
    build("Sorn\tcapitalOf\tArvania\n")
    with pytest.raises(UsageError, match="begun with other claims or settings"):
        run(asking)
    build("Vell\tcapitalOf\tArvania\n")
    shutil.move(kb, tmp_path / "moved")
    assert run(replace(plan, config=replace(LEXICAL, kb=tmp_path / "moved"))).resumed == 2


def test_a_file_of_somebody_else_is_not_overwritten(plan):
    plan.out.write_text("precious\n", encoding="utf-8")
    with pytest.raises(UsageError, match="already exists and does not belong to these claims"):
        run(plan)
    assert plan.out.read_text(encoding="utf-8") == "precious\n"


def test_two_runs_do_not_work_on_one_target(plan):
    def report(done, total):
        with pytest.raises(BusyError, match="another process is at work on"):
            run(plan)

    run_batch(plan, report=report)


def test_bad_rows_keep_their_place_and_are_counted(world, tmp_path):
    claims = tmp_path / "claims.jsonl"
    lines = [
        '{"id": "a", "claim": "Vell is the capital of Arvania."}',
        '{"id": "b", "claim": "  "}',
        "{broken",
        '{"id": "d"}',
        json.dumps({"id": "e", "claim": "word " * 10_000}),
        '{"claim": "Vell is a town."}',
    ]
    claims.write_text("\n".join(lines), encoding="utf-8")
    for form in ("trace", "fever", "feverous"):
        plan = BatchPlan(claims, tmp_path / f"{form}.jsonl", world.path, LEXICAL, form)
        summary = run(plan)
        assert [line for line, _ in summary.problems] == [2, 3, 4, 5]
        assert "10,000 words" in summary.problems[3][1]
        found = rows(plan.out)
        assert [row.get("id") for row in found] == ["a", "b", None, "d", "e", 6]
        bad = {"error": summary.problems[3][1]} if form == "trace" else {"predicted_label": "NOT ENOUGH INFO"}
        assert bad.items() <= found[4].items()


def test_data_sets_and_plain_lines_are_read_alike(tmp_path):
    path = tmp_path / "claims"
    path.write_text('{"id": "", "claim": "", "label": "", "evidence": ""}\n{"id": 4, "claim": "Vell is old."}\n')
    assert list(read_batch(path)) == [ClaimRow(2, 4, "Vell is old.")]
    path.write_text('{"table": "1-2", "statement": "vell win", "label": "SUPPORTS"}\n')
    assert list(read_batch(path)) == [ClaimRow(1, 1, "vell win")]
    path.write_bytes(b"\xef\xbb\xbfVell is old.\n\xff\n")
    assert next(iter(read_batch(path))) == ClaimRow(1, 1, "Vell is old.")
    assert isinstance(list(read_batch(path))[1], BadRow)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file holds no claims"),
        ("\n \n", "the file holds no claims"),
        ('[{"claim": "Vell is old."}]', "found a JSON list"),
        ('{"title": "Vell", "order": []}', "holds pages, not claims"),
        ('{"id": 1, "predicted_label": "SUPPORTS", "predicted_evidence": []}', "holds predictions, not claims"),
    ],
)
def test_a_file_of_something_else_is_refused_at_once(plan, text, message):
    plan.claims.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        run(plan)
    assert not plan.out.exists()


def test_wrong_places_and_names_are_told_before_any_work(plan, tmp_path):
    with pytest.raises(InputError, match="no such file"):
        run(BatchPlan(tmp_path / "none", plan.out, plan.corpus, plan.config))
    with pytest.raises(StoreError, match="no corpus at"):
        run(BatchPlan(plan.claims, plan.out, tmp_path / "none", plan.config))
    with pytest.raises(UsageError, match="holds the claims"):
        run(BatchPlan(plan.claims, plan.claims, plan.corpus, plan.config), restart=True)
    with pytest.raises(UsageError, match="choose one of: auto, fever, feverous, table, trace"):
        run(BatchPlan(plan.claims, plan.out, plan.corpus, plan.config, "xml"))
    with pytest.raises(InputError, match="cannot write"):
        run(BatchPlan(plan.claims, tmp_path / "none" / "out", plan.corpus, plan.config))


def test_the_form_of_the_results_follows_the_claims(tmp_path):
    path = tmp_path / "claims.jsonl"
    for evidence, form in (([[[1, 2, "Vell", 0]]], "fever"), ([{"content": ["Vell_sentence_0"]}], "feverous")):
        write_json_lines(path, [{"id": 1, "claim": "Vell is old.", "label": "SUPPORTS", "evidence": evidence}])
        assert natural_format(path) == form
    write_json_lines(path, [{"claim": "Vell is old."}])
    assert natural_format(path) == "trace"


@pytest.mark.slow
def test_a_killed_process_loses_nothing_and_workers_change_nothing(plan, tmp_path):
    plan.claims.write_text("".join(f"Vell had {number} people in 1961.\n" for number in range(600)), encoding="utf-8")
    command = [sys.executable, "-m", "veriscope", "check", "--file", plan.claims, "--out", plan.out]
    part = plan.out.with_name("out.jsonl.part")
    started = subprocess.Popen(
        list(
            map(
                str,
                [*command, "--corpus", plan.corpus, "--workers", 2, "--verdict", "lexical", "--selector", "lexical"],
            )
        ),
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 60
    while not (part.exists() and part.read_bytes().count(b"\n") > 20) and time.monotonic() < deadline:
        time.sleep(0.02)
    os.kill(started.pid, signal.SIGKILL)
    started.wait()
    assert 0 < run(plan).resumed < 600
    whole = BatchPlan(plan.claims, tmp_path / "whole.jsonl", plan.corpus, plan.config)
    run(whole, workers=2)
    assert without_times(rows(plan.out)) == without_times(rows(whole.out))
