"""What `import veriscope` offers."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import veriscope
from veriscope.domain import Claim

ROOT = Path(__file__).resolve().parents[1]


def test_importing_the_package_imports_nothing_heavy():
    code = "import sys, veriscope; print([name for name in sys.modules if name.startswith(('veriscope.', 'numpy'))])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_public_name_exists_and_type_checkers_know_it():
    stub = ast.parse((ROOT / "src" / "veriscope" / "__init__.pyi").read_text(encoding="utf-8"))
    typed = {alias.name for node in stub.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert sorted(typed) == sorted(veriscope.__all__)
    assert all(getattr(veriscope, name).__name__ == name for name in veriscope.__all__)
    assert set(veriscope.__all__) <= set(dir(veriscope))


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'Verfier'"):
        veriscope.Verfier  # noqa: B018


def test_a_verifier_opens_a_folder_and_closes_it(world):
    with veriscope.Verifier(str(world.path)) as verifier:
        assert verifier.check("Port Ellis is the capital of Arvania.").label == "SUPPORTS"
    with veriscope.Verifier(world) as verifier:
        verifier.check("Vell is a town.")
    assert world.page("Vell") is not None


def test_many_claims_are_checked_one_after_the_other(world):
    asked = iter(["Port Ellis is the capital of Arvania.", Claim("x", "Vell is the capital of Arvania.")])
    lexical = veriscope.PipelineConfig(selector="lexical", verdict="lexical")
    traces = veriscope.Verifier(world, lexical).check_many(asked)
    assert next(traces).claim.id == "1"
    second = next(traces)
    assert (second.claim.id, second.label, second.probability) == ("x", "REFUTES", 0.55)


def test_a_wrong_stage_leaves_nothing_open(world):
    with pytest.raises(veriscope.VeriscopeError, match="choose one of"):
        veriscope.Verifier(world.path, veriscope.PipelineConfig(verdict="nope"))


@pytest.mark.slow
def test_the_examples_of_the_page_run():
    page = (ROOT / "docs" / "python-api.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(blocks) > 2
    for block in blocks:
        exec(compile(block, "docs/python-api.md", "exec"), {})
