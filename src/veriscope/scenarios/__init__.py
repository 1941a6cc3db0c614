"""Graph → labelled triples with controlled properties: the scenarios of the BUCKLE paper."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
