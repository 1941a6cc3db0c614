"""What `import veriscope` offers."""

import ast
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

import veriscope
from veriscope.corpus import Corpus
from veriscope.domain import Claim
from veriscope.graph import open_graph
from veriscope.graph.embeddings.files import open_embedding
from veriscope.pipeline import open_corpus
from veriscope.pipeline.graph_channel import GraphChannel
from veriscope.pipeline.linking_index import open_linker
from veriscope.pipeline.starter_kb import open_kb

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


@pytest.mark.parametrize(
    "opened",
    [
        Corpus.open,
        open_corpus,
        open_graph,
        open_kb,
        open_embedding,
        open_linker,
        partial(GraphChannel.open, method="kl"),
    ],
)
def test_whatever_opens_a_folder_takes_its_name_as_a_text(opened, tmp_path):
    with pytest.raises(veriscope.VeriscopeError, match="nowhere"):
        opened(str(tmp_path / "nowhere"))


def test_a_corpus_and_its_path_are_the_same_by_either_kind_of_name(world):
    with Corpus.open(str(world.path)) as opened:
        assert opened.path == world.path
        assert opened.page("Vell") == world.page("Vell")


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
