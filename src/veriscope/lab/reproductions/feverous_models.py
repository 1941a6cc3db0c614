"""Opens the trained networks of the FEVEROUS baseline: by torch on a GPU, else by ONNX if they are exported."""

from importlib.util import find_spec
from pathlib import Path

from veriscope.models import FEVEROUS_CELLS, FEVEROUS_VERDICT, ONNX_FILE, NetworkHeader, PairNetwork
from veriscope.selection import CellExtractor
from veriscope.verdict import FeverousVerdict


def open_feverous_verdict(folder: Path) -> FeverousVerdict:
    """The verdict predictor of a folder."""
    NetworkHeader.read(folder, kind=FEVEROUS_VERDICT)
    return FeverousVerdict(folder, network=_torch_network(folder, outputs=3, per_id=False))


def open_cell_extractor(folder: Path, *, whole: bool = False) -> CellExtractor:
    """The cell extractor of a folder."""
    NetworkHeader.read(folder, kind=FEVEROUS_CELLS)
    return CellExtractor(folder, network=_torch_network(folder, outputs=1, per_id=True), whole=whole)


def _torch_network(folder: Path, *, outputs: int, per_id: bool) -> PairNetwork | None:
    """The network run by torch; None if torch is not installed or would be slower than ONNX."""
    if find_spec("torch") is None or find_spec("transformers") is None:
        return None
    from veriscope.lab.training import TorchNetwork, device  # noqa: PLC0415

    if device().type == "cpu" and (folder / ONNX_FILE).exists():
        return None
    return TorchNetwork(folder, outputs=outputs, per_id=per_id)
