"""What `veriscope.reports` offers; each name is imported when it is first used."""

from .calibration import calibration_svg as calibration_svg
from .claim_review import claim_review as claim_review
from .claim_review import text_claim_reviews as text_claim_reviews
from .evidence_cards import left_out_text as left_out_text
from .html_claim import claim_html as claim_html
from .html_text import text_html as text_html
from .junit import junit_xml as junit_xml
from .notebook import text_frame as text_frame
from .notebook import trace_frame as trace_frame
from .page_json import page_as_json as page_as_json
from .page_json import search_as_json as search_as_json
from .rendering import format_day as format_day
from .rendering import render as render
from .sarif import sarif_log as sarif_log
from .schemas import load_schema as load_schema
from .svg import UnitChart as UnitChart
from .svg import element as element
from .text_findings import FailOn as FailOn
from .text_findings import Finding as Finding
from .text_findings import NamedReport as NamedReport
from .text_findings import text_findings as text_findings
from .text_findings import verdict_line as verdict_line
