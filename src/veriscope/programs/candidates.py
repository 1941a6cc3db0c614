"""What a search proposes: programs, and rows, each with what of the claim it rests on."""

from typing import NamedTuple

from veriscope.programs.language import Call
from veriscope.programs.mentions import Amount, Mention


class Candidate(NamedTuple):
    """A program with what of the claim it uses; `columns` are those it reads besides those of its mentions.

    `way` tells how the claim says that much or little is meant: 2 by a word for what the column measures, 1 by a word
    for any, 0 by none that is known; -1 where the program orders nothing.
    """

    call: Call
    family: str
    mentions: tuple[Mention, ...] = ()
    columns: tuple[int, ...] = ()
    amounts: tuple[Amount, ...] = ()
    trigger: str = ""
    way: int = -1


class Filter(NamedTuple):
    """Rows that a claim speaks of, as a call, and what of the claim tells them."""

    rows: Call
    mentions: tuple[Mention, ...] = ()
    columns: tuple[int, ...] = ()
    amounts: tuple[Amount, ...] = ()
    way: int = -1

    def meets(self, other: Mention | Amount) -> bool:
        """Whether it rests on words that the other stands on."""
        return any(mention.meets(other) for mention in self.mentions) or any(
            amount.start < other.end and other.start < amount.end for amount in self.amounts
        )

    def reads(self, column: int) -> bool:
        """Whether a cell of the column tells its rows."""
        return any(mention.column == column for mention in self.mentions)
