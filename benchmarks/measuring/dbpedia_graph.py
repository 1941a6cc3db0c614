"""The graph of dbpedia93k and the plain embedding that clusters its facts, made where they are missing."""

import argparse
from pathlib import Path

from commands import run


def graph_folder(asked: argparse.Namespace) -> Path:
    folder = asked.graphs / "dbpedia93k"
    if not folder.exists():
        run("kb", "build", folder, asked.data / "kg" / "dbpedia93k.nt.xz")
    return folder


def clustering(asked: argparse.Namespace) -> Path:
    if asked.embedding:
        return asked.embedding
    folder = graph_folder(asked) / "embeddings" / "plain"
    if not folder.exists():
        run("kb", "train", graph_folder(asked), "--name", "plain", "--plain", "--epochs", 300)
    return folder
