"""A small graph on disk, and scenarios over it as BUCKLE's own files write them."""

from veriscope.graph.rdf.building import build_graph
from veriscope.graph.rdf.sources import plan_graph

PEOPLE = [f"person{number:02}" for number in range(60)]
COLUMNS = "Subject\tObject\tRelation\tLabel\tOrigin_Relation\tCluster\n"


def home(number):
    return f"land{number % 5}"


FACTS = [
    *((person, "citizenOf", home(number)) for number, person in enumerate(PEOPLE)),
    *((person, "bornIn", f"city{number % 10}") for number, person in enumerate(PEOPLE)),
    *((f"city{number}", "inside", f"land{number % 5}") for number in range(10)),
    *((person, "knows", PEOPLE[(number * 7 + 3) % 60]) for number, person in enumerate(PEOPLE)),
]


def make_graph(folder):
    """Citizens are born in a city of their land, so that paths tell the truth."""
    source = folder / "facts.tsv"
    source.write_text("".join("\t".join(fact) + "\n" for fact in FACTS), encoding="utf-8")
    build_graph(folder / "kb", plan_graph([source]))
    return folder / "kb"


def make_scenarios(folder, *, settings=("c1.0_h1.0_s40_r1.0_random", "c0.0_h1.0_s40_r1.0_random")):
    """Training facts of some people, tests of others."""
    where = folder / "scenarios" / "citizenOf"
    where.mkdir(parents=True)
    write_set(where / "train_c1.0_h1.0_s40_r1.0_random_scenario.tsv", range(20, 40), shift=1)
    for place, setting in enumerate(settings, start=1):
        write_set(where / f"test_{setting}_scenario.tsv", range(20), shift=place)
    return folder / "scenarios"


def write_set(path, numbers, *, shift):
    """True facts of some people, and as many false ones."""
    rows = [f"{PEOPLE[number]}\t{home(number)}\tcitizenOf\t1\tNo\t0\n" for number in numbers]
    rows += [f"{PEOPLE[number]}\t{home(number + shift)}\tcitizenOf\t-1\t*\t*\n" for number in numbers]
    path.write_text(COLUMNS + "".join(rows), encoding="utf-8")
