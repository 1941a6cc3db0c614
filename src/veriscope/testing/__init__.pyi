"""What `veriscope.testing` offers; each name is imported when it is first used."""

from .checkers import check_checker as check_checker
from .computers import check_computer as check_computer
from .odd_claims import ODD_CLAIMS as ODD_CLAIMS
from .retrievers import check_retriever as check_retriever
from .selectors import check_selector as check_selector
from .sources import check_source_format as check_source_format
from .verdicts import check_verdict_model as check_verdict_model
