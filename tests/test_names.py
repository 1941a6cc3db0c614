"""Functions are named by verbs or nouns, and a class by what sets it apart."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

Function = ast.FunctionDef | ast.AsyncFunctionDef
HOUSE = Path(__file__).resolve().parents[1] / "src" / "veriscope"
PACKAGES = sorted({path.parent.relative_to(HOUSE).as_posix() for path in HOUSE.rglob("*.py")})
WORDS = {
    name: frozenset(text.split())
    for name, text in tomllib.loads((Path(__file__).parent / "habits" / "names.toml").read_text("utf-8")).items()
}


def is_participle(word: str) -> bool:
    if word in WORDS["irregular_participles"]:
        return True
    return len(word) > 3 and word.endswith("ed") and word not in WORDS["no_participles"]


def is_bare_participle(name: str) -> bool:
    """Whether a name holds a participle and nothing that it could belong to, such as `told` and `told_by`."""
    first, *others = name.split("_")
    return is_participle(first) and all(is_participle(word) or word in WORDS["small_words"] for word in others)


def is_public(function: Function) -> bool:
    """Whether others call a function by its name; a property is read, not called."""
    is_property = any("property" in ast.unparse(decorator) for decorator in function.decorator_list)
    return not is_property and not function.name.startswith("_")


def refused_names(body: list[ast.stmt], within: str = "") -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            if node.name in WORDS["generic_classes"] or is_participle(node.name.lower()):
                yield node.name
            yield from refused_names(node.body, f"{node.name}.")
        elif isinstance(node, Function) and is_public(node) and is_bare_participle(node.name):
            yield f"{within}{node.name}"


def refused_names_of(package: str) -> set[str]:
    files = sorted((HOUSE / package).glob("*.py"))
    return {name for path in files for name in refused_names(ast.parse(path.read_text("utf-8")).body)}


@pytest.mark.parametrize("package", PACKAGES)
def test_no_function_is_a_bare_participle_and_no_class_fits_anything(package):
    assert refused_names_of(package) == set()
