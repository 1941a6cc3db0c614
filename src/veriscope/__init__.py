"""Checks claims against text, tables and knowledge graphs, and shows the evidence.

    from veriscope import Verifier

    with Verifier() as verifier:
        print(verifier.check("Canberra is the capital of Australia.").label)

The names below are imported when they are first used, so that `import veriscope` stays light.
"""

from importlib import import_module

__version__ = "0.1.0"

_HOMES = {
    "Claim": "veriscope.domain",
    "Evidence": "veriscope.domain",
    "Label": "veriscope.domain",
    "PipelineConfig": "veriscope.pipeline",
    "Stance": "veriscope.domain",
    "TextReport": "veriscope.pipeline",
    "Trace": "veriscope.pipeline",
    "Verdict": "veriscope.domain",
    "Verifier": "veriscope.pipeline",
    "VeriscopeError": "veriscope.errors",
}

__all__ = [
    "Claim",
    "Evidence",
    "Label",
    "PipelineConfig",
    "Stance",
    "TextReport",
    "Trace",
    "Verdict",
    "Verifier",
    "VeriscopeError",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'veriscope' has no attribute {name!r}; it has {', '.join(__all__)}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
