"""Gathers the training set of the encoder into two folders: `veriscope train training-set`.

`train` holds FEVER claims with the lines that retrieval finds, counterfactual, compound and bounded copies of them, and
some beside an infobox that does not decide them; inference pairs; TabFact statements and made-up ones, with the rows
that selection finds and the findings of programs; claims with evidence as text; lessons written by hand; and, where
they are given, the claims of a mixed benchmark; and made-up facts. `held_out` holds
FEVER claims, equally many of each label, that nothing is trained on: they measure the recipe and calibrate verdicts.
"""

import random
import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from veriscope.corpus import FORMATS, Corpus
from veriscope.datasets import DATASET_FORMATS, read_labelled, read_records, take_label, take_text
from veriscope.domain import Label, Page, Table
from veriscope.files import locate_errors
from veriscope.lab.evaluation import with_caption_as_title
from veriscope.lab.lessons import (
    LessonGroup,
    MinedClaim,
    PlainTable,
    TableLines,
    bounded_claims,
    claim_pairs,
    compound_claims,
    counterfactuals,
    held_tables,
    infobox_claims,
    leading_name,
    lesson_claims,
    linked_claims,
    mixed_lessons,
    read_facts,
    read_groups,
    read_mined,
    read_pages,
    statements,
    synthetic_facts,
    tables_named,
    write_mined,
)
from veriscope.lab.training.mine_claims import chosen_claims, mine_fever, read_fever_claims
from veriscope.models import Line
from veriscope.pipeline import make_computer
from veriscope.text import tokenise

_NAME_WORDS = 3
_BOXES = 6_000
# The share of TabFact's training tables that is kept for fitting the fusion of judges.
HELD_TABLES = 0.2


@dataclass(frozen=True, slots=True)
class TrainingSetSettings:
    """The sources, how much to use of each, and the folder to write to.

    `fever` has claims with `evidence_text` and aligned evidence; `nli` has rows of premise, hypothesis and label.
    `tabfact` has TabFact's training statements, `tables` its tables, and `linked` statements with the cells they are
    about; `more_statements` has further statements. `graph` has the facts of a knowledge graph, as N-Triples in xz.
    `mixed` is a folder that `veriscope train mixed-benchmark` wrote from `mixed_corpus`. `pages` has pages with tables,
    in FEVEROUS's format. `lessons` is the folder of lessons written by hand, whose split `train` is used, and `pairs`
    are files of claims with evidence as text. Tables that the
    statements of `apart` are about are not used. `held_out` is the number of claims for each label, `counterfactuals`
    the share of claims to copy, and `compounds` the most compounds about one subject. `at_most` bounds the claims of a
    source, such as `{nli = 20_000}`; what is left out is drawn by the seed.
    """

    fever: Path
    fever_corpus: Path
    nli: Path
    tabfact: Path
    tabfact_corpus: Path
    tables: Path
    linked: Path
    graph: Path
    pages: Path
    lessons: Path
    pairs: tuple[Path, ...]
    out: Path
    more_statements: Path | None = None
    mixed: Path | None = None
    mixed_corpus: Path | None = None
    apart: Path | None = None
    per_label: int = 45_000
    held_out: int = 1_000
    counterfactuals: float = 0.7
    compounds: int = 8
    facts: int = 36_000
    at_most: dict[str, int] = field(default_factory=dict)
    workers: int = 2
    seed: int = 5


def split(claims: Sequence[MinedClaim], *, held_out: int, seed: int = 5) -> tuple[list[MinedClaim], list[MinedClaim]]:
    """The training claims, and `held_out` claims of each label whose evidence is complete.

    The two share no subject, as the claims of a test are about other pages: so what the held-out claims measure also
    holds for unseen subjects.
    """
    subjects = [_subjects(claim) for claim in claims]
    by_subject: dict[str, list[int]] = defaultdict(list)
    for number, some in enumerate(subjects):
        if some and claims[number].is_complete:
            by_subject[some[0]].append(number)
    order = sorted(by_subject)
    random.Random(seed).shuffle(order)  # noqa: S311 - a repeatable choice, not a secret
    kept: dict[str, int] = {}
    left = dict.fromkeys(Label, held_out)
    for number in (number for subject in order for number in by_subject[subject]):
        claim = claims[number]
        if left[claim.label] and _same_text(claim) not in kept:
            left[claim.label] -= 1
            kept[_same_text(claim)] = number
    apart = {subject for number in kept.values() for subject in subjects[number]}
    learned = [
        claim
        for claim, some in zip(claims, subjects, strict=True)
        if apart.isdisjoint(some) and _same_text(claim) not in kept
    ]
    return learned, [claims[number] for number in kept.values()]


def _subjects(claim: MinedClaim) -> list[str]:
    """The likely subjects of a claim: its gold pages or else the best page found, and the name it begins with."""
    pages = [line.title for line in claim.gold] or [one.line.title for one in claim.found[:1]]
    names = (" ".join(tokenise(name)).lower() for name in (*pages, leading_name(claim.claim)))
    return [name for name in dict.fromkeys(names) if name]


def _same_text(claim: MinedClaim) -> str:
    return claim.claim.lower().rstrip(" .")


def plain_names(claims: Iterable[MinedClaim]) -> list[str]:
    """The titles of the lines found that look like names: short, and only of letters."""
    titles = sorted({one.line.title for claim in claims for one in claim.found})
    return [title for title in titles if len(title.split()) <= _NAME_WORDS and title.replace(" ", "").isalpha()]


