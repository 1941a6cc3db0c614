"""Runs a trained FEVEROUS network: the protocol shared by torch and ONNX, and the ONNX implementation."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from veriscope.errors import StoreError
from veriscope.files import cores
from veriscope.models.feverous_folder import ONNX_FILE
from veriscope.models.tokens import TokenPair, like_length, pad

Logits = NDArray[np.float32]

_BATCH_TOKENS = 4096


class PairNetwork(Protocol):
    """A trained network over pairs of texts."""

    def logits(self, pairs: Sequence[TokenPair]) -> list[Logits]:
        """The logits of each pair, in order: one number per label, or one row of numbers per id."""


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
        except Exception as error:  # the library defines no error class
            raise StoreError(f"{file} is damaged ({str(error).splitlines()[0]}); train the model again") from None
        self._inputs = {one.name for one in self._session.get_inputs()}
        self._filler = filler

    def logits(self, pairs: Sequence[TokenPair]) -> list[Logits]:
        """The logits of each pair, in order: one number per label, or one row of numbers per id."""
        found: list[Logits] = [np.zeros(0, np.float32)] * len(pairs)
        for numbers in like_length(pairs, tokens=_BATCH_TOKENS):
            batch = pad([pairs[number] for number in numbers], filler=self._filler)
            known = {"input_ids": batch.ids, "attention_mask": batch.mask, "token_type_ids": batch.sides}
            inputs = {name: values for name, values in known.items() if name in self._inputs}
            (rows,) = self._session.run(["logits"], inputs)
            for number, row in zip(numbers, np.asarray(rows, np.float32), strict=True):
                found[number] = without_padding(row, pairs[number])
        return found


def without_padding(row: Logits, pair: TokenPair) -> Logits:
    """The logits of the real ids, for a network that returns some for every id."""
    return row[: len(pair.ids)] if row.ndim > 1 else row
