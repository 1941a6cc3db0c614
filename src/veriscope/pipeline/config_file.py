"""Reads the settings of a pipeline from a TOML file."""

from pathlib import Path

from veriscope.files import read_settings
from veriscope.pipeline.config import PipelineConfig
from veriscope.starter import STARTER


def read_config(path: Path) -> PipelineConfig:
    """The settings of a file; missing settings keep their defaults, and folders are relative to the file."""
    return read_settings(path, PipelineConfig, places=[STARTER])
