"""Reads the weights of a BERT encoder from an ONNX file, so that training can start from them.

The file has all bits (`onnx/model.onnx` of a published model) or eight (`encoder.onnx` of a trained encoder, whose
heads are kept).
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import ModelProto, numpy_helper
from safetensors.numpy import save_file

from veriscope.errors import InputError

Weights = NDArray[np.float32]
Tensors = dict[str, NDArray[np.generic]]

# The matrices of a layer have lost their names; they stand in this order.
_MATRICES = (
    "attention.self.query",
    "attention.self.key",
    "attention.self.value",
    "attention.output.dense",
    "intermediate.dense",
    "output.dense",
)
_NAMELESS = "onnx::MatMul_"
_SHORT, _SCALE = "_quantized", "_scale"
_HEADS = "heads."
_WRAPPED = "encoder."


@dataclass(frozen=True, slots=True)
class OnnxWeightsSettings:
    """The folder of a published model or of a trained encoder, the `config.json` to use, and the folder to write."""

    model: Path
    config: Path
    out: Path


def unpack_onnx_weights(settings: OnnxWeightsSettings) -> Iterator[str]:
    """Write `config.json`, `tokenizer.json`, `model.safetensors`, and `heads.pt` if the file has heads."""
    folder, out = settings.model, settings.out
    layers = int(json.loads(settings.config.read_text(encoding="utf-8"))["num_hidden_layers"])
    file = next((one for one in (folder / "encoder.onnx", folder / "onnx" / "model.onnx") if one.is_file()), None)
    if file is None:
        raise InputError(f"{folder} holds neither encoder.onnx nor onnx/model.onnx")
    tensors = whole_tensors(onnx.load(file))
    out.mkdir(parents=True, exist_ok=True)
    (out / "config.json").write_bytes(settings.config.read_bytes())
    (out / "tokenizer.json").write_bytes((folder / "tokenizer.json").read_bytes())
    weights = dict(named_weights(tensors, layers=layers))
    heads = {name: values for name, values in weights.items() if name.startswith(_HEADS)}
    save_file(
        {name: values for name, values in weights.items() if name not in heads},
        out / "model.safetensors",
        metadata={"format": "pt"},
    )
    if heads:
        _save_heads(heads, out / "heads.pt")
    yield f"{len(weights)} tensors, {sum(one.size for one in weights.values()):,} weights"


def whole_tensors(model: ModelProto) -> dict[str, Weights]:
    """The tensors of a model by name, those of eight bits multiplied by their scale."""
    stored: Tensors = {one.name: numpy_helper.to_array(one) for one in model.graph.initializer}
    found: dict[str, Weights] = {}
    for name, values in stored.items():
        if name.endswith(_SHORT):
            whole = name.removesuffix(_SHORT)
            zero, scale = stored[f"{whole}_zero_point"], stored[f"{whole}{_SCALE}"]
            found[whole] = (values.astype(np.float32) - zero.astype(np.float32)) * scale.astype(np.float32)
        elif values.dtype == np.float32 and not name.endswith(_SCALE):
            found[name] = values.astype(np.float32)
    return found


def named_weights(tensors: dict[str, Weights], *, layers: int) -> Iterator[tuple[str, Weights]]:
    """The weights under the names that a BERT encoder has in torch."""
    for name, values in tensors.items():
        if name.startswith(("embeddings.", "encoder.", _HEADS)):
            # A trained encoder is part of a larger network; a published one is not.
            whole = name.removeprefix(_WRAPPED) if name.startswith((f"{_WRAPPED}encoder.", f"{_WRAPPED}emb")) else name
            yield whole, np.ascontiguousarray(values.T) if whole == "heads.weight" else values
    # The numbers of the nameless matrices tell their order.
    numbers = sorted(int(name.removeprefix(_NAMELESS)) for name in tensors if name.startswith(_NAMELESS))
    if len(numbers) != layers * len(_MATRICES):
        raise InputError(f"the ONNX file has {len(numbers)} matrices; {layers * len(_MATRICES)} were expected")
    for place in range(len(numbers)):
        layer, part = divmod(place, len(_MATRICES))
        # ONNX multiplies from the right; torch keeps the transpose.
        values = tensors[f"{_NAMELESS}{numbers[place]}"]
        yield f"encoder.layer.{layer}.{_MATRICES[part]}.weight", np.ascontiguousarray(values.T)


def _save_heads(heads: dict[str, Weights], file: Path) -> None:
    import torch  # noqa: PLC0415 - the extra `train`; a published model is read without it

    state = {name.removeprefix(_HEADS): torch.from_numpy(values.copy()) for name, values in heads.items()}
    torch.save(state, file)
