"""Makes small submissions full of edge cases, from a seed: what the official scorers read, and what ours read."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

LABELS = ("SUPPORTS", "REFUTES", "NOT ENOUGH INFO")
# The fifth and sixth differ in Unicode normal form only: equal to a reader, different to the official scorers.
TITLES = (
    "Lima",
    "Oslo_-LRB-film-RRB-",
    "A_b_c",
    "Table_cell_1",
    "Caf\u00e9",
    "Cafe\u0301",
    "Peru: 1-2",
    '"Q"',
    "x_sentence_3",
)
KINDS = ("sentence", "cell", "header_cell", "table_caption", "item")


@dataclass(frozen=True, slots=True)
class Case:
    """A submission and its gold, as our files hold them and as the official scorer takes them."""

    gold: list[dict]
    predictions: list[dict]
    official_gold: list[dict]
    limits: dict[str, int]
    features: tuple[str, ...]


def fever_cases(count: int, *, seed: int) -> Iterator[Case]:
    """FEVER submissions."""
    draw = random.Random(seed)
    for _ in range(count):
        features: set[str] = set()
        rows = [_fever_row(draw, index, features) for index in range(_size(draw))]
        gold = [row[0] for row in rows]
        limit = draw.choice((5, 5, 5, 5, 0, 1, 3, 7))
        yield Case(gold, [row[1] for row in rows], gold, {"max_evidence": limit}, tuple(sorted(features)))


def feverous_cases(count: int, *, seed: int) -> Iterator[Case]:
    """FEVEROUS submissions."""
    draw = random.Random(seed)
    for _ in range(count):
        features: set[str] = set()
        rows = [_feverous_row(draw, index, features) for index in range(_size(draw))]
        sentences, cells = draw.choice(((5, 25), (5, 25), (5, 25), (0, 25), (5, 0), (1, 2), (3, 30)))
        yield Case(
            [row[0] for row in rows],
            [row[1] for row in rows],
            [row[2] for row in rows],
            {"max_evidence": sentences, "max_cells": cells},
            tuple(sorted(features)),
        )


def _size(draw: random.Random) -> int:
    """Mostly few claims, so that edge cases decide the scores; now and then many, so that sums are long."""
    return draw.randint(100, 300) if draw.random() < 0.01 else draw.randint(1, 6)


def _labels(draw: random.Random, features: set[str]) -> tuple[str, str]:
    gold = draw.choice(LABELS)
    predicted = gold if draw.random() < 0.6 else draw.choice((*LABELS, "", "NEI", "supported"))
    if predicted.upper() not in LABELS:
        features.add("unknown predicted label")
    if draw.random() < 0.2:
        features.add("label in another case")
        gold, predicted = draw.choice((str.lower, str.title))(gold), draw.choice((str.lower, str.title))(predicted)
    return gold, predicted


def _sets(draw: random.Random, piece, features: set[str]) -> list[list]:
    """Gold sets: usual ones, and the odd ones."""
    shape = draw.random()
    if shape < 0.08:
        features.add("gold []")
        return []
    if shape < 0.16:
        features.add("gold [[]]")
        return [[]]
    sets = [[piece() for _ in range(draw.choice((1, 1, 1, 2, 3)))] for _ in range(draw.choice((1, 1, 2, 3)))]
    if draw.random() < 0.1:
        features.add("empty set among others")
        sets.insert(draw.randrange(len(sets) + 1), [])
    if draw.random() < 0.1:
        features.add("piece twice in a set")
        sets[0] = sets[0] * 2
    if draw.random() < 0.1:
        features.add("set twice")
        sets.append(list(sets[0]))
    return sets


def _prediction(draw: random.Random, sets: list[list], piece, features: set[str]) -> list:
    """Some of the gold, some noise, some of it twice, sometimes far too much."""
    known = [item for pieces in sets for item in pieces]
    chosen = [item for item in known if draw.random() < 0.7]
    chosen += [piece() for _ in range(draw.choice((0, 0, 1, 2, 5)))]
    if chosen and draw.random() < 0.2:
        features.add("piece predicted twice")
        chosen += draw.choices(chosen, k=draw.randint(1, 3))
    if draw.random() < 0.1:
        features.add("far too much predicted")
        chosen += [piece() for _ in range(draw.randint(20, 45))]
    if not chosen:
        features.add("nothing predicted")
    draw.shuffle(chosen)
    return chosen


def _fever_row(draw: random.Random, index: int, features: set[str]) -> tuple[dict, dict]:
    label, predicted_label = _labels(draw, features)
    titles = draw.sample(TITLES, 3)

    def piece() -> tuple[str | None, int | None]:
        return draw.choice(titles), draw.randrange(3)

    sets = _sets(draw, piece, features)
    predicted = _prediction(draw, sets, piece, features)
    sets = [_with_nulls(draw, pieces, features) for pieces in sets]
    if label.upper() == "NOT ENOUGH INFO":
        if draw.random() < 0.7:
            sets = [[(None, None)]]
        else:
            features.add("NOT ENOUGH INFO with evidence")
    evidence = [[[index, number, *item] for number, item in enumerate(pieces)] for pieces in sets]
    gold = {"id": index, "label": label, "claim": f"claim {index}", "evidence": evidence}
    rows = [list(item) for item in predicted]
    return gold, {"id": index, "predicted_label": predicted_label, "predicted_evidence": rows}


def _with_nulls(draw: random.Random, pieces: list, features: set[str]) -> list:
    if draw.random() > 0.06 or not pieces:
        return pieces
    features.add("null in a gold set")
    page, line = pieces[0]
    return [draw.choice(((None, None), (page, None), (None, line))), *pieces[1:]]


def _feverous_row(draw: random.Random, index: int, features: set[str]) -> tuple[dict, dict, dict]:
    label, predicted_label = _labels(draw, features)
    titles = draw.sample(TITLES, 2)
    if any("_" in title for title in titles):
        features.add("title with _")

    def piece() -> tuple[str, str, str]:
        kind = draw.choice(KINDS)
        numbers = {"sentence": 1, "table_caption": 1, "item": 2}.get(kind, 3)
        return draw.choice(titles), kind, "_".join(str(draw.randrange(2)) for _ in range(numbers))

    sets = _sets(draw, piece, features)
    predicted = [list(item) for item in _prediction(draw, sets, piece, features)]
    if draw.random() < 0.1:
        features.add("other types predicted")
        predicted.insert(0, [titles[0], draw.choice(("title", "section", "table", "")), "0"])
    if label.upper() == "NOT ENOUGH INFO" and any(sets):
        features.add("NOT ENOUGH INFO with evidence")
    known = {"id": index, "label": label, "claim": f"claim {index}"}
    ours = known | {"evidence": [{"content": ["_".join(item) for item in pieces], "context": {}} for pieces in sets]}
    official = known | {"evidence": [[list(item) for item in pieces] for pieces in sets]}
    return ours, {"id": index, "predicted_label": predicted_label, "predicted_evidence": predicted}, official
