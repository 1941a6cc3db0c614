"""What `veriscope.reports` offers; each name is imported when it is first used."""

from .calibration import calibration_svg as calibration_svg
from .claim_review import claim_review as claim_review
from .claim_review import text_claim_reviews as text_claim_reviews
from .evidence_cards import left_out_text as left_out_text
from .html_claim import claim_html as claim_html
from .html_text import text_html as text_html
from .notebook import text_frame as text_frame
from .notebook import trace_frame as trace_frame
from .rendering import format_day as format_day
from .rendering import render as render
from .schemas import load_schema as load_schema
from .svg import UnitChart as UnitChart
from .svg import element as element
