"""The registry of source formats, by the names of the command line."""

from veriscope.corpus.fever_pages import FeverPages
from veriscope.corpus.feverous_pages import FeverousPages
from veriscope.corpus.records import SourceFormat

FORMATS: dict[str, SourceFormat] = {
    "fever": FeverPages(),
    "feverous": FeverousPages(),
}
