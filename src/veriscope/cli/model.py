"""`veriscope model`: the models that come with the package, and their cards."""

from typing import Annotated

import typer
from rich.markdown import Markdown

from veriscope.cli.options import Json
from veriscope.cli.output import out, print_json, print_table
from veriscope.pipeline import MODELS, find_model


def show_list(as_json: Json = False) -> None:
    """List the models, with what each does and its size.

    Example: veriscope model list
    """
    if as_json:
        rows = [{"name": model.name, "purpose": model.purpose, "bytes": model.size()} for model in MODELS]
        print_json({"models": rows})
        return
    table = [(model.name, model.purpose, f"{model.size() / 1e6:.1f} MB") for model in MODELS]
    print_table(("model", "what it does", "size"), table)


def card(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A name from `model list`.")],
    raw: Annotated[bool, typer.Option("--markdown", help="Print the card's Markdown as it is.")] = False,
) -> None:
    """Show the card of a model: data, licence, recipe, figures, known failures.

    Example: veriscope model card encoder
    """
    text = find_model(name).card()
    out.print(text if raw else Markdown(text), markup=False, highlight=False)
