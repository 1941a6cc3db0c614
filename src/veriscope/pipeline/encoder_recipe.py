"""The recipe of the shipped encoder and its verdict head: stages in order, each written to a folder of its own."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import NamedTuple, get_type_hints

from veriscope.errors import StoreError, UsageError
from veriscope.pipeline.toml_file import read_toml


@dataclass(frozen=True, slots=True)
class EncoderRecipe:
    """What the recipe reads, where it works, and its settings; paths are looked for beside the recipe's file.

    `ranker` is the network of an earlier run, its student for one: it takes the place of the stage of that name.
    """

    fever: Path
    fever_corpus: Path
    nli: Path
    tabfact: Path
    tabfact_corpus: Path
    tables: Path
    linked: Path
    graph: Path
    mixed: Path
    mixed_corpus: Path
    pages: Path
    small_base: Path
    large_base: Path
    work: Path
    apart: Path | None = None
    ranker: Path | None = None
    per_label: int = 45_000
    held_out: int = 1_000
    teacher_epochs: int = 2
    teacher_rate: float = 4e-5
    student_epochs: int = 4
    student_rate: float = 1.5e-4
    draws: int = 2
    workers: int = 2
    seed: int = 11


class Stage(NamedTuple):
    """One step: the file that shows it is done, and the program that does it."""

    name: str
    done: Path
    words: tuple[str, ...]


def read_recipe(path: Path) -> EncoderRecipe:
    """The recipe of a TOML file; a wrong or missing setting is one clear line."""
    found = read_toml(path)
    types = get_type_hints(EncoderRecipe)
    unknown = [name for name in found if name not in types]
    paths = {name for name, kind in types.items() if kind in {Path, Path | None}}
    missing = [name for name, kind in types.items() if kind is Path and name not in found]
    if unknown or missing:
        problem = f"no setting named {unknown[0]!r}" if unknown else f"`{missing[0]}` is missing"
        raise UsageError(
            f"{path}: {problem}; the settings are: {', '.join(field.name for field in fields(EncoderRecipe))}"
        )
    for name, value in found.items():
        is_fit = isinstance(value, str) if name in paths else isinstance(value, int | float) and value > 0
        if not is_fit:
            raise UsageError(
                f"{path}: {name}: found {value!r}; expected {'a path' if name in paths else 'a number above 0'}"
            )
    return EncoderRecipe(**{name: path.parent / value if name in paths else value for name, value in found.items()})


def stages(recipe: EncoderRecipe) -> list[Stage]:
    """The steps in order."""
    work, seed = recipe.work, str(recipe.seed)
    mined, held_out, ranked = work / "set" / "train", work / "set" / "held_out", work / "ranked"
    ranker = recipe.ranker or work / "ranker"
    encoder = ("-m", "veriscope.neural.train_encoder")
    training = (*encoder, "train", "--held-out", str(held_out), "--seed", seed)
    return [
        Stage("mine", held_out / "lines.jsonl.gz", _mining(recipe)),
        Stage(
            "ranker",
            ranker / "heads.pt",
            (*training, "--base", str(recipe.small_base), "--mined", str(mined), "--heads", "line", "--epochs", "1",
             "--rate", str(recipe.student_rate), "--tokens", "32000", "--out", str(ranker)),
        ),
        Stage(
            "rank",
            ranked / "lines.jsonl.gz",
            (*encoder, "rank", "--network", str(ranker), "--mined", str(mined), "--out", str(ranked)),
        ),
        Stage(
            "teacher",
            work / "teacher" / "heads.pt",
            (*training, "--base", str(recipe.large_base), "--mined", str(ranked), "--epochs",
             str(recipe.teacher_epochs), "--rate", str(recipe.teacher_rate), "--tokens", "24000",
             "--label-weights", "1.0", "1.15", "1.0", "--half", "--out", str(work / "teacher")),
        ),
        Stage(
            "score",
            work / "scores" / f"draw-{recipe.seed + 90 + recipe.draws - 1}.npy",
            (*encoder, "score", "--network", str(work / "teacher"), "--mined", str(ranked), "--draws",
             str(recipe.draws), "--seed", str(recipe.seed + 90), "--out", str(work / "scores")),
        ),
        Stage(
            "student",
            work / "student" / "heads.pt",
            (*training, "--base", str(ranker), "--mined", str(ranked), "--scores", str(work / "scores"),
             "--epochs", str(recipe.student_epochs), "--rate", str(recipe.student_rate), "--tokens", "32000",
             "--label-weights", "1.0", "1.1", "1.0", "--half", "--out", str(work / "student")),
        ),
        Stage(
            "export",
            work / "encoder" / "encoder.onnx",
            ("-m", "veriscope.neural.export_encoder", "--network", str(work / "student"), "--out",
             str(work / "encoder")),
        ),
        Stage(
            "head",
            work / "encoder" / "head.json",
            ("-m", "veriscope.pipeline.train_verdict_head", "--encoder", str(work / "encoder"), "--held-out",
             str(held_out), "--corpus", str(recipe.fever_corpus), "--out",
             str(work / "encoder" / "head.json")),
        ),
    ]  # fmt: skip


def run_recipe(recipe: EncoderRecipe, *, only: str | None, report: Callable[[str], None]) -> None:
    """Run the stages that are not done yet, or only one; a stage that stopped goes on where it was."""
    known = stages(recipe)
    if only is not None and only not in {stage.name for stage in known}:
        raise UsageError(f"no stage named {only!r}; choose one of: {', '.join(stage.name for stage in known)}")
    for stage in known:
        if only is not None and stage.name != only:
            continue
        if stage.done.exists():
            report(f"{stage.name}: done already ({stage.done})")
            continue
        report(f"{stage.name}: python {' '.join(stage.words)}")
        result = subprocess.run([sys.executable, *stage.words], check=False)  # noqa: S603 - our own modules
        if result.returncode:
            raise StoreError(
                f"the stage {stage.name} ended with exit code {result.returncode}; call again to go on with it"
            )


def _mining(recipe: EncoderRecipe) -> tuple[str, ...]:
    named = (
        "fever", "fever_corpus", "nli", "tabfact", "tabfact_corpus", "tables", "linked", "apart", "graph", "mixed",
        "mixed_corpus", "pages", "per_label", "held_out", "workers",
    )  # fmt: skip
    given = {name: value for name in named if (value := getattr(recipe, name)) is not None}
    options = tuple(word for name, value in given.items() for word in (f"--{name.replace('_', '-')}", str(value)))
    return ("-m", "veriscope.pipeline.training_set", *options, "--out", str(recipe.work / "set"))
