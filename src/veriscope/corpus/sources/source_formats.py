"""The registry of source formats, by their names on the command line."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from veriscope.corpus.sources.documents import Documents
from veriscope.corpus.sources.fever_pages import FeverPages
from veriscope.corpus.sources.feverous_pages import FeverousPages
from veriscope.corpus.sources.file_kinds import HTML_KINDS, TABLE_KINDS, TEXT_KINDS
from veriscope.corpus.sources.json_tables import JsonTables
from veriscope.corpus.sources.records import PlannedSource, SourceFormat
from veriscope.corpus.sources.redirect_list import RedirectList
from veriscope.corpus.sources.zim import ZimArchive
from veriscope.domain import load_plug_in, make_stage, plug_in_place

_GROUP = "veriscope.sources"

_OUR_FORMATS: dict[str, SourceFormat] = {
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


class SourceFormats(Mapping[str, SourceFormat]):
    """The formats by name; a plug-in's format is found by its place or its entry point, and is not listed."""

    def __getitem__(self, name: str) -> SourceFormat:
        if name in _OUR_FORMATS:
            return _OUR_FORMATS[name]
        place = plug_in_place(name, _GROUP)
        if not place:
            raise KeyError(name)
        made: SourceFormat = make_stage(load_plug_in(place), "parse")
        return made

    def __contains__(self, name: object) -> bool:
        return name in _OUR_FORMATS or (isinstance(name, str) and bool(plug_in_place(name, _GROUP)))

    def __iter__(self) -> Iterator[str]:
        return iter(_OUR_FORMATS)

    def __len__(self) -> int:
        return len(_OUR_FORMATS)


FORMATS = SourceFormats()


def format_of(source: PlannedSource) -> SourceFormat:
    """The format of a source, with its settings."""
    chosen = FORMATS[source.format]
    if isinstance(chosen, Documents | ZimArchive):
        return replace(chosen, keep_flagged=source.keep_flagged)
    return chosen
