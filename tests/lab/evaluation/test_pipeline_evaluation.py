import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

from veriscope.datasets import DATASET_FORMATS, read_labelled, write_predictions
from veriscope.domain import CellId, Claim, GoldClaim, Label, SentenceId
from veriscope.errors import UsageError
from veriscope.lab.evaluation.claim_answers import open_answer_log
from veriscope.lab.evaluation.error_listing import write_errors
from veriscope.lab.evaluation.error_summary import read_errors
from veriscope.lab.evaluation.gold_evidence import gold_evidence
from veriscope.lab.evaluation.pipeline_evaluation import PipelineQuestions, evaluate_pipeline
from veriscope.lab.evaluation.pipeline_plan import PipelineOracle, PipelinePlan, ablations, check_plan, fingerprint
from veriscope.lab.evaluation.pipeline_report import results_json
from veriscope.lab.evaluation.pipeline_run import run_pipeline
from veriscope.lab.evaluation.pipeline_tasks import FEVEROUS_TASK, TASKS
from veriscope.models.encoder import packaged_encoder
from veriscope.pipeline import PipelineConfig, Verifier, read_config
from veriscope.scoring import SCORERS, RankedKind, Resampling, evaluate
from veriscope.scoring.error_classes import Cause

CLAIMS = Path(__file__).resolve().parents[2] / "world" / "claims.jsonl"
CONFIG = PipelineConfig(retriever="titles", selector="lexical", verdict="lexical")
QUESTIONS = PipelineQuestions(FEVEROUS_TASK, Resampling(50, 1))


def quietly(*_):
    pass


def run_kept(golds, plan, path, *, report=quietly):
    with open_answer_log(path) as log:
        return run_pipeline(golds, plan, report=report, log=log)


@pytest.fixture(scope="module")
def claims():
    return [row.claim for row in read_labelled(CLAIMS, form=DATASET_FORMATS["feverous"])]


@pytest.fixture(scope="module")
def golds(claims):
    return [claim.gold() for claim in claims]


@pytest.fixture(scope="module")
def plan(world):
    return PipelinePlan("titles", world.path, CONFIG)


@pytest.fixture(scope="module")
def results(claims, plan):
    plans = [
        plan,
        replace(plan, name="gold pages", oracle=PipelineOracle.PAGES),
        replace(plan, name="gold evidence", oracle=PipelineOracle.EVIDENCE),
    ]
    return evaluate_pipeline(claims, plans, QUESTIONS, report=quietly)


def test_the_scores_are_those_of_the_submission_it_writes(results, tmp_path):
    first = results[0]
    path = tmp_path / "predictions.jsonl"
    write_predictions(path, (first.task.predict(each.claim, each.answer) for each in first.scored))
    official = evaluate(path, CLAIMS, scorer=SCORERS["feverous"], resampling=Resampling(50, 1))
    assert first.evaluation == official


def test_fever_is_scored_as_its_submission_is(world, plan, tmp_path):
    rows = [
        ("Port Ellis is the capital of Arvania.", "SUPPORTS", [["Port_Ellis", 0], ["Arvania", 1]]),
        ("Crown is a film.", "SUPPORTS", [["Crown_-LRB-film-RRB-", 0]]),
        ("Vell is the capital of Arvania.", "REFUTES", [["Arvania", 1]]),
        ("Port Ellis has a tram.", "NOT ENOUGH INFO", [[None, None]]),
    ]
    gold = tmp_path / "gold.jsonl"
    lines = [
        {"id": number, "claim": claim, "label": label, "evidence": [[[1, 1, *piece]] for piece in pieces]}
        for number, (claim, label, pieces) in enumerate(rows)
    ]
    gold.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    claims = [row.claim for row in read_labelled(gold, form=DATASET_FORMATS["fever"])]
    questions = PipelineQuestions(TASKS["fever"], Resampling(0))
    (result,) = evaluate_pipeline(claims, [plan], questions, report=quietly)
    path = tmp_path / "predictions.jsonl"
    write_predictions(path, (result.task.predict(each.claim, each.answer) for each in result.scored))
    official = evaluate(path, gold, scorer=SCORERS["fever"], resampling=Resampling(0))
    assert result.evaluation == official
    assert result.evaluation.scores.evidence_recall == 1
    assert result.ece_interval is None


def test_folders_in_the_settings_are_written_as_text(results):
    first = results[0]
    config = replace(CONFIG, model_folder=Path("models/mine"), kb=Path("starter"))
    report = json.loads(json.dumps(results_json([replace(first, plan=replace(first.plan, config=config))])))
    assert (report["config"]["model_folder"], report["config"]["kb"]) == ("models/mine", "starter")


