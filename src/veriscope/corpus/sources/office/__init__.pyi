"""What `veriscope.corpus.sources.office` offers; each name is imported when it is first used."""

from .docx import parse_docx as parse_docx
from .epub import parse_epub as parse_epub
from .odp import parse_odp as parse_odp
from .ods import parse_ods as parse_ods
from .odt import parse_odt as parse_odt
from .pptx import parse_pptx as parse_pptx
from .xls import parse_xls as parse_xls
