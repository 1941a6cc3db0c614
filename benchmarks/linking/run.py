"""Linking: how often the right triple is found, and what a graph adds to text and tables.

    python benchmarks/linking/run.py [NAME...] [--data ../shared/data] [--graphs FOLDER] [--corpora FOLDER]
                                     [--out RESULT.json] [--sample N]

NAME is one of the measurements; without one, all are run. `atlas` links the claims of the starter atlas with the
lexicon of phrases; `claims` links 200 claims made from facts of `dbpedia93k`, half of them with another object, in
wordings of `wordings.toml`, with a lexicon learned from `fever/wiki-pages` (the stated facts hidden while it is
learned); `fused` checks the atlas's claims with and without the graph, on the whole atlas and on what is left of it
without its text. Thresholds were chosen on the dev halves. Graph and corpus are kept in the folders named, and made
where they are missing.
"""

import argparse
import shutil
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TypeVar

sys.path.insert(0, str(Path(__file__).parents[1] / "measuring"))

from atlas_gold import gold_links
from claims import StatedFact, as_rows, stated_facts
from commands import run
from fusion import fusion
from measurements import RUNS, Report, measure, target_parser
from target import Target

from veriscope.corpus import Corpus
from veriscope.domain import Claim
from veriscope.graph import Graph, View, open_graph
from veriscope.graph.compact.end_types import EndTypes
from veriscope.graph.compact.entity_names import EntityNames
from veriscope.kb.linking_lexicon import corpus_aliases, fit_lexicon, labelled_pairs
from veriscope.linking.lexicon import Lexicon
from veriscope.linking.linker import GraphLinker
from veriscope.linking.plain_lexicon import phrase_lexicon
from veriscope.pipeline.lexicon_file import write_lexicon
from veriscope.pipeline.linking_index import LEXICON, open_linker, save_names

Done = TypeVar("Done")
HALVES = ("dev", "test")
CLAIMS = 200
SEED = 6
RESULT = RUNS.with_name("2026-11-16-two-core") / "linking.json"
TARGETS = [
    Target("atlas, test: right triples of single-fact claims", "atlas/test/right", ">=", 0.85),
    Target("atlas, test: other claims that were linked all the same", "atlas/test/others_linked", "<="),
    Target("dbpedia93k, test: right triples", "claims/test/right", ">=", 0.6),
    Target("dbpedia93k, test: wrong triples", "claims/test/wrong", "<=", 0.1),
    Target("dbpedia93k, test: the very triple", "claims/test/same"),
    Target("dbpedia93k, test, wordings that no phrase is: right triples", "claims/test/unlisted/right"),
    Target("dbpedia93k, test, wordings that no phrase is: wrong triples", "claims/test/unlisted/wrong"),
    Target("dbpedia93k: opening the linker, processor seconds", "claims/opening/open/processor_s"),
    Target("dbpedia93k: a claim, processor milliseconds", "claims/test/processor_ms_a_claim/median"),
    Target("dbpedia93k, test, phrases alone: right triples", "claims/test_phrases/right"),
    Target("atlas, test, fused less text and tables", "fused/test/whole/gain", ">=", 0.0),
    Target("atlas, test, without sentences: fused less tables", "fused/test/no_sentences/gain", ">=", 0.001),
    Target("atlas, test, titles only: fused less text", "fused/test/no_sentences_and_tables/gain", ">=", 0.001),
]


def atlas(asked: argparse.Namespace) -> Report:
    """The claims of the atlas by the lexicon of phrases."""
    linker = open_linker(Path("starter"))
    report: Report = {}
    for half in HALVES:
        links, others = gold_links(half)
        counts: Counter[str] = Counter()
        misses, times = [], []
        for gold in links[: asked.sample or None]:
            found, took = _timed(lambda gold=gold: linker.link(Claim("1", gold.text), limit=1))
            times.append(1000 * took["processor_s"])
            outcome = "missed" if not found else "right" if gold.is_right(found[0]) else "wrong"
            counts[outcome] += 1
            if outcome != "right":
                misses.append([outcome, gold.text])
        linked = [text for text in others if linker.link(Claim("1", text), limit=1)]
        total = counts.total()
        shares = {outcome: counts[outcome] / total for outcome in ("right", "wrong", "missed")}
        report[half] = {
            "claims": total,
            **shares,
            "processor_ms_a_claim": {"median": statistics.median(times), "most": max(times)},
            "others": len(others),
            "others_linked": len(linked) / len(others),
            "not_right": misses,
            "linked_others": linked,
        }
    return report


