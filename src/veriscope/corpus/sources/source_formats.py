"""The registry of source formats, by their names on the command line."""

from dataclasses import replace

from veriscope.corpus.sources.documents import Documents
from veriscope.corpus.sources.fever_pages import FeverPages
from veriscope.corpus.sources.feverous_pages import FeverousPages
from veriscope.corpus.sources.file_kinds import HTML_KINDS, TABLE_KINDS, TEXT_KINDS
from veriscope.corpus.sources.json_tables import JsonTables
from veriscope.corpus.sources.records import PlannedSource, SourceFormat
from veriscope.corpus.sources.redirect_list import RedirectList
from veriscope.corpus.sources.zim import ZimArchive

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
