from pathlib import Path

import pytest

from veriscope.errors import StoreError, UsageError
from veriscope.pipeline.encoder_recipe import read_recipe, run_recipe, stages

PATHS = (
    "fever", "fever_corpus", "nli", "tabfact", "tabfact_corpus", "tables", "linked", "graph", "mixed", "mixed_corpus",
    "pages", "small_base", "large_base", "work",
)  # fmt: skip


def write(path, *lines):
    path.write_text("\n".join((*(f'{name} = "{name}"' for name in PATHS), *lines)))
    return path


def test_paths_are_looked_for_beside_the_recipe(tmp_path):
    recipe = read_recipe(write(tmp_path / "recipe.toml", "teacher_epochs = 3"))
    assert recipe.fever == tmp_path / "fever"
    assert recipe.teacher_epochs == 3


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("teacher_epoch = 3", "no setting named 'teacher_epoch'"),
        ("seed = 'one'", "seed: found 'one'"),
        ("draws = 0", "draws: found 0"),
        ("ranker = 3", "ranker: found 3; expected a path"),
        ("[", "not TOML"),
    ],
)
def test_a_wrong_setting_is_one_clear_line(tmp_path, line, said):
    with pytest.raises(UsageError, match=said.replace("[", r"\[")):
        read_recipe(write(tmp_path / "recipe.toml", line))


def test_a_missing_path_is_named(tmp_path):
    (tmp_path / "recipe.toml").write_text('fever = "x"')
    with pytest.raises(UsageError, match="`fever_corpus` is missing"):
        read_recipe(tmp_path / "recipe.toml")


def test_each_stage_reads_what_an_earlier_one_writes(tmp_path):
    recipe = read_recipe(write(tmp_path / "recipe.toml"))
    written = {recipe.work / "set", recipe.small_base, recipe.large_base, recipe.fever_corpus}
    for stage in stages(recipe):
        words = list(stage.words)
        for option in ("--mined", "--network", "--base", "--scores", "--encoder", "--held-out"):
            if option in words:
                path = Path(words[words.index(option) + 1])
                assert stage.name == "mine" or any(path.is_relative_to(place) for place in written), (
                    stage.name,
                    option,
                )
        written.add(Path(words[words.index("--out") + 1]))


def test_a_ranker_of_an_earlier_run_takes_the_place_of_the_stage(tmp_path):
    earlier = tmp_path / "earlier"
    named = {stage.name: stage for stage in stages(read_recipe(write(tmp_path / "recipe.toml", 'ranker = "earlier"')))}
    assert named["ranker"].done == earlier / "heads.pt"
    for stage, option in (("rank", "--network"), ("student", "--base")):
        words = named[stage].words
        assert words[words.index(option) + 1] == str(earlier)


def test_stages_that_are_done_are_passed_over(tmp_path):
    recipe = read_recipe(write(tmp_path / "recipe.toml"))
    for stage in stages(recipe):
        stage.done.parent.mkdir(parents=True, exist_ok=True)
        stage.done.touch()
    said = []
    run_recipe(recipe, only=None, report=said.append)
    assert len(said) == 8
    assert all("done already" in line for line in said)


def test_a_stage_that_fails_is_named(tmp_path):
    recipe = read_recipe(write(tmp_path / "recipe.toml"))
    with pytest.raises(StoreError, match="the stage head ended with exit code"):
        run_recipe(recipe, only="head", report=lambda _: None)


def test_an_unknown_stage_is_answered_with_the_known_ones(tmp_path):
    with pytest.raises(UsageError, match="mine, ranker, rank, teacher, score, student, export, head"):
        run_recipe(read_recipe(write(tmp_path / "recipe.toml")), only="teach", report=lambda _: None)
