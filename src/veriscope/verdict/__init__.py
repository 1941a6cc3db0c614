"""Evidence → verdict."""

from veriscope.verdict.lexical import LexicalVerdict

VERDICT_MODELS = {"lexical": LexicalVerdict}

__all__ = ["VERDICT_MODELS", "LexicalVerdict"]
