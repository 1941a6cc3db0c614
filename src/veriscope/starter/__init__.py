"""The embedded starter atlas: pages, redirects, a knowledge base and claims, as plain files in the package."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
