"""What `import veriscope` offers, for type checkers; at run time the names are imported when first used."""

from veriscope.domain import Claim as Claim
from veriscope.domain import Evidence as Evidence
from veriscope.domain import Label as Label
from veriscope.domain import Stance as Stance
from veriscope.domain import Verdict as Verdict
from veriscope.errors import VeriscopeError as VeriscopeError
from veriscope.pipeline import PipelineConfig as PipelineConfig
from veriscope.pipeline import TextReport as TextReport
from veriscope.pipeline import Trace as Trace
from veriscope.pipeline import Verifier as Verifier

__all__: list[str]
__version__: str
