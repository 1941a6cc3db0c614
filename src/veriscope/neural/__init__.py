"""Learned models and how they run."""

from veriscope.neural.boosted_trees import BoostedTrees

__all__ = ["BoostedTrees"]
