"""The one error tree.

VeriscopeError          anything that the root command prints as one line
├── UsageError          the command line or the configuration was wrong (exit code 2)
├── InputError          a file, a line or a value from outside cannot be read
├── StoreError          a corpus or graph folder is missing, damaged or of another version
└── MissingExtraError   an optional dependency is not installed
"""


class VeriscopeError(Exception):
    """Says what was wrong, with the value and its place, and what would be right."""


class UsageError(VeriscopeError):
    """The command line or the configuration was wrong."""


class InputError(VeriscopeError):
    """A file, a line or a value from outside cannot be read."""


class StoreError(VeriscopeError):
    """A corpus or graph folder is missing, damaged or of another version."""


class MissingExtraError(VeriscopeError):
    """An optional dependency is not installed."""

    def __init__(self, what: str, *, extra: str) -> None:
        super().__init__(f"{what} needs an optional dependency: pip install 'veriscope[{extra}]'")
