"""Groups of commands that import a command's module only when the command is needed."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import typer
from typer.core import TyperGroup

from veriscope.cli.option_groups import with_option_groups
from veriscope.cli.value_names import name_values

if TYPE_CHECKING:
    from typer._click import Command as ClickCommand
    from typer._click import Context, HelpFormatter
    from typer._click.shell_completion import CompletionItem

# Every command answers to both.
HELP_OPTIONS = {"help_option_names": ["-h", "--help"]}


class Command(NamedTuple):
    """A command: what it does in a line, and its function as `module:name` below `veriscope.cli`."""

    summary: str
    function: str


class Group(NamedTuple):
    """Commands about one noun."""

    summary: str
    members: "Mapping[str, Command | Group]"


class LazyGroup(TyperGroup):
    """Shows its members by their summaries; loads a member when it is looked up."""

    def __init__(self, *, group: Group, **settings: Any) -> None:  # noqa: ANN401 - typer's own
        super().__init__(**settings)
        self.members = group.members
        self.commands = cast("dict[str, ClickCommand]", _Loading(group.members))

    def format_commands(self, ctx: "Context", formatter: "HelpFormatter") -> None:  # noqa: ARG002
        """Write the summaries; no command needs to be loaded for this."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, member.summary) for name, member in sorted(self.members.items())])

    def shell_complete(self, ctx: "Context", incomplete: str) -> "list[CompletionItem]":
        """The members that begin so, with their summaries, and the options; no command needs to be loaded."""
        from typer._click.shell_completion import CompletionItem  # noqa: PLC0415 - only a shell asks for it

        found = [name for name in sorted(self.members) if name.startswith(incomplete)]
        items = [CompletionItem(name, help=self.members[name].summary) for name in found]
        return items or super().shell_complete(ctx, incomplete)


class _Loading(Mapping[str, "ClickCommand"]):
    """Commands by name, each loaded when it is looked up."""

    def __init__(self, members: "Mapping[str, Command | Group]") -> None:
        self._members = members

    def __getitem__(self, name: str) -> "ClickCommand":
        member = self._members[name]
        if isinstance(member, Command):
            return load_command(name, member)
        return LazyGroup(
            group=member,
            name=name,
            help=member.summary,
            no_args_is_help=True,
            rich_markup_mode=None,
            context_settings=HELP_OPTIONS,
        )

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._members))

    def __len__(self) -> int:
        return len(self._members)


def load_command(name: str, command: Command) -> "ClickCommand":
    """Import the function of a command, and turn it into the command."""
    module, _, function = command.function.partition(":")
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    asked = with_option_groups(getattr(import_module(f"veriscope.cli.{module}"), function))
    app.command(name, context_settings=HELP_OPTIONS)(asked)
    return name_values(typer.main.get_command(app))
