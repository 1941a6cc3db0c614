"""Says which figures of two results of `run.py` differ: python benchmarks/unchanged/compare.py OLD.json NEW.json.

Times, memory, commands and commits are left out.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

LEFT_OUT = {
    "command",
    "commit",
    "seconds",
    "peak_mib",
    "per_second",
    "ms_per_claim",
    "ms",
    "timings_ms",
    "fit_s",
    "check_s",
}


def figures(value: object, place: str = "") -> Iterator[tuple[str, object]]:
    """Every figure of a report with its place."""
    if isinstance(value, dict):
        for key, part in value.items():
            if key not in LEFT_OUT:
                yield from figures(part, f"{place}.{key}" if place else key)
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from figures(part, f"{place}[{number}]")
    else:
        yield place, value


def main() -> None:
    old, new = (dict(figures(json.loads(Path(name).read_text(encoding="utf-8")))) for name in sys.argv[1:3])
    common = [place for place in old if place in new]
    moved = [place for place in common if old[place] != new[place]]
    print(f"{len(common)} figures in both, {len(moved)} differ")
    for place in moved:
        print(f"{place}: {old[place]} -> {new[place]}")


if __name__ == "__main__":
    main()
