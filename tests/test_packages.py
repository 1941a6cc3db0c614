"""Packages are rooms with doors: what neighbours use of them stands in their `__init__`."""

import ast
import importlib
import re
from pathlib import Path
from types import ModuleType

import pytest

HOUSE = Path(__file__).resolve().parents[1] / "src" / "veriscope"
PACKAGES = [
    ".".join(("veriscope", *path.parent.relative_to(HOUSE).parts)) for path in sorted(HOUSE.glob("*/**/__init__.py"))
]
WITH_NAMES = [name for name in PACKAGES if (HOUSE.parent / name.replace(".", "/") / "__init__.pyi").is_file()]
PAGES = sorted([HOUSE.parents[1] / "README.md", *(HOUSE.parents[1] / "docs").rglob("*.md")])
DOOR = re.compile(r"^from (veriscope\S*) import", re.MULTILINE)
# Every module may name the errors, and the program its command line.
OPEN = {"veriscope.errors", "veriscope.cli.main"}
# The extra `train`, without which some names cannot be imported.
EXTRAS = {"torch", "transformers", "lightgbm", "onnx", "safetensors"}


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(HOUSE.parent).with_suffix("").parts)


def imports_past_the_door(path: Path) -> list[str]:
    """The modules of other packages that a file imports, where the package itself should be named."""
    home = module_name(path).rpartition(".")[0]
    named = [node.module for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.ImportFrom)]
    ours = [name for name in named if name and name.startswith("veriscope.") and name not in OPEN]
    return [name for name in ours if name not in PACKAGES and name.rpartition(".")[0] != home]


def exists(package: ModuleType, public: str) -> bool:
    """Whether a package has a name, or would have it with an extra."""
    try:
        return hasattr(package, public)
    except ModuleNotFoundError as error:
        return (error.name or "").partition(".")[0] in EXTRAS


def test_every_folder_of_sources_is_a_package():
    folders = {path.parent for path in HOUSE.rglob("*.py")} - {HOUSE}
    assert not [folder for folder in folders if not (folder / "__init__.py").is_file()]


def test_neighbours_import_a_package_and_not_its_modules():
    found = {module_name(path): names for path in sorted(HOUSE.rglob("*.py")) if (names := imports_past_the_door(path))}
    assert not found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_of_the_docs_imports_a_package_and_not_its_modules(page):
    assert [name for name in DOOR.findall(page.read_text("utf-8")) if name not in {"veriscope", *PACKAGES, *OPEN}] == []


def test_no_folder_holds_more_files_than_a_reader_can_keep_in_mind():
    folders = {path.parent for path in HOUSE.rglob("*.py")}
    crowded = {folder.name: count for folder in folders if (count := len(list(folder.glob("*.py")))) > 45}
    assert not crowded


@pytest.mark.parametrize("name", WITH_NAMES)
def test_a_package_lists_its_public_names_sorted_and_all_exist(name):
    package = importlib.import_module(name)
    assert package.__all__ == sorted(package.__all__)
    assert not [public for public in package.__all__ if not exists(package, public)]
