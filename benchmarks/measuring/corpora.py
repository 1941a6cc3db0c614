"""Builds corpora in the process of a benchmark."""

from collections.abc import Sequence
from pathlib import Path

from veriscope.corpus import PlannedSource, build_corpus, plan_sources
from veriscope.starter import pages_path, redirects_path


def built_corpus(folder: Path, *sources: Path) -> Path:
    """A corpus of documents, with its search index."""
    return build_from(folder, plan_sources(sources))


def built_atlas(folder: Path, *documents: Path, pages: Path | None = None) -> Path:
    """The starter atlas, or other pages in its place, with documents besides."""
    planned = plan_sources([pages or pages_path()], format="feverous")
    planned += plan_sources([redirects_path()], format="redirects")
    return build_from(folder, [*planned, *(plan_sources(documents) if documents else [])])


def build_from(folder: Path, sources: Sequence[PlannedSource]) -> Path:
    """A corpus of planned sources."""
    build_corpus(folder, sources, report=lambda _: None)
    return folder
