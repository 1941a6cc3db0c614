"""Exports a trained network to eight-bit ONNX: `veriscope train encoder-export`."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.quantization.shape_inference import quant_pre_process

from veriscope.lab.training.train_network import CrossEncoder, load_network

_INPUTS = ("input_ids", "attention_mask", "token_type_ids")


@dataclass(frozen=True, slots=True)
class ExportSettings:
    """The folder of a trained network, and the folder for the exported one."""

    network: Path
    out: Path


def export(network: CrossEncoder, file: Path) -> None:
    """Write the network as ONNX, for batches of any size and length."""
    network.eval()
    ids = torch.ones(2, 8, dtype=torch.long)
    torch.onnx.export(
        network,
        (ids, ids, ids),
        str(file),
        input_names=list(_INPUTS),
        output_names=["logits"],
        dynamic_axes={name: {0: "batch", 1: "length"} for name in _INPUTS} | {"logits": {0: "batch"}},
        opset_version=17,
        dynamo=False,
    )


def quantise(file: Path, out: Path) -> None:
    """Store the weights in eight bits with a scale for each column; activations are scaled at run time."""
    prepared = out.with_suffix(".prepared.onnx")
    quant_pre_process(str(file), str(prepared), skip_symbolic_shape=True)
    quantize_dynamic(
        str(prepared),
        str(out),
        weight_type=QuantType.QInt8,
        per_channel=True,
        op_types_to_quantize=["MatMul", "Gather", "Gemm"],
        extra_options={"MatMulConstBOnly": True},
    )
    prepared.unlink()


def export_encoder(settings: ExportSettings) -> Iterator[str]:
    """Write `encoder.onnx` and `tokenizer.json`."""
    network, out = settings.network, settings.out
    out.mkdir(parents=True, exist_ok=True)
    whole = out / "whole.onnx"
    export(load_network(network), whole)
    quantise(whole, out / "encoder.onnx")
    tokenizer = json.loads((network / "tokenizer.json").read_text(encoding="utf-8"))
    (out / "tokenizer.json").write_text(json.dumps(tokenizer, ensure_ascii=False), encoding="utf-8")
    onnx.checker.check_model(str(out / "encoder.onnx"))
    size = (out / "encoder.onnx").stat().st_size / 1e6
    yield f"encoder.onnx: {size:.1f} MB; whole.onnx keeps all bits, to compare with"
