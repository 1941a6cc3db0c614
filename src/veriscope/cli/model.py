"""`veriscope model`: the models that come with the package, and their cards."""

from typing import Annotated

import typer
from rich import box
from rich.markdown import Markdown
from rich.table import Table

from veriscope.cli.output import out, print_json
from veriscope.pipeline.model_cards import MODELS, find_model

app = typer.Typer(
    name="model",
    help="The models that come with the package, and their cards.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.command("list")
def show_list(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of a table.")] = False,
) -> None:
    """List the models: what each does and how large it is.

    Example: veriscope model list
    """
    if as_json:
        rows = [{"name": model.name, "purpose": model.purpose, "bytes": model.size()} for model in MODELS]
        print_json({"models": rows})
        return
    table = Table("model", "what it does", "size", box=box.SIMPLE)
    table.columns[-1].justify = "right"
    for model in MODELS:
        table.add_row(model.name, model.purpose, f"{model.size() / 1e6:.1f} MB")
    out.print(table)


@app.command()
def card(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A name that `model list` shows.")],
    raw: Annotated[bool, typer.Option("--markdown", help="Print the card's Markdown as it is.")] = False,
) -> None:
    """Show the card of a model: data, licence, recipe, figures, known failures.

    Example: veriscope model card encoder
    """
    text = find_model(name).card()
    out.print(text if raw else Markdown(text), markup=False, highlight=False)
