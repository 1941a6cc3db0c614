"""Every example that the documentation shows runs, and prints what is shown."""

import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from tests.docs.examples import ROOT, Example, help_examples, mentions, page_examples
from tests.docs.running import matches, parse, problem_of

pytestmark = pytest.mark.slow

FILES = Path(__file__).parent / "files"
WORLD = ROOT / "tests" / "world"
PAGES = [ROOT / "README.md", *(path for path in sorted((ROOT / "docs").rglob("*.md")) if path.name != "cli.md")]
EXAMPLES = {str(page.relative_to(ROOT)): page_examples(page) for page in PAGES}
EXAMPLES |= {f"veriscope {name} --help": examples for name, examples in help_examples().items()}
# What examples use that is made elsewhere, in this order.
PREPARED = (FILES / "prepare.txt").read_text(encoding="utf-8").splitlines()
MOST_NOT_RUN = 28


@pytest.fixture(scope="session")
def prepared(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("examples") / "files"
    shutil.copytree(FILES, folder)
    shutil.copy(WORLD / "claims.jsonl", folder / "dev.jsonl")
    (folder / "wiki-pages").mkdir()
    shutil.copy(WORLD / "pages.jsonl", folder / "wiki-pages")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        problems = [problem_of(Example("prepare.txt", "command", line), {}) for line in PREPARED]
    assert not any(problems), problems
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page, examples in EXAMPLES.items() if examples])
def test_the_examples_of_a_page_run_and_print_what_it_shows(page, prepared, tmp_path, monkeypatch):
    examples = EXAMPLES[page]
    words = [word for example in examples if example.kind == "command" and example.is_run for word in example.words()]
    made = {new for old, new in pairwise(words) if old in {"build", "--out"}}
    ignored = shutil.ignore_patterns(*made, *(f"{name}.*" for name in made))
    shutil.copytree(prepared, tmp_path / "page", ignore=ignored)
    monkeypatch.chdir(tmp_path / "page")
    names: dict[str, object] = {}
    problems = [problem for example in examples if (problem := problem_of(example, names))]
    assert not problems, "\n\n".join(problems)


@pytest.mark.parametrize("page", EXAMPLES)
def test_every_command_of_a_page_exists_with_its_options(page):
    named = mentions(ROOT / page) if page.endswith(".md") else []
    for example in [*EXAMPLES[page], *named]:
        if example.kind == "command":
            parse(example.words())


def test_few_examples_need_what_a_test_does_not_have():
    waiting = [example for examples in EXAMPLES.values() for example in examples if not example.is_run]
    assert len(waiting) <= MOST_NOT_RUN


def test_a_page_may_leave_out_what_it_prints_only_by_saying_so():
    assert matches("one\ntwo 3 ms\nthree\n", "one\n…\nthree\n")
    assert matches("one\ntwo 3 ms\n", "one\ntwo 41.5 ms\n")
    assert not matches("one\ntwo\n", "one\n")
    assert not matches("one\ntwo\n", "one\nt.*\n")
