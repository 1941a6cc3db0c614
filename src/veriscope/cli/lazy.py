"""Groups of commands that import a command's module only when the command is needed."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast, get_args

import typer
from typer.core import TyperArgument, TyperGroup, TyperOption

from veriscope.cli.option_groups import with_option_groups

if TYPE_CHECKING:
    from typer._click import Command as ClickCommand
    from typer._click import Context, HelpFormatter
    from typer._click.shell_completion import CompletionItem

# Every command answers to both.
HELP_OPTIONS = {"help_option_names": ["-h", "--help"]}
# What help calls a value: a word for people, not a type such as `int range`.
_WORDS = {int: "NUMBER", float: "NUMBER", Path: "PATH", str: "NAME"}


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


def name_values(command: "ClickCommand") -> "ClickCommand":
    """The command, with a word for each value that declares none; a choice keeps its names."""
    for parameter in command.params:
        if isinstance(parameter, TyperArgument):
            parameter.metavar = parameter.metavar or (parameter.name or "").upper()
            # The word says it all: an argument shows no type behind it.
            parameter.display_type_rich = _no_type  # type: ignore[method-assign]
        elif isinstance(parameter, TyperOption) and not parameter.is_flag and parameter.metavar is None:
            kind = parameter.type_descriptor
            parameter.metavar = "|".join(map(str, kind.choices or ())) or _word(kind.annotation)
    return command


def _word(annotation: Any) -> str:  # noqa: ANN401 - any type that an option may have
    inner = [_WORDS[kind] for kind in (annotation, *get_args(annotation)) if kind in _WORDS]
    return inner[0] if inner else "VALUE"


def _no_type(ctx: object) -> None:  # noqa: ARG001 - typer passes its context
    return None
