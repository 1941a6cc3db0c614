import json
from pathlib import Path

import pytest

from veriscope.errors import UsageError
from veriscope.lab.reproductions.feverous_paper_tables import paper_tables, tables_json
from veriscope.lab.reproductions.feverous_recipe import Variant, chosen_stages, feverous_stages, read_feverous_recipe
from veriscope.lab.reproductions.feverous_results import FeverousResults, evidence_types

PATHS = 'train = "t.jsonl"\ndev = "d.jsonl"\ncorpus = "c"\nbase = "b"\nwork = "w"\n'
GUIDE = Path(__file__).resolve().parents[3] / "docs" / "feverous-baseline.md"


def recipe(tmp_path, more=""):
    (tmp_path / "recipe.toml").write_text(PATHS + more, encoding="utf-8")
    return read_feverous_recipe(tmp_path / "recipe.toml")


def test_a_recipe_has_the_settings_of_the_paper(tmp_path):
    read = recipe(tmp_path)
    assert (read.batch, read.rate, read.runs) == (16, 5e-5, 2)
    assert (read.verdict_epochs, read.verdict_decay) == (3, 0.01)
    assert (read.cell_epochs, read.cell_decay) == (2, 0.1)
    assert read.base == tmp_path / "b"


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ("epochs = 3", "no setting named 'epochs'; choose one of: train, dev"),
        ("runs = 0", "runs: found 0; expected int >= 1"),
        ('rate = "fast"', "rate: found 'fast'; expected"),
        ("test = 3", "test: found 3; expected a path in quotes"),
        ("nei_share = 1.5", r"nei_share: found 1\.5; expected"),
        ("[more.cells]\ncorpus = 'c'", "more: found .*; expected"),
    ],
)
def test_a_wrong_setting_is_one_clear_line(tmp_path, more, problem):
    with pytest.raises(UsageError, match=problem):
        recipe(tmp_path, more)


def test_a_missing_setting_is_named(tmp_path):
    (tmp_path / "recipe.toml").write_text('train = "t"', encoding="utf-8")
    with pytest.raises(UsageError, match="`dev` is missing"):
        read_feverous_recipe(tmp_path / "recipe.toml")


def test_the_stages_are_all_rows_of_the_tables_and_all_folds(tmp_path):
    names = [stage.name for stage in feverous_stages(recipe(tmp_path, 'nli = "n"\nfolds = 2\n'))]
    assert names == [
        "prepare-train", "prepare-dev", "nli",
        "verdict-plain-1", "verdict-nli-1", "verdict-nei-1", "verdict-nli-nei-1",
        "verdict-plain-2", "verdict-nli-2", "verdict-nei-2", "verdict-nli-nei-2",
        "cells-1", "cells-2", "types-1", "types-2", *(name for name in names if name.startswith("predict-")), "export",
    ]  # fmt: skip


def test_every_network_of_every_run_is_asked_about_the_claims(tmp_path):
    rows = recipe(tmp_path, "runs = 1\n").predicted_rows()
    assert rows == [
        "verdict-plain-1", "verdict-nei-1", "cells-cut-1", "cells-whole-1", "sentence-only-1", "table-only-1", "full-1",
    ]  # fmt: skip
    stages = chosen_stages(recipe(tmp_path, "runs = 2\n"), "predict")
    assert [stage.name for stage in stages[:7]] == [f"predict-{row}" for row in rows]
    assert len(stages) == 14


def test_further_claims_may_have_a_corpus_of_their_own(tmp_path):
    read = recipe(tmp_path, '[more.cells]\nclaims = "cells.jsonl"\ncorpus = "wiki"\n')
    assert list(read.measured_claims()) == ["dev", "cells"]
    assert read.measured_claims()["cells"].corpus == tmp_path / "wiki"
    assert "prepare-cells" in [stage.name for stage in feverous_stages(read)]


def test_further_claims_cannot_take_the_name_of_those_that_are_learned_from(tmp_path):
    with pytest.raises(UsageError, match="`more` cannot be named 'train'"):
        recipe(tmp_path, '[more.train]\nclaims = "cells.jsonl"\n')


