import json

import numpy as np
import pytest
from typer.testing import CliRunner

from veriscope.cli.main import command_line
from veriscope.domain import Claim, GoldClaim, Label, SentenceId
from veriscope.errors import InputError
from veriscope.lab.lessons.nei_evidence import NeiEvidence, NeiStrategy
from veriscope.lab.reproductions.paper_evaluation import evaluate_paper_models, find_models, paper_scores_json
from veriscope.lab.reproductions.paper_evidence import PaperEvidence, PaperSetting
from veriscope.verdict.model_files import ModelFiles

CAPITAL = SentenceId("Port Ellis", 0)
GOLDS = [
    GoldClaim(Claim("1", "Port Ellis is the capital of Arvania."), Label.SUPPORTS, (frozenset({CAPITAL}),)),
    GoldClaim(Claim("2", "Port Ellis is not the capital."), Label.REFUTES, (frozenset({SentenceId("Vell", 0)}),)),
    GoldClaim(Claim("3", "Port Ellis may have a tram."), Label.NOT_ENOUGH_INFO, ()),
]
WORDS = {"capital": (0.5, 0, 0), "not": (0, 1, 0), "may": (0, 0, 1)}


@pytest.fixture
def models(tmp_path):
    figures = np.array(list(WORDS.values()), np.float32)
    for name in ("nearestp", "randoms"):
        ModelFiles("word-label-pmi", {"evidence": name}, tuple(WORDS), {"npmi": figures}).write(tmp_path / name)
    return tmp_path


def evidence(world, setting, nei=NeiStrategy.NEARESTP):
    source = PaperEvidence(world, setting, nei, seed=0)
    return [source.of(gold) for gold in GOLDS]


def test_gold_sentences_are_given_and_drawn_where_there_are_none(world):
    given = evidence(world, PaperSetting.GOLD_SENTENCES)
    assert [piece.id for piece in given[0]] == [CAPITAL]
    assert given[2] == [NeiEvidence(world, NeiStrategy.NEARESTP, seed=0).sentence(GOLDS[2].claim)]


def test_random_evidence_is_drawn_from_any_page(world):
    drawn = evidence(world, PaperSetting.GOLD_SENTENCES, NeiStrategy.RANDOMS)[2]
    assert drawn != evidence(world, PaperSetting.GOLD_SENTENCES)[2]


def test_a_gold_page_is_one_piece_of_all_its_sentences(world):
    given = evidence(world, PaperSetting.GOLD_PAGES)
    page = world.page("Port Ellis")
    assert [piece.text for piece in given[0]] == [" ".join(sentence.text for sentence in page.sentences())]


def test_found_sentences_are_at_most_five_and_found_pages_hold_them(world):
    sentences, pages = (evidence(world, s) for s in (PaperSetting.FOUND_SENTENCES, PaperSetting.FOUND_PAGES))
    for found, whole in zip(sentences, pages, strict=True):
        assert 0 < len(found) <= 5
        assert {piece.id.page for piece in found} <= {piece.id.page for piece in whole}


def test_labels_and_evidence_are_scored_as_the_paper_does(world, models):
    results = evaluate_paper_models(
        GOLDS, world, PaperSetting.FOUND_SENTENCES, find_models(models), seed=0, report=lambda *_: None
    )
    report = paper_scores_json(results[0], PaperSetting.FOUND_SENTENCES)
    assert [result.model.name for result in results] == ["nearestp", "randoms"]
    assert report["label_accuracy"] == 1.0
    # The refuted claim's gold sentence stands on another page than those the claim speaks of.
    assert report["fever_score"] == pytest.approx(2 / 3)


def test_given_evidence_has_no_evidence_score(world, models):
    results = evaluate_paper_models(
        GOLDS, world, PaperSetting.GOLD_SENTENCES, find_models(models), seed=0, report=lambda *_: None
    )
    assert "fever_score" not in paper_scores_json(results[0], PaperSetting.GOLD_SENTENCES)


def test_a_folder_without_models_is_one_clear_error(tmp_path):
    with pytest.raises(InputError, match="no folder in it holds a trained model"):
        find_models(tmp_path)


def test_the_command_prints_every_model(world, models, tmp_path):
    rows = [
        {"id": 1, "verifiable": "VERIFIABLE", "label": "SUPPORTS", "claim": GOLDS[0].claim.text,
         "evidence": [[[1, 1, "Port_Ellis", 0]]]},
        {"id": 2, "verifiable": "NOT VERIFIABLE", "label": "NOT ENOUGH INFO", "claim": GOLDS[2].claim.text,
         "evidence": [[[1, 1, None, None]]]},
    ]  # fmt: skip
    gold = tmp_path / "gold.jsonl"
    gold.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    words = ["eval", "paper-models", "--corpus", world.path, "--gold", gold, "--models", models]
    words += ["--evidence", "gold-sentences"]
    run = lambda *more: CliRunner().invoke(command_line(), [str(word) for word in (*words, *more)])  # noqa: E731
    report = json.loads(run("--json").stdout)
    assert report["claims"] == 2
    assert report["models"]["randoms"]["label_accuracy"] == 1.0
    assert "Table 3" in run().stdout
