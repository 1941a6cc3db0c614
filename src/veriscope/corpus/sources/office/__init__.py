"""Office documents and e-books, which are zip archives of XML, and old binary workbooks → pages."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