def test_the_object_begins_with_the_contract(results):
    report = results_json(results)
    assert list(report)[:6] == [
        "label_accuracy",
        "feverous_score",
        "macro_f1",
        "evidence_recall",
        "ece",
        "ms_per_claim",
    ]
    assert set(report["ms_per_claim"]) == {"median", "p95"}
    assert set(report["stage_ms"]) == {"retrieval", "selection", "computation", "verdict", "explanation"}
    assert [run["name"] for run in report["runs"]] == ["titles", "gold pages", "gold evidence"]
    assert report["config"]["retriever"] == "titles"
    assert report["oracle"] == "none"
    assert "first_less_this" not in report
    assert set(report["per_gold_label"]) == set(Label)
    assert report["selective"]["accuracy_at_80"] >= 0
    assert report["confidence_intervals"]["ece"][0] <= report["confidence_intervals"]["ece"][1]


def test_what_an_oracle_gives_is_found(results):
    retrieved, pages, evidence = results
    assert retrieved.evaluation.scores.evidence_recall < pages.evaluation.scores.evidence_recall
    assert evidence.evaluation.scores.evidence_recall == 1
    assert evidence.evaluation.scores.evidence_precision == 1
    assert pages.retrieval.kinds[RankedKind.PAGES] is None
    assert evidence.retrieval.kinds[RankedKind.SENTENCES] is None


def test_differences_are_how_far_the_first_is_ahead(results):
    first, pages, _ = results
    ahead = pages.differences["evidence_recall"].difference
    assert ahead == pytest.approx(first.evaluation.scores.evidence_recall - pages.evaluation.scores.evidence_recall)
    assert first.differences == {}


def test_a_claim_without_gold_keeps_what_the_stages_find(plan, golds):
    bare = [GoldClaim(gold.claim, Label.NOT_ENOUGH_INFO, ()) for gold in golds]
    plain = run_pipeline(bare, plan, report=quietly)
    for oracle in PipelineOracle:
        given = run_pipeline(bare, replace(plan, oracle=oracle), report=quietly)
        assert [answer.evidence for answer in given.answers] == [answer.evidence for answer in plain.answers]
    assert any(answer.evidence for answer in plain.answers)


def test_gold_evidence_comes_as_the_corpus_shows_it(world):
    cell, sentence, lost = CellId("Arvania", 0, 3, 1), SentenceId("Arvania", 2), SentenceId("Arvania", 999)
    gold = GoldClaim(Claim("1", "c"), Label.SUPPORTS, (frozenset({sentence, lost}), frozenset({cell, sentence})))
    found = gold_evidence(gold, world)
    assert [piece.id for piece in found] == [sentence, cell]
    assert "1961" in found[1].text
    assert found[1].context[0] == "Arvania"


def test_without_evidence_there_is_no_verdict(plan):
    nothing = GoldClaim(Claim("1", "Xyzzy plugh frobs."), Label.SUPPORTS, ())
    (answer,) = run_pipeline([nothing], plan, report=quietly).answers
    assert answer.verdict.label is Label.NOT_ENOUGH_INFO
    assert answer.verdict.reason
    assert answer.evidence == ()


def test_below_the_confidence_asked_for_the_answer_is_not_enough_info(plan, golds):
    shy = replace(plan, config=replace(CONFIG, min_confidence=1.0))
    run = run_pipeline(golds, shy, report=quietly)
    assert {answer.verdict.label for answer in run.answers} == {Label.NOT_ENOUGH_INFO}
    assert any(answer.verdict.supports > 0.5 for answer in run.answers)


