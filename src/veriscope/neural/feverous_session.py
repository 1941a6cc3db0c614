"""Runs a trained FEVEROUS network: the protocol that torch and ONNX share, and the latter."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from veriscope.errors import StoreError
from veriscope.neural.cores import cores
from veriscope.neural.feverous_folder import ONNX_FILE
from veriscope.neural.tokens import TokenPair, like_length, padded

Logits = NDArray[np.float32]

_BATCH_TOKENS = 4096


class PairNetwork(Protocol):
    """A trained network over pairs of texts."""

    def logits(self, pairs: Sequence[TokenPair]) -> list[Logits]:
        """What it says of each pair, in order: one number a label, or one line of numbers an id."""


class OnnxNetwork:
    """A network exported to ONNX; needs no torch."""

    def __init__(self, folder: Path, *, filler: int) -> None:
        file = folder / ONNX_FILE
        if not file.is_file():
            raise StoreError(
                f"{folder} holds no {ONNX_FILE}; write it with: veriscope train feverous --stage export, or train again"
            )
        settings = onnxruntime.SessionOptions()
        settings.intra_op_num_threads = min(4, cores())
        settings.log_severity_level = 3
        try:
            self._session = onnxruntime.InferenceSession(str(file), settings, providers=["CPUExecutionProvider"])
        except Exception as error:  # the library has no error class of its own
            raise StoreError(f"{file} is damaged ({str(error).splitlines()[0]}); train the model again") from None
        self._inputs = {one.name for one in self._session.get_inputs()}
        self._filler = filler

    def logits(self, pairs: Sequence[TokenPair]) -> list[Logits]:
        """What it says of each pair, in order: one number a label, or one line of numbers an id."""
        found: list[Logits] = [np.zeros(0, np.float32)] * len(pairs)
        for numbers in like_length(pairs, tokens=_BATCH_TOKENS):
            batch = padded([pairs[number] for number in numbers], filler=self._filler)
            known = {"input_ids": batch.ids, "attention_mask": batch.mask, "token_type_ids": batch.sides}
            inputs = {name: values for name, values in known.items() if name in self._inputs}
            (rows,) = self._session.run(["logits"], inputs)
            for number, row in zip(numbers, np.asarray(rows, np.float32), strict=True):
                found[number] = unpadded(row, pairs[number])
        return found


def unpadded(row: Logits, pair: TokenPair) -> Logits:
    """Of a network that speaks of every id, what it says of those that count."""
    return row[: len(pair.ids)] if row.ndim > 1 else row
