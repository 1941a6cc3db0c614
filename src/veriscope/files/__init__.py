"""The lowest layer: files opened, locked and written atomically, journals, the cache, and worker processes."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
