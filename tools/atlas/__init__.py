"""Generates the starter atlas from facts that installable packages hold."""
