"""Word lists are data files: no regular expression holds one."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parents[1] / "src" / "veriscope"
MODULES = sorted(path.relative_to(HOUSE).as_posix() for path in HOUSE.rglob("*.py"))
MOST_WORDS = 4
# A mark of a pattern that is no part of a word: an escape, a class of characters, the head of a group, one character.
MARK = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\((?:\?(?:P<\w+>|<?[=!]|[a-zA-Z]*:|>))?|.", re.DOTALL)
WORD = re.compile(r"[A-Za-z]{2,}(?: [A-Za-z]+)*")
FILLED = "\0"


def alternatives(pattern: str) -> Iterator[list[str]]:
    """The alternatives of each group of a pattern; what is no letter or space becomes a filler."""
    groups = [[""]]
    for mark in MARK.findall(pattern):
        if mark.startswith("("):
            groups.append([""])
        elif mark == ")" and len(groups) > 1:
            yield groups.pop()
            groups[-1][-1] += FILLED
        elif mark == "|":
            groups[-1].append("")
        elif mark not in {"\\b", "\\B", "?"}:
            groups[-1][-1] += mark if len(mark) == 1 else FILLED
    yield from groups


def word_lists(pattern: str) -> list[list[str]]:
    """The groups of a pattern with more plain words than a pattern may hold."""
    plain = ([one.strip() for one in group if WORD.fullmatch(one.strip())] for group in alternatives(pattern))
    return [words for words in plain if len(words) > MOST_WORDS]


def literals(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The texts of a module, each with its line; what a formatted text is filled with becomes a filler."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
        elif isinstance(node, ast.JoinedStr):
            parts = (part.value if isinstance(part, ast.Constant) else FILLED for part in node.values)
            yield node.lineno, "".join(map(str, parts))


@pytest.mark.parametrize("module", MODULES)
def test_no_pattern_holds_a_list_of_words(module):
    tree = ast.parse((HOUSE / module).read_text("utf-8"))
    found = {line: words for line, text in literals(tree) for words in word_lists(text)}
    assert not found, "move the words into a data file, and read them by `load_alternatives`"


@pytest.mark.parametrize(
    "pattern",
    [
        r"\b(?:over|under|above|below|about)\s+$",
        r"(?:also |then |later |first |once )?(?:\w+ed)",
        r"(Lists?|Index|Timeline|Glossary|Outline) of ",
        r"is|was|are|were|has|[a-z]{3,}ed",
        r"(?P<part>at least|at most|up to|more than|[^()]|less than)",
        r"[(|]\b(?:in|on|at|by|to)\b",
    ],
)
def test_five_words_that_stand_for_one_another_are_refused(pattern):
    assert word_lists(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        r"\b(?:is|was|are|were)\b",
        r"'(?:s|re|ve|ll|d|m)\b",
        r"(?:is|was) (?:an?|the|one of the) (?:in|on|at)",
        r"[over|under|above|below|about]",
        r"over-\d|under-\d|above-\d|below-\d|about-\d",
    ],
)
def test_what_is_no_list_of_five_words_is_allowed(pattern):
    assert not word_lists(pattern)
