"""Gathers what the encoder learns from into two folders: `python -m veriscope.pipeline.training_set --help`.

`train` holds FEVER claims with what retrieval finds for them, counterfactual copies and compounds, some beside an
infobox that does not decide them, inference pairs, TabFact statements and made-up ones with the rows that selection
finds and what programs compute, a mixed benchmark's claims, and made-up facts; `held_out` holds FEVER claims, equally
many of each label, that nothing is trained on: they measure the recipe, and calibrate the verdicts.
"""

import argparse
import random
import sys
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from veriscope.corpus import FORMATS, Corpus
from veriscope.datasets import DATASET_FORMATS
from veriscope.datasets.claim_formats import read_labelled, read_records
from veriscope.datasets.fields import take_label, take_text
from veriscope.datasets.json_lines import located
from veriscope.domain import Label, Page, Table
from veriscope.neural.evidence_lines import Line
from veriscope.neural.mined import MinedClaim, read_mined, write_mined
from veriscope.pipeline.build import make_computer
from veriscope.pipeline.cell_claims import read_pages
from veriscope.pipeline.compound_claims import compound_claims
from veriscope.pipeline.counterfactuals import counterfactuals
from veriscope.pipeline.infobox_claims import infobox_claims, read_facts
from veriscope.pipeline.linked_claims import TableLines, held_tables, linked_claims, tables_named
from veriscope.pipeline.loosened_claims import loosened_claims
from veriscope.pipeline.made_up_claims import PlainTable
from veriscope.pipeline.made_up_facts import made_up_facts
from veriscope.pipeline.mine_claims import chosen_claims, leading_name, mine_fever, read_fever_claims
from veriscope.pipeline.mixed_lessons import mixed_lessons
from veriscope.pipeline.table_evidence_judge import titled
from veriscope.pipeline.table_statements import statements
from veriscope.text import tokenise

_NAME_WORDS = 3
_BOXES = 6_000
# The share of TabFact's training tables that the fusion of judges is fitted on.
HELD_TABLES = 0.2


