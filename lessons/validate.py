"""Checks the lessons: their format, and that nothing can be learned from them but reading.

    python lessons/validate.py [FILE...]

Without a FILE all are checked. Ends with 1 where a file is faulty, an id stands twice, or claims can be guessed without
their passages more often than `MOST_GUESSED` allows.
"""

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold, cross_val_predict
from sklearn.pipeline import make_pipeline

from veriscope.domain import Label
from veriscope.errors import InputError
from veriscope.lab.lessons import LessonClaim, LessonGroup, read_groups

FOLDER = Path(__file__).resolve().parent
MOST_GUESSED = 0.42
_WORD = re.compile(r"[^\W_]+")
_NAME = re.compile(r"(?<=[a-z,;:] )[A-Z][a-z]{3,}")
_SMALL_WORDS = ("not", "no", "only", "never", "all", "because", "will")
_LABELS = tuple(Label)
_FOLDS = 5


def report(groups: Sequence[LessonGroup]) -> Iterator[str]:
    """What people should know of lessons, a line each."""
    claims = [claim for group in groups for claim in group.claims]
    tables = sum(group.table is not None for group in groups)
    yield f"{len(groups)} groups, {tables} with a table; {len(claims)} claims"
    yield "splits: " + _counts(group.split for group in groups)
    yield "labels: " + _counts(claim.label for claim in claims)
    by_kind = defaultdict(list)
    for claim in claims:
        by_kind[claim.kind].append(claim.label)
    for kind in sorted(by_kind, key=lambda name: -len(by_kind[name])):
        yield f"  {kind:12} {len(by_kind[kind]) / len(claims):4.0%}  " + _by_label(by_kind[kind].count)
    yield "words a claim, mean: " + _by_label(lambda label: _mean(len(_words(one.text)) for one in _of(claims, label)))
    yield "words shared with the passage, mean share: " + _by_label(lambda label: _mean(_overlaps(groups, label)))
    for word in _SMALL_WORDS:
        yield f"claims with {word!r}: " + _by_label(
            lambda label, word=word: sum(word in _words(one.text) for one in _of(claims, label))
        )
    guess = claim_only(groups)
    yield f"claim-only accuracy by {_FOLDS} folds of groups: {guess:.3f} (at most {MOST_GUESSED})"
    yield "words that give a label away: " + ", ".join(telltales(claims))


def claim_only(groups: Sequence[LessonGroup]) -> float:
    """The accuracy of a model that sees the claim alone, on groups that it did not learn from."""
    claims = [(one.text, one.label, group.id) for group in groups for one in group.claims]
    texts, labels, owners = zip(*claims, strict=True)
    words = CountVectorizer(ngram_range=(1, 2), min_df=2)
    model = make_pipeline(words, LogisticRegression(C=0.3, max_iter=1000))
    guesses = cross_val_predict(model, texts, labels, groups=owners, cv=GroupKFold(_FOLDS))
    return float(np.mean(np.array(guesses) == np.array(labels)))


def telltales(claims: Sequence[LessonClaim], *, count: int = 12) -> Iterator[str]:
    """Words that stand under one label more often than chance allows, by their distance from it."""
    seen: dict[str, Counter[Label]] = defaultdict(Counter)
    for claim in claims:
        for word in set(_words(claim.text)):
            seen[word][claim.label] += 1
    share = {label: len(_of(claims, label)) / len(claims) for label in _LABELS}
    found = []
    for word, labels in seen.items():
        total = labels.total()
        for label in _LABELS:
            expected = share[label] * total
            found.append(((labels[label] - expected) / max(1.0, expected) ** 0.5, word, label, labels[label], total))
    for distance, word, label, here, total in sorted(found, reverse=True)[:count]:
        yield f"{word} {label[0]} {here}/{total} ({distance:.1f})"


def shared_names(groups: Sequence[LessonGroup]) -> list[str]:
    """Names inside sentences of test groups that stand in training groups as well, the commonest words left out."""
    by_split = defaultdict(Counter)
    for group in groups:
        text = " ".join((*group.lines, *(claim.text for claim in group.claims)))
        by_split[group.split].update(set(_NAME.findall(text)))
    return sorted(name for name in by_split["test"] if by_split["train"][name])


def _overlaps(groups: Sequence[LessonGroup], label: Label) -> Iterator[float]:
    for group in groups:
        table = [*group.table.header, *(cell for row in group.table.rows for cell in row)] if group.table else []
        passage = set(_words(" ".join((*group.lines, *table))))
        for claim in _of(group.claims, label):
            words = set(_words(claim.text))
            yield len(words & passage) / max(1, len(words))


def _of(claims: Iterable[LessonClaim], label: Label) -> list[LessonClaim]:
    return [claim for claim in claims if claim.label is label]


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _by_label(figure) -> str:
    return ", ".join(f"{label[0]} {round(figure(label), 2)}" for label in _LABELS)


def _counts(names: Iterable[str]) -> str:
    return ", ".join(f"{name} {number}" for name, number in sorted(Counter(map(str, names)).items()))


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / max(1, len(listed))


def main(paths: Sequence[Path]) -> int:
    """Prints what people should know of the lessons in these files; the exit status."""
    try:
        groups = {path: list(read_groups(path)) for path in paths or sorted(FOLDER.rglob("*.jsonl"))}
    except InputError as error:
        print(error, file=sys.stderr)
        return 1
    for path, found in groups.items():
        claims = sum(len(one.claims) for one in found)
        print(f"{path.name}: {len(found)} groups, {claims} claims, claim-only {claim_only(found):.3f}")
    every = [group for found in groups.values() for group in found]
    print("\n".join(report(every)))
    names = shared_names(every)
    print(f"names of test groups that stand in training groups too: {len(names)}: {', '.join(names[:40])}")
    twice = [name for name, number in Counter(group.id for group in every).items() if number > 1]
    print(f"ids that stand twice: {', '.join(twice) or 'none'}")
    return int(claim_only(every) > MOST_GUESSED or bool(twice))


if __name__ == "__main__":
    raise SystemExit(main([Path(word) for word in sys.argv[1:]]))
