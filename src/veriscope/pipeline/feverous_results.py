"""Measures the rows of the FEVEROUS paper's tables; each is kept, so that a stopped run goes on."""

import json
import zlib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from veriscope.datasets import JsonObject
from veriscope.neural.feverous_folder import MODEL_FILE
from veriscope.pipeline.feverous_prepared import read_prepared
from veriscope.pipeline.feverous_recipe import TYPES_FILE, FeverousRecipe
from veriscope.pipeline.feverous_rows import FeverousRows, FeverousSetting
from veriscope.pipeline.feverous_sampling import TYPE_ORDER

Talk = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement: the files it is made from, and how."""

    name: str
    needs: tuple[Path, ...]
    measure: Callable[[], JsonObject]


@dataclass(slots=True)
class Results:
    """The figures of each row that was measured, and the rows whose networks are not trained yet."""

    split: str
    claims: int
    rows: dict[str, JsonObject] = field(default_factory=dict)
    untrained: list[str] = field(default_factory=list)


def measure_feverous(recipe: FeverousRecipe, split: str, *, talk: Talk) -> Results:
    """Measure what can be measured; a row that was measured with the same claims and networks is not measured again."""
    rows = FeverousRows(read_prepared(recipe.prepared(split)))
    folder = recipe.work / "results" / split
    folder.mkdir(parents=True, exist_ok=True)
    claims = rows.prepared.fingerprint()
    results = Results(split, len(rows.claims))
    for row in _rows(recipe, rows):
        missing = [path for path in row.needs if not path.exists()]
        if missing:
            talk(f"{row.name}: left out, for {missing[0].parent} is not trained")
            results.untrained.append(row.name)
            continue
        made_from = [claims, *(f"{zlib.crc32(path.read_bytes()):08x}" for path in row.needs)]
        results.rows[row.name] = _kept(folder / f"{row.name}.json", made_from, row, talk)
    return results


def _kept(path: Path, made_from: list[str], row: Row, talk: Talk) -> JsonObject:
    if path.exists():
        kept = json.loads(path.read_text(encoding="utf-8"))
        if kept["made_from"] == made_from:
            talk(f"{row.name}: measured already ({path})")
            found: JsonObject = kept["figures"]
            return found
    talk(f"{row.name}: begins")
    figures = row.measure()
    part = path.with_suffix(".part")
    part.write_text(json.dumps({"made_from": made_from, "figures": figures}) + "\n", encoding="utf-8")
    part.replace(path)
    return figures


def _rows(recipe: FeverousRecipe, rows: FeverousRows) -> list[Row]:
    """All rows, the cheapest first."""
    types = tuple(recipe.types(fold) / TYPES_FILE for fold in range(1, recipe.folds + 1))
    made = [
        Row("retrieval", (), rows.retrieval),
        Row("cells-lexical", (), rows.lexical_cells),
        Row("types", types, lambda: evidence_types(types)),
    ]
    for run in recipe.run_numbers():
        made += _run_rows(recipe, rows, run)
    return made


def _run_rows(recipe: FeverousRecipe, rows: FeverousRows, run: int) -> list[Row]:
    cells, full = recipe.cells(run), recipe.verdict(recipe.full_variant(), run)
    made: list[Row] = []
    for variant in recipe.variants():
        folder = recipe.verdict(variant, run)
        made.append(Row(f"verdict-{variant.value}-{run}", (folder / MODEL_FILE,), partial(rows.verdicts, folder)))
    for name, whole in (("cut", False), ("whole", True)):
        made.append(Row(f"cells-{name}-{run}", (cells / MODEL_FILE,), partial(rows.cells, cells, whole=whole)))
    needs = (full / MODEL_FILE, cells / MODEL_FILE)
    for setting in FeverousSetting:
        measure = partial(rows.pipeline, setting, cells=cells, verdict=full)
        made.append(Row(f"{setting.value}-{run}", needs, measure))
    return made


def evidence_types(files: tuple[Path, ...]) -> JsonObject:
    """Section 3.2: how often the type of evidence is told from the claim alone, over all folds together."""
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
