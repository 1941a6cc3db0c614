"""What a search proposes: programs and filters of rows, each with the parts of the claim behind it."""

from typing import NamedTuple

from veriscope.programs.language import Call
from veriscope.programs.mentions import ClaimNumber, Mention


class CandidateProgram(NamedTuple):
    """A program with the parts of the claim that it uses; `columns` are those it reads besides those of its mentions.

    `way` says how the claim asks for much or little: 2 by a word for what the column measures, 1 by a general word, 0
    by no known word; -1 if the program does not order rows.
    """

    call: Call
    family: str
    mentions: tuple[Mention, ...] = ()
    columns: tuple[int, ...] = ()
    amounts: tuple[ClaimNumber, ...] = ()
    trigger: str = ""
    way: int = -1


class Filter(NamedTuple):
    """Rows that a claim refers to, as a call, with the parts of the claim that select them."""

    rows: Call
    mentions: tuple[Mention, ...] = ()
    columns: tuple[int, ...] = ()
    amounts: tuple[ClaimNumber, ...] = ()
    way: int = -1

    def meets(self, other: Mention | ClaimNumber) -> bool:
        """Whether it uses words of the claim that the other covers."""
        return any(mention.meets(other) for mention in self.mentions) or any(
            amount.start < other.end and other.start < amount.end for amount in self.amounts
        )

    def reads(self, column: int) -> bool:
        """Whether a cell of that column selects its rows."""
        return any(mention.column == column for mention in self.mentions)
