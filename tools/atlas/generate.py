"""Generates every data file of the starter atlas: `python -m tools.atlas.generate --out DIR`."""

import argparse
import hashlib
import json
import lzma
import sys
from pathlib import Path

from tools.atlas.atlas import write_pages, write_redirects
from tools.atlas.claims import Compiled, compile_half, refuse_shared_pages, review, write_claims
from tools.atlas.ntriples import write_ntriples
from tools.atlas.numeric_claims import NumericClaim, compile_numeric_half, write_numeric_claims
from tools.atlas.packages import wrong_versions
from tools.atlas.selectors import Selector
from tools.atlas.triples import facts, things
from tools.atlas.truth import Truth
from tools.atlas.world import World, gather_world
from veriscope.errors import VeriscopeError
from veriscope.starter.files import HALVES, data_folder

SUMS = "SHA256SUMS"
# One dictionary that holds each file whole, so that the bytes do not depend on how many threads or cores there are.
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 23}]


def generate(out: Path) -> list[Compiled]:
    """Writes the data files and their checksums into `out`; returns the claims, for reading through."""
    world = gather_world()
    drafts = write_pages(world)
    lines = [draft.to_json() for draft in drafts]
    claims, numeric = _compile_claims(world, lines)
    contents = {
        "pages.jsonl": lines,
        "kb.nt": write_ntriples(world),
        "redirects.tsv": ["\t".join(pair) for pair in write_redirects(world, {draft.title for draft in drafts})],
        **{f"claims.{half}.jsonl": write_claims(claims[half]) for half in HALVES},
        **{f"numeric.{half}.jsonl": write_numeric_claims(numeric[half]) for half in HALVES},
    }
    out.mkdir(parents=True, exist_ok=True)
    sums = [line for name, content in sorted(contents.items()) for line in _write(out, name, content)]
    (out / SUMS).write_bytes("".join(f"{line}\n" for line in sums).encode())
    return [claim for half in HALVES for claim in _all(claims[half], numeric[half])]


def _compile_claims(world: World, lines: list[str]) -> tuple[dict[str, list[Compiled]], dict[str, list[NumericClaim]]]:
    pages = {page["title"]: page for page in map(json.loads, lines)}
    selector, truth = Selector(pages), Truth(facts(world), things(world))
    claims = {half: compile_half(half, selector=selector, truth=truth) for half in HALVES}
    numeric = {half: compile_numeric_half(half, pages) for half in HALVES}
    refuse_shared_pages(*(_all(claims[half], numeric[half]) for half in HALVES))
    return claims, numeric


def _all(claims: list[Compiled], numeric: list[NumericClaim]) -> list[Compiled]:
    return [*claims, *(claim.compiled for claim in numeric)]


def _write(out: Path, name: str, lines: list[str]) -> list[str]:
    """Writes a file, compressed where it is large; returns the checksums of what was written and of what is inside."""
    content = "".join(f"{line}\n" for line in lines).encode()
    inside = f"{hashlib.sha256(content).hexdigest()}  {name}"
    if name not in {"pages.jsonl", "kb.nt"}:
        (out / name).write_bytes(content)
        return [inside]
    packed = lzma.compress(content, format=lzma.FORMAT_XZ, check=lzma.CHECK_CRC64, filters=_FILTERS)
    (out / f"{name}.xz").write_bytes(packed)
    return [inside, f"{hashlib.sha256(packed).hexdigest()}  {name}.xz"]


def main(arguments: list[str]) -> int:
    """The command line; prints the claims with their evidence on demand, and says what went wrong in one line."""
    parser = argparse.ArgumentParser(prog="python -m tools.atlas.generate", description=__doc__)
    parser.add_argument("--out", type=Path, default=data_folder(), help="folder to write to")
    parser.add_argument("--review", type=Path, help="also write every claim with the text of its evidence to this file")
    options = parser.parse_args(arguments)
    requirements = (Path(__file__).parent / "requirements.txt").read_text(encoding="utf-8")
    for warning in wrong_versions(requirements):
        sys.stderr.write(f"warning: {warning}; the files may differ from the committed ones\n")
    try:
        claims = generate(options.out)
    except VeriscopeError as error:
        sys.stderr.write(f"error: {error}\n")
        return 1
    if options.review:
        options.review.write_text("\n".join(review(claims)) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
