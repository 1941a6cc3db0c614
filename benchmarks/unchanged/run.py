"""The figures that a change of structure must not move, each by the command that a user would type.

    python benchmarks/unchanged/run.py RESULT.json [NAME...] [--data ../shared/data] [--stores FOLDER]

NAME is one of the measurements; without one, all are run. Samples are drawn with seed 0. Corpora and graphs are kept in
the folder of `--stores` and built where they are missing. RESULT.json keeps each report with its command and commit;
`compare.py OLD.json NEW.json` says which figures moved.
"""

import argparse
import json
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "measuring"))

from commands import built, report_of, run
from measurements import Report
from version import commit

MIXED = ("fever/wiki-pages", "feverous-pages/pages.jsonl.xz", "cells/pages.jsonl.xz")
FAST_METHODS = "kl,kl-ends,adamic-adar,katz,kg-miner,pra,sfe"


def fever(asked: argparse.Namespace) -> Report:
    """500 claims of FEVER dev from the claim to the verdict."""
    return pipeline(mixed(asked), asked.data / "fever" / "dev.jsonl", "--sample", 500)


def cells(asked: argparse.Namespace) -> Report:
    """500 claims of `cells` from the claim to the verdict."""
    return pipeline(mixed(asked), asked.data / "cells" / "dev.jsonl", "--sample", 500)


def mixed(asked: argparse.Namespace) -> Path:
    """One corpus of all pages that the claims cite."""
    return built(asked.stores / "mixed", *(asked.data / source for source in MIXED))


def atlas(asked: argparse.Namespace) -> Report:  # noqa: ARG001
    """All claims of the atlas's dev half."""
    return pipeline(Path("starter"), Path("src/veriscope/starter/data/claims.dev.jsonl"))


def numeric(asked: argparse.Namespace) -> Report:  # noqa: ARG001
    """The numeric claims of the atlas's dev half, which programs decide."""
    return pipeline(Path("starter"), Path("src/veriscope/starter/data/numeric.dev.jsonl"))


def pipeline(corpus: Path, gold: Path, *options: object) -> Report:
    return report_of(run("eval", "pipeline", "--corpus", corpus, "--gold", gold, *options, "--workers", 2, "--json"))


def tables(asked: argparse.Namespace) -> Report:
    """2,000 statements of TabFact's validation set, by programs and encoder together."""
    data = asked.data / "tabfact" / "val.jsonl.xz"
    words = ("--data", data, "--tables", data.with_name("tables.jsonl.xz"), "--sample", 2000, "--verdict", "both")
    return report_of(run("eval", "tables", *words, "--json"))


def kb_peer_facts(asked: argparse.Namespace) -> Report:
    """The 300 facts of the peers in dbpedia93k, by five folds."""
    graph = asked.stores / "dbpedia93k.kb"
    if not graph.exists():
        run("kb", "build", graph, asked.data / "kg" / "dbpedia93k.nt.xz")
    facts = asked.data / "kg" / "peer-facts" / "dbpedia93k.tsv"
    return report_of(
        run("kb", "eval", graph, "--facts", facts, "--method", FAST_METHODS + ",auto", "--folds", 5, "--json")
    )


def kb_codex_s(asked: argparse.Namespace) -> Report:
    """CoDEx-S's test facts and hard negatives, methods fitted on the valid ones."""
    files = asked.stores / "codex-s"
    if not files.exists():
        with tarfile.open(asked.data / "kg" / "codex-s.tar.xz") as archive:
            archive.extractall(files, filter="data")
    folder = next(files.rglob("train.tsv")).parent
    graph = asked.stores / "codex-s.kb"
    if not graph.exists():
        run("kb", "build", graph, folder / "train.tsv")
    test, valid = (labelled(folder, half, asked.stores / f"codex-s-{half}.tsv") for half in ("test", "valid"))
    return report_of(
        run("kb", "eval", graph, "--facts", test, "--train", valid, "--method", "kl,adamic-adar,transe", "--json")
    )


def labelled(folder: Path, half: str, target: Path) -> Path:
    """One file of true facts and hard negatives, as `kb eval` reads it."""
    lines = [
        f"{line.strip()}\t{truth}\n"
        for name, truth in ((f"{half}.tsv", 1), (f"{half}_negatives.tsv", 0))
        for line in (folder / name).read_text(encoding="utf-8").splitlines()
        if line.strip()
    ]
    target.write_text("".join(lines), encoding="utf-8")
    return target


MEASUREMENTS: dict[str, Callable[[argparse.Namespace], Report]] = {
    "atlas": atlas,
    "numeric": numeric,
    "tables": tables,
    "kb_peer_facts": kb_peer_facts,
    "kb_codex_s": kb_codex_s,
    "fever": fever,
    "cells": cells,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("result", type=Path)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(MEASUREMENTS))
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--stores", type=Path, required=True)
    asked = parser.parse_args()
    asked.stores.mkdir(parents=True, exist_ok=True)
    results = json.loads(asked.result.read_text(encoding="utf-8")) if asked.result.exists() else {}
    for name in asked.names or MEASUREMENTS:
        made_with = commit()
        results[name] = {**MEASUREMENTS[name](asked), "commit": made_with}
        asked.result.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
        print(name, results[name]["seconds"], "s", flush=True)


if __name__ == "__main__":
    main()
