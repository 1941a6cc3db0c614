from importlib import import_module
from pathlib import Path

import pytest

from veriscope.errors import UsageError, VeriscopeError
from veriscope.files import read_settings
from veriscope.lab.training.encoder_recipe import EncoderRecipe, encoder_stages, run_encoder_recipe
from veriscope.lab.training.recipes import settings_of
from veriscope.lab.training.registry import RECIPES

PATHS = (
    "fever", "fever_corpus", "nli", "tabfact", "tabfact_corpus", "tables", "linked", "graph", "pages", "lessons",
    "small_base", "large_base", "work",
)  # fmt: skip


def read(path):
    return read_settings(path, EncoderRecipe)


def write(path, *lines):
    path.write_text("\n".join((*(f'{name} = "{name}"' for name in PATHS), 'pairs = ["pairs"]', *lines)))
    return path


def test_paths_are_looked_for_beside_the_recipe(tmp_path):
    recipe = read(write(tmp_path / "recipe.toml", "teacher_epochs = 3"))
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
        read(write(tmp_path / "recipe.toml", line))


def test_a_missing_path_is_named(tmp_path):
    (tmp_path / "recipe.toml").write_text('fever = "x"')
    with pytest.raises(UsageError, match="`fever_corpus` is missing"):
        read(tmp_path / "recipe.toml")


def test_each_stage_reads_what_an_earlier_one_writes(tmp_path):
    recipe = read(write(tmp_path / "recipe.toml"))
    written = {recipe.work / "set", recipe.small_base, recipe.large_base, recipe.fever_corpus}
    for stage in encoder_stages(recipe):
        for name in ("mined", "network", "base", "scores", "encoder", "held_out"):
            path = stage.settings.get(name)
            if isinstance(path, Path):
                assert any(path.is_relative_to(place) for place in written), (stage.name, name)
        written.add(stage.settings["out"])


def test_each_stage_sets_what_its_recipe_knows(tmp_path):
    for stage in encoder_stages(read(write(tmp_path / "recipe.toml"))):
        module, _, function = RECIPES[stage.recipe].function.partition(":")
        if stage.recipe in {"training-set", "verdict-head"}:
            kind = settings_of(getattr(import_module(module), function))
            assert kind(**stage.settings).out == stage.settings["out"]


def test_a_ranker_of_an_earlier_run_takes_the_place_of_the_stage(tmp_path):
    earlier = tmp_path / "earlier"
    recipe = read(write(tmp_path / "recipe.toml", 'ranker = "earlier"'))
    named = {stage.name: stage for stage in encoder_stages(recipe)}
    assert named["ranker"].done == earlier / "heads.pt"
    assert (named["rank"].settings["network"], named["student"].settings["base"]) == (earlier, earlier)


def test_stages_that_are_done_are_passed_over(tmp_path):
    recipe = read(write(tmp_path / "recipe.toml"))
    for stage in encoder_stages(recipe):
        stage.done.parent.mkdir(parents=True, exist_ok=True)
        stage.done.touch()
    said = []
    assert list(run_encoder_recipe(recipe, only=None, report=said.append)) == []
    assert len(said) == 8
    assert all("done already" in line for line in said)


def test_a_stage_that_fails_says_why_after_its_name(tmp_path):
    said = []
    with pytest.raises(VeriscopeError, match="held_out"):
        list(run_encoder_recipe(read(write(tmp_path / "recipe.toml")), only="head", report=said.append))
    assert said == ["head: begins"]


def test_an_unknown_stage_is_answered_with_the_known_ones(tmp_path):
    with pytest.raises(UsageError, match="mine, ranker, rank, teacher, score, student, export, head"):
        list(run_encoder_recipe(read(write(tmp_path / "recipe.toml")), only="teach", report=lambda _: None))
