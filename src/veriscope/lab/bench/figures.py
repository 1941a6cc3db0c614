"""Figures and names as papers print them."""


def figure(value: float) -> str:
    """A share as papers print it: `.83`."""
    text = f"{abs(value):.2f}".removeprefix("0")
    return text if round(value, 2) >= 0 else f"−{text}"


def with_sign(value: float) -> str:
    """A difference with its sign: `+.05`."""
    return f"+{figure(value)}" if round(value, 2) >= 0 else figure(value)


def short_name(iri: str) -> str:
    """The last part of an IRI."""
    return iri.rstrip("/#").replace("#", "/").rpartition("/")[2] or iri
