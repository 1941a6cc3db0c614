"""What `veriscope.corpus.sources.pdf` offers; each name is imported when it is first used."""

from .reader import parse_pdf as parse_pdf
