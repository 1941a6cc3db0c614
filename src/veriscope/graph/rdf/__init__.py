"""Builds a graph from the bytes of RDF and TSV files."""
