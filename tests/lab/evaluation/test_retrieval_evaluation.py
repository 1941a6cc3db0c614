from dataclasses import replace
from pathlib import Path

import pytest

from veriscope.datasets import DATASET_FORMATS, read_labelled
from veriscope.domain import CaptionId, CellId, Claim, GoldClaim, Label, Section, SentenceId, Table
from veriscope.errors import UsageError
from veriscope.lab.evaluation.gold_presence import gold_presence
from veriscope.lab.evaluation.oracle import Oracle, gold_pages
from veriscope.lab.evaluation.retrieval_evaluation import RetrievalQuestions, evaluate_retrieval, result_json
from veriscope.lab.evaluation.retrieval_run import RetrievalPlan, run_retrieval
from veriscope.scoring import RankedKind

CLAIMS = Path(__file__).resolve().parents[2] / "world" / "claims.jsonl"


@pytest.fixture(scope="module")
def claims():
    return [row.claim for row in read_labelled(CLAIMS, form=DATASET_FORMATS["feverous"])]


@pytest.fixture
def plan(world):
    return RetrievalPlan(world.path, "titles", "lexical", pages=2, depth=5)


def run(claims, plan, workers=1):
    return run_retrieval([claim.gold() for claim in claims], plan, report=lambda *_: None, workers=workers)


def gold(*pieces, label=Label.SUPPORTS):
    return GoldClaim(Claim("7", "c"), label, tuple(frozenset({piece}) for piece in pieces))


def found(result):
    return [(selected.pages, selected.evidence) for selected in result.selected]


def test_each_claim_gets_pages_to_the_depth_and_evidence_from_the_first(claims, plan):
    result = run(claims, replace(plan, retriever="bm25"))
    assert len(result.selected) == len(claims)
    assert result.per_second > 0
    for selected in result.selected:
        assert len(selected.pages) <= 5
        assert {piece.page for piece in selected.evidence} <= {page.title for page in selected.pages[:2]}
        assert selected.ms > 0
    assert any(len(selected.pages) > 2 for selected in result.selected)


@pytest.mark.slow
def test_a_deeper_ranking_changes_nothing_above(claims, plan):
    shallow = run(claims, replace(plan, retriever="bm25", depth=2))
    deep = run(claims, replace(plan, retriever="bm25"))
    assert [each.pages for each in shallow.selected] == [each.pages[:2] for each in deep.selected]
    assert [each.evidence for each in shallow.selected] == [each.evidence for each in deep.selected]


@pytest.mark.slow
def test_workers_find_the_same(claims, plan):
    assert found(run(claims * 3, plan, workers=2)) == found(run(claims * 3, plan))


def test_progress_is_told(claims, plan):
    told = []
    run_retrieval([claim.gold() for claim in claims], plan, report=lambda *step: told.append(step))
    assert told[-1] == ("titles, lexical", len(claims), len(claims))


def test_an_unknown_stage_is_named_before_any_work(claims, plan):
    with pytest.raises(UsageError, match=r"no retriever named 'bm52'; choose one of: .*titles"):
        run(claims, replace(plan, retriever="bm52"))
    with pytest.raises(UsageError, match=r"no selector named 'x'; choose one of: .*lexical"):
        run(claims, replace(plan, selector="x"))


def test_the_result_holds_scores_groups_and_misses(claims, plan):
    questions = RetrievalQuestions((1, 5), by="label", misses=3)
    result = evaluate_retrieval(claims, plan, questions, report=lambda *_: None)
    report = result_json(result, by="label")
    assert list(report)[:5] == ["claims", "pages", "sentences", "tables", "cells"]
    assert report["claims"] == len(claims)
    assert report["ms_per_claim"]["median"] <= report["ms_per_claim"]["p95"]
    assert set(report["breakdown"]["label"]) == {claim.label.value for claim in claims}
    assert 0 < len(report["misses"]) <= 3
    assert (report["retriever"], report["selector"], report["oracle"]) == ("titles", "lexical", None)


def test_with_the_gold_pages_given_only_what_is_selected_on_them_is_scored(claims, plan):
    verifiable = [claim for claim in claims if claim.label is not Label.NOT_ENOUGH_INFO]
    questions = RetrievalQuestions((1, 5))
    given = evaluate_retrieval(verifiable, replace(plan, oracle=Oracle.PAGES), questions, report=lambda *_: None)
    retrieved = evaluate_retrieval(verifiable, plan, questions, report=lambda *_: None)
    assert given.scores.kinds[RankedKind.PAGES] is None
    assert result_json(given)["pages"] is None
    assert given.scores.full_evidence >= retrieved.scores.full_evidence


def test_the_oracle_gives_the_gold_pages_in_title_order(world):
    pages = gold_pages(gold(SentenceId("Vell", 0), SentenceId("Arvania", 0)), world, oracle=Oracle.PAGES)
    assert [page.title for page, _ in pages] == ["Arvania", "Vell"]
    assert gold_pages(gold(SentenceId("Nowhere", 0)), world, oracle=Oracle.PAGES) == []


def test_the_oracle_of_tables_leaves_nothing_else_on_the_page(world):
    piece = CellId("Arvania", 0, 0, 1)
    ((page, _),) = gold_pages(gold(piece, SentenceId("Vell", 0)), world, oracle=Oracle.TABLES)
    assert page.title == "Arvania"
    assert {type(element) for element in page.elements} <= {Section, Table}
    assert [table.index for table in page.tables()] == [0]
    assert gold_pages(gold(CaptionId("Arvania", 9)), world, oracle=Oracle.TABLES) == []


def test_gold_that_the_corpus_lacks_is_counted(world):
    here, lost = SentenceId("Arvania", 0), SentenceId("Arvania", 999)
    golds = [
        gold(here),
        gold(lost),
        gold(lost, here),
        gold(SentenceId("Nowhere", 0)),
        gold(CaptionId("Arvania", 0)),
        gold(lost, label=Label.NOT_ENOUGH_INFO),
    ]
    presence = gold_presence(golds, world)
    assert (presence.claims, presence.unreachable, presence.first_unreachable) == (5, 2, "7")
    assert (presence.pages, presence.missing_pages) == (2, 1)


def test_all_gold_of_the_world_is_there(claims, world):
    assert gold_presence((claim.gold() for claim in claims), world).unreachable == 0
