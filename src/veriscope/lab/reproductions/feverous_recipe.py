"""The recipe of the FEVEROUS baseline: its inputs, its settings (the paper's by default) and its stages."""

import re
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec

from veriscope.errors import UsageError
from veriscope.files import read_settings
from veriscope.lab.reproductions.feverous_prepared import CLAIMS_FILE
from veriscope.models import MODEL_FILE, ONNX_FILE
from veriscope.starter import STARTER

TYPES_FILE = "answers.json"
_TAKEN = {"train", "dev", "test"}
_NAME = re.compile(r"[A-Za-z0-9_]+", re.ASCII)

_Count = Annotated[int, msgspec.Meta(ge=1)]
_Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
_Rate = Annotated[float, msgspec.Meta(gt=0)]


class Variant(StrEnum):
    """A row of the paper's Table 4: with or without NLI pre-training and NEI sampling; `nei` is our addition."""

    PLAIN = "plain"
    NLI = "nli"
    NEI = "nei"
    NLI_NEI = "nli-nei"

    @property
    def is_pretrained(self) -> bool:
        """Whether training starts from the network that read the inference pairs."""
        return self in {Variant.NLI, Variant.NLI_NEI}

    @property
    def samples_nei(self) -> bool:
        """Whether training adds examples whose evidence is not enough."""
        return self in {Variant.NEI, Variant.NLI_NEI}


class FeverousSetting(StrEnum):
    """The kind of evidence to use: the rows of the paper's Table 3."""

    SENTENCES = "sentence-only"
    TABLES = "table-only"
    FULL = "full"


class MeasuredClaims(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A further file of claims to measure on, and the corpus of its pages if it is another one."""

    claims: Path
    corpus: Path | None = None


@dataclass(frozen=True, slots=True)
class FeverousRecipe:
    """Paths are relative to the recipe's file; `claims` and `nli_pairs` limit the training data (0: all).

    Aly et al. (2021), appendix: batches of 16, rate 5e-5, verdicts 3 epochs and decay 0.01, cells 2 and 0.1, two runs.
    """

    train: Path
    dev: Path
    corpus: Path
    base: Path
    work: Path
    test: Path | None = None
    more: dict[str, MeasuredClaims] = field(default_factory=dict)
    nli: Path | None = None
    runs: _Count = 2
    seed: int = 1
    claims: Annotated[int, msgspec.Meta(ge=0)] = 0
    batch: _Count = 16
    rate: _Rate = 5e-5
    max_tokens: Annotated[int, msgspec.Meta(ge=16)] = 512
    verdict_epochs: _Count = 3
    verdict_decay: _Share = 0.01
    cell_epochs: _Count = 2
    cell_decay: _Share = 0.1
    nli_pairs: Annotated[int, msgspec.Meta(ge=0)] = 0
    nli_epochs: _Count = 2
    nli_batch: _Count = 16
    nei_share: _Share = 1.0
    type_epochs: _Count = 3
    type_batch: _Count = 16
    folds: Annotated[int, msgspec.Meta(ge=2)] = 5

    def measured_claims(self) -> dict[str, MeasuredClaims]:
        """The files of claims to measure on, by name."""
        named = {"dev": self.dev} | ({"test": self.test} if self.test else {})
        return {name: MeasuredClaims(claims=claims) for name, claims in named.items()} | self.more

    def prepared_folder(self, split: str) -> Path:
        """The folder of a file's prepared claims."""
        return self.work / "prepared" / split

    def pretrained_folder(self) -> Path:
        """The folder of the network that read the inference pairs."""
        return self.work / "nli"

    def verdict(self, variant: Variant, run: int) -> Path:
        """The folder of a verdict predictor."""
        return self.work / f"verdict-{variant.value}-{run}"

    def cells(self, run: int) -> Path:
        """The folder of a cell extractor."""
        return self.work / f"cells-{run}"

    def types(self, fold: int) -> Path:
        """The folder of the evidence types predicted for a fold."""
        return self.work / f"types-{fold}"

    def variants(self) -> list[Variant]:
        """The variants that can be trained: without inference pairs, only those that do not need them."""
        return [variant for variant in Variant if self.nli or not variant.is_pretrained]

    def full_variant(self) -> Variant:
        """The variant to use on found evidence: the last that can be trained."""
        return self.variants()[-1]

    def run_numbers(self) -> range:
        """The numbers of the runs, from 1."""
        return range(1, self.runs + 1)

    def predicted_rows(self) -> list[str]:
        """The names of the rows that the networks of all runs predict."""
        kinds = [*(f"verdict-{variant.value}" for variant in self.variants()), "cells-cut", "cells-whole"]
        kinds += [setting.value for setting in FeverousSetting]
        return [f"{kind}-{run}" for run in self.run_numbers() for kind in kinds]


class Stage(NamedTuple):
    """One step: its name, and a file that shows that it is done; `prepare` and `predict` check that themselves."""

    name: str
    done: Path


def read_feverous_recipe(path: Path) -> FeverousRecipe:
    """The recipe of a TOML file; a wrong or missing setting raises a one-line error."""
    recipe = read_settings(path, FeverousRecipe, places=[STARTER])
    wrong = [name for name in recipe.more if name in _TAKEN or not _NAME.fullmatch(name)]
    if wrong:
        raise UsageError(
            f"{path}: claims of `more` cannot be named {wrong[0]!r}; use another name, of letters and digits"
        )
    return recipe


def feverous_stages(recipe: FeverousRecipe) -> list[Stage]:
    """The stages, in order."""
    stages = [
        Stage(f"prepare-{split}", recipe.prepared_folder(split) / CLAIMS_FILE)
        for split in ("train", *recipe.measured_claims())
    ]
    stages += [Stage("nli", recipe.pretrained_folder() / MODEL_FILE)] if recipe.nli else []
    stages += [
        Stage(f"verdict-{variant.value}-{run}", recipe.verdict(variant, run) / MODEL_FILE)
        for run in recipe.run_numbers()
        for variant in recipe.variants()
    ]
    stages += [Stage(f"cells-{run}", recipe.cells(run) / MODEL_FILE) for run in recipe.run_numbers()]
    stages += [Stage(f"types-{fold}", recipe.types(fold) / TYPES_FILE) for fold in range(1, recipe.folds + 1)]
    stages += [Stage(f"predict-{row}", recipe.work / "results") for row in recipe.predicted_rows()]
    stages += [Stage("export", recipe.cells(1) / ONNX_FILE)]
    return stages


def chosen_stages(recipe: FeverousRecipe, only: str | None) -> list[Stage]:
    """The stages with that name, or whose names begin with it; all stages if `only` is None."""
    known = feverous_stages(recipe)
    if only is None:
        return known
    asked = [stage for stage in known if stage.name == only] or [
        stage for stage in known if stage.name.startswith(f"{only}-")
    ]
    if not asked:
        names = ", ".join(stage.name for stage in known)
        raise UsageError(f"no stage named {only!r}; choose one of: {names}, or the first word of several")
    return asked
