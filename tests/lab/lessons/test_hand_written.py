"""Lessons written by hand are read strictly, and those in the repository are sound."""

import json
from pathlib import Path

import pytest

from veriscope.errors import InputError
from veriscope.lab.lessons import read_groups, split_of

FOLDER = Path(__file__).resolve().parents[3] / "lessons"
GROUP = {
    "id": "clinic-0002",
    "brief": "clinic",
    "kind_of_text": "leaflet",
    "split": "train",
    "about": {"title": "Your knee operation", "section": "", "date": "", "file": ""},
    "lines": ["You can usually drive again after six weeks."],
    "table": {"caption": "", "header": ["Ward", "Beds"], "rows": [["Oak", "24"]]},
    "claims": [
        {
            "text": "Driving is normally possible after six weeks.",
            "label": "SUPPORTS",
            "lines": [0],
            "kind": "paraphrase",
        },
        {"text": "Oak has 25 beds.", "label": "REFUTES", "cells": [[0, 1]], "kind": "twin", "twin": "c1"},
        {"text": "Oak is the oldest ward.", "label": "NOT ENOUGH INFO", "kind": "undecidable"},
    ],
}


def groups_in(folder: Path, *, group: object = None, claim: dict[str, object] | None = None) -> list[object]:
    """The groups of a file with one group, its first claim changed by `claim`."""
    changed = group or {**GROUP, "claims": [{**GROUP["claims"][0], **(claim or {})}, *GROUP["claims"][1:]]}
    path = folder / "lessons.jsonl"
    path.write_text(json.dumps(changed) + "\n", encoding="utf-8")
    return list(read_groups(path))


def test_a_group_is_read_with_its_passage_table_and_claims(tmp_path: Path) -> None:
    (group,) = groups_in(tmp_path)
    assert group.table.rows == (("Oak", "24"),)
    assert [claim.label.value for claim in group.claims] == ["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"]


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ({"label": "MAYBE"}, "MAYBE"),
        ({"kind": "joke"}, "joke"),
        ({"lines": [1]}, "the passage has 1"),
        ({"cells": [[1, 0]]}, "not in the table"),
        ({"lines": []}, "SUPPORTS names no lines or cells"),
        ({"label": "NOT ENOUGH INFO"}, "NOT ENOUGH INFO names lines or cells"),
        ({"twin": "c1"}, "expected another claim"),
        ({"text": "Oak has 25 beds."}, "twice"),
        ({"surprise": 1}, "surprise"),
    ],
)
def test_a_faulty_claim_is_refused_with_its_place(tmp_path: Path, claim: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message) as refusal:
        groups_in(tmp_path, claim=claim)
    assert "lessons.jsonl:1: " in str(refusal.value)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"split": "test"}, "its id puts it into 'train'"),
        ({"lines": [], "table": None, "claims": []}, "neither lines nor a table"),
        ({"table": {"header": ["Ward"], "rows": [["Oak", "24"]]}}, "not as wide as its header"),
    ],
)
def test_a_faulty_group_is_refused(tmp_path: Path, changed: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        groups_in(tmp_path, group={**GROUP, **changed})


def test_a_line_that_is_no_group_is_refused_and_not_skipped(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="lessons"):
        groups_in(tmp_path, group=["no group"])


def test_about_a_tenth_of_the_groups_is_dev_and_a_tenth_test() -> None:
    splits = [split_of(f"brief-{number:04d}") for number in range(2000)]
    assert 150 < splits.count("dev") < 250
    assert 150 < splits.count("test") < 250


def test_the_lessons_of_the_repository_are_sound_and_their_ids_stand_once() -> None:
    groups = [group for path in sorted(FOLDER.rglob("*.jsonl")) for group in read_groups(path)]
    assert len(groups) >= 350
    assert len({group.id for group in groups}) == len(groups)
    labels = [claim.label for group in groups for claim in group.claims]
    assert all(0.28 < labels.count(label) / len(labels) < 0.39 for label in set(labels))
