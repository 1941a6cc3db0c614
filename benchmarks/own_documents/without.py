"""What each rule is worth on own documents, open half: all claims with the rule switched off.

    python benchmarks/own_documents/without.py [RULE...] [--out RESULT.json]

RULE is one of those below, or `nothing`, the product as it is; without one, all are run.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parents[1] / "measuring"))

from answers import scores
from reports import keep_report
from run import HALVES, answers_of
from version import commit

from veriscope.models import Encoder

# The name that is replaced for each rule, and by what.
RULES: Mapping[str, tuple[str, object]] = {
    "corrections": ("veriscope.verdict.decision.is_about_a_row", lambda *_: False),
    "superseding": ("veriscope.verdict.decision.find_superseding", lambda *_: None),
    "roles": ("veriscope.verdict.encoder.role_hints", lambda *_: []),
    "hints": ("veriscope.models.hints.hints", lambda *_: []),
}


@contextmanager
def without(rule: str) -> Iterator[None]:
    """The product with the rule switched off."""
    if rule == "nothing":
        yield
    else:
        name, instead = RULES[rule]
        with patch(name, instead):
            yield


@contextmanager
def remembering() -> Iterator[None]:
    """Judgements are kept from one rule to the next, so that only what changes is judged anew."""
    kept: dict[tuple[str, str], object] = {}
    judge: Callable = Encoder._run

    def recall(encoder: Encoder, pairs: list[tuple[str, str]]) -> list[object]:
        new = [pair for pair in pairs if pair not in kept]
        kept.update(zip(new, judge(encoder, new) if new else [], strict=True))
        return [kept[pair] for pair in pairs]

    with patch.object(Encoder, "_run", recall):
        yield


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules", nargs="*", metavar="RULE", help=", ".join(("nothing", *RULES)))
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    made_with, report = commit(), {}
    with tempfile.TemporaryDirectory() as stores, remembering():
        for rule in asked.rules or ("nothing", *RULES):
            with without(rule):
                answers = [answer for name in HALVES["open"] for answer in answers_of(name, Path(stores))]
            report[f"without {rule}"] = scores(answers, by_kind=True)
            print(json.dumps({rule: report[f"without {rule}"]}), flush=True)
    if asked.out:
        keep_report(report, asked.out, commit=made_with)


if __name__ == "__main__":
    main()
