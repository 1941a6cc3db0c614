"""Evidence → verdict."""

from collections.abc import Callable, Mapping
from pathlib import Path

from veriscope.domain import VerdictModel
from veriscope.verdict.lexical import LexicalVerdict

# Models that come with the package.
VERDICT_MODELS: Mapping[str, Callable[[], VerdictModel]] = {"lexical": LexicalVerdict}
# Models that a recipe of `veriscope train` writes into a folder.
TRAINED_VERDICT_MODELS: Mapping[str, Callable[[Path], VerdictModel]] = {}

__all__ = ["TRAINED_VERDICT_MODELS", "VERDICT_MODELS", "LexicalVerdict"]
