"""Pages are easy to read in an editor, their links lead somewhere, and licences are complete."""

import re
import tomllib
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parents[2]
PAGES = [path for path in sorted((*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"))) if path.name != "cli.md"]
MOST_CHARACTERS = 159


def lines_of_prose(text: str) -> list[str]:
    """The lines of a page, those of code blocks left out: records and outputs are shown as they are."""
    lines = text.splitlines()
    for token in MarkdownIt("commonmark").parse(text):
        if token.type in {"fence", "code_block"} and token.map:
            lines[slice(*token.map)] = [""] * (token.map[1] - token.map[0])
    return lines


def folder_or_file(page: Path, target: str) -> Path:
    return page.parent / target.partition("#")[0] if target.partition("#")[0] else page


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_no_line_is_too_long_for_an_editor(page):
    text = page.read_text(encoding="utf-8")
    assert not [line for line in lines_of_prose(text) if len(line) > MOST_CHARACTERS]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_to_a_file_leads_to_one(page):
    targets = re.findall(r"\]\(([^)\s]+)\)", "\n".join(lines_of_prose(page.read_text(encoding="utf-8"))))
    files = [target for target in targets if "://" not in target]
    assert not [target for target in files if not folder_or_file(page, target).exists()]


def test_every_dependency_is_named_with_its_licence():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    page = (ROOT / "docs" / "licences.md").read_text(encoding="utf-8")
    packages = [re.match(r"[\w-]+", requirement)[0] for requirement in project["dependencies"]]
    assert not [package for package in packages if f"| {package} |" not in page]
