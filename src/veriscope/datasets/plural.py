"""Counts with their noun, for messages."""


def counted(number: int, noun: str) -> str:
    """`1 claim`, `1,200 claims`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
