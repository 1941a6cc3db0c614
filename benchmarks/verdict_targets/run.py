"""Every target of the verdicts in one run, each by the command that a user would type.

    python benchmarks/verdict_targets/run.py [NAME...] [--data ../shared/data] [--corpora FOLDER] [--out RESULT.json]
                                             [--config FILE.toml] [--model NAME=FOLDER ...] [--sample N]

NAME is one of the measurements below; without one, all are run. Corpora are kept in FOLDER and built where they are
missing, and so are the answers of interrupted runs. `--config` measures other settings than the default ones, `--model`
reports another verdict model beside. Each result is kept in RESULT.json, and those of measurements that are not run
stay there, unless no measurement of that name is left; `targets` lists what was asked for, what was found, and whether
that is enough. With `--sample` nothing is kept.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "measuring"))

from bad_input import ask_bad_input
from commands import built, check_one_by_one, report_of, run
from given_text import SETS
from measurements import RUNS, Report, measure, target_parser
from targets import TARGETS
from version import code_version

from veriscope.pipeline import PipelineConfig
from veriscope.pipeline.config_file import read_config
from veriscope.starter import claims_path, numeric_claims_path

CLAIM = "Marie Curie won the Nobel Prize in Physics."
BATCH = 500
ONE_BY_ONE = 200
STARTS = 5


class Bench:
    def __init__(self, asked: argparse.Namespace) -> None:
        self.data: Path = asked.data
        self.corpora: Path = asked.corpora or Path(tempfile.mkdtemp())
        self.corpora.mkdir(parents=True, exist_ok=True)
        self.config: tuple[object, ...] = ("--config", asked.config) if asked.config else ()
        settings = read_config(asked.config) if asked.config else PipelineConfig()
        folder = ("--model-folder", settings.model_folder) if settings.model_folder else ()
        self.model: tuple[object, ...] = ("--verdict", settings.verdict, *folder)
        stages = ("retriever", "selector", "computation", "verdict")
        chosen = (word for name in stages for word in (f"--{name}", getattr(settings, name)))
        self.check: tuple[object, ...] = (*chosen, *folder)
        self.sample: int = asked.sample
        self.models: list[str] = asked.model

    def corpus(self) -> Path:
        """FEVER's pages, with all indexes."""
        return built(self.corpora / "fever", self.data / "fever" / "wiki-pages")

    def pipeline(self, corpus: Path | str, gold: Path, *options: object) -> Report:
        words = ["eval", "pipeline", "--corpus", corpus, "--gold", gold, "--json", *self.config, *options]
        return report_of(run(*words, *(("--sample", self.sample) if self.sample else ())))

    def fever(self, *options: object) -> Report:
        resume = () if self.sample else ("--resume", self.corpora / f"verdict_targets.{code_version()}.answers.jsonl")
        return self.pipeline(self.corpus(), self.data / "fever" / "dev.jsonl", *resume, *options)

    def fever_pipeline(self) -> Report:
        """The whole pipeline on FEVER's dev claims, programs on; one worker: the times are those of a single claim."""
        return self.fever()

    def fever_gold_pages(self) -> Report:
        """The same with the gold pages given."""
        return self.fever("--oracle", "pages")

    def fever_gold_evidence(self) -> Report:
        """The same with the gold evidence given."""
        return self.fever("--oracle", "evidence")

    def ablation(self) -> Report:
        """What each stage and the programs over tables are worth, on 500 of the claims."""
        return self.fever("--ablation", "--sample", 500)

    def given_evidence(self) -> Report:
        """The verdict model alone, where the evidence is given: FEVER's gold text, and claims made to break models."""
        return {name: self.verdict(name) for name in SETS}

    def fool_me_twice_retrieved(self) -> Report:
        """FoolMeTwice with the sentences that its authors retrieved."""
        return self.verdict("fool_me_twice", "--evidence-field", "retrieved_text")

    def other_models(self) -> Report:
        """The models named by `--model NAME=FOLDER`, on the same rows."""
        report: Report = {}
        for asked in self.models:
            name, _, folder = asked.partition("=")
            options = ("--verdict", name, *(("--model-folder", folder) if folder else ()))
            report[f"{name} {Path(folder).name}".strip()] = {rows: self.verdict(rows, *options) for rows in SETS}
        return report

    def verdict(self, rows: str, *options: object) -> Report:
        return report_of(run("eval", "verdict", "--data", self.data / SETS[rows], "--json", *self.model, *options))

    def atlas(self) -> Report:
        """The starter atlas's own claims: the dev half and the frozen test half."""
        return {half: self.pipeline("starter", claims_path(half)) for half in ("dev", "test")}

    def atlas_numeric(self) -> Report:
        """The atlas's numeric claims, which ask for a computation over a table."""
        return {half: self.pipeline("starter", numeric_claims_path(half)) for half in ("dev", "test")}

    def batch(self) -> Report:
        """Claims a second of `check --file` with two workers, its start counted in."""
        lines = (self.data / "fever" / "dev.jsonl").read_text(encoding="utf-8").splitlines()[: self.sample or BATCH]
        with tempfile.TemporaryDirectory() as folder:
            asked = Path(folder) / "claims.jsonl"
            asked.write_text("\n".join(lines) + "\n", encoding="utf-8")
            out = Path(folder) / "predictions.jsonl"
            done = run("check", "--file", asked, "--out", out, "--corpus", self.corpus(), "--workers", 2, *self.check)
        return {
            "command": done.command,
            "claims": len(lines),
            "per_second": len(lines) / done.seconds,
            "seconds": done.seconds,
            "peak_mib": done.peak_mib,
        }

    def start(self) -> Report:
        """From the command to the first verdict, in a new process each time, and the memory it takes."""
        runs = [run("check", CLAIM, "--corpus", self.corpus(), "--json", *self.check) for _ in range(STARTS)]
        return {
            "command": runs[0].command,
            "first_s": runs[0].seconds,
            "slowest_s": max(done.seconds for done in runs),
            "seconds": [done.seconds for done in runs],
            "peak_mib": max(done.peak_mib for done in runs),
        }

    def memory(self) -> Report:
        """The resident memory of one process that checks claims one after the other."""
        done = check_one_by_one(self.corpus(), self.data / "fever" / "dev.jsonl", claims=self.sample or ONE_BY_ONE)
        return report_of(done)

    def bad_input(self) -> Report:
        """What is no claim: a clear answer or a clear error."""
        return ask_bad_input(self.corpus())


MEASUREMENTS: dict[str, Callable[[Bench], Report]] = {
    name: getattr(Bench, name)
    for name in (
        "given_evidence",
        "fool_me_twice_retrieved",
        "other_models",
        "atlas",
        "atlas_numeric",
        "start",
        "memory",
        "batch",
        "bad_input",
        "fever_pipeline",
        "fever_gold_pages",
        "fever_gold_evidence",
        "ablation",
    )
}


def main() -> None:
    parser = target_parser(__doc__, list(MEASUREMENTS), result=RUNS / "verdict_targets.json")
    parser.add_argument("--corpora", type=Path)
    parser.add_argument("--config", type=Path)
    parser.add_argument("--model", action="append", default=[], metavar="NAME=FOLDER")
    asked = parser.parse_args()
    measure(asked, Bench(asked), MEASUREMENTS, TARGETS)


if __name__ == "__main__":
    main()
