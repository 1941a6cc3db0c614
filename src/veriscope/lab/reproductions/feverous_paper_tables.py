"""Builds the FEVEROUS paper's Tables 3 and 4, with the published figures beside ours."""

from collections.abc import Sequence
from typing import NamedTuple

from veriscope.domain import Label
from veriscope.files import JsonObject, JsonValue
from veriscope.lab.reproductions.feverous_recipe import FeverousSetting, Variant
from veriscope.lab.reproductions.feverous_results import FeverousResults
from veriscope.lab.reproductions.feverous_rows import KS

# Aly et al. (2021), camera-ready. Table 3: score and evidence.
_TABLE_3 = {
    "dev": {
        FeverousSetting.SENTENCES: (0.13, 0.19),
        FeverousSetting.TABLES: (0.05, 0.07),
        FeverousSetting.FULL: (0.19, 0.29),
    },
    "test": {
        FeverousSetting.SENTENCES: (0.12, 0.19),
        FeverousSetting.TABLES: (0.05, 0.07),
        FeverousSetting.FULL: (0.18, 0.29),
    },
}
# Table 4, left: documents, sentences and tables by k; tables were ranked to 3.
_TABLE_4_LEFT: dict[int, tuple[float | None, ...]] = {
    1: (0.39, 0.23, 0.45),
    2: (0.49, 0.37, 0.54),
    3: (0.58, 0.46, 0.56),
    5: (0.69, 0.53, None),
}
# Table 4, right: F1 of the three labels, and their mean as printed, which does not always equal the mean of the three.
_TABLE_4_RIGHT = {
    Variant.PLAIN: (0.89, 0.87, 0.05, 0.53),
    Variant.NLI: (0.90, 0.88, 0.09, 0.62),
    Variant.NLI_NEI: (0.89, 0.87, 0.34, 0.70),
}
_CELLS = (0.69, 0.74)
_TYPES = (0.62, 0.43)
_NONE = (None, None, None, None)


class Figure(NamedTuple):
    """A published number and ours, one for each run; either may be missing."""

    published: float | None
    ours: tuple[float, ...]

    def mean(self) -> float | None:
        """The mean of the runs."""
        return sum(self.ours) / len(self.ours) if self.ours else None

    def json(self) -> JsonObject:
        """The figure as JSON."""
        return {"published": self.published, "ours": self.mean(), "runs": list(self.ours)}


class PaperRow(NamedTuple):
    """A row of a table: its name, and its figures by column."""

    name: str
    figures: dict[str, Figure]


class PaperTable(NamedTuple):
    """A table: a key for programs, a title for people, and its rows."""

    key: str
    title: str
    rows: tuple[PaperRow, ...]


def paper_tables(results: FeverousResults, *, runs: Sequence[int]) -> list[PaperTable]:
    """Table 3, both halves of Table 4, and the text's figures about cells and the evidence-type model."""
    return [
        PaperTable("table_3", f"Table 3: found evidence ({results.split})", _table_3(results, runs)),
        PaperTable("table_4_retrieval", "Table 4, left: coverage of what is retrieved", _table_4_left(results)),
        PaperTable("table_4_verdicts", "Table 4, right: F1 with gold evidence", _table_4_right(results, runs)),
        PaperTable("cells", "Section 5.2: cell recall, given the gold tables", _cells(results, runs)),
        PaperTable("evidence_types", "Section 3.2: the type of evidence from the claim alone", _types(results)),
    ]


def tables_json(results: FeverousResults, tables: Sequence[PaperTable]) -> JsonObject:
    """One object: `claims`, `split`, the tables, the untrained rows, and every figure as measured."""
    shown: JsonObject = {
        table.key: {row.name: {name: figure.json() for name, figure in row.figures.items()} for row in table.rows}
        for table in tables
    }
    untrained: list[JsonValue] = list(results.untrained)
    measured: JsonObject = dict(results.rows)
    report: JsonObject = {"claims": results.claims, "split": results.split}
    return report | shown | {"untrained": untrained, "rows": measured}


def _table_3(results: FeverousResults, runs: Sequence[int]) -> tuple[PaperRow, ...]:
    rows = []
    for setting in FeverousSetting:
        score, evidence = _TABLE_3.get(results.split, {}).get(setting, (None, None))
        names = [f"{setting.value}-{run}" for run in runs]
        figures = {
            "score": Figure(score, _values(results, names, "score")),
            "evidence": Figure(evidence, _values(results, names, "evidence")),
            "label accuracy": Figure(None, _values(results, names, "label_accuracy")),
        }
        rows.append(PaperRow(f"{setting.value} baseline", figures))
    return tuple(rows)


def _table_4_left(results: FeverousResults) -> tuple[PaperRow, ...]:
    columns = ("pages", "sentences", "tables")
    rows = []
    for k in KS:
        figures = {}
        for column, published in zip(columns, _TABLE_4_LEFT[k], strict=True):
            covered = results.rows["retrieval"].get(column)
            ours = covered.get(str(k)) if isinstance(covered, dict) else None
            is_ranked = column != "tables" or published is not None
            figures[column] = Figure(published, (ours,) if isinstance(ours, float) and is_ranked else ())
        rows.append(PaperRow(f"top {k}", figures))
    return tuple(rows)


def _table_4_right(results: FeverousResults, runs: Sequence[int]) -> tuple[PaperRow, ...]:
    columns = (*(label.value for label in Label), "macro_f1")
    rows = []
    for variant in Variant:
        published = _TABLE_4_RIGHT.get(variant, _NONE)
        names = [f"verdict-{variant.value}-{run}" for run in runs]
        figures = {
            column: Figure(number, _values(results, names, column))
            for column, number in zip(columns, published, strict=True)
        }
        rows.append(
            PaperRow(_variant_name(variant), figures | {"accuracy": Figure(None, _values(results, names, "accuracy"))})
        )
    return tuple(rows)


def _cells(results: FeverousResults, runs: Sequence[int]) -> tuple[PaperRow, ...]:
    kinds = {
        "extractor, long tables cut off": ([f"cells-cut-{run}" for run in runs], _CELLS),
        "extractor, long tables in parts": ([f"cells-whole-{run}" for run in runs], (None, None)),
        "lexical ranker, best 25": (["cells-lexical"], (None, None)),
    }
    return tuple(
        PaperRow(
            name,
            {
                "recall": Figure(published[0], _values(results, rows, "recall")),
                "recall of a single cell": Figure(published[1], _values(results, rows, "single_cell_recall")),
                "cells a claim": Figure(None, _values(results, rows, "cells_a_claim")),
            },
        )
        for name, (rows, published) in kinds.items()
    )


def _types(results: FeverousResults) -> tuple[PaperRow, ...]:
    ours = {column: _values(results, ["types"], column) for column in ("accuracy", "majority")}
    figures = {"accuracy": Figure(_TYPES[0], ours["accuracy"]), "majority": Figure(_TYPES[1], ours["majority"])}
    return (PaperRow("claim-only evidence type model", figures),)


def _values(results: FeverousResults, names: Sequence[str], column: str) -> tuple[float, ...]:
    found = (results.rows[name].get(column) for name in names if name in results.rows)
    return tuple(float(value) for value in found if isinstance(value, int | float))


def _variant_name(variant: Variant) -> str:
    parts = ["network", *(["NLI"] if variant.is_pretrained else []), *(["NEI"] if variant.samples_nei else [])]
    return " + ".join(parts)
