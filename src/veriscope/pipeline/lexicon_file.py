"""Lexicons as files: words and weights, by the IRIs of predicates; no sentence is stored."""

import gzip
import json
from dataclasses import asdict
from pathlib import Path

import numpy as np

from veriscope.errors import StoreError
from veriscope.files import replacing
from veriscope.graph import Graph
from veriscope.linking import Column, Lexicon, Sense, Weighing

FORMAT_VERSION = 2


def write_lexicon(path: Path, lexicon: Lexicon, graph: Graph) -> None:
    """Write a lexicon of a graph's predicates all at once, compressed according to the file's name."""
    record = {
        "kind": "veriscope lexicon",
        "format_version": FORMAT_VERSION,
        "weighing": asdict(lexicon.weighing),
        "damping": lexicon.damping,
        "predicates": list(graph.predicates),
        "senses": [[sense.predicate, sense.is_forward] for sense in lexicon.senses],
        "absent": [round(value, 4) for value in lexicon.absent.tolist()],
        "features": {feature: _column_record(column) for feature, column in lexicon.columns.items()},
    }
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    with replacing(path) as stream:
        stream.write(text.encode())


def read_lexicon(path: Path, graph: Graph) -> Lexicon:
    """The lexicon of a file; raises an error if it belongs to another graph's predicates."""
    try:
        record = json.loads(gzip.decompress(path.read_bytes()))
        is_ours = record["kind"] == "veriscope lexicon" and record["format_version"] == FORMAT_VERSION
        if not is_ours or record["predicates"] != list(graph.predicates):
            raise StoreError(f"{path} is not the lexicon of this graph and program; relearn it: veriscope kb lexicon")
        return Lexicon(
            [Sense(predicate, is_forward) for predicate, is_forward in record["senses"]],
            {feature: _column(*column) for feature, column in record["features"].items()},
            np.array(record["absent"]),
            Weighing(**record["weighing"]),
            record["damping"],
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise StoreError(f"{path} cannot be read as a lexicon ({error}); relearn it: veriscope kb lexicon") from None


def _column_record(column: Column) -> list[object]:
    return [column.places.tolist(), [round(weight, 3) for weight in column.weights.tolist()]]


def _column(places: list[int], weights: list[float]) -> Column:
    return Column(np.array(places, dtype=np.int64), np.array(weights))