def test_the_embedded_atlas_may_be_the_corpus(tmp_path):
    (tmp_path / "recipe.toml").write_text(PATHS.replace('corpus = "c"', 'corpus = "starter"'), encoding="utf-8")
    assert read_feverous_recipe(tmp_path / "recipe.toml").corpus == Path("starter")
    (tmp_path / "starter").mkdir()
    assert read_feverous_recipe(tmp_path / "recipe.toml").corpus == tmp_path / "starter"


def test_without_inference_pairs_nothing_is_trained_from_them(tmp_path):
    read = recipe(tmp_path)
    assert read.variants() == [Variant.PLAIN, Variant.NEI]
    assert "nli" not in [stage.name for stage in feverous_stages(read)]


def test_stages_are_chosen_by_name_or_first_word(tmp_path):
    read = recipe(tmp_path, 'nli = "n"\n')
    assert [stage.name for stage in chosen_stages(read, "cells")] == ["cells-1", "cells-2"]
    assert [stage.name for stage in chosen_stages(read, "nli")] == ["nli"]
    assert len(chosen_stages(read, "verdict-nli")) == 4
    with pytest.raises(UsageError, match="no stage named 'cell'; choose one of: prepare-train"):
        chosen_stages(read, "cell")


def measured():
    rows = {
        "retrieval": {
            "pages": {"1": 0.5, "2": 0.6, "3": 0.7, "5": 0.8},
            "sentences": {},
            "tables": {"1": 0.4, "5": 0.9},
        },
        "full-1": {"score": 0.2, "evidence": 0.3, "label_accuracy": 0.5},
        "full-2": {"score": 0.4, "evidence": 0.3, "label_accuracy": 0.5},
        "verdict-plain-1": {"SUPPORTS": 0.8, "REFUTES": 0.7, "NOT ENOUGH INFO": 0.0, "macro_f1": 0.5, "accuracy": 0.7},
        "cells-lexical": {"recall": 0.9, "single_cell_recall": None, "cells_a_claim": 25},
    }
    return FeverousResults("dev", 10, rows, ["cells-cut-1"])


def test_tables_show_the_mean_of_the_runs_beside_the_published_figure():
    results = measured()
    report = tables_json(results, paper_tables(results, runs=(1, 2)))
    score = report["table_3"]["full baseline"]["score"]
    assert (score["published"], score["ours"], score["runs"]) == (0.19, pytest.approx(0.3), [0.2, 0.4])
    assert report["table_4_verdicts"]["network"]["macro_f1"] == {"published": 0.53, "ours": 0.5, "runs": [0.5]}
    assert report["table_4_verdicts"]["network + NEI"]["macro_f1"]["published"] is None
    assert report["untrained"] == ["cells-cut-1"]


def test_what_was_not_measured_is_empty_and_tables_are_ranked_to_three():
    results = measured()
    report = tables_json(results, paper_tables(results, runs=(1, 2)))
    assert report["table_3"]["sentence-only baseline"]["score"] == {"published": 0.13, "ours": None, "runs": []}
    assert report["table_4_retrieval"]["top 5"]["tables"] == {"published": None, "ours": None, "runs": []}
    assert report["table_4_retrieval"]["top 1"]["tables"]["ours"] == 0.4
    assert report["cells"]["lexical ranker, best 25"]["recall of a single cell"]["ours"] is None


def test_a_split_that_the_paper_does_not_know_has_no_published_scores():
    results = FeverousResults("other", 1, {"retrieval": {}}, [])
    report = tables_json(results, paper_tables(results, runs=(1,)))
    assert report["table_3"]["full baseline"]["score"]["published"] is None


def test_evidence_types_are_counted_over_all_folds(tmp_path):
    files = []
    for fold, answers in enumerate(([["a", 0, 0], ["b", 1, 0]], [["c", 0, 0], ["d", 2, 2]])):
        files.append(tmp_path / f"{fold}.json")
        files[-1].write_text(json.dumps({"fold": fold, "answers": answers}), encoding="utf-8")
    report = evidence_types(tuple(files))
    assert (report["accuracy"], report["majority"], report["claims"]) == (0.75, 0.5, 4)
    assert report["recall"] == {"sentences": 1.0, "tables": 0.0, "combined": 1.0}


def test_every_setting_is_documented(tmp_path):
    text = GUIDE.read_text(encoding="utf-8")
    assert not [name for name in type(recipe(tmp_path)).__dataclass_fields__ if f"`{name}`" not in text]
