"""The maps of the house name every room, and what they name exists."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HOUSE = ROOT / "src" / "veriscope"
PACKAGES = {path.parent.relative_to(HOUSE).as_posix() for path in HOUSE.glob("*/**/__init__.py")}
MAP = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Where do I add")[2].partition("\n## ")[0]


def test_the_architecture_page_names_every_package_and_no_other():
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rooms = page.partition("## The house")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| `([a-z/_]+)` \|", rooms, re.MULTILINE)) == PACKAGES


def test_every_path_in_the_map_of_contributing_exists():
    paths = [path for path in re.findall(r"`([^`]+)`", MAP) if "/" in path or path.endswith(".py")]
    assert len(paths) > 25
    assert not [path for path in paths if not (ROOT / path).exists() and not (HOUSE / path).exists()]


def test_the_map_of_contributing_has_three_answers_to_each_question():
    rows = [line for line in MAP.splitlines() if line.startswith(("| a ", "| an "))]
    assert len(rows) >= 11
    assert not [row for row in rows if not all(cell.strip() for cell in row.strip("|").split("|"))]
