"""Checks one triple, or a file of them, against a graph."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from veriscope.domain import CheckedTriple, GoldTriple, LinkedTriple, Triple
from veriscope.errors import InputError
from veriscope.graph import Graph, numbers_of
from veriscope.pipeline.graph_finding import Holding
from veriscope.pipeline.graph_holding import Held, Holdings
from veriscope.pipeline.kb_judging import Judge, Method, Report, Standing
from veriscope.pipeline.kb_methods import AUTO
from veriscope.pipeline.row_names import RowNames
from veriscope.pipeline.scored_triples import write_scored_rows, write_statements
from veriscope.pipeline.triple_files import BadTripleRow, TripleFile, read_triple_file


@dataclass(frozen=True, slots=True)
class CheckedFact:
    """What became of one triple; `is_known` tells that the graph holds it, though it was hidden from the method.

    `excluded` is what the graph holds instead, where the predicate allows one. It does not count in the score: methods
    judge by what else the graph says.
    """

    checked: CheckedTriple
    method: str
    is_known: bool
    standing: Standing | None
    drawn_for: tuple[str, ...]
    excluded: Held | None = None


@dataclass(frozen=True, slots=True)
class FileSummary:
    """What became of a file: lines with what was wrong with them, and what the method learned from."""

    rows: int
    scored: int
    known: int
    problems: tuple[tuple[int, str], ...]
    drawn_for: tuple[str, ...]


def check_triple(graph: Graph, triple: Triple, method: Method, *, reasons: int = 0) -> CheckedFact:
    """Score a triple of the graph's own names, and place the score among those of other facts."""
    judge = Judge.fitted(graph, [triple], method)
    (checked,) = judge.judge([triple], reasons=reasons, report=lambda *_: None)
    is_known = known_count(graph, [triple]) == 1
    held = Holdings(graph).of(LinkedTriple(triple, 1.0))
    # A probability needs no comparison, and would cost a fit for each fact that is compared.
    standing = None if method.name == AUTO else judge.standing(checked)
    excluded = held if held.holding is Holding.CONTRADICTED else None
    return CheckedFact(checked, method.name, is_known, standing, judge.lessons.drawn_for, excluded)


@dataclass(frozen=True, slots=True)
class NamedRows:
    """The triples of a file by the graph's own names, with the line of each, and the lines that name none."""

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
    """Read a file of triples over a graph; one whose names are all unknown is an error."""
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
    graph: Graph, rows: NamedRows, method: Method, *, out: Path, gerbil: Path | None = None, report: Report
) -> FileSummary:
    """Score every triple of a file, all of them hidden at once, and write the scores; the files appear whole."""
    triples = [triple for _, triple in rows.triples]
    judge = Judge.fitted(graph, triples, method)
    checked = judge.judge(triples, report=report)
    lines = [line for line, _ in rows.triples]
    write_scored_rows(out, rows.file, {line: one.score for line, one in zip(lines, checked, strict=True)})
    if gerbil is not None:
        write_statements(gerbil, zip(lines, checked, strict=True))
    return FileSummary(
        len(rows.file.rows), len(checked), known_count(graph, triples), rows.problems, judge.lessons.drawn_for
    )


def known_count(graph: Graph, triples: Iterable[Triple]) -> int:
    """How many of the triples the graph holds."""
    return sum(graph.holds(*fact) for fact in numbers_of(graph, triples).tolist())
