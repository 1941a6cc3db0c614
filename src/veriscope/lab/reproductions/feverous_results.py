"""Measures the rows of the FEVEROUS paper's tables; predictions are kept, so that a stopped run resumes."""

import json
import zlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from veriscope.files import JsonObject
from veriscope.lab.reproductions.feverous_predictions import FeverousPredictor, KeptPredictions, Prediction, read_kept
from veriscope.lab.reproductions.feverous_prepared import PreparedSet, read_prepared
from veriscope.lab.reproductions.feverous_recipe import TYPES_FILE, FeverousRecipe, FeverousSetting
from veriscope.lab.reproductions.feverous_rows import FeverousRows
from veriscope.lab.reproductions.feverous_sampling import TYPE_ORDER
from veriscope.models import MODEL_FILE

Talk = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement: the files of the networks it needs, their predictions, and how to measure these."""

    name: str
    needs: tuple[Path, ...]
    predict: Callable[[], Sequence[Prediction]]
    measure: Callable[[Sequence[Prediction]], JsonObject]


@dataclass(slots=True)
class FeverousResults:
    """The figures of each measured row, and the rows whose networks are not trained yet."""

    split: str
    claims: int
    rows: dict[str, JsonObject] = field(default_factory=dict)
    untrained: list[str] = field(default_factory=list)


def measure_feverous(recipe: FeverousRecipe, split: str, *, talk: Talk) -> FeverousResults:
    """Measure the rows whose networks are trained; kept predictions for the same claims are not made again."""
    prepared = read_prepared(recipe.prepared_folder(split))
    rows = FeverousRows(prepared)
    results = FeverousResults(split, len(rows.claims))
    results.rows = {"retrieval": rows.retrieval(), "cells-lexical": rows.lexical_cells()}
    types = tuple(recipe.types(fold) / TYPES_FILE for fold in range(1, recipe.folds + 1))
    if all(path.exists() for path in types):
        results.rows["types"] = evidence_types(types)
    else:
        talk(f"types: left out, for {types[0].parent} is not trained")
        results.untrained.append("types")
    for row in _rows(recipe, rows):
        said = _predictions(recipe, split, prepared, row, talk)
        if said is None:
            results.untrained.append(row.name)
        else:
            results.rows[row.name] = row.measure(said)
    return results


def predict_feverous(recipe: FeverousRecipe, names: Sequence[str], *, talk: Talk) -> None:
    """Make the predictions of these rows for all files of claims to measure on; kept predictions are not made again."""
    for split in recipe.measured_claims():
        prepared = read_prepared(recipe.prepared_folder(split))
        for row in _rows(recipe, FeverousRows(prepared)):
            if row.name in names:
                _predictions(recipe, split, prepared, row, talk)


def _predictions(
    recipe: FeverousRecipe, split: str, prepared: PreparedSet, row: Row, talk: Talk
) -> Sequence[Prediction] | None:
    """The predictions of a row, kept or new; None if its networks are not trained."""
    missing = [path for path in row.needs if not path.exists()]
    if missing:
        talk(f"{row.name}: left out, for {missing[0].parent} is not trained")
        return None
    path = recipe.work / "results" / split / f"{row.name}.json.gz"
    made_from = (prepared.fingerprint(), *(f"{zlib.crc32(needed.read_bytes()):08x}" for needed in row.needs))
    kept = read_kept(path, made_from)
    if kept is not None:
        talk(f"{row.name}: {split} answered already ({path})")
        return kept
    talk(f"{row.name}: {split} begins")
    said = tuple(row.predict())
    path.parent.mkdir(parents=True, exist_ok=True)
    KeptPredictions(made_from, said).write(path)
    return said


def _rows(recipe: FeverousRecipe, rows: FeverousRows) -> list[Row]:
    """All rows that need networks."""
    asked = FeverousPredictor(rows.prepared)
    return [row for run in recipe.run_numbers() for row in _run_rows(recipe, rows, asked, run)]


def _run_rows(recipe: FeverousRecipe, rows: FeverousRows, asked: FeverousPredictor, run: int) -> list[Row]:
    cells, full = recipe.cells(run), recipe.verdict(recipe.full_variant(), run)
    made: list[Row] = []
    for variant in recipe.variants():
        folder = recipe.verdict(variant, run)
        predict = partial(asked.verdicts, folder)
        made.append(Row(f"verdict-{variant.value}-{run}", (folder / MODEL_FILE,), predict, rows.verdicts))
    for name, whole in (("cut", False), ("whole", True)):
        marked = partial(asked.cells, cells, whole=whole)
        made.append(Row(f"cells-{name}-{run}", (cells / MODEL_FILE,), marked, rows.cells))
    needs = (full / MODEL_FILE, cells / MODEL_FILE)
    for setting in FeverousSetting:
        found = partial(asked.pipeline, setting, cells=cells, verdict=full)
        made.append(Row(f"{setting.value}-{run}", needs, found, rows.pipeline))
    return made


def evidence_types(files: tuple[Path, ...]) -> JsonObject:
    """Section 3.2: how often the claim alone predicts the type of evidence, over all folds together."""
    answers = [answer for file in files for answer in json.loads(file.read_text(encoding="utf-8"))["answers"]]
    counts = Counter(gold for _, gold, _ in answers)
    hits = Counter(gold for _, gold, said in answers if gold == said)
    total = max(1, len(answers))
    recalls: Mapping[str, float] = {
        kind.value: hits[place] / counts[place] for place, kind in enumerate(TYPE_ORDER) if counts[place]
    }
    return {
        "accuracy": hits.total() / total,
        "majority": max(counts.values(), default=0) / total,
        "claims": len(answers),
        "recall": dict(recalls),
    }
