"""Exports a trained network to ONNX with eight-bit weights: `python -m veriscope.neural.export_encoder --help`."""

import argparse
import json
from pathlib import Path

import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.quantization.shape_inference import quant_pre_process

from veriscope.neural.train_network import CrossEncoder, load_network

_INPUTS = ("input_ids", "attention_mask", "token_type_ids")


def export(network: CrossEncoder, file: Path) -> None:
    """Write the network as ONNX for batches of any size and length."""
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
    """Weights of products and embeddings in eight bits, a scale a column; activations are scaled as they come."""
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


def main() -> None:
    """Write `encoder.onnx` and `tokenizer.json`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--network", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    whole = asked.out / "whole.onnx"
    export(load_network(asked.network), whole)
    quantise(whole, asked.out / "encoder.onnx")
    tokenizer = json.loads((asked.network / "tokenizer.json").read_text(encoding="utf-8"))
    (asked.out / "tokenizer.json").write_text(json.dumps(tokenizer, ensure_ascii=False), encoding="utf-8")
    onnx.checker.check_model(str(asked.out / "encoder.onnx"))
    size = (asked.out / "encoder.onnx").stat().st_size / 1e6
    print(f"encoder.onnx: {size:.1f} MB; whole.onnx keeps all bits, to compare with")  # noqa: T201 - a recipe talks


if __name__ == "__main__":
    main()
