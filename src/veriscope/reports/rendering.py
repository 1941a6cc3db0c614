"""Renders reports from templates: all outside text is escaped, and nothing is fetched."""

import base64
import datetime
import re
from functools import cache
from hashlib import sha256
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from veriscope import __version__
from veriscope.reports.evidence_cards import FILTERS

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")


def render(template: str, **values: object) -> str:
    """A whole page made from a template and its values."""
    return _environment().get_template(template).render(values)


def format_day(day: datetime.date | None) -> str:
    """A day as people write it; today by default."""
    day = day or datetime.datetime.now(tz=datetime.UTC).date()
    return f"{day.day} {day:%B %Y}"


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("veriscope.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_without_control_characters,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(FILTERS, fingerprint=_fingerprint)
    environment.globals.update(version=__version__, style_sheet=_style_sheet)
    return environment


def _without_control_characters(value: object) -> object:
    """The value with replacement characters for those that could reorder or hide text."""
    return value if isinstance(value, Markup) or not isinstance(value, str) else _CONTROL.sub("\ufffd", value)


def _fingerprint(text: str) -> str:
    """The hash by which a content security policy allows a style sheet."""
    return f"sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}"


def _style_sheet(name: str) -> Markup:
    """A style sheet of the package; it is trusted, so it is not escaped."""
    return Markup((files("veriscope.reports") / "data" / name).read_text(encoding="utf-8"))  # noqa: S704
