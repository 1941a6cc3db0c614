"""A knowledge graph, open for programs: checks triples by name, one or a file of them."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from veriscope.checking import BEST_CHECKER, CHECKERS, QUICK_CHECKER
from veriscope.domain import GoldTriple, Triple
from veriscope.graph import Graph
from veriscope.kb.check_file import FileSummary, check_file, read_named_rows
from veriscope.kb.check_triple import CheckedFact, check_triple
from veriscope.kb.judging import Report
from veriscope.kb.methods import MethodFactory, require_method
from veriscope.kb.row_names import RowNames
from veriscope.pipeline import EmbeddingCache, kb_folder, open_kb


class KnowledgeBase:
    """A graph folder, or `starter`; things and predicates are named by an IRI, a label, or the end of an IRI.

    Methods that learn take labelled facts as `examples`, or draw their own from the graph; `seed` decides how.
    """

    def __init__(self, kb: Path | str, *, seed: int = 0) -> None:
        self.graph: Graph = open_kb(kb)
        self._folder = kb_folder(kb)
        self._seed = seed

    def triple(self, subject: str, predicate: str, object_: str) -> Triple:
        """The triple that three names mean; raises `InputError` for an unknown name."""
        return self._names.triple(subject, predicate, object_)

    def check(
        self,
        subject: str,
        predicate: str,
        object_: str,
        *,
        method: str | None = None,
        examples: Sequence[GoldTriple] = (),
        reasons: int = 5,
    ) -> CheckedFact:
        """Whether the graph holds or contradicts a triple; a triple that it leaves open is scored by what else it says.

        With `method`, every triple is scored.
        """
        name = require_method(method or QUICK_CHECKER)
        chosen = self._methods(may_train=CHECKERS[name].requires_embeddings).method(name, examples)
        triple = self.triple(subject, predicate, object_)
        return check_triple(self.graph, triple, chosen, is_asked=method is not None, reasons=reasons)

    def check_file(
        self,
        file: Path | str,
        out: Path | str,
        *,
        method: str = BEST_CHECKER,
        examples: Sequence[GoldTriple] = (),
        report: Report = lambda *_: None,
    ) -> FileSummary:
        """Score every triple of a file while all are hidden; rows that cannot be judged are in the summary."""
        chosen = self._methods(may_train=True).method(method, examples)
        return check_file(self.graph, read_named_rows(Path(file), self.graph), chosen, out=Path(out), report=report)

    @cached_property
    def _names(self) -> RowNames:
        return RowNames(self.graph)

    def _methods(self, *, may_train: bool) -> MethodFactory:
        embeddings = EmbeddingCache(self._folder, self.graph, seed=self._seed, may_train=may_train)
        return MethodFactory(embeddings, self._seed)
