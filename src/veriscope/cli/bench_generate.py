"""`veriscope bench generate`: sets of true and false facts with the properties of the BUCKLE paper."""

from dataclasses import asdict
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from veriscope.cli.bench_generate_options import (
    AssumptionOptions,
    ClusterOptions,
    FalseFactOptions,
    PredicateOptions,
    TestOptions,
    TrainingOptions,
)
from veriscope.cli.bench_show import print_scenarios
from veriscope.cli.options import Json, Kb, Replace, Seed
from veriscope.cli.output import print_json, talk
from veriscope.cli.progress import interruptible, progress
from veriscope.domain import require_name
from veriscope.errors import UsageError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from veriscope.graph import Graph
    from veriscope.scenarios import DatasetSettings

# Graph code is imported inside the command: its kernels take a while to load.


def generate(
    kb: Kb,
    out_folder: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder to make.")],
    *,
    chosen: PredicateOptions,
    test: TestOptions,
    training: TrainingOptions,
    false: FalseFactOptions,
    clusters: ClusterOptions,
    assumed: AssumptionOptions,
    skip_impossible: Annotated[
        bool, typer.Option("--skip-impossible", help="Leave out sets that the graph has too few facts for.")
    ] = False,
    replace_existing: Replace = False,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Make scenarios from a graph: for each predicate, one set of facts to learn from and one set for each test.

    Sets are written as tables in the format of the BUCKLE paper, and as N-Triples; scenario.json says how they were
    made. All tests share the same true facts as far as possible. No fact of a test, nor its reverse, is in the training
    facts; `veriscope bench run` also hides it from the graph.

    Example: veriscope bench generate starter --predicate capital --least-facts 100 --size 100 --no-clusters
    --out scenarios
    """
    from veriscope.lab.bench import (  # noqa: PLC0415
        Assumptions,
        Generation,
        GenerationPlan,
        choose_predicates,
        generate_scenarios,
        require_free,
    )
    from veriscope.pipeline import kb_folder, open_kb  # noqa: PLC0415
    from veriscope.scenarios import FALSE_FACTS, DatasetSettings  # noqa: PLC0415

    require_name(false.false_facts, FALSE_FACTS, "way to make false facts")
    require_free(out_folder, replaces=replace_existing)
    tests = _tests(test)
    train = DatasetSettings(
        training.train_transparency, training.train_homogeneity, training.train_size or test.size, training.train_ratio
    )
    if clusters.no_clusters and any(settings.homogeneity != 1 for settings in (train, *tests)):
        raise UsageError(
            "--paper asks for all degrees of homogeneity, which need clusters; leave out --no-clusters"
            if test.paper
            else "--no-clusters treats all facts as one cluster; leave homogeneity at 1"
        )
    graph = open_kb(kb)
    predicates = choose_predicates(
        graph, chosen.predicate or (), kind=chosen.functionality, least_facts=chosen.least_facts
    )
    plan = GenerationPlan(
        predicates=tuple(predicates),
        tests=tests,
        train=train,
        false_facts=false.false_facts,
        type_overlap=false.type_overlap,
        path_length=false.path_length,
        fills_up=clusters.fill_up,
        seed=seed,
        assumptions=Assumptions(assumed.label_noise, assumed.keep_facts),
    )
    with interruptible("nothing was written"):
        vectors = None if clusters.no_clusters else _vectors(kb, graph, clusters.embedding)
        with progress("sets") as update:
            generation = Generation(graph, plan, vectors, lambda what, done, total: update(what, done, total, done))
            content = generate_scenarios(
                out_folder,
                generation,
                kb=kb.resolve() if kb_folder(kb) == kb else kb,  # `starter` is not a path
                skips_impossible=skip_impossible,
                replaces=replace_existing,
            )
    for reason in content.impossible:
        talk.print(f"left out: {reason}")
    for note in plan.assumptions.notes():
        talk.print(note)
    talk.print(f"scenarios written to {out_folder}")
    if as_json:
        print_json(asdict(content))
    else:
        print_scenarios(content)


def _tests(options: TestOptions) -> "tuple[DatasetSettings, ...]":
    from veriscope.scenarios import PAPER_LEVELS, PAPER_POPULARITY, DatasetSettings, Popularity  # noqa: PLC0415

    names = [name.strip() for name in options.popularity.split(",")]
    unknown = [name for name in names if name not in set(Popularity)]
    if unknown:
        raise UsageError(f"no popularity {unknown[0]!r}; choose some of: {', '.join(Popularity)}")
    levels = _shares(options.transparency, "transparency"), _shares(options.homogeneity, "homogeneity")
    if options.paper:
        levels = list(PAPER_LEVELS), list(PAPER_LEVELS)
    asked = [
        DatasetSettings(transparent, homogeneous, options.size, options.ratio, Popularity(name))
        for name, transparent, homogeneous in product(names, *levels)
    ]
    return tuple(dict.fromkeys([*asked, *(PAPER_POPULARITY if options.paper else ())]))


def _shares(text: str, name: str) -> list[float]:
    try:
        return [float(share) for share in text.split(",")]
    except ValueError:
        raise UsageError(f"--{name} {text!r}: write shares from 0 to 1, with commas between them") from None


def _vectors(kb: Path, graph: "Graph", name: str | None) -> "NDArray[np.float32]":
    """The vectors of the named embedding, or of the default one, which is trained and cached if there is none."""
    from veriscope.graph import EmbeddingSettings, View  # noqa: PLC0415
    from veriscope.lab.bench import load_vectors  # noqa: PLC0415
    from veriscope.pipeline import EmbeddingCache, kb_folder  # noqa: PLC0415

    if name is not None:
        return load_vectors(kb_folder(kb), graph, name)
    model, view = EmbeddingSettings().model, View.of(graph)
    found = EmbeddingCache(kb_folder(kb), graph, may_train=False).embedding(model, view)
    if found is None:
        talk.print(
            "facts are clustered by an embedding, and the graph has none: one is trained now and kept in the cache "
            f"(`veriscope kb train {kb} --method {model}` saves one with the graph; --no-clusters needs none)"
        )
        with progress("visits") as update:
            embeddings = EmbeddingCache(
                kb_folder(kb), graph, report=lambda model, done, total: update(model, done, total, done)
            )
            found = embeddings.embedding(model, view)
    assert found is not None
    return found.entities
