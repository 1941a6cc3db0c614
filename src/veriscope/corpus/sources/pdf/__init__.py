"""Reads PDF: from characters and ruled lines on paper to the headings, paragraphs, lists and tables of a page."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
