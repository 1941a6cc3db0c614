from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from veriscope.errors import UsageError
from veriscope.starter import claims_path, files

ROOT = Path(__file__).resolve().parents[2]


def test_the_gold_of_the_test_half_is_not_in_the_wheel():
    names = {Path(file.distribution_path).name for file in WheelBuilder(str(ROOT)).recurse_included_files()}
    assert {"pages.jsonl.xz", "kb.nt.xz", "redirects.tsv", "claims.dev.jsonl", "numeric.dev.jsonl"} <= names
    assert not [name for name in names if name.startswith(("test-", "numeric-test")) or ".test." in name]


def test_an_installation_without_the_test_half_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "data_folder", lambda: tmp_path)
    with pytest.raises(UsageError, match="the test half of the starter claims is not installed"):
        claims_path("test")
