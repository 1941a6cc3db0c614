"""What `veriscope.corpus.sources` offers; each name is imported when it is first used."""

from .detect import EXPECTED as EXPECTED
from .detect import detect_page_format as detect_page_format
from .detect import detect_source_format as detect_source_format
from .document_text import document_suffix as document_suffix
from .file_kinds import HTML_KINDS as HTML_KINDS
from .file_kinds import TABLE_KINDS as TABLE_KINDS
from .file_kinds import TEXT_KINDS as TEXT_KINDS
from .file_kinds import kind_of as kind_of
from .file_kinds import parse_given_text as parse_given_text
from .file_kinds import readable_suffixes as readable_suffixes
from .folders import FoundFile as FoundFile
from .folders import reason as reason
from .folders import walk as walk
from .records import ParsedRecord as ParsedRecord
from .records import PlannedSource as PlannedSource
from .records import RawRecord as RawRecord
from .records import Redirect as Redirect
from .records import Skip as Skip
from .records import SourceFormat as SourceFormat
from .source_formats import FORMATS as FORMATS
from .source_formats import format_of as format_of
