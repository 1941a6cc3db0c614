"""Turns claims with evidence or tables into token ids, and says which cell each id belongs to."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from tokenizers import Tokenizer

from veriscope.errors import StoreError
from veriscope.models.feverous_tables import MarkedText, TableCell
from veriscope.models.tokens import Ids, PairTokenizer, TokenPair

TOKENIZER_FILE = "tokenizer.json"
# The marks that end a text in the vocabularies of MPNet and RoBERTa, and of BERT.
_SEPARATORS = ("</s>", "[SEP]")
_ANY_SEPARATOR = ";"
# Longer rows are cut off, since they do not fit anyway.
_ROW_CHARACTERS = 12
# The ids for each mark between cells and rows, and the special ids of a pair.
_MARK, _SPECIAL = 1, 4
# Some encoders number the places of ids starting after the filler's number.
_SPARE_PLACES = 2


class MarkedPair(NamedTuple):
    """The ids of a claim and a table; `cells` has the number of each id's cell, or -1 if it belongs to none."""

    pair: TokenPair
    cells: Ids


class FeverousTokenizer:
    """Turns claims and evidence or tables into ids; text beyond the places of the network is cut off."""

    def __init__(self, folder: Path, *, max_tokens: int) -> None:
        file = folder / TOKENIZER_FILE
        try:
            self._plain = Tokenizer.from_file(str(file))
            config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
            places = int(config.get("max_position_embeddings") or max_tokens + _SPARE_PLACES)
            self.max_tokens = min(max_tokens, places - _SPARE_PLACES)
            self.filler = int(config.get("pad_token_id") or 0)
            self._pairs = PairTokenizer(file, max_tokens=self.max_tokens)
        except Exception as error:  # the tokenizers library defines no error class
            raise StoreError(f"{folder} holds no network with a tokenizer: {str(error).splitlines()[0]}") from None
        self._plain.no_padding()
        self._plain.no_truncation()
        self.separator = next((name for name in _SEPARATORS if self._is_one_id(name)), _ANY_SEPARATOR)

    def texts(self, pairs: Sequence[tuple[str, str]]) -> list[TokenPair]:
        """The ids of claims with their evidence."""
        return self._pairs.encode(pairs)

    def alone(self, texts: Sequence[str]) -> list[TokenPair]:
        """The ids of single texts."""
        encoded = self._plain.encode_batch([text[: self.max_tokens * _ROW_CHARACTERS] for text in texts])
        ids = [np.array(one.ids[: self.max_tokens], np.int64) for one in encoded]
        return [TokenPair(one, np.zeros_like(one)) for one in ids]

    def tables(self, pairs: Sequence[tuple[str, MarkedText]]) -> list[MarkedPair]:
        """The ids of claims with their tables."""
        encoded = self._pairs.encode_placed([(claim, marked.text) for claim, marked in pairs])
        return [
            MarkedPair(pair, _cells_of(ends, marked.spans))
            for (pair, ends), (_, marked) in zip(encoded, pairs, strict=True)
        ]

    def row_sizes(self, rows: Sequence[Sequence[TableCell]]) -> list[int]:
        """How many ids each row takes, including its marks."""
        limit = self.max_tokens * _ROW_CHARACTERS
        texts = [" ".join(cell.text for cell in row)[:limit] for row in rows]
        encoded = self._plain.encode_batch(texts, add_special_tokens=False)
        return [len(one.ids) + _MARK * (len(row) + 1) for one, row in zip(encoded, rows, strict=True)]

    def room(self, claim: str) -> int:
        """How many ids a table beside this claim may take."""
        (pair,) = self.texts([(claim, "")])
        return max(0, self.max_tokens - len(pair.ids) - _SPECIAL)

    def _is_one_id(self, name: str) -> bool:
        """Whether the tokenizer reads the name as one mark when it occurs in a text."""
        ids: list[int] = self._plain.encode(name, add_special_tokens=False).ids
        return ids == [self._plain.token_to_id(name)]


def _cells_of(ends: Ids, spans: Sequence[tuple[int, int]]) -> Ids:
    """The cell of each id, by the id's last character, since its first may be the space before the cell."""
    if not spans:
        return np.full(len(ends), -1, np.int64)
    starts, stops = np.array(spans, np.int64).T
    last = ends - 1
    at = np.searchsorted(starts, last, side="right") - 1
    inside = (ends > 0) & (at >= 0) & (last < stops[np.maximum(at, 0)])
    numbers: Ids = np.where(inside, at, -1)
    return numbers
