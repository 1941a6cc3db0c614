"""Walks and path searches over a graph."""