def split(claims: Sequence[MinedClaim], *, held_out: int, seed: int = 5) -> tuple[list[MinedClaim], list[MinedClaim]]:
    """The claims to learn from, and so many of each label held out, whose evidence is complete.

    They are of other subjects, as the claims of a test are of other pages: no claim about what one that is held out is
    about is learned from, so what those tell holds for subjects that were never asked of.
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
    """What a claim is about, as far as it shows: the page of its evidence or the best one found, the name in front."""
    pages = [line.title for line in claim.gold] or [one.line.title for one in claim.found[:1]]
    names = (" ".join(tokenise(name)).lower() for name in (*pages, leading_name(claim.claim)))
    return [name for name in dict.fromkeys(names) if name]


def _same_text(claim: MinedClaim) -> str:
    return claim.claim.lower().rstrip(" .")


def plain_names(claims: Iterable[MinedClaim]) -> list[str]:
    """The titles of the lines found that read as names: short, and without a qualifier."""
    titles = sorted({one.line.title for claim in claims for one in claim.found})
    return [title for title in titles if len(title.split()) <= _NAME_WORDS and title.replace(" ", "").isalpha()]


def inference_pairs(path: Path) -> Iterator[MinedClaim]:
    """General inference pairs, the hypothesis as the claim."""
    for line in read_records(path):
        with located(path, line.number):
            premise, hypothesis = take_text(line.value, "premise"), take_text(line.value, "hypothesis")
            name = f"nli-{line.number}"
            yield MinedClaim(
                name, "nli", hypothesis, take_label(line.value), (Line("", premise),), (), is_complete=False
            )


def table_claims(path: Path, corpus: Corpus, lines: TableLines, *, apart: Collection[str]) -> Iterator[MinedClaim]:
    """TabFact statements with the rows that selection finds in their table; tables set `apart` are left out."""
    for one in read_labelled(path, form=DATASET_FORMATS["tabfact"]):
        claim = one.claim
        page = corpus.page(next(piece.page for group in claim.evidence for piece in group))
        if page is not None and page.title not in apart:
            named = titled(page)
            found = lines.found(claim.claim, named, title=named.title)
            computed = lines.computed(claim.claim, named)
            yield MinedClaim(
                str(claim.id), "tabfact", claim.claim, claim.label, (), found, is_complete=False, computed=computed
            )


def made_up_tables(pages: Iterable[Page], lines: TableLines, *, seed: int) -> Iterator[MinedClaim]:
    """Plain statements about the tables of the pages, with the rows that selection finds."""
    tables = [
        plain
        for page in pages
        for path, table in page.outline()
        if isinstance(table, Table) and (plain := PlainTable.of(page, path, table))
    ]
    for number, made in enumerate(statements(tables, each=1, seed=seed)):
        page, place = made.table.page, (made.table.table.index, made.row)
        found = lines.found(made.text, page, title=page.title, gold=[place])
        gold = tuple(one.line for one in found if one.is_gold)
        if gold:
            yield MinedClaim(f"table-{number}", "table", made.text, made.label, gold, found, is_complete=True)


def main() -> None:
    """Write both folders."""
    asked = _arguments()
    raw = asked.out / "fever"
    if not (raw / "lines.jsonl.gz").exists():
        chosen = chosen_claims(list(read_fever_claims(asked.fever)), per_label=asked.per_label, seed=asked.seed)
        write_mined(raw, mine_fever(chosen, asked.fever_corpus, workers=asked.workers, report=_report))
    learned, held_out = split(list(read_mined(raw)), held_out=asked.held_out)
    learned += [
        *counterfactuals(learned, share=asked.counterfactuals, seed=asked.seed),
        *compound_claims(learned, each=asked.compounds, seed=asked.seed),
        *loosened_claims(learned, seed=asked.seed),
        *made_up_facts(plain_names(learned), count=asked.facts, seed=asked.seed),
    ]
    learned += inference_pairs(asked.nli)
    facts = read_facts(asked.graph)
    learned += islice(infobox_claims([one for one in learned if one.source == "fever"], facts, seed=asked.seed), _BOXES)
    learned += _about_tables(asked)
    random.Random(asked.seed).shuffle(learned)  # noqa: S311 - a repeatable choice, not a secret
    counts = write_mined(asked.out / "train", learned), write_mined(asked.out / "held_out", held_out)
    print(f"{counts[0]:,} claims to learn from, {counts[1]:,} held out")  # noqa: T201 - a recipe talks


def _about_tables(asked: argparse.Namespace) -> Iterator[MinedClaim]:
    """What is learned of tables; a part of TabFact's is set apart, and those that `--apart` names."""
    computer = make_computer("programs")
    assert computer is not None
    named = tables_named(asked.tabfact)
    apart = held_tables(named, share=HELD_TABLES) | (tables_named(asked.apart) if asked.apart else frozenset())
    with Corpus.open(asked.tabfact_corpus) as corpus, Corpus.open(asked.mixed_corpus) as mixed:
        lines = TableLines(corpus, computer)
        yield from table_claims(asked.tabfact, corpus, lines, apart=apart)
        yield from linked_claims(asked.tables, asked.linked, lines, apart=apart, seed=asked.seed)
        yield from made_up_tables(read_pages(asked.pages, FORMATS["feverous"]), lines, seed=asked.seed)
        yield from mixed_lessons(asked.mixed / "train.jsonl", asked.mixed / "removed.jsonl", mixed, computer)


def _report(done: int, total: int) -> None:
    sys.stderr.write(f"\r{done:,} of {total:,} claims mined")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fever", type=Path, required=True, help="train.jsonl.gz with evidence_text and evidence")
    parser.add_argument("--fever-corpus", type=Path, required=True, help="built from FEVER's wiki-pages")
    parser.add_argument("--nli", type=Path, required=True, help="premise, hypothesis, label")
    parser.add_argument("--tabfact", type=Path, required=True, help="train.jsonl.xz")
    parser.add_argument("--tabfact-corpus", type=Path, required=True, help="built from TabFact's tables")
    parser.add_argument("--tables", type=Path, required=True, help="TabFact's tables.jsonl.xz")
    parser.add_argument("--linked", type=Path, required=True, help="statements with the cells they speak of")
    parser.add_argument("--apart", type=Path, help="statements whose tables nothing is learned of")
    parser.add_argument("--graph", type=Path, required=True, help="a knowledge graph's facts, N-Triples in xz")
    parser.add_argument("--mixed", type=Path, required=True, help="a folder that `mixed_benchmark` wrote")
    parser.add_argument("--mixed-corpus", type=Path, required=True, help="the corpus that it was made from")
    parser.add_argument("--pages", type=Path, required=True, help="FEVEROUS-format pages with tables")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--per-label", type=int, default=45_000)
    parser.add_argument("--held-out", type=int, default=1_000, help="claims of each label")
    parser.add_argument("--counterfactuals", type=float, default=0.7, help="the share of claims that are copied")
    parser.add_argument("--compounds", type=int, default=8, help="compound claims about one subject, at most")
    parser.add_argument("--facts", type=int, default=36_000, help="made-up facts")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=5)
    return parser.parse_args()


if __name__ == "__main__":
    main()
