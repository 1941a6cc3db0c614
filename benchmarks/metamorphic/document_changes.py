"""Changes to documents after which they say the same."""

import lzma
import random
import re
import shutil
import zlib
from pathlib import Path

_BLANK_LINES = re.compile(r"\n[ \t]*\n")


def copy_renamed(folder: Path, target: Path) -> Path:
    """The documents in another order, and under names that say nothing."""
    target.mkdir(parents=True)
    documents = sorted(folder.iterdir(), key=lambda path: (zlib.crc32(path.name.encode()), path.name))
    for number, document in enumerate(documents, start=1):
        shutil.copyfile(document, target / f"paper-{number:02}{document.suffix}")
    return target


def copy_prefixed(folder: Path, target: Path, *, prefix: str) -> Path:
    """The documents under names that no other folder has."""
    target.mkdir(parents=True)
    for document in sorted(folder.iterdir()):
        shutil.copyfile(document, target / f"{prefix}-{document.name}")
    return target


def copy_split(folder: Path, target: Path) -> Path:
    """The documents, those of Markdown and plain text in two files each where a paragraph begins."""
    target.mkdir(parents=True)
    for document in sorted(folder.iterdir()):
        parts = None
        if document.suffix in (".md", ".txt"):
            parts = split_in_two(document.read_text(encoding="utf-8"), markdown=document.suffix == ".md")
        if parts is None:
            shutil.copyfile(document, target / document.name)
            continue
        for number, part in enumerate(parts, start=1):
            (target / f"{document.stem} - part {number}{document.suffix}").write_text(part, encoding="utf-8")
    return target


def split_in_two(text: str, *, markdown: bool) -> tuple[str, str] | None:
    """A text in two parts, or None if it has no place for it.

    The cut is the one nearest the middle: in Markdown a heading, else a blank line with no indented text after it. What
    the document is stands in its first block, which the second part repeats; a Markdown title is marked as continued.
    """
    starts = [match.end() for match in _BLANK_LINES.finditer(text)]
    if not starts:
        return None
    first_block = text[: starts[0]].rstrip()
    cuts = [start for start in starts[1:] if _begins_part(text[start:], markdown=markdown)]
    if not cuts:
        return None
    cut = min(cuts, key=lambda start: (abs(start - len(text) / 2), start))
    title, _, rest = first_block.partition("\n")
    if markdown and title.startswith("# "):
        first_block = f"{title} (continued)\n{rest}".rstrip()
    return text[:cut], f"{first_block}\n\n{text[cut:]}"


def _begins_part(rest: str, *, markdown: bool) -> bool:
    return rest.startswith("## ") if markdown else not rest[:1].isspace() and bool(rest)


def shuffled_pages(pages: Path, target: Path, *, seed: int) -> Path:
    """The pages of a compressed file, one to a line, in another order."""
    with lzma.open(pages, "rt", encoding="utf-8") as lines:
        rows = lines.read().splitlines()
    random.Random(seed).shuffle(rows)
    with lzma.open(target, "wt", encoding="utf-8") as lines:
        lines.write("\n".join(rows) + "\n")
    return target
