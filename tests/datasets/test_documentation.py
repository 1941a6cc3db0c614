import json
import re
from pathlib import Path

import pytest

from veriscope.datasets import DATASET_CHECKS, DATASET_FORMATS
from veriscope.datasets.fields import is_header

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "datasets.md").read_text(encoding="utf-8")


def section(heading):
    return PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]


def rows(heading):
    # A record that is broken into several lines goes on with deeper lines.
    unbroken = re.sub(r"\n {5,}", " ", section(heading))
    found = [json.loads(line) for line in re.findall(r"^    (\{.*\})$", unbroken, re.MULTILINE)]
    return [row for row in found if not is_header(row)]


@pytest.mark.parametrize(
    ("heading", "claims", "predictions"),
    [
        ("Our own format", "veriscope", None),
        ("FEVER", "fever", "fever-predictions"),
        ("FEVEROUS", "feverous", "feverous-predictions"),
        ("TabFact and InfoTabS", "tabfact", None),
        ("HybridQA", "hybridqa", None),
    ],
)
def test_the_example_rows_are_valid(heading, claims, predictions):
    found = rows(heading)
    assert len(found) == (4 if predictions else 1 if claims == "hybridqa" else 2)
    for row in found:
        name = predictions if "predicted_label" in row else claims
        assert list(DATASET_CHECKS[name](row)) == []
        if name in DATASET_FORMATS:
            DATASET_FORMATS[name].parse(row)
