"""Compares ways to keep a page as bytes: size, and the time to read one back.

python benchmarks/corpus_store/encodings.py [--data ../shared/data] [--out RESULT.json]
"""

import argparse
import json
import pickle
import statistics
import time
import zlib
from dataclasses import asdict
from itertools import islice
from pathlib import Path

import msgspec
import zstandard

from veriscope.corpus.sources.feverous_pages import FeverousPages
from veriscope.corpus.store.page_codec import PageCodec

PAGES = 1500


def encodings():
    codec, zstd, unzstd = PageCodec(), zstandard.ZstdCompressor(3), zstandard.ZstdDecompressor()
    return {
        "json + zlib": (
            lambda page: zlib.compress(json.dumps(asdict(page)).encode()),
            lambda _, body: json.loads(zlib.decompress(body)),
        ),
        "msgspec json + zstd": (
            lambda page: zstd.compress(msgspec.json.encode(page)),
            lambda _, body: msgspec.json.decode(unzstd.decompress(body)),
        ),
        "pickle + zstd": (
            lambda page: zstd.compress(pickle.dumps(page, protocol=5)),
            lambda _, body: pickle.loads(unzstd.decompress(body)),
        ),
        "msgpack arrays + zstd (ours)": (codec.encode, lambda page, body: codec.decode(page.title, body)),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    source = FeverousPages()
    records = islice(source.records(arguments.data / "feverous-pages" / "pages.jsonl.xz"), PAGES)
    pages = [source.parse(record).page for record in records]
    result = {}
    for name, (encode, decode) in encodings().items():
        started = time.perf_counter()
        bodies = [encode(page) for page in pages]
        encoding_s = time.perf_counter() - started
        times = []
        for page, body in zip(pages, bodies, strict=True):
            started = time.perf_counter()
            decode(page, body)
            times.append((time.perf_counter() - started) * 1000)
        result[name] = {
            "kib_per_page": round(sum(map(len, bodies)) / len(bodies) / 1024, 2),
            "encode_ms": round(encoding_s / len(pages) * 1000, 3),
            "decode_ms_median": round(statistics.median(times), 3),
        }
    text = json.dumps(result, indent=2)
    print(text)
    if arguments.out:
        arguments.out.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
