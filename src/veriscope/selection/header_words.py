"""How a header relates to a claim: which words point to its column (`scored` to `goals`), and how often it matters."""

from functools import cache, lru_cache
from importlib.resources import files

import msgspec
import numpy as np

from veriscope.selection.claim_keys import ClaimKeys
from veriscope.selection.grouped import Floats
from veriscope.text import terms

_CERTAIN = 3.0


def header_kinship(header_of: list[str], claim: ClaimKeys) -> Floats:
    """For each header, the summed idf of the claim's keys, each scaled by how strongly it goes with the header."""
    said = [(key, float(claim.weights[place])) for key, place in claim.index.items() if claim.weights[place] > 0]
    found = np.zeros(len(header_of))
    for number, header in enumerate(header_of):
        if kin := _kin(header):
            found[number] = sum([weight * kin[key] for key, weight in said if key in kin])
    return found


@lru_cache(maxsize=1 << 14)
def _kin(header: str) -> dict[str, float]:
    """The words that go with any word of a header, and how strongly (0 to 1)."""
    kin: dict[str, float] = {}
    for term in terms(header):
        for word, gain in _header_words().get(term, {}).items():
            kin[word] = max(kin.get(word, 0.0), min(gain, _CERTAIN) / _CERTAIN)
    return kin


@lru_cache(maxsize=1 << 14)
def header_usage(header: str) -> float:
    """How much more often than others (log ratio) claims use a column with such a header."""
    known = _usage()
    found = [known[term] for term in terms(header) if term in known]
    return sum(found) / len(found) if found else 0.0


@cache
def _usage() -> dict[str, float]:
    packaged = files("veriscope.selection") / "data" / "header_usage.json"
    return msgspec.json.decode(packaged.read_bytes(), type=dict[str, float])


@cache
def _header_words() -> dict[str, dict[str, float]]:
    packaged = files("veriscope.selection") / "data" / "header_words.json"
    return msgspec.json.decode(packaged.read_bytes(), type=dict[str, dict[str, float]])
