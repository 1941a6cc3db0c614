"""The recipe of the packaged encoder and its verdict head: stages in order, each with its own folder."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, NamedTuple

from msgspec import Meta

from veriscope.errors import UsageError
from veriscope.lab.training.recipes import load_recipe, settings_of

_Count = Annotated[int, Meta(ge=1)]
_Rate = Annotated[float, Meta(gt=0)]


@dataclass(frozen=True, slots=True)
class EncoderRecipe:
    """The recipe's inputs, its working folder and its settings; paths are relative to the recipe's file.

    `ranker` is a network of an earlier run, such as its student; it replaces the stage of that name.
    """

    fever: Path
    fever_corpus: Path
    nli: Path
    tabfact: Path
    tabfact_corpus: Path
    tables: Path
    linked: Path
    graph: Path
    pages: Path
    lessons: Path
    pairs: tuple[Path, ...]
    small_base: Path
    large_base: Path
    work: Path
    more_statements: Path | None = None
    mixed: Path | None = None
    mixed_corpus: Path | None = None
    apart: Path | None = None
    ranker: Path | None = None
    per_label: _Count = 45_000
    held_out: _Count = 1_000
    teacher_epochs: _Count = 2
    teacher_rate: _Rate = 4e-5
    student_epochs: _Count = 4
    student_rate: _Rate = 1.5e-4
    draws: _Count = 2
    workers: _Count = 2
    seed: int = 11


class Stage(NamedTuple):
    """One step: a file that shows that it is done, the recipe that it runs, and the recipe's settings."""

    name: str
    done: Path
    recipe: str
    settings: dict[str, object]


def encoder_stages(recipe: EncoderRecipe) -> list[Stage]:
    """The stages, in order."""
    work, seed = recipe.work, recipe.seed
    held_out, ranked, encoder = work / "set" / "held_out", work / "ranked", work / "encoder"
    ranker, teacher, student = recipe.ranker or work / "ranker", work / "teacher", work / "student"
    measured = {"held_out": held_out, "seed": seed}
    return [
        Stage("mine", held_out / "lines.jsonl.gz", "training-set", _mining(recipe)),
        Stage("ranker", ranker / "heads.pt", "encoder-train", measured | {
            "base": recipe.small_base, "mined": work / "set" / "train", "out": ranker, "heads": "line", "epochs": 1,
            "rate": recipe.student_rate, "tokens": 32_000,
        }),
        Stage("rank", ranked / "lines.jsonl.gz", "encoder-rank", {
            "network": ranker, "mined": work / "set" / "train", "out": ranked,
        }),
        Stage("teacher", teacher / "heads.pt", "encoder-train", measured | {
            "base": recipe.large_base, "mined": ranked, "out": teacher, "epochs": recipe.teacher_epochs,
            "rate": recipe.teacher_rate, "tokens": 24_000, "label_weights": (1.0, 1.15, 1.0), "half": True,
        }),
        Stage("score", work / "scores" / f"draw-{seed + 90 + recipe.draws - 1}.npy", "encoder-score", {
            "network": teacher, "mined": ranked, "out": work / "scores", "draws": recipe.draws, "seed": seed + 90,
        }),
        Stage("student", student / "heads.pt", "encoder-train", measured | {
            "base": ranker, "mined": ranked, "out": student, "scores": work / "scores",
            "epochs": recipe.student_epochs, "rate": recipe.student_rate, "tokens": 32_000,
            "label_weights": (1.0, 1.1, 1.0), "half": True,
        }),
        Stage("export", encoder / "encoder.onnx", "encoder-export", {"network": student, "out": encoder}),
        Stage("head", encoder / "head.json", "verdict-head", {
            "encoder": encoder, "held_out": held_out, "corpus": recipe.fever_corpus, "out": encoder / "head.json",
            "lessons": recipe.lessons, "statements": recipe.tabfact, "tables": recipe.tabfact_corpus,
        }),
    ]  # fmt: skip


def run_encoder_recipe(recipe: EncoderRecipe, *, only: str | None, report: Callable[[str], None]) -> Iterator[str]:
    """Run the unfinished stages, or only one of them; a stage that was stopped resumes."""
    known = encoder_stages(recipe)
    if only is not None and only not in {stage.name for stage in known}:
        raise UsageError(f"no stage named {only!r}; choose one of: {', '.join(stage.name for stage in known)}")
    for stage in known:
        if only is not None and stage.name != only:
            continue
        if stage.done.exists():
            report(f"{stage.name}: done already ({stage.done})")
            continue
        report(f"{stage.name}: begins")
        run = load_recipe(stage.recipe)
        yield from run(settings_of(run)(**stage.settings))


def _mining(recipe: EncoderRecipe) -> dict[str, object]:
    named = (
        "fever", "fever_corpus", "nli", "tabfact", "tabfact_corpus", "tables", "linked", "apart", "graph", "mixed",
        "mixed_corpus", "pages", "lessons", "pairs", "more_statements", "per_label", "held_out", "workers",
    )  # fmt: skip
    return {name: getattr(recipe, name) for name in named} | {"out": recipe.work / "set"}
