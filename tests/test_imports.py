"""What imports may cost: names are cheap, and what is heavy is loaded when it is used."""

import subprocess
import sys
from ast import literal_eval

import pytest

HEAVY = {"numba", "numpy", "onnxruntime", "rich", "scipy", "sklearn", "tantivy"}
REGISTRIES = [
    "checking.CHECKERS",
    "retrieval.RETRIEVERS",
    "scenarios.FALSE_FACTS",
    "selection.SELECTORS",
    "verdict.TRAINED_VERDICT_MODELS",
    "verdict.VERDICT_MODELS",
]
LOADED = "sorted(name for name in sys.modules if name.partition('.')[0] in {'veriscope', *heavy})"
MOST_OF_OURS, MOST_FOR_HELP_S = 15, 0.25


def outcome_of(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return literal_eval(done.stdout.splitlines()[-1])


def modules_after(statement):
    """Which modules of ours, and which heavy packages, a statement loads."""
    return outcome_of(f"import sys; heavy = {HEAVY}; {statement}; print({LOADED})")


def test_the_settings_of_a_check_load_few_modules():
    assert len(modules_after("import veriscope.pipeline.config")) < MOST_OF_OURS


def test_the_package_alone_loads_nothing_else():
    assert modules_after("import veriscope") == ["veriscope"]


@pytest.mark.parametrize("registry", REGISTRIES)
def test_the_names_of_a_registry_load_none_of_its_implementations(registry):
    package, _, name = registry.partition(".")
    loaded = modules_after(f"from veriscope.{package} import {name}; sorted({name})")
    assert len(loaded) < MOST_OF_OURS
    assert not {module.partition(".")[0] for module in loaded} & HEAVY


def test_the_first_help_is_there_at_once():
    code = (
        "import sys, time; sys.argv[1:] = ['--help']; import veriscope.cli.main as m\n"
        "try: m.run()\nfinally: print(time.process_time())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert float(done.stdout.splitlines()[-1]) < MOST_FOR_HELP_S