def claims(asked: argparse.Namespace) -> Report:
    """Claims made from facts of DBpedia, by a learned lexicon and by phrases alone."""
    graph, corpus = _graph(asked), _corpus(asked)
    stated = {half: stated_facts(graph, half, count=asked.sample or CLAIMS, seed=SEED) for half in HALVES}
    view = View.of(graph)
    for facts in stated.values():
        view = view.without(as_rows(facts))
    names, ends = EntityNames.of(graph, corpus_aliases(graph, corpus)), EndTypes.of(graph)
    pairs, reading = _timed(lambda: labelled_pairs(view, names, corpus, report=lambda *_: None))
    learned, fitting = _timed(lambda: fit_lexicon(graph, ends, pairs))
    report: Report = {
        "pages": corpus.page_count(),
        "sentences_with_a_fact": sum(bool(pair.senses) for pair in pairs),
        "weights": sum(len(column.places) for column in learned.columns.values()),
        "weighing": asdict(learned.weighing),
        "reading": reading,
        "fitting": fitting,
        "opening": _opening(asked, learned, corpus),
    }
    linkers = {
        "": GraphLinker(graph, names, ends, learned),
        "_phrases": GraphLinker(graph, names, ends, phrase_lexicon(graph)),
    }
    for name, linker in linkers.items():
        for half in HALVES:
            report[f"{half}{name}"] = _linked(graph, linker, stated[half])
    return report


def _opening(asked: argparse.Namespace, learned: Lexicon, corpus: Corpus) -> Report:
    """Gathering the names of a graph, and opening it with names and lexicon kept."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made) / "kb"
        shutil.copytree(asked.graphs / "dbpedia93k", folder, ignore=shutil.ignore_patterns("linking-*", "lexicon*"))
        graph = open_graph(folder)
        _, gathering = _timed(lambda: save_names(folder, graph, aliases=corpus_aliases(graph, corpus)))
        write_lexicon(folder / LEXICON, learned, graph)
        linker, opening = _timed(lambda: open_linker(folder))
        _, first = _timed(lambda: linker.link(Claim("1", "Riga is the capital of Latvia.")))
        return {
            "names": gathering,
            "open": opening,
            "first_claim": first,
            "lexicon_mib": (folder / LEXICON).stat().st_size / 2**20,
        }


def _timed(work: Callable[[], Done]) -> tuple[Done, Report]:
    """What some work gives, and how long it took by the clock and of the processor."""
    wall, processor = time.perf_counter(), time.process_time()
    done = work()
    return done, {"wall_s": time.perf_counter() - wall, "processor_s": time.process_time() - processor}


def _linked(graph: Graph, linker: GraphLinker, stated: list[StatedFact]) -> Report:
    counts: Counter[str] = Counter()
    by_predicate: dict[str, Counter[str]] = {}
    not_right, times = [], []
    for one in stated:
        found, took = _timed(lambda one=one: linker.link(Claim("1", one.text), limit=1))
        times.append(1000 * took["processor_s"])
        outcome = "missed" if not found else "right" if one.is_right(graph, found[0]) else "wrong"
        counts[outcome] += 1
        counts[f"unlisted {outcome}"] += not one.is_listed
        counts["same"] += bool(found) and one.is_same(graph, found[0])
        by_predicate.setdefault(one.predicate, Counter())[outcome] += 1
        if outcome != "right":
            not_right.append([outcome, one.text, *(list(asdict(found[0].triple).values()) if found else [])])
    unlisted = sum(not one.is_listed for one in stated)
    return {
        "claims": len(stated),
        **{outcome: counts[outcome] / len(stated) for outcome in ("right", "same", "wrong", "missed")},
        "unlisted": {
            "claims": unlisted,
            **{outcome: counts[f"unlisted {outcome}"] / unlisted for outcome in ("right", "wrong", "missed")},
        },
        "processor_ms_a_claim": {"median": statistics.median(times), "most": max(times)},
        "by_predicate": by_predicate,
        "not_right": not_right,
    }


def fused(asked: argparse.Namespace) -> Report:
    """The test half of the atlas's claims with text and tables alone, and with the graph."""
    report = fusion("test", sample=asked.sample)
    for found in report.values():
        if isinstance(found, dict):
            found["gain"] = found["all_fused"] - found["all_text"]
    return {"test": report}


def _graph(asked: argparse.Namespace) -> Graph:
    folder = asked.graphs / "dbpedia93k"
    if not folder.exists():
        run("kb", "build", folder, asked.data / "kg" / "dbpedia93k.nt.xz")
    return open_graph(folder)


def _corpus(asked: argparse.Namespace) -> Corpus:
    folder = asked.corpora / "fever"
    if not folder.exists():
        run("corpus", "build", folder, asked.data / "fever" / "wiki-pages")
    return Corpus.open(folder)


MEASUREMENTS: dict[str, Callable[[argparse.Namespace], Report]] = {"atlas": atlas, "claims": claims, "fused": fused}


def main() -> None:
    parser = target_parser(__doc__, list(MEASUREMENTS), result=RESULT)
    parser.add_argument("--graphs", type=Path)
    parser.add_argument("--corpora", type=Path)
    asked = parser.parse_args()
    asked.graphs, asked.corpora = (folder or Path(tempfile.mkdtemp()) for folder in (asked.graphs, asked.corpora))
    measure(asked, asked, MEASUREMENTS, TARGETS)


if __name__ == "__main__":
    main()
