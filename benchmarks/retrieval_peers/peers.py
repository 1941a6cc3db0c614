"""The peers behind one interface: built from texts, saved, loaded, asked."""

import json
import pickle
from pathlib import Path

TITLES = "titles.json"


class Bm25s:
    """bm25s with its numba backend, English stop words, its own k1 and b; the index memory-mapped when loaded."""

    @staticmethod
    def build(folder: Path, titles: list[str], texts: list[str]) -> None:
        import bm25s  # noqa: PLC0415

        index = bm25s.BM25(backend="numba")
        index.index(bm25s.tokenize(texts, stopwords="en", show_progress=False), show_progress=False)
        index.save(folder)
        (folder / TITLES).write_text(json.dumps(titles))

    def __init__(self, folder: Path) -> None:
        import bm25s  # noqa: PLC0415

        self._tokenize = bm25s.tokenize
        self._index = bm25s.BM25.load(folder, mmap=True)
        self._index.backend = "numba"
        self._titles = json.loads((folder / TITLES).read_text())

    def retrieve(self, text: str, *, limit: int) -> list[str]:
        tokens = self._tokenize(text, stopwords="en", show_progress=False)
        found, _ = self._index.retrieve(tokens, k=min(limit, len(self._titles)), show_progress=False, n_threads=0)
        return [self._titles[number] for number in found[0]]


class SklearnTfidf:
    """scikit-learn's TfidfVectorizer over unigrams and bigrams with English stop words, compared by inner product.

    The scores are those of `linear_kernel`, which turns the whole matrix around for each query; here it is turned once.
    """

    @staticmethod
    def build(folder: Path, titles: list[str], texts: list[str]) -> None:
        import numpy as np  # noqa: PLC0415
        import scipy.sparse  # noqa: PLC0415
        from sklearn.feature_extraction.text import TfidfVectorizer  # noqa: PLC0415

        vectorizer = TfidfVectorizer(ngram_range=(1, 2), stop_words="english", sublinear_tf=True, dtype=np.float32)
        matrix = vectorizer.fit_transform(texts)
        scipy.sparse.save_npz(folder / "matrix.npz", matrix, compressed=False)
        (folder / "vectorizer.pickle").write_bytes(pickle.dumps(vectorizer))
        (folder / TITLES).write_text(json.dumps(titles))

    def __init__(self, folder: Path) -> None:
        import numpy as np  # noqa: PLC0415
        import scipy.sparse  # noqa: PLC0415

        self._numpy = np
        self._matrix = scipy.sparse.load_npz(folder / "matrix.npz").T.tocsr()
        self._vectorizer = pickle.loads((folder / "vectorizer.pickle").read_bytes())
        self._titles = json.loads((folder / TITLES).read_text())

    def retrieve(self, text: str, *, limit: int) -> list[str]:
        found = self._vectorizer.transform([text]) @ self._matrix
        best = self._numpy.lexsort((found.indices, -found.data))[:limit]
        return [self._titles[number] for number in found.indices[best]]


PEERS = {"bm25s": Bm25s, "scikit-learn TF-IDF": SklearnTfidf}
