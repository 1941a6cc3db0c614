"""Caches clusters of facts: clustering a large predicate takes minutes."""

import hashlib
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from veriscope.files import cache_folder, replacing
from veriscope.graph import PairClusters, cluster_pairs

_FORMAT = 1
_FEWEST = 2000  # fewer facts take less than a second
_ARRAYS = ("labels", "sizes", "threshold")


def cached_clusters(vectors: NDArray[np.float32], pairs: NDArray[np.int32]) -> PairClusters:
    """The clusters of these pairs, from the user's cache; if they are not there, they are computed and stored."""
    if len(pairs) < _FEWEST:
        return cluster_pairs(vectors, pairs)
    path = cache_folder() / "clusters" / f"{_key(vectors, pairs)}.npz"
    found = _read(path)
    if found is None:
        found = cluster_pairs(vectors, pairs)
        path.parent.mkdir(exist_ok=True)
        with replacing(path) as stream:
            np.savez_compressed(stream, **{name: getattr(found, name) for name in _ARRAYS})
    return found


def _key(vectors: NDArray[np.float32], pairs: NDArray[np.int32]) -> str:
    digest = hashlib.blake2b(f"{_FORMAT} {vectors.shape} {len(pairs)}".encode(), digest_size=12)
    digest.update(np.ascontiguousarray(vectors).data)
    digest.update(np.ascontiguousarray(pairs).data)
    return digest.hexdigest()


def _read(path: Path) -> PairClusters | None:
    """The cached clusters; None if the file is missing or damaged."""
    try:
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as kept:
            labels, sizes, threshold = (kept[name] for name in _ARRAYS)
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return None
    return PairClusters(labels, sizes, float(threshold))
