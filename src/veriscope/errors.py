"""The one error tree.

VeriscopeError          anything that the root command prints as one line
├── UsageError          the command line or the configuration was wrong (exit code 2)
├── InputError          a file, a line or a value from outside cannot be read
│   └── ImpossibleError the facts of a graph cannot make the scenario asked for
├── ProgramError        a table program is malformed, or does not fit its table
├── StoreError          a corpus or graph folder is missing, damaged or of another version
│   └── BusyError       another process is at work on it
├── MissingExtraError   an optional dependency is not installed
└── StoppedError        the user interrupted the work (exit code 130)
"""


class VeriscopeError(Exception):
    """Says what was wrong, with the value and its place, and what would be right."""


class UsageError(VeriscopeError):
    """The command line or the configuration was wrong."""


class InputError(VeriscopeError):
    """A file, a line or a value from outside cannot be read."""


class ImpossibleError(InputError):
    """The facts of a graph cannot make the scenario asked for."""


class ProgramError(VeriscopeError):
    """A table program is malformed, or does not fit the table it is meant for."""


class StoreError(VeriscopeError):
    """A corpus or graph folder is missing, damaged or of another version."""


class BusyError(StoreError):
    """Another process is at work on a corpus or graph folder."""


class MissingExtraError(VeriscopeError):
    """An optional dependency is not installed."""

    def __init__(self, what: str, *, extra: str) -> None:
        super().__init__(f"{what} needs an optional dependency: pip install 'veriscope[{extra}]'")


class StoppedError(VeriscopeError):
    """The user interrupted the work; says what became of it."""
