"""Label accuracy on the atlas's claims without and with the graph: on the whole atlas, and without its text."""

import json
import lzma
import tempfile
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

from atlas_gold import gold_links

from veriscope.corpus import Corpus, PlannedSource, build_corpus
from veriscope.domain import Claim
from veriscope.pipeline import Verifier
from veriscope.pipeline.graph_channel import GraphChannel
from veriscope.pipeline.graph_finding import with_graph
from veriscope.pipeline.starter_corpus import open_starter_corpus
from veriscope.starter import claims_path, pages_path, redirects_path

# What is taken off the pages: their elements are named by their kind.
VARIANTS = {"whole": (), "no_sentences": ("sentence",), "no_sentences_and_tables": ("sentence", "table", "list")}


def fusion(half: str, *, sample: int = 0) -> dict[str, object]:
    """The accuracy of both ways for each variant of the atlas, on all claims and on those of a single fact."""
    claims = [json.loads(line) for line in claims_path(half).read_text(encoding="utf-8").splitlines()[1:]]
    claims = claims[: sample or None]
    single = {link.text for link in gold_links(half)[0]}
    channel = GraphChannel.open(Path("starter"), method="kl")
    findings = {claim["claim"]: channel.find(Claim("1", claim["claim"])) for claim in claims}
    report: dict[str, object] = {"claims": len(claims), "single_fact_claims": len(single), **_alone(claims, findings)}
    with ExitStack() as stack:
        for name, kinds in VARIANTS.items():
            corpus = stack.enter_context(_corpus(kinds, stack))
            report[name] = _accuracies(claims, corpus, findings, single)
    return report


def _alone(claims: list[dict], findings: dict) -> dict[str, object]:
    """What the graph says where it says something, and how often that is the gold label."""
    told = [(findings[claim["claim"]].deciding, claim["label"]) for claim in claims]
    decided = [(reading.label.value == label) for reading, label in told if reading]
    return {"decided_by_graph": len(decided), "right_of_those": sum(decided) / len(decided)}


def _accuracies(claims: list[dict], corpus: Corpus, findings: dict, single: set[str]) -> dict[str, object]:
    counts: Counter[str] = Counter()
    changes = []
    with Verifier(corpus) as verifier:
        for claim in claims:
            read = verifier.check(claim["claim"]).verdict
            both = with_graph(read, findings[claim["claim"]])
            kinds = ["all", *(["single"] if claim["claim"] in single else [])]
            for kind in kinds:
                counts[kind] += 1
                counts[f"{kind} text"] += read.label.value == claim["label"]
                counts[f"{kind} fused"] += both.label.value == claim["label"]
            if read.label is not both.label:
                changes.append([claim["claim"], claim["label"], read.label.value, both.label.value])
    shares = {
        f"{kind}_{way}": counts[f"{kind} {way}"] / counts[kind]
        for kind in ("all", "single")
        for way in ("text", "fused")
    }
    return {**shares, "changes": changes}


def _corpus(kinds: tuple[str, ...], stack: ExitStack) -> Corpus:
    """The starter atlas without elements of some kinds."""
    if not kinds:
        return open_starter_corpus()
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    lines = lzma.decompress(pages_path().read_bytes()).decode().splitlines()
    pages = folder / "pages.jsonl"
    pages.write_text("\n".join(json.dumps(_without(json.loads(line), kinds)) for line in lines), encoding="utf-8")
    sources = [
        PlannedSource(path, name, path.stat().st_size)
        for path, name in ((pages, "feverous"), (redirects_path(), "redirects"))
    ]
    build_corpus(folder / "corpus", sources, report=lambda _: None)
    return Corpus.open(folder / "corpus")


def _without(page: dict, kinds: tuple[str, ...]) -> dict:
    dropped = {name for name in page["order"] if name.startswith(kinds)}
    kept = {key: value for key, value in page.items() if key not in dropped}
    return {**kept, "order": [name for name in page["order"] if name not in dropped]}
