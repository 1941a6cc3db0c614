"""Gathers what the encoder learns from into two folders: `python -m veriscope.pipeline.training_set --help`.

`train` holds FEVER claims with what retrieval finds for them, counterfactual copies and compounds, inference pairs,
TabFact statements and made-up statements with the rows that selection finds, and made-up facts; `held_out` holds FEVER
claims, equally many of each label, that nothing is trained on: they measure the recipe, and calibrate the verdicts.
"""

import argparse
import random
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from veriscope.corpus import FORMATS, Corpus
from veriscope.datasets import DATASET_FORMATS
from veriscope.datasets.claim_formats import read_labelled, read_records
from veriscope.datasets.fields import take_label, take_text
from veriscope.datasets.json_lines import located
from veriscope.domain import CellId, Claim, Label, Page, Table
from veriscope.neural.evidence_lines import Line, evidence_lines
from veriscope.neural.mined import Found, MinedClaim, read_mined, write_mined
from veriscope.pipeline.cell_claims import read_pages
from veriscope.pipeline.compound_claims import compound_claims
from veriscope.pipeline.counterfactuals import counterfactuals
from veriscope.pipeline.loosened_claims import loosened_claims
from veriscope.pipeline.made_up_claims import PlainTable
from veriscope.pipeline.made_up_facts import made_up_facts
from veriscope.pipeline.mine_claims import chosen_claims, leading_name, mine_fever, read_fever_claims
from veriscope.pipeline.table_statements import statements
from veriscope.selection.tables import TableElements
from veriscope.text import tokenise

_ROWS = 5
_NAME_WORDS = 3


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


def table_claims(path: Path, corpus: Corpus) -> Iterator[MinedClaim]:
    """TabFact statements with the rows that selection finds in their table."""
    elements = TableElements(corpus.search_index)
    for one in read_labelled(path, form=DATASET_FORMATS["tabfact"]):
        claim = one.claim
        page = corpus.page(next(piece.page for group in claim.evidence for piece in group))
        if page is not None:
            caption = next((table.caption for table in page.tables()), "")
            found = _rows(elements, claim.claim, page, title=caption)
            yield MinedClaim(str(claim.id), "tabfact", claim.claim, claim.label, (), found, is_complete=False)


def made_up_tables(pages: Iterable[Page], corpus: Corpus, *, seed: int) -> Iterator[MinedClaim]:
    """Plain statements about the tables of the pages, with the rows that selection finds."""
    elements = TableElements(corpus.search_index)
    tables = [
        plain
        for page in pages
        for path, table in page.outline()
        if isinstance(table, Table) and (plain := PlainTable.of(page, path, table))
    ]
    for number, made in enumerate(statements(tables, each=1, seed=seed)):
        page, place = made.table.page, (made.table.table.index, made.row)
        found = _rows(elements, made.text, page, title=page.title, gold=place)
        gold = tuple(one.line for one in found if one.is_gold)
        if gold:
            yield MinedClaim(f"table-{number}", "table", made.text, made.label, gold, found, is_complete=True)


def _rows(
    elements: TableElements, text: str, page: Page, *, title: str, gold: tuple[int, int] | None = None
) -> tuple[Found, ...]:
    """The best rows as lines; `gold` is the number of a table and of the row in it that decides."""
    evidence = elements.rank(Claim("", text), [(page, 1.0)], limit=25)
    found: list[Found] = []
    for one in evidence_lines(evidence)[:_ROWS]:
        best = evidence[one.pieces[0]]
        is_gold = isinstance(best.id, CellId) and (best.id.table, best.id.row) == gold
        found.append(Found(Line(title, one.line.text), best.score, is_gold))
    return tuple(found)


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
    with Corpus.open(asked.tabfact_corpus) as corpus:
        learned += table_claims(asked.tabfact, corpus)
        pages = read_pages(asked.pages, FORMATS["feverous"])
        learned += made_up_tables(pages, corpus, seed=asked.seed)
    random.Random(asked.seed).shuffle(learned)  # noqa: S311 - a repeatable choice, not a secret
    counts = write_mined(asked.out / "train", learned), write_mined(asked.out / "held_out", held_out)
    print(f"{counts[0]:,} claims to learn from, {counts[1]:,} held out")  # noqa: T201 - a recipe talks


def _report(done: int, total: int) -> None:
    sys.stderr.write(f"\r{done:,} of {total:,} claims mined")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fever", type=Path, required=True, help="train.jsonl.gz with evidence_text and evidence")
    parser.add_argument("--fever-corpus", type=Path, required=True, help="built from FEVER's wiki-pages")
    parser.add_argument("--nli", type=Path, required=True, help="premise, hypothesis, label")
    parser.add_argument("--tabfact", type=Path, required=True, help="train.jsonl.xz")
    parser.add_argument("--tabfact-corpus", type=Path, required=True, help="built from TabFact's tables")
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