def test_an_interrupted_run_goes_on_where_it_ended(plan, golds, tmp_path):
    log = tmp_path / "answers.jsonl"

    def stop(name, done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_kept(golds, plan, log, report=stop)
    told = []
    resumed = run_kept(golds, plan, log, report=lambda *step: told.append(step))
    assert resumed.kept == 16
    assert told == [("titles", 20, 20)]
    again = run_kept(golds, plan, log)
    assert (again.answers, again.kept, again.per_second) == (resumed.answers, 20, None)


def test_answers_of_other_settings_are_not_taken_over(plan, golds, world, tmp_path):
    log = tmp_path / "answers.jsonl"
    run_kept(golds, plan, log)
    fewer = replace(plan, config=replace(CONFIG, pages=1))
    assert run_kept(golds, fewer, log).kept == 0
    assert fingerprint(plan, world) == fingerprint(replace(plan, name="another name"), world)


@pytest.mark.slow
def test_workers_answer_the_same(plan, golds):
    one, two = (run_pipeline(golds * 3, plan, report=quietly, workers=n).answers for n in (1, 2))
    assert [(a.verdict, a.evidence) for a in one] == [(a.verdict, a.evidence) for a in two]


def test_times_are_of_work_that_is_done_and_not_of_what_an_earlier_run_remembers(plan, golds, monkeypatch):
    encoder, asked = packaged_encoder(), [("Vell is a town.", "Vell is a town of Arvania.")]
    encoder.judge(asked)
    run_pipeline(golds, plan, report=quietly)
    runs = []
    monkeypatch.setattr(encoder, "_run", lambda pairs: runs.append(pairs) or [None] * len(pairs))
    encoder.judge(asked)
    assert runs == [asked]
    encoder.forget()


def test_an_ablation_changes_one_thing_at_a_time(plan):
    default = replace(plan, config=PipelineConfig("fused", "tfidf-bigram", "lexical"))
    assert [each.name for each in ablations(default)] == [
        "titles",
        "without second hop",
        "lexical selector",
        "without programs",
        "gold pages",
        "gold evidence",
    ]
    assert [each.config.computation for each in ablations(default)].count("none") == 1
    assert "without second hop" not in {each.name for each in ablations(plan)}


def test_the_second_hop_can_be_left_out(plan):
    hopping = replace(plan, config=replace(CONFIG, retriever="fused"))
    gold = GoldClaim(Claim("1", "The currency of Arvania is divided into 100 shells."), Label.SUPPORTS, ())
    plans = (hopping, replace(hopping, config=replace(hopping.config, second_hop=False)))
    found = [run_pipeline([gold], each, report=quietly).answers[0].pages for each in plans]
    assert found[0] != found[1]


def test_a_knowledge_graph_counts_in_an_evaluation_as_in_a_check(tmp_path):
    settings = tmp_path / "settings.toml"
    settings.write_text('kb = "starter"\nselector = "lexical"\nverdict = "lexical"\n', encoding="utf-8")
    config = read_config(settings)
    claim = Claim("1", "Canberra is the capital of Australia.")
    plan = PipelinePlan("with a graph", Path("starter"), config)
    (answer,) = run_pipeline([GoldClaim(claim, Label.SUPPORTS, ())], plan, report=quietly).answers
    with Verifier("starter", config) as verifier:
        trace = verifier.check(claim)
    assert trace.graph is not None
    assert trace.graph.share > 0.5
    assert answer.verdict == trace.verdict


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"retriever": "x"}, "no retriever named 'x'"),
        ({"selector": "x"}, "no selector named 'x'"),
        ({"verdict": "x"}, "no verdict model named 'x'"),
        ({"pages": 0}, "pages = 0, evidence = 30: expected 1 or more"),
        ({"kb_method": "x"}, "no untrained graph method named 'x'"),
        ({"min_confidence": 1.5}, r"min_confidence = 1\.5: expected a number from 0 to 1"),
    ],
)
def test_a_setting_that_cannot_be_run_is_named(plan, change, message):
    with pytest.raises(UsageError, match=message):
        check_plan(replace(plan, config=replace(CONFIG, **change)))


def test_fever_cites_sentences_only(claims):
    task = TASKS["fever"]
    assert not task.cites(CellId("Arvania", 0, 0, 1))
    assert task.key(SentenceId("Crown (film)", 1)) == ("Crown_-LRB-film-RRB-", 1)


def test_wrong_claims_are_listed_with_cause_and_evidence(results, world, tmp_path):
    path = tmp_path / "wrong.csv"
    written = write_errors(path, results[0], world)
    with path.open(encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.DictReader(stream))
    wrong = [each for each in results[0].scored if not each.outcome.is_strictly_right]
    assert written == len(rows) == len(wrong) > 0
    assert [row["id"] for row in rows] == [str(each.claim.id) for each in wrong]
    assert {row["remark"] + row["note"] for row in rows} == {""}
    nineteen = next(row for row in rows if row["cause"] == Cause.WRONG_LABEL)
    found, needed = nineteen["gold_found"].split(" of ")
    assert found == needed
    assert all("#" in row["gold_evidence"] for row in rows)
    summary = read_errors(path)
    assert (summary.claims, summary.read) == (len(rows), 0)


def test_a_claim_that_looks_like_a_formula_is_made_harmless(results, world, tmp_path):
    each = next(each for each in results[0].scored if not each.outcome.is_strictly_right)
    odd = replace(each, claim=replace(each.claim, claim="=1+1"))
    write_errors(tmp_path / "wrong.csv", replace(results[0], scored=(odd,)), world)
    assert ",'=1+1," in (tmp_path / "wrong.csv").read_text(encoding="utf-8-sig")


def test_what_cannot_be_checked_is_answered_as_a_check_answers_it(plan):
    asked = GoldClaim(Claim("1", "What is the capital of Arvania?"), Label.NOT_ENOUGH_INFO, ())
    endless = GoldClaim(Claim("2", "word " * 9999), Label.NOT_ENOUGH_INFO, ())
    question, text = run_pipeline([asked, endless], plan, report=quietly).answers
    assert "question" in question.verdict.reason
    assert "9,999 words" in text.verdict.reason
    assert (question.verdict.label, text.verdict.label) == (Label.NOT_ENOUGH_INFO, Label.NOT_ENOUGH_INFO)


def test_progress_counts_all_plans(claims, plan):
    told = []
    evaluate_pipeline(claims, [plan, plan], QUESTIONS, report=lambda *step: told.append(step))
    assert told[-1] == ("titles", 40, 40)
    assert told[0] == ("titles", 16, 40)
