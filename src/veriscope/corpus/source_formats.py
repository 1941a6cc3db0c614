"""The registry of source formats, by the names of the command line."""

from dataclasses import replace

from veriscope.corpus.documents import Documents
from veriscope.corpus.fever_pages import FeverPages
from veriscope.corpus.feverous_pages import FeverousPages
from veriscope.corpus.formats import HTML_KINDS, TABLE_KINDS, TEXT_KINDS
from veriscope.corpus.json_tables import JsonTables
from veriscope.corpus.plan import PlannedSource
from veriscope.corpus.records import SourceFormat
from veriscope.corpus.redirect_list import RedirectList
from veriscope.corpus.zim import ZimArchive

FORMATS: dict[str, SourceFormat] = {
    "csv": Documents(TABLE_KINDS),
    "documents": Documents(),
    "fever": FeverPages(),
    "feverous": FeverousPages(),
    "html": Documents(HTML_KINDS),
    "redirects": RedirectList(),
    "tables": JsonTables(),
    "text": Documents(TEXT_KINDS),
    "zim": ZimArchive(),
}


def format_of(source: PlannedSource) -> SourceFormat:
    """The format of a source, with its settings."""
    chosen = FORMATS[source.format]
    if isinstance(chosen, Documents | ZimArchive):
        return replace(chosen, keep_flagged=source.keep_flagged)
    return chosen
