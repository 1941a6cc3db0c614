import runpy
from pathlib import Path

import pytest

FIXTURES = Path(__file__).parent / "fixtures"


@pytest.fixture(scope="session")
def tiny_base(tmp_path_factory) -> Path:
    """The folder of a BERT of one layer with random weights; tests that need it are skipped without torch."""
    for module in ("torch", "transformers", "onnx"):
        pytest.importorskip(module, reason="training needs the extra `train`")
    folder = tmp_path_factory.mktemp("tiny-base")
    runpy.run_path(str(FIXTURES / "make_tiny_encoder.py"))["write_tiny_base"](folder)
    return folder
