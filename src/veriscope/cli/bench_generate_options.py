"""The options of `veriscope bench generate`, in groups."""

from dataclasses import dataclass
from typing import Annotated

from typer import Option

from veriscope.scenarios import FALSE_FACTS

_SHARES = "several separated by commas; 1 is easy, 0 is hard"


@dataclass(frozen=True, slots=True)
class PredicateOptions:
    """Which predicates get scenarios."""

    predicate: Annotated[
        list[str] | None,
        Option(
            "--predicate",
            metavar="P",
            help="A predicate by its IRI or name; repeat it for several. Default: all that fit.",
        ),
    ] = None
    functionality: Annotated[
        str | None,
        Option(metavar="KIND", help="Only predicates that are one-to-one, many-to-one, one-to-many or many-to-many."),
    ] = None
    least_facts: Annotated[int, Option(min=1, help="How many facts a predicate must have.")] = 1001


@dataclass(frozen=True, slots=True)
class TestOptions:
    """The sets of facts to judge."""

    popularity: Annotated[
        str, Option(metavar="NAMES", help="random, popular, unpopular; several separated by commas.")
    ] = "random"
    transparency: Annotated[
        str, Option(metavar="SHARES", help=f"Share of false facts whose ends are matched at random; {_SHARES}.")
    ] = "1"
    homogeneity: Annotated[
        str, Option(metavar="SHARES", help=f"Share of true facts from the largest cluster; {_SHARES}.")
    ] = "1"
    size: Annotated[int, Option(min=2, help="Facts in a test.")] = 300
    ratio: Annotated[float, Option(help="True facts for each false one.")] = 1.0
    paper: Annotated[
        bool,
        Option("--paper", help="The tests of the paper: 0, 0.2, 0.5 and 1 for both shares, and those of popularity."),
    ] = False


@dataclass(frozen=True, slots=True)
class TrainingOptions:
    """The set of facts to learn from."""

    train_transparency: Annotated[float, Option(help="As --transparency, for the facts to learn from.")] = 1.0
    train_homogeneity: Annotated[float, Option(help="As --homogeneity, for the facts to learn from.")] = 1.0
    train_size: Annotated[int | None, Option(min=2, show_default="as --size", help="Facts to learn from.")] = None
    train_ratio: Annotated[float, Option(help="As --ratio, for the facts to learn from.")] = 1.0


@dataclass(frozen=True, slots=True)
class FalseFactOptions:
    """How false facts are made."""

    false_facts: Annotated[
        str, Option(metavar="NAME", help=f"How to make hard false facts: {', '.join(FALSE_FACTS)}.")
    ] = "random-walk"
    type_overlap: Annotated[
        int, Option(min=1, help="A replacement shares at least this many classes with the entity, or all that it has.")
    ] = 4
    path_length: Annotated[int, Option(min=2, max=5, help="Random walks follow only paths shorter than this.")] = 3


@dataclass(frozen=True, slots=True)
class AssumptionOptions:
    """The two assumptions of the paper, given up in part."""

    label_noise: Annotated[
        float, Option(metavar="SHARE", help="Share of the facts to learn from whose label is wrong.")
    ] = 0.0
    keep_facts: Annotated[
        float,
        Option(metavar="SHARE", help="Share of the graph's facts that methods see, drawn at random."),
    ] = 1.0


@dataclass(frozen=True, slots=True)
class ClusterOptions:
    """How facts are clustered."""

    fill_up: Annotated[
        bool, Option("--fill-up", help="If the largest cluster is too small, also use the next largest.")
    ] = False
    embedding: Annotated[
        str | None,
        Option(metavar="NAME", help="The embedding to cluster facts by: its name in the graph, or a folder."),
    ] = None
    no_clusters: Annotated[
        bool, Option("--no-clusters", help="Treat all facts as one cluster; needs no embedding.")
    ] = False
