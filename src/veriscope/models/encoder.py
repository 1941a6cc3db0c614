"""The packaged cross-encoder: claim and text → how well the text serves as evidence, and what it says on the claim."""

import json
import multiprocessing
import threading
from collections import OrderedDict
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from veriscope.errors import StoreError
from veriscope.files import cores
from veriscope.models.tokens import PairTokenizer, TokenPair, like_length, pad

Logits = NDArray[np.float32]

_MODEL = Path(__file__).parent / "data" / "encoder"
_MAX_TOKENS = 320
_BATCH_TOKENS = 2048
_REMEMBERED = 4096


class Judgement(NamedTuple):
    """The logits of one pair: its rank, and the three labels for the text as one line and as a list of lines."""

    rank: float
    line: tuple[float, float, float]
    list: tuple[float, float, float]


class Encoder:
    """Runs the network over pairs of claim and text; recent answers are cached."""

    def __init__(self, folder: Path, *, threads: int = 0) -> None:
        settings = onnxruntime.SessionOptions()
        settings.intra_op_num_threads = threads or min(4, cores())
        settings.log_severity_level = 3
        # Spinning threads would take time from other programs.
        settings.add_session_config_entry("session.intra_op.allow_spinning", "0")
        model, tokenizer = folder / "encoder.onnx", folder / "tokenizer.json"
        if not model.is_file() or not tokenizer.is_file():
            raise StoreError(f"{folder} holds no encoder; encoder.onnx and tokenizer.json belong there")
        try:
            self._session = onnxruntime.InferenceSession(str(model), settings, providers=["CPUExecutionProvider"])
            self._tokenizer = PairTokenizer(tokenizer, max_tokens=_MAX_TOKENS)
        except Exception as error:  # neither library defines an error class
            raise StoreError(f"the encoder in {folder} is damaged: {str(error).splitlines()[0]}") from None
        # Not every network takes the sides of a pair as input.
        self._inputs = {one.name for one in self._session.get_inputs()}
        self._remembered: OrderedDict[tuple[str, str], Judgement] = OrderedDict()
        self._lock = threading.Lock()

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Judgement]:
        """A judgement for each pair of claim and text, in order.

        Equal calls give equal judgements. With eight-bit arithmetic, the last digits depend on the other pairs of the
        call.
        """
        with self._lock:
            new = [pair for pair in dict.fromkeys(pairs) if pair not in self._remembered]
            answers = {pair: self._remembered[pair] for pair in pairs if pair in self._remembered}
        if new:
            answers.update(zip(new, self._run(new), strict=True))
        with self._lock:
            for pair, answer in answers.items():
                self._remembered[pair] = answer
                self._remembered.move_to_end(pair)
            while len(self._remembered) > _REMEMBERED:
                self._remembered.popitem(last=False)
        return [answers[pair] for pair in pairs]

    def forget(self) -> None:
        """Clear the cached answers."""
        with self._lock:
            self._remembered.clear()

    def _run(self, pairs: Sequence[tuple[str, str]]) -> list[Judgement]:
        encoded = self._tokenizer.encode(pairs)
        found: list[Judgement] = [Judgement(0.0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))] * len(pairs)
        for numbers in like_length(encoded, tokens=_BATCH_TOKENS):
            for number, row in zip(numbers, self._logits([encoded[number] for number in numbers]), strict=True):
                rank, s, r, n, list_s, list_r, list_n = row.tolist()
                found[number] = Judgement(rank, (s, r, n), (list_s, list_r, list_n))
        return found

    def _logits(self, pairs: Sequence[TokenPair]) -> Logits:
        batch = pad(pairs)
        known = {"input_ids": batch.ids, "attention_mask": batch.mask, "token_type_ids": batch.sides}
        inputs = {name: values for name, values in known.items() if name in self._inputs}
        (logits,) = self._session.run(["logits"], inputs)
        return np.asarray(logits, np.float32)


@cache
def packaged_encoder() -> Encoder:
    """The encoder that comes with the package, opened once."""
    return Encoder(_MODEL, threads=worker_threads())


@cache
def packaged_words() -> frozenset[str]:
    """The whole words in lower case that the packaged encoder knows: a dictionary of common English."""
    words = json.loads((_MODEL / "tokenizer.json").read_text(encoding="utf-8"))["model"]["vocab"]
    return frozenset(word for word in words if word.isalpha() and len(word) > 1)


def forget_judgements() -> None:
    """Clear the cached answers of the packaged encoder, if it is open."""
    if packaged_encoder.cache_info().currsize:
        packaged_encoder().forget()


def worker_threads() -> int:
    """One thread in a worker process; otherwise 0, which means one thread per core."""
    return 1 if multiprocessing.parent_process() is not None else 0
