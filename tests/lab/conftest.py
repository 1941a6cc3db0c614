import runpy
from pathlib import Path

import pytest

FIXTURES = Path(__file__).parents[1] / "models" / "fixtures"


@pytest.fixture(scope="session")
def tiny_base(tmp_path_factory) -> Path:
    """The folder of a BERT of one layer with random weights; tests that need it are skipped without torch."""
    for module in ("torch", "transformers", "onnx"):
        pytest.importorskip(module, reason="training needs the extra `train`")
    folder = tmp_path_factory.mktemp("tiny-base")
    runpy.run_path(str(FIXTURES / "make_tiny_encoder.py"))["write_tiny_base"](folder)
    return folder


@pytest.fixture(scope="module")
def one_thread():
    """Networks as small as those of the tests run faster on one thread."""
    torch = pytest.importorskip("torch", reason="training needs the extra `train`")
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)
