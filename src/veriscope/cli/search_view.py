"""What a search found: in the terminal with its matches marked, and as JSON."""

from rich.console import Console
from rich.text import Text

from veriscope.cli.page_view import visible
from veriscope.corpus import Passage, SearchHit, SearchResults

_MAX_SHOWN = 320
_BEFORE_MARK = 80


def show_results(console: Console, results: SearchResults) -> None:
    """Print the hits: the title, the passage that answers best with its id, and what it stands under."""
    if results.left_out:
        console.print(Text(f"the query is very long: {results.left_out:,} of its words were left out", style="dim"))
    if not results.hits:
        console.print(f"nothing found for {visible(results.query[:80])!r}", soft_wrap=True)
        if results.suggestions:
            console.print(Text(f"did you mean: {visible('; '.join(results.suggestions))}"), soft_wrap=True)
        return
    shown = len(results.hits)
    of_all = f"the best {shown} of {results.total:,} pages" if shown < results.total else f"{shown} pages"
    console.print(Text("1 page" if results.total == 1 else of_all, style="dim"))
    for hit in results.hits:
        _show_hit(console, hit)


def results_as_json(results: SearchResults) -> dict[str, object]:
    """The results as one object; marks are `[start, end]` over the text beside them."""
    return {
        "query": results.query,
        "total": results.total,
        "hits": [_hit_as_json(hit) for hit in results.hits],
        "suggestions": list(results.suggestions),
        "left_out": results.left_out,
    }


def _show_hit(console: Console, hit: SearchHit) -> None:
    console.print()
    title = _marked(hit.title, hit.title_marks, style="bold", mark="bold underline")
    console.print(Text.assemble(title, (f"  {hit.score:.1f}", "dim")), soft_wrap=True)
    if hit.passage is not None:
        console.print(_passage_line(hit.passage), soft_wrap=True)


def _passage_line(passage: Passage) -> Text:
    address = str(passage.id).rpartition("#")[2]
    context = " › ".join(visible(text[:80]) for text in passage.context)
    start = max(passage.marks[0][0] - _BEFORE_MARK, 0) if passage.marks else 0
    end = start + _MAX_SHOWN
    marks = tuple((s - start, min(e, end) - start) for s, e in passage.marks if s < end)
    return Text.assemble(
        (f"  #{address}  ", "dim"),
        (f"{context}: " if context else "", "dim"),
        "…" if start else "",
        _marked(passage.text[start:end], marks, style="", mark="bold"),
        "…" if end < len(passage.text) else "",
    )


def _marked(text: str, marks: tuple[tuple[int, int], ...], *, style: str, mark: str) -> Text:
    marked = Text(visible(text).replace("\n", " "), style=style)
    for start, end in marks:
        marked.stylize(mark, start, end)
    return marked


def _hit_as_json(hit: SearchHit) -> dict[str, object]:
    fields: dict[str, object] = {
        "title": hit.title,
        "score": hit.score,
        "title_marks": [list(mark) for mark in hit.title_marks],
        "passage": None,
    }
    if hit.passage is not None:
        fields["passage"] = {
            "id": str(hit.passage.id),
            "text": hit.passage.text,
            "context": list(hit.passage.context),
            "marks": [list(mark) for mark in hit.passage.marks],
        }
    return fields
