"""Evidence → verdict."""

from collections.abc import Callable, Mapping
from pathlib import Path

from veriscope.domain import VerdictModel
from veriscope.neural.feverous_folder import FEVEROUS_VERDICT
from veriscope.verdict.claim_only import CLAIM_ONLY, ClaimOnly
from veriscope.verdict.decomposable_attention import DECOMPOSABLE_ATTENTION, DecomposableAttention
from veriscope.verdict.encoder import EncoderVerdict
from veriscope.verdict.fever_mlp import FEVER_MLP, FeverMlp
from veriscope.verdict.feverous_verdict import FeverousVerdict
from veriscope.verdict.lexical import LexicalVerdict
from veriscope.verdict.word_label_pmi import WORD_LABEL_PMI, WordLabelPmi

# Models that come with the package.
VERDICT_MODELS: Mapping[str, Callable[[], VerdictModel]] = {"encoder": EncoderVerdict, "lexical": LexicalVerdict}
# Those of them that may also be read from the folder of a recipe.
RETRAINED_VERDICT_MODELS: Mapping[str, Callable[[Path], VerdictModel]] = {"encoder": EncoderVerdict.read}
# Models that a recipe of `veriscope train` writes into a folder.
TRAINED_VERDICT_MODELS: Mapping[str, Callable[[Path], VerdictModel]] = {
    CLAIM_ONLY: ClaimOnly,
    DECOMPOSABLE_ATTENTION: DecomposableAttention,
    FEVER_MLP: FeverMlp,
    FEVEROUS_VERDICT: FeverousVerdict,
    WORD_LABEL_PMI: WordLabelPmi,
}

__all__ = [
    "RETRAINED_VERDICT_MODELS",
    "TRAINED_VERDICT_MODELS",
    "VERDICT_MODELS",
    "ClaimOnly",
    "DecomposableAttention",
    "EncoderVerdict",
    "FeverMlp",
    "FeverousVerdict",
    "LexicalVerdict",
    "WordLabelPmi",
]
