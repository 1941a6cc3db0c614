import re
from pathlib import Path

from typer.testing import CliRunner

from veriscope.cli.main import command_line
from veriscope.pipeline.submissions import OUTPUT_FORMATS

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "check.md").read_text(encoding="utf-8")


def test_every_option_and_format_is_explained():
    help_text = CliRunner().invoke(command_line(), ["check", "--help"]).stdout
    options = set(re.findall(r"(?<![\w-])--[a-z-]+", help_text)) - {"--help"}
    assert len(options) > 15
    assert not [option for option in sorted(options) if option not in PAGE]
    assert not [name for name in OUTPUT_FORMATS if f"| `{name}` |" not in PAGE]


def test_the_picture_is_small_and_there():
    (picture,) = re.findall(r"!\[.+\]\((.+)\)", PAGE)
    assert 0 < (DOCS / picture).stat().st_size < 200_000
