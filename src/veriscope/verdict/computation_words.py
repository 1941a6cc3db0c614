"""Puts the result of a program over a table into words, for a verdict model to read."""

from veriscope.domain import Computation


def computation_words(found: Computation) -> str:
    """One line with what the program asserts, whether it holds, and its result."""
    return f"{found.question} : {'yes' if found.truth else 'no'}, {found.conclusion}"
