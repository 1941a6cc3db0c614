"""Draws docs/pictures/check.svg: what `veriscope check` prints for two claims, as a terminal shows it.

python docs/pictures/render.py
"""

import io
from pathlib import Path

from rich.console import Console
from rich.text import Text

from veriscope.cli.trace_view import show_trace
from veriscope.domain import Claim
from veriscope.pipeline import Verifier, open_starter_corpus

CLAIMS = ("Canberra is the capital of Australia.", "Sydney is the capital of Australia.")
# Fonts of the reader's system only: a picture that fetches nothing.
TEMPLATE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">
<title>Two claims checked by veriscope, with their evidence</title>
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect width="{width}" height="{height}"/></clipPath>
{lines}</defs>
<rect width="{width}" height="{height}" rx="8" fill="#1b1f24"/>
<g transform="translate(16, 12)" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}<g class="{unique_id}-matrix">{matrix}</g></g>
</svg>
"""


def main() -> None:
    console = Console(record=True, width=118, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    with open_starter_corpus() as corpus:
        verifier = Verifier(corpus)
        for number, claim in enumerate(CLAIMS):
            if number:
                console.print()
            console.print(Text.assemble(("$ ", "dim"), f'veriscope check "{claim}"'))
            show_trace(console, verifier.check(Claim("1", claim)))
    path = Path(__file__).parent / "check.svg"
    console.save_svg(str(path), code_format=TEMPLATE, unique_id="check")


if __name__ == "__main__":
    main()
