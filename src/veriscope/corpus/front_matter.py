"""The front matter of a Markdown file: taken off its head, and asked for a title."""

import re
import tomllib
from typing import NamedTuple

_MAX_CHARACTERS = 64 * 2**10
_YAML = re.compile(r"---[ \t]*\n(?P<fields>.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_TOML = re.compile(r"\+\+\+[ \t]*\n(?P<fields>.*?)^\+\+\+[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_YAML_TITLE = re.compile(
    r"""^title[ \t]*:[ \t]+(?:"(?P<double>[^"\n]*)"|'(?P<single>[^'\n]*)'|(?P<plain>[^\n]*))""", re.MULTILINE
)
# The marks of a YAML value that goes on over several lines, or is no text.
_NO_PLAIN_TEXT = ("|", ">", "[", "{", "&", "*", "!", "#")


class FrontMatter(NamedTuple):
    """The title that front matter names, or nothing; and the document after it."""

    title: str
    body: str


def split_front_matter(text: str) -> FrontMatter:
    """Take YAML (`---`) or TOML (`+++`) front matter off a document; only a title on one line is read from it."""
    head = text[:_MAX_CHARACTERS]
    if match := _YAML.match(head):
        return FrontMatter(_yaml_title(match["fields"]), text[match.end() :])
    if match := _TOML.match(head):
        return FrontMatter(_toml_title(match["fields"]), text[match.end() :])
    return FrontMatter("", text)


def _yaml_title(fields: str) -> str:
    match = _YAML_TITLE.search(fields)
    if match is None:
        return ""
    plain = (match["plain"] or "").partition(" #")[0].strip()
    return match["double"] or match["single"] or ("" if plain.startswith(_NO_PLAIN_TEXT) else plain)


def _toml_title(fields: str) -> str:
    try:
        title = tomllib.loads(fields).get("title", "")
    except (tomllib.TOMLDecodeError, RecursionError):
        return ""
    return title if isinstance(title, str) else ""
