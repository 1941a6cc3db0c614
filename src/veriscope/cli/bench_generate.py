"""`veriscope bench generate`: sets of true and false facts with the properties of the BUCKLE paper."""

from dataclasses import asdict
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from veriscope.cli.bench_show import print_scenarios
from veriscope.cli.interrupts import interruptible
from veriscope.cli.kb_options import KbArgument, SeedOption
from veriscope.cli.output import print_json, talk
from veriscope.cli.progress import progress
from veriscope.errors import UsageError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from veriscope.graph import Graph
    from veriscope.scenarios import DatasetSettings

# What reads graphs is imported by the command itself: its kernels take a while to load.

_SHARES = "several with commas; 1 is easy, 0 is hard"


def generate(
    kb: KbArgument,
    out_folder: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder to make.")],
    predicate: Annotated[
        list[str] | None,
        typer.Option(
            "--predicate",
            metavar="P",
            help="A predicate by its IRI or name; several may be given. Without: all that fit.",
        ),
    ] = None,
    functionality: Annotated[
        str | None,
        typer.Option(
            metavar="KIND", help="Only predicates that are one-to-one, many-to-one, one-to-many or many-to-many."
        ),
    ] = None,
    least_facts: Annotated[int, typer.Option(min=1, help="How many facts a predicate must have.")] = 1001,
    popularity: Annotated[
        str, typer.Option(metavar="NAMES", help="random, popular, unpopular; several with commas.")
    ] = "random",
    transparency: Annotated[
        str, typer.Option(metavar="SHARES", help=f"Share of false facts matched at random; {_SHARES}.")
    ] = "1",
    homogeneity: Annotated[
        str, typer.Option(metavar="SHARES", help=f"Share of true facts from the largest cluster; {_SHARES}.")
    ] = "1",
    size: Annotated[int, typer.Option(min=2, help="Facts of a test.")] = 300,
    ratio: Annotated[float, typer.Option(help="True facts for each false one.")] = 1.0,
    paper: Annotated[
        bool,
        typer.Option(
            "--paper", help="The tests of the paper: all of 0, 0.2, 0.5, 1 for both shares, and those of popularity."
        ),
    ] = False,
    train_transparency: Annotated[float, typer.Option(help="The same for the facts to learn from.")] = 1.0,
    train_homogeneity: Annotated[float, typer.Option(help="The same for the facts to learn from.")] = 1.0,
    train_size: Annotated[
        int | None, typer.Option(min=2, show_default="as --size", help="Facts to learn from.")
    ] = None,
    train_ratio: Annotated[float, typer.Option(help="The same for the facts to learn from.")] = 1.0,
    false_facts: Annotated[
        str, typer.Option(metavar="NAME", help="How hard false facts are made: random-walk or lcwa.")
    ] = "random-walk",
    type_overlap: Annotated[
        int, typer.Option(min=1, help="Classes that a replaced entity shares at least, or all that it has.")
    ] = 4,
    path_length: Annotated[int, typer.Option(min=2, max=5, help="Random walks follow shorter paths than this.")] = 3,
    fill_up: Annotated[
        bool, typer.Option("--fill-up", help="Where the largest cluster is too small, take the next largest as well.")
    ] = False,
    embedding: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="The embedding of the graph, or a folder of one, that facts are clustered by."
        ),
    ] = None,
    no_clusters: Annotated[
        bool, typer.Option("--no-clusters", help="Take all facts as one cluster: needs no embedding.")
    ] = False,
    skip_impossible: Annotated[
        bool, typer.Option("--skip-impossible", help="Leave out the sets that the graph's facts cannot make.")
    ] = False,
    replace_existing: Annotated[bool, typer.Option("--replace", help="Replace scenarios that stand at DIR.")] = False,
    seed: SeedOption = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Make scenarios of a graph: for each predicate one set of facts to learn from, and one for every test asked for.

    Sets are written as the tables of the BUCKLE paper, and as N-Triples; scenario.json tells how they were made. True
    facts are the same in all tests as far as possible. No fact of a test, nor its reverse, is in the training facts;
    `veriscope bench run` hides it from the graph.

    Example: veriscope bench generate my-kb --predicate birthPlace --transparency 0,0.5,1 --out scenarios
    """
    from veriscope.pipeline.bench_generate import Generation, GenerationPlan, generate_scenarios  # noqa: PLC0415
    from veriscope.pipeline.bench_predicates import choose_predicates  # noqa: PLC0415
    from veriscope.pipeline.scenario_folders import require_free  # noqa: PLC0415
    from veriscope.pipeline.starter_kb import kb_folder, open_kb  # noqa: PLC0415
    from veriscope.scenarios import FALSE_FACTS, DatasetSettings  # noqa: PLC0415

    if false_facts not in FALSE_FACTS:
        raise UsageError(f"no false facts by {false_facts!r}; choose one of: {', '.join(sorted(FALSE_FACTS))}")
    require_free(out_folder, replaces=replace_existing)
    tests = _tests(popularity, transparency, homogeneity, size=size, ratio=ratio, has_papers=paper)
    train = DatasetSettings(train_transparency, train_homogeneity, train_size or size, train_ratio)
    if no_clusters and any(settings.homogeneity != 1 for settings in (train, *tests)):
        raise UsageError("--no-clusters takes all facts as one cluster; leave homogeneity at 1")
    graph = open_kb(kb)
    predicates = choose_predicates(graph, predicate or (), kind=functionality, least_facts=least_facts)
    plan = GenerationPlan(
        predicates=tuple(predicates),
        tests=tests,
        train=train,
        false_facts=false_facts,
        type_overlap=type_overlap,
        path_length=path_length,
        fills_up=fill_up,
        seed=seed,
    )
    with interruptible("nothing was written"):
        vectors = None if no_clusters else _vectors(kb, graph, embedding)
        with progress("sets") as update:
            generation = Generation(graph, plan, vectors, lambda what, done, total: update(what, done, total, done))
            content = generate_scenarios(
                out_folder,
                generation,
                kb=kb.resolve() if kb_folder(kb) == kb else kb,  # `starter` is no path
                skips_impossible=skip_impossible,
                replaces=replace_existing,
            )
    for reason in content.impossible:
        talk.print(f"left out: {reason}", soft_wrap=True)
    talk.print(f"scenarios written to {out_folder}", soft_wrap=True)
    if as_json:
        print_json(asdict(content))
    else:
        print_scenarios(content)


def _tests(
    popularity: str, transparency: str, homogeneity: str, *, size: int, ratio: float, has_papers: bool
) -> "tuple[DatasetSettings, ...]":
    from veriscope.scenarios import PAPER_LEVELS, PAPER_POPULARITY, DatasetSettings, Popularity  # noqa: PLC0415

    names = [name.strip() for name in popularity.split(",")]
    unknown = [name for name in names if name not in set(Popularity)]
    if unknown:
        raise UsageError(f"no popularity {unknown[0]!r}; choose some of: {', '.join(Popularity)}")
    levels = _shares(transparency, "transparency"), _shares(homogeneity, "homogeneity")
    if has_papers:
        levels = list(PAPER_LEVELS), list(PAPER_LEVELS)
    asked = [
        DatasetSettings(transparent, homogeneous, size, ratio, Popularity(name))
        for name, transparent, homogeneous in product(names, *levels)
    ]
    return tuple(dict.fromkeys([*asked, *(PAPER_POPULARITY if has_papers else ())]))


def _shares(text: str, name: str) -> list[float]:
    try:
        return [float(share) for share in text.split(",")]
    except ValueError:
        raise UsageError(f"--{name} {text!r}: write shares from 0 to 1, with commas between them") from None


def _vectors(kb: Path, graph: "Graph", name: str | None) -> "NDArray[np.float32]":
    """The entities in the embedding named, or in the graph's TransE; where it has none, one is trained now and kept."""
    from veriscope.graph import View  # noqa: PLC0415
    from veriscope.pipeline.cluster_vectors import named_vectors  # noqa: PLC0415
    from veriscope.pipeline.kb_embeddings import EmbeddingShelf  # noqa: PLC0415
    from veriscope.pipeline.starter_kb import kb_folder  # noqa: PLC0415

    if name is not None:
        return named_vectors(kb_folder(kb), graph, name)
    found = EmbeddingShelf(kb_folder(kb), graph, may_train=False).embedding("transe", View.of(graph))
    if found is None:
        talk.print(
            "facts are clustered by an embedding, and the graph has none: one is trained now and kept in the cache "
            f"(`veriscope kb train {kb} --method transe` saves one with the graph; --no-clusters needs none)",
            soft_wrap=True,
        )
        with progress("visits") as update:
            shelf = EmbeddingShelf(
                kb_folder(kb), graph, report=lambda model, done, total: update(model, done, total, done)
            )
            found = shelf.embedding("transe", View.of(graph))
    assert found is not None
    return found.entities
