"""Composes the stages into a check, and keeps its trace."""

from veriscope.pipeline.build import NEEDED_INDEXES
from veriscope.pipeline.config import PipelineConfig
from veriscope.pipeline.schemas import SCHEMAS, load_schema
from veriscope.pipeline.starter_corpus import STARTER, open_corpus, open_starter_corpus
from veriscope.pipeline.text_report import TextReport, text_report_as_json
from veriscope.pipeline.trace import TRACE_VERSION, Trace, trace_as_json
from veriscope.pipeline.verify import Verifier

__all__ = [
    "NEEDED_INDEXES",
    "SCHEMAS",
    "STARTER",
    "TRACE_VERSION",
    "PipelineConfig",
    "TextReport",
    "Trace",
    "Verifier",
    "load_schema",
    "open_corpus",
    "open_starter_corpus",
    "text_report_as_json",
    "trace_as_json",
]
