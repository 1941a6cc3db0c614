"""`veriscope eval feverous-paper`: the FEVEROUS paper's Tables 3 and 4 with our trained baseline."""

from pathlib import Path
from typing import Annotated

import typer

from veriscope.cli.output import print_json, print_table, talk
from veriscope.errors import UsageError
from veriscope.pipeline.feverous_paper_tables import Figure, PaperTable, paper_tables, tables_json
from veriscope.pipeline.feverous_recipe import read_feverous_recipe
from veriscope.pipeline.feverous_results import measure_feverous


def feverous_paper(
    config: Annotated[Path, typer.Option("--config", metavar="FILE", help="The recipe of `veriscope train feverous`.")],
    split: Annotated[str, typer.Option("--split", help="The claims: dev, test, or a name of `more`.")] = "dev",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of tables.")] = False,
) -> None:
    """Print Tables 3 and 4 of the FEVEROUS paper, the published figures beside ours.

    Ours are means over the runs of the recipe. A row whose networks are not trained yet is left empty; one that was
    measured already is not measured again, so a stopped command goes on.

    Example: veriscope eval feverous-paper --config recipe.toml --json
    """
    recipe = read_feverous_recipe(config)
    if split not in recipe.measured():
        raise UsageError(f"no claims named {split!r} in {config}; choose one of: {', '.join(recipe.measured())}")
    results = measure_feverous(recipe, split, talk=lambda line: talk.print(line, soft_wrap=True))
    tables = paper_tables(results, runs=recipe.run_numbers())
    if as_json:
        print_json(tables_json(results, tables))
        return
    for table in tables:
        _print(table)


def _print(table: PaperTable) -> None:
    columns = list(table.rows[0].figures)
    lines = [(row.name, *(_shown(row.figures[name]) for name in columns)) for row in table.rows]
    print_table(("", *columns), lines, title=f"{table.title}: ours (published)")


def _shown(figure: Figure) -> str:
    mean = figure.mean()
    ours = "–" if mean is None else f"{mean:.3f}"
    return ours if figure.published is None else f"{ours} ({figure.published:.2f})"
