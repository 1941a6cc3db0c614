"""What `veriscope.starter` offers; each name is imported when it is first used."""

from .files import STARTER as STARTER
from .files import VALUE_YEARS as VALUE_YEARS
from .files import claims_path as claims_path
from .files import kb_path as kb_path
from .files import numeric_claims_path as numeric_claims_path
from .files import pages_path as pages_path
from .files import redirects_path as redirects_path
