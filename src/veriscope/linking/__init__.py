"""Claim → triple over a graph."""