def inference_pairs(path: Path) -> Iterator[MinedClaim]:
    """General inference pairs, with the hypothesis as the claim."""
    for line in read_records(path):
        with locate_errors(path, line.number):
            premise, hypothesis = take_text(line.value, "premise"), take_text(line.value, "hypothesis")
            name = f"nli-{line.number}"
            yield MinedClaim(
                name, "nli", hypothesis, take_label(line.value), (Line("", premise),), (), is_complete=False
            )


def table_claims(path: Path, corpus: Corpus, lines: TableLines, *, apart: Collection[str]) -> Iterator[MinedClaim]:
    """TabFact statements with the rows that selection finds in their table, without the tables in `apart`."""
    for one in read_labelled(path, form=DATASET_FORMATS["tabfact"]):
        claim = one.claim
        page = corpus.page(next(piece.page for group in claim.evidence for piece in group))
        if page is not None and page.title not in apart:
            named = with_caption_as_title(page)
            found = lines.best_rows(claim.claim, named, title=named.title)
            computed = lines.computation(claim.claim, named)
            yield MinedClaim(
                str(claim.id), "tabfact", claim.claim, claim.label, (), found, is_complete=False, computed=computed
            )


def made_up_tables(pages: Iterable[Page], lines: TableLines, *, seed: int) -> Iterator[MinedClaim]:
    """Made-up statements about the tables of the pages, with the rows that selection finds."""
    tables = [
        plain
        for page in pages
        for path, table in page.outline()
        if isinstance(table, Table) and (plain := PlainTable.of(page, path, table))
    ]
    for number, made in enumerate(statements(tables, each=1, seed=seed)):
        page, place = made.table.page, (made.table.table.index, made.row)
        found = lines.best_rows(made.text, page, title=page.title, gold=[place])
        gold = tuple(one.line for one in found if one.is_gold)
        if gold:
            yield MinedClaim(f"table-{number}", "table", made.text, made.label, gold, found, is_complete=True)


def gather_training_set(settings: TrainingSetSettings) -> Iterator[str]:
    """Write both folders."""
    seed, raw = settings.seed, settings.out / "fever"
    if not (raw / "lines.jsonl.gz").exists():
        chosen = chosen_claims(list(read_fever_claims(settings.fever)), per_label=settings.per_label, seed=seed)
        write_mined(raw, mine_fever(chosen, settings.fever_corpus, workers=settings.workers, report=_report))
    learned, held_out = split(list(read_mined(raw)), held_out=settings.held_out)
    learned += [
        *counterfactuals(learned, share=settings.counterfactuals, seed=seed),
        *compound_claims(learned, each=settings.compounds, seed=seed),
        *bounded_claims(learned, seed=seed),
        *synthetic_facts(plain_names(learned), count=settings.facts, seed=seed),
    ]
    learned += inference_pairs(settings.nli)
    learned += (claim for path in settings.pairs for claim in claim_pairs(path))
    facts = read_facts(settings.graph)
    learned += islice(infobox_claims([one for one in learned if one.source == "fever"], facts, seed=seed), _BOXES)
    learned += _about_tables(settings)
    random.Random(seed).shuffle(learned)  # noqa: S311 - a repeatable choice, not a secret
    learned = first_of_each(learned, settings.at_most)
    counts = write_mined(settings.out / "train", learned), write_mined(settings.out / "held_out", held_out)
    yield f"{counts[0]:,} claims to learn from, {counts[1]:,} held out"


def first_of_each(claims: Iterable[MinedClaim], at_most: Mapping[str, int]) -> list[MinedClaim]:
    """The claims without those of a source that are more than its bound."""
    counts: Counter[str] = Counter()
    kept: list[MinedClaim] = []
    for claim in claims:
        counts[claim.source] += 1
        if counts[claim.source] <= at_most.get(claim.source, counts[claim.source]):
            kept.append(claim)
    return kept


def _about_tables(settings: TrainingSetSettings) -> Iterator[MinedClaim]:
    """The claims about tables, without a share of TabFact's tables and those that `apart` names."""
    computer = make_computer("programs")
    assert computer is not None
    named = tables_named(settings.tabfact)
    apart = held_tables(named, share=HELD_TABLES) | (tables_named(settings.apart) if settings.apart else frozenset())
    with Corpus.open(settings.tabfact_corpus) as corpus:
        lines = TableLines(corpus, computer)
        for statements_file in filter(None, (settings.tabfact, settings.more_statements)):
            yield from table_claims(statements_file, corpus, lines, apart=apart)
        yield from linked_claims(settings.tables, settings.linked, lines, apart=apart, seed=settings.seed)
        yield from made_up_tables(read_pages(settings.pages, FORMATS["feverous"]), lines, seed=settings.seed)
        yield from lesson_claims(_lesson_groups(settings.lessons), lines, seed=settings.seed)
    if settings.mixed is not None and settings.mixed_corpus is not None:
        with Corpus.open(settings.mixed_corpus) as mixed:
            yield from mixed_lessons(settings.mixed / "train.jsonl", settings.mixed / "removed.jsonl", mixed, computer)


def _lesson_groups(folder: Path) -> Iterator[LessonGroup]:
    files = sorted(folder.glob("*.jsonl"))
    return (group for file in files for group in read_groups(file) if group.split == "train")


def _report(done: int, total: int) -> None:
    sys.stderr.write(f"\r{done:,} of {total:,} claims mined")
