"""Splits pages into training, development and test; no page gives claims to two of them."""

import hashlib
import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from importlib.resources import files

from veriscope.domain import Page
from veriscope.lab.lessons.mixed_clauses import Clause, clauses
from veriscope.lab.lessons.mixed_exchanges import Exchanges
from veriscope.lab.lessons.mixed_facts import KeyedTable, is_speakable, keyed_tables
from veriscope.lab.lessons.mixed_text_claims import infobox_facts
from veriscope.text import load_alternatives

SPLITS = ("train", "dev", "test")
_TRAINING_SHARE = 0.8
_WORDS = load_alternatives(files("veriscope.lab.lessons") / "data" / "pattern_words.toml", "mixed_split")
_KIND = re.compile(rf"(?:is|was|are|were) (?:an?|the|one of the) (.+?)(?: (?:{_WORDS['after_kind']})\b.*)?")


class Splitting:
    """Splits titles by their hash; titles in `apart`, which other measurements use, stay out of training."""

    def __init__(self, *, apart: Iterable[str], seed: int) -> None:
        self._apart = frozenset(apart)
        self._seed = seed
        self._taken: dict[str, str] = {}

    def may_take(self, title: str, name: str, *, is_subject: bool) -> bool:
        """Whether a split may use a linked page; a page without tables goes to the first split that asks for it."""
        if is_subject:
            return self.of(title) == name
        if name == "train" and title in self._apart:
            return False
        return self._taken.setdefault(title, name) == name

    def of(self, title: str) -> str:
        """The split of a page."""
        digest = hashlib.sha256(f"{self._seed} {title}".encode()).digest()
        share, side = int.from_bytes(digest[:4]) / 2**32, SPLITS[1 + digest[4] % 2]
        return "train" if share < _TRAINING_SHARE and title not in self._apart else side


class SplitPages:
    """The pages that the claims of one split are made from: pages with tables, and the pages that they link to."""

    def __init__(
        self,
        pages: Sequence[Page],
        page_of: Callable[[str], Page | None],
        introduction: Callable[[str], str],
        *,
        seed: int,
    ) -> None:
        self.pages = list(pages)
        random.Random(seed).shuffle(self.pages)  # noqa: S311 - a repeatable choice, not a secret
        self._page_of = page_of
        self._introduction = introduction
        self._clauses: dict[str, list[Clause]] = {page.title: clauses(page) for page in self.pages}
        self._tables: dict[str, list[KeyedTable]] = {page.title: keyed_tables(page) for page in self.pages}

    def clauses(self, page: Page) -> list[Clause]:
        """The clauses of a page about its subject."""
        return self._clauses[page.title]

    def tables(self, page: Page) -> list[KeyedTable]:
        """The tables of a page that claims can be about."""
        return self._tables[page.title]

    def linked_clauses(self, title: str) -> list[Clause]:
        """The clauses of a page that a cell links to; none if the page belongs to another split."""
        if title not in self._clauses:
            page = self._page_of(title)
            self._clauses[title] = clauses(page) if page is not None else []
        return self._clauses[title]

    @cached_property
    def exchanges(self) -> Exchanges:
        """The values of the clauses of the split, to be exchanged for one another."""
        texts = (clause.text for page in self.pages for clause in self.clauses(page))
        return Exchanges(texts, self._introduction)

    @cached_property
    def foreign(self) -> dict[str, list[tuple[str, str]]]:
        """Headers with a value from tables of the split, by the header of the column that names their rows."""
        found: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        for table in (table for page in self.pages for table in self.tables(page)):
            column = table.columns[len(table.page.title) % len(table.columns)]
            value = table.value(len(table.plain.rows) // 2, column)
            if is_speakable(value):
                found[table.plain.header[table.key].lower()].append((table.header(column), value))
        return dict(found)

    @cached_property
    def infobox_values(self) -> dict[str, list[str]]:
        """The values of infoboxes, by header."""
        found: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for page in self.pages:
            for header, value in infobox_facts(page):
                found[header][value] = None
        return {header: list(said) for header, said in found.items()}

    def strangers(self, page: Page) -> list[Clause]:
        """Clauses from later sentences about subjects of the same kind."""
        kind = _kind(self.clauses(page))
        return self._by_kind.get(kind, []) if kind else []

    @cached_property
    def _by_kind(self) -> dict[str, list[Clause]]:
        found: defaultdict[str, list[Clause]] = defaultdict(list)
        for page in self.pages:
            if kind := _kind(self.clauses(page)):
                first = next(page.sentences())
                found[kind] += [clause for clause in self.clauses(page) if clause.sentence is not first]
        return dict(found)


def _kind(found: Sequence[Clause]) -> str:
    """The kind that the first clause gives the subject, in full: a Kenyan runner differs from an American one."""
    match = _KIND.fullmatch(found[0].predicate) if found else None
    return match[1].lower() if match else ""


def pages_with_tables(pages: Iterable[Page]) -> Iterator[Page]:
    """The pages that hold a table."""
    return (page for page in pages if next(page.tables(), None) is not None)
