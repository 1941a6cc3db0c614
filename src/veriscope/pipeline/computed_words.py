"""What a program over a table found, as a verdict model reads it."""

from collections.abc import Sequence

from veriscope.domain import Claim, Computation, ComputedReader, Evidence, Page, TableComputer, Verdict, VerdictModel


def computed_words(found: Computation) -> str:
    """What the program asserts, whether it holds, and what came out: one line."""
    return f"{found.question} : {'yes' if found.truth else 'no'}, {found.conclusion}"


def surest_words(computer: TableComputer, claim: Claim, pages: Sequence[Page]) -> str:
    """What the surest program over the tables of the pages finds; nothing where no program says anything."""
    found = computer.compute(claim, [(page, table) for page in pages for table in page.tables()])
    return computed_words(found[0]) if found else ""


def read_with(model: VerdictModel, claim: Claim, evidence: Sequence[Evidence], computed: Computation | None) -> Verdict:
    """The model's verdict on the evidence, and on what was computed where it can read that."""
    if computed is not None and isinstance(model, ComputedReader):
        return model.decide_with(claim, evidence, (computed_words(computed),))
    return model.decide(claim, evidence)
