"""The implementations of this stage by name."""

from collections.abc import Callable
from pathlib import Path

from veriscope.domain import Registry, VerdictModel

# Models that come with the package.
VERDICT_MODELS: Registry[Callable[[], VerdictModel]] = Registry(
    {"encoder": "veriscope.verdict.encoder:EncoderVerdict", "lexical": "veriscope.verdict.lexical:LexicalVerdict"},
    group="veriscope.verdicts",
)
# Those of them that can also be read from the folder of a recipe.
RETRAINED_VERDICT_MODELS: Registry[Callable[[Path], VerdictModel]] = Registry(
    {"encoder": "veriscope.verdict.encoder:EncoderVerdict.read"}
)
# Models that a recipe of `veriscope train` writes into a folder.
TRAINED_VERDICT_MODELS: Registry[Callable[[Path], VerdictModel]] = Registry(
    {
        "claim-only": "veriscope.verdict.claim_only:ClaimOnly",
        "decomposable-attention": "veriscope.verdict.decomposable_attention:DecomposableAttention",
        "fever-mlp": "veriscope.verdict.fever_mlp:FeverMlp",
        "feverous-verdict": "veriscope.verdict.feverous_verdict:FeverousVerdict",
        "word-label-pmi": "veriscope.verdict.word_label_pmi:WordLabelPmi",
    }
)
