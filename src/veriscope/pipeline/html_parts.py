"""The parts of an HTML report: everything that comes from outside is escaped here, and nothing is fetched."""

import html
import re
from collections.abc import Iterable, Sequence
from importlib.resources import files

from veriscope import __version__
from veriscope.domain import CellId, Computation, Evidence, Label, Stance
from veriscope.pipeline.table_excerpts import ExcerptCell, TableExcerpt
from veriscope.pipeline.telling import stance_label
from veriscope.pipeline.trace import Trace
from veriscope.text.word_marks import Mark

CLASSES = {Label.SUPPORTS: "supports", Label.REFUTES: "refutes", Label.NOT_ENOUGH_INFO: "unknown"}
NAMES = {Label.SUPPORTS: "Supported", Label.REFUTES: "Refuted", Label.NOT_ENOUGH_INFO: "Not enough info"}
_SAYS = {Label.SUPPORTS: "supports", Label.REFUTES: "refutes", Label.NOT_ENOUGH_INFO: "no stance"}
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
_ICONS = {
    Label.SUPPORTS: '<path d="M5 12.5l4.5 4.5L19 7.5"/>',
    Label.REFUTES: '<path d="M6.5 6.5l11 11M17.5 6.5l-11 11"/>',
    Label.NOT_ENOUGH_INFO: '<path d="M9 9.2a3 3 0 1 1 4.4 2.7c-.9.5-1.4 1.1-1.4 2.1v.4M12 17.6v.1"/>',
}
_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Veriscope {version}">
<title>{title}</title>
<style>
{style}</style>
</head>
<body class="{kind}">
<header class="brand"><svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="10.5" cy="10.5" r="6.5"/>
<path d="M15.4 15.4L21 21M7.8 10.7l2 2 3.4-3.8"/></svg><span>Veriscope</span></header>
<main>
{body}
</main>
<footer>{footer}</footer>
</body>
</html>
"""


def shown(text: str) -> str:
    """A text as it may stand in HTML, within elements and attributes."""
    return html.escape(_CONTROL.sub("\ufffd", text), quote=True)


def page(title: str, body: str, *, kind: str, footer: str, styles: Sequence[str] = ("report.css",)) -> str:
    """A whole page with its style sheets; `body` and `footer` are HTML, `kind` is the class of the page."""
    sheets = files("veriscope.pipeline") / "data"
    style = "".join((sheets / name).read_text(encoding="utf-8") for name in styles)
    return _PAGE.format(version=__version__, title=shown(title), style=style, kind=kind, body=body, footer=footer)


def icon(label: Label) -> str:
    """The sign of a label: colour alone does not carry the verdict."""
    return f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">{_ICONS[label]}</svg>'


def badge(trace: Trace) -> str:
    """The answer as a coloured badge, with its probability where a model gave one."""
    share = f' <span class="share">{trace.probability:.0%}</span>' if trace.was_decided else ""
    return f'<span class="badge {CLASSES[trace.label]}">{icon(trace.label)}{NAMES[trace.label]}{share}</span>'


def marked(text: str, marks: Sequence[Mark]) -> str:
    """A text with its deciding words marked."""
    parts, done = [], 0
    for mark in sorted(marks):
        if mark.start >= done:
            parts += [
                shown(text[done : mark.start]),
                f'<mark class="{mark.kind}">{shown(text[mark.start : mark.end])}</mark>',
            ]
            done = mark.end
    return "".join([*parts, shown(text[done:])])


def computation(computed: Computation) -> str:
    """What was computed from a table, step by step, with the program itself folded away."""
    steps = "".join(f"<li>{shown(step)}</li>" for step in computed.steps)
    listed = f"<ol>{steps}</ol>" if steps else ""
    return (
        f'<p class="place">{shown(computed.page)}, table {computed.table + 1}</p>{listed}'
        f'<p class="conclusion"><b>{shown(computed.conclusion)}</b></p>'
        f"<details><summary>The program</summary><code>{shown(computed.program)}</code></details>"
    )


def correction(trace: Trace) -> str:
    """What would make the claim true, where that is clear."""
    found = trace.correction
    if found is None:
        return ""
    return f'<p class="correction">{shown(found.words)}</p>'


def evidence_list(trace: Trace, places: Iterable[int]) -> str:
    """Pieces of evidence as a list; cells that an excerpt shows stand in it instead."""
    excerpted = {(excerpt.page, excerpt.table) for excerpt in trace.tables}
    pieces = [_piece(trace, place) for place in places if not _is_in(trace.evidence[place], excerpted)]
    return f'<ul class="evidence">{"".join(pieces)}</ul>' if pieces else ""


def tables(trace: Trace, places: Iterable[int]) -> str:
    """The excerpts of the tables that hold one of these pieces."""
    best: dict[tuple[str, int], int] = {}
    for place in places:
        address = trace.evidence[place].id
        if isinstance(address, CellId):
            best.setdefault((address.page, address.table), place)
    return "".join(
        _excerpt(excerpt, trace.stance(best[excerpt.page, excerpt.table]))
        for excerpt in trace.tables
        if (excerpt.page, excerpt.table) in best
    )


def made_by(trace: Trace, *, day: str) -> str:
    """What stands at the foot: against what, with what and when it was checked, and what that means."""
    stages = " · ".join(f"{stage} <b>{shown(name)}</b>" for stage, name in trace.stage_names)
    return (
        f"<p>Checked against <b>{shown(trace.corpus_name)}</b> on {shown(day)}. A verdict tells what this "
        f"corpus says of a claim; it is no statement about the world.</p><p>{stages} · Veriscope {__version__}</p>"
    )


def one_line(trace: Trace, place: int) -> str:
    """A piece of evidence on one line: where it stands, and what it says."""
    piece = trace.evidence[place]
    path = " › ".join(shown(part) for part in piece.context[1:] if part != piece.id.page)
    said = marked(*trace.readable(place))
    page_name = "" if piece.text.startswith(piece.id.page) else f"<b>{shown(piece.id.page)}</b> "
    return f"{page_name}{path}{': ' if path else ''}{said}"


def _is_in(piece: Evidence, excerpted: set[tuple[str, int]]) -> bool:
    return isinstance(piece.id, CellId) and (piece.id.page, piece.id.table) in excerpted


def _piece(trace: Trace, place: int) -> str:
    piece = trace.evidence[place]
    path = " › ".join(shown(part) for part in piece.context[1:])
    where = f'<span class="path">{path}</span>' if path else ""
    return (
        f'<li><div class="source"><b>{shown(piece.id.page)}</b>{where}<code>{shown(_address(piece))}</code>'
        f"{_stance(trace.stance(place))}</div><p>{marked(*trace.readable(place))}</p></li>"
    )


def _address(piece: Evidence) -> str:
    return "#" + str(piece.id).rpartition("#")[2]


def _stance(stance: Stance | None) -> str:
    if stance is None:
        return ""
    label = stance_label(stance)
    return f'<span class="stance {CLASSES[label]}">{_SAYS[label]} {max(stance):.0%}</span>'


def _excerpt(excerpt: TableExcerpt, stance: Stance | None) -> str:
    rows = "".join(f"<tr>{_row(row)}</tr>" for row in excerpt.rows)
    left_out = [
        f"{number:,} more {what}{'' if number == 1 else 's'}"
        for number, what in ((excerpt.rows_left_out, "row"), (excerpt.columns_left_out, "column"))
        if number
    ]
    foot = f'<p class="left-out">… {", ".join(left_out)}</p>' if left_out else ""
    return (
        f'<figure class="excerpt"><figcaption class="source"><b>{shown(excerpt.page)}</b>'
        f"<span>{shown(excerpt.caption)}</span>{_stance(stance)}</figcaption>"
        f'<div class="scroll"><table>{rows}</table></div>{foot}</figure>'
    )


def _row(row: Sequence[ExcerptCell]) -> str:
    """The cells of a row; one that spans stands once, over all its places."""
    starts = [place for place, cell in enumerate(row) if not cell.is_repeat]
    ends = [*starts[1:], len(row)]
    return "".join(_cell(row[start], width=end - start) for start, end in zip(starts, ends, strict=True))


def _cell(cell: ExcerptCell, *, width: int) -> str:
    tag = "th" if cell.is_header else "td"
    chosen = ' class="chosen"' if cell.is_evidence else ""
    span = f' colspan="{width}"' if width > 1 else ""
    return f"<{tag}{chosen}{span}>{shown(cell.text)}</{tag}>"
