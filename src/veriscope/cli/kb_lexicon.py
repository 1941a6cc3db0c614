"""`veriscope kb lexicon`: learn how a graph's predicates are said."""

from pathlib import Path
from typing import Annotated

import typer

from veriscope.cli.output import print_json, print_table, talk
from veriscope.cli.progress import progress
from veriscope.errors import VeriscopeError


def lexicon(
    kb: Annotated[Path, typer.Argument(metavar="KB", help="A graph folder; `starter` is the embedded KB.")],
    corpus: Annotated[Path, typer.Option(metavar="DIR", help="A corpus whose titles are names of the entities.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Learn from a corpus how the predicates are said, for `check --kb`; words and weights are kept with the graph.

    A sentence with both ends of a fact is taken to say it. Without a learned lexicon, predicates are known by their
    labels and a list of phrases.

    Example: veriscope kb lexicon dbpedia --corpus wikipedia
    """
    from dataclasses import asdict  # noqa: PLC0415

    from veriscope.pipeline.linking_lexicon import learn_lexicon  # noqa: PLC0415
    from veriscope.pipeline.starter_corpus import open_corpus  # noqa: PLC0415

    try:
        with open_corpus(corpus) as opened, progress("pages") as update:
            learned = learn_lexicon(kb, opened, report=lambda done, total: update(str(corpus), done, total, done))
    except KeyboardInterrupt:
        raise VeriscopeError("interrupted; nothing was learned") from None
    if as_json:
        print_json({**asdict(learned), "path": str(learned.path)})
        return
    rows = [("pages read", learned.pages), ("sentences with a fact", learned.pairs), ("predicates", learned.predicates)]
    print_table(("", "count"), [*rows, ("words and pairs of words", learned.features)])
    talk.print(f"{learned.path} written, {learned.size / 1e6:.1f} MB", soft_wrap=True)
