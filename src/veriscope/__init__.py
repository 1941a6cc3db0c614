"""Checks claims against text, tables and knowledge graphs, and shows the evidence."""

__version__ = "0.1.0"
