"""Measures what a cold start costs: processor seconds and modules of commands that people type often.

    python benchmarks/start_up/run.py NAME [--source SRC] [--times 9] [--out RESULT.json]

NAME is kept beside earlier names, such as `before` and `after`; SRC is the `src` folder of the checkout to measure.
Each command is run in turns with the others, in a new process. The least processor time (user and system, all threads)
is what the command needs; the wall clock says more about what else the machine did.
"""

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[2]
RESULT = ROOT / "benchmarks" / "runs" / "2026-11-19-two-core" / "start_up.json"
CLAIM = "Canberra is the capital of Australia."
COMMANDS = {
    "python": ["-c", "pass"],
    "--version": ["-m", "veriscope", "--version"],
    "--help": ["-m", "veriscope", "--help"],
    "check": ["-m", "veriscope", "check", CLAIM],
    "check --kb starter": ["-m", "veriscope", "check", CLAIM, "--kb", "starter"],
    "corpus search": ["-m", "veriscope", "corpus", "search", "starter", "wool"],
}
COUNTING = "import runpy, sys\nsys.argv[0] = 'veriscope'\ntry: runpy.run_module('veriscope', run_name='__main__')\n"
COUNTING += "except SystemExit: pass\nprint(len(sys.modules), file=sys.stderr)"


def processor_s(words: Sequence[str], source: Path) -> tuple[float, float]:
    """The processor time and the wall clock of a command that must end well."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([sys.executable, *words], env=environment(source), check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, time.perf_counter() - started


def modules(words: Sequence[str], source: Path) -> int:
    """How many modules a command of ours has imported at its end."""
    done = subprocess.run(
        [sys.executable, "-c", COUNTING, *words], env=environment(source), check=True, capture_output=True, text=True
    )
    return int(done.stderr.strip().splitlines()[-1])


def environment(source: Path) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(source.resolve())}


def measured(source: Path, times: int) -> dict:
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in COMMANDS}
    for words in COMMANDS.values():
        processor_s(words, source)  # byte code and kernels are compiled once for good
    for _ in range(times):
        for name, words in COMMANDS.items():
            found[name].append(processor_s(words, source))
    return {
        name: {
            "processor_s": round(min(own for own, _ in runs), 3),
            "median_processor_s": round(median(own for own, _ in runs), 3),
            "least_wall_s": round(min(wall for _, wall in runs), 3),
            **({"modules": modules(COMMANDS[name][2:], source)} if name != "python" else {}),
        }
        for name, runs in found.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name")
    parser.add_argument("--source", type=Path, default=ROOT / "src")
    parser.add_argument("--times", type=int, default=9)
    parser.add_argument("--out", type=Path, default=RESULT)
    asked = parser.parse_args()
    kept = json.loads(asked.out.read_text("utf-8")) if asked.out.exists() else {}
    kept["machine"] = f"{os.cpu_count()} cores, Python {platform.python_version()}"
    kept[asked.name] = measured(asked.source, asked.times)
    asked.out.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(kept[asked.name], indent=1))


if __name__ == "__main__":
    main()
