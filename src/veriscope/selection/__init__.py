"""Pages → sentences, cells, captions and items."""

from veriscope.selection.overlap import OverlapSelector

SELECTORS = {"overlap": OverlapSelector}

__all__ = ["SELECTORS", "OverlapSelector"]
