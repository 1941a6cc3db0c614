"""The promises of each stage as checks, for authors of plug-ins and for our own tests."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
