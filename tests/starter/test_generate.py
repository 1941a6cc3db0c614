import hashlib
import lzma
from pathlib import Path

import pytest

from tools.atlas.generate import generate
from tools.atlas.packages import load, wrong_versions
from tools.atlas.triples import Fact, Thing, Value
from tools.atlas.truth import Truth
from veriscope.errors import InputError, MissingExtraError, UsageError
from veriscope.starter import claims_path
from veriscope.starter.files import data_folder

ROOT = Path(__file__).resolve().parents[2]
REQUIREMENTS = (ROOT / "tools" / "atlas" / "requirements.txt").read_text(encoding="utf-8")
MAX_BYTES = 3 * 10**6


def sums(folder):
    lines = (folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    return {name: digest for digest, name in (line.split("  ") for line in lines)}


def test_the_committed_files_have_the_recorded_checksums():
    for name, digest in sums(data_folder()).items():
        path = data_folder() / name
        content = path.read_bytes() if path.exists() else lzma.decompress((data_folder() / f"{name}.xz").read_bytes())
        assert hashlib.sha256(content).hexdigest() == digest, name


def test_every_data_file_is_listed_and_all_together_are_small():
    files = [path for path in data_folder().iterdir() if path.name != "SHA256SUMS"]
    assert {path.name for path in files} <= set(sums(data_folder()))
    assert sum(path.stat().st_size for path in files) < MAX_BYTES


@pytest.mark.slow
def test_the_generator_writes_the_committed_files_byte_for_byte(tmp_path):
    wrong = wrong_versions(REQUIREMENTS)
    if wrong:
        pytest.skip(f"the pinned fact packages are not installed: {'; '.join(wrong)}")
    generate(tmp_path)
    written, committed = sums(tmp_path), sums(data_folder())
    # Another version of liblzma may pack the same content into other bytes.
    inside = [name for name in committed if not name.endswith(".xz")]
    assert {name: written[name] for name in inside} == {name: committed[name] for name in inside}


def test_a_missing_package_is_named_with_the_requirements_file():
    with pytest.raises(MissingExtraError, match=r"no_such_package: pip install -r .*requirements\.txt"):
        load("no_such_package")


def test_an_unknown_half_is_refused():
    with pytest.raises(UsageError, match="'train'; choose one of: dev, test"):
        claims_path("train")


@pytest.fixture
def truth():
    facts = [
        Fact("Peru", "capital", "Lima"),
        Fact("Peru", "area", Value("1285216", "xsd:decimal")),
        Fact("Chile", "area", Value("756102", "xsd:decimal")),
    ]
    return Truth(facts, [Thing(name, name, ("Country",)) for name in ("Peru", "Chile", "Lima")])


@pytest.mark.parametrize(
    ("check", "answer"),
    [
        ('has("Peru", "capital", "Lima")', True),
        ('has("Chile", "capital", "Lima")', False),
        ('value("Peru", "area") > value("Chile", "area")', True),
        ('value("Peru", "area") - value("Chile", "area") > 600000', False),
        ('most("Country", "area") == "Peru" and rank("Chile", "Country", "area") == 2', True),
        ('lacks("Chile", "capital")', True),
    ],
)
def test_checks_are_answered_from_the_facts(truth, check, answer):
    assert truth.holds(check) is answer


@pytest.mark.parametrize(
    "check",
    ['has("Atlantis", "capital", "Lima")', "__import__('os')", "1 + 1", "has(", 'value("Chile", "capital") > 1'],
)
def test_a_check_that_cannot_be_answered_is_an_error(truth, check):
    with pytest.raises(InputError, match="claims: "):
        truth.holds(check)
