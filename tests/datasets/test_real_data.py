import json
import lzma
from pathlib import Path

import pytest

from veriscope.datasets import (
    DATASET_CHECKS,
    DATASET_FORMATS,
    convert_dataset,
    dataset_stats,
    detect_format,
    read_labelled,
    validate_dataset,
)

DATA = Path(__file__).resolve().parents[2] / ".." / "shared" / "data"
FILES = {
    "fever/dev.jsonl": ("fever", 3513, {"REFUTES": 1201, "NOT ENOUGH INFO": 1171, "SUPPORTS": 1141}),
    "feverous/dev_gold_ids.jsonl.xz": ("feverous", 7717, {"SUPPORTS": 3842, "REFUTES": 3383, "NOT ENOUGH INFO": 492}),
    "cells/dev.jsonl": ("feverous", 1553, {"SUPPORTS": 801, "REFUTES": 752}),
}

pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(not DATA.exists(), reason="the public data sets are not beside the checkout"),
]


def rows_of(path):
    data = path.read_bytes()
    text = (lzma.decompress(data) if path.suffix == ".xz" else data).decode()
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("name", sorted(FILES))
def test_real_files_are_recognised_valid_and_counted(name):
    form, count, labels = FILES[name]
    path = DATA / name
    assert detect_format(path) == form
    assert validate_dataset(path, check=DATASET_CHECKS[form]).problems == ()
    stats = dataset_stats(row.claim for row in read_labelled(path, form=DATASET_FORMATS[form]))
    assert (stats.claims, stats.labels) == (count, labels)


def test_the_claims_that_need_several_sentences_are_those_the_data_names():
    stats = dataset_stats(row.claim for row in read_labelled(DATA / "fever/dev.jsonl", form=DATASET_FORMATS["fever"]))
    assert round(stats.shares.needs_several_sentences * stats.claims_with_evidence) == 123


@pytest.mark.parametrize("name", sorted(FILES))
def test_real_files_come_back_unchanged_through_our_own_format(tmp_path, name):
    form, ours = DATASET_FORMATS[FILES[name][0]], DATASET_FORMATS["veriscope"]
    done = convert_dataset(DATA / name, tmp_path / "ours.jsonl", source_format=form, target_format=ours)
    convert_dataset(tmp_path / "ours.jsonl", tmp_path / "back.jsonl", source_format=ours, target_format=form)
    was, is_now = rows_of(DATA / name), rows_of(tmp_path / "back.jsonl")
    if form.header and was[0]["claim"] != "":
        is_now = is_now[1:]
    assert len(is_now) == len(was)
    assert sum(old != new for old, new in zip(was, is_now, strict=True)) == done.respelled_claims <= 10
