"""Checks every triple of a file against a graph."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from veriscope.domain import GoldTriple, Triple
from veriscope.errors import InputError
from veriscope.graph import Graph, numbers_of
from veriscope.kb.judging import FittedMethod, Method, Report
from veriscope.kb.row_names import RowNames
from veriscope.kb.scored_triples import write_scored_rows, write_statements
from veriscope.kb.triple_files import BadTripleRow, TripleFile, read_triple_file


@dataclass(frozen=True, slots=True)
class FileSummary:
    """The result for a file: how many rows were scored, the bad lines, and the predicates that drew examples."""

    rows: int
    scored: int
    known: int
    problems: tuple[tuple[int, str], ...]
    drawn_for: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NamedRows:
    """The triples of a file by the graph's own names, each with its line, and the lines without a usable triple."""

    file: TripleFile
    triples: tuple[tuple[int, Triple], ...]
    truths: tuple[bool | None, ...]
    problems: tuple[tuple[int, str], ...]

    def gold(self) -> list[GoldTriple]:
        """The labelled ones among them."""
        return [
            GoldTriple(triple, is_true=is_true)
            for (_, triple), is_true in zip(self.triples, self.truths, strict=True)
            if is_true is not None
        ]


def read_named_rows(path: Path, graph: Graph, *, labelled: bool = False) -> NamedRows:
    """Read a file of triples over a graph; an error if no line names a triple of the graph."""
    file, names = read_triple_file(path, labelled=labelled), RowNames(graph)
    triples, truths, problems = [], [], []
    for row in file.rows:
        if isinstance(row, BadTripleRow):
            problems.append((row.line, row.problem))
            continue
        try:
            triples.append((row.line, names.triple(row.subject, row.predicate, row.object)))
            truths.append(row.is_true)
        except InputError as error:
            problems.append((row.line, str(error)))
    if not triples:
        line, problem = problems[0]
        raise InputError(f"{path}:{line}: {problem} (no line of the file can be judged)")
    return NamedRows(file, tuple(triples), tuple(truths), tuple(problems))


def check_file(
    graph: Graph,
    rows: NamedRows,
    method: Method,
    *,
    out: Path,
    gerbil: Path | None = None,
    report: Report = lambda *_: None,
) -> FileSummary:
    """Score every triple of a file while all are hidden, and write the scores; files appear only when complete."""
    triples = [triple for _, triple in rows.triples]
    fitted = FittedMethod.fit(graph, triples, method)
    checked = fitted.judge(triples, report=report)
    lines = [line for line, _ in rows.triples]
    write_scored_rows(out, rows.file, {line: one.score for line, one in zip(lines, checked, strict=True)})
    if gerbil is not None:
        write_statements(gerbil, zip(lines, checked, strict=True))
    return FileSummary(
        len(rows.file.rows), len(checked), known_count(graph, triples), rows.problems, fitted.training.drawn_for
    )


def known_count(graph: Graph, triples: Iterable[Triple]) -> int:
    """How many of the triples the graph holds."""
    return sum(graph.holds(*fact) for fact in numbers_of(graph, triples).tolist())
