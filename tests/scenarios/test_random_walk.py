import numpy as np

from tests.scenarios.graphs import pool_of, typed_graph, walker
from veriscope.graph.compact.classes import Classes
from veriscope.graph.paths.predicate_paths import path_text
from veriscope.scenarios import LcwaMaker, Likeness
from veriscope.scenarios.false_facts import FreePairs

# The park of the paper's section 4.2: its nearest city is Mariposa, it lies in California, and Catheys is sung about.
PARK = typed_graph(
    [
        ("yosemite", "nearestCity", "mariposa"),
        ("yosemite", "location", "california"),
        ("yosemite", "anthem", "catheys"),
        ("yosemite", "ranger", "muir"),
        ("mariposa", "isPartOf", "california"),
        ("catheys", "isPartOf", "california"),
        ("fresno", "isPartOf", "california"),
    ],
    {
        "yosemite": "Place Park",
        "mariposa": "Place Town",
        "catheys": "Place Town",
        "fresno": "Place Town",
        "california": "Place State",
        "muir": "Person",
    },
)
BOOKS = typed_graph(
    [
        ("homer", "author", "odyssey"),
        ("hobbes", "translator", "odyssey"),
        ("hobbes", "influencedBy", "homer"),
        ("pope", "influencedBy", "homer"),
        ("troy", "setting", "odyssey"),
    ],
    {"homer": "Person", "hobbes": "Person", "pope": "Person", "troy": "Place", "odyssey": "Work"},
)


def everything_made(graph, maker, pair, seeds=60):
    """Every (subject, object, path) that any seed makes from a true fact, each seed's pairs being different."""
    made = set()
    for seed in range(seeds):
        free = FreePairs(pool_of(graph, graph.predicates[maker.predicate]))
        for fact in maker.make(pair, may_use=free.may_use, rng=np.random.default_rng(seed)):
            assert free.may_use(fact.pair)
            free.use(fact.pair)
            made.add((graph.nodes[fact.pair[0]], graph.nodes[fact.pair[1]], path_text(graph, fact.path)))
    return made


def pair_in(graph, subject, object_):
    return graph.nodes.find(subject), graph.nodes.find(object_)


def test_other_objects_are_found_by_walking_the_paths_to_neighbours_again():
    # S(yosemite): California, Catheys (Places, as Mariposa is); Muir is no Place. Paths of one or two steps:
    # to California by location, or by nearestCity or anthem and isPartOf; to Catheys by anthem, or by location and back
    # along isPartOf, which also leads to Fresno (and to Mariposa, which is true).
    made = everything_made(PARK, walker(PARK, "nearestCity", type_overlap=1), pair_in(PARK, "yosemite", "mariposa"))
    assert made == {
        ("yosemite", "california", "location"),
        ("yosemite", "california", "nearestCity → isPartOf"),
        ("yosemite", "california", "anthem → isPartOf"),
        ("yosemite", "catheys", "anthem"),
        ("yosemite", "catheys", "location → ^isPartOf"),
        ("yosemite", "fresno", "location → ^isPartOf"),
    }


def test_a_higher_overlap_of_types_leaves_only_towns():
    # Mariposa is a Place and a Town: min(4, 2) classes must be shared, and California shares one.
    made = everything_made(PARK, walker(PARK, "nearestCity"), pair_in(PARK, "yosemite", "mariposa"))
    assert made == {
        ("yosemite", "catheys", "anthem"),
        ("yosemite", "catheys", "location → ^isPartOf"),
        ("yosemite", "fresno", "location → ^isPartOf"),
    }


def test_shorter_paths_make_fewer_facts():
    maker = walker(PARK, "nearestCity", type_overlap=1, path_length=2)
    assert everything_made(PARK, maker, pair_in(PARK, "yosemite", "mariposa")) == {
        ("yosemite", "california", "location"),
        ("yosemite", "catheys", "anthem"),
    }


def test_other_subjects_are_found_from_the_objects_side():
    # O(odyssey): Hobbes, a Person as Homer is; Troy is none. Paths from Hobbes: translator; influencedBy and author,
    # which walked from the Odyssey leads to all who were influenced by Homer.
    assert everything_made(BOOKS, walker(BOOKS, "author"), pair_in(BOOKS, "homer", "odyssey")) == {
        ("hobbes", "odyssey", "translator"),
        ("hobbes", "odyssey", "influencedBy → author"),
        ("pope", "odyssey", "influencedBy → author"),
    }


def test_nothing_is_known_to_be_like_an_entity_without_classes():
    untyped = typed_graph(list(_facts(BOOKS)), {"hobbes": "Person", "troy": "Place"})
    assert not everything_made(untyped, walker(untyped, "author"), pair_in(untyped, "homer", "odyssey"))


def test_a_graph_without_any_class_makes_all_alike():
    bare = typed_graph(list(_facts(BOOKS)))
    made = everything_made(bare, walker(bare, "author"), pair_in(bare, "homer", "odyssey"))
    assert {(subject, object_) for subject, object_, _ in made} >= {("troy", "odyssey"), ("hobbes", "odyssey")}


def test_lcwa_takes_pairs_joined_by_another_predicate_whose_ends_have_the_same_classes():
    classes = Likeness(Classes.of(BOOKS.schema), None)
    maker = LcwaMaker(BOOKS, BOOKS.predicates.find("author"), classes)
    assert everything_made(BOOKS, maker, pair_in(BOOKS, "homer", "odyssey")) == {("hobbes", "odyssey", "translator")}


def test_lcwa_tells_the_predicate_from_subject_to_object():
    graph = typed_graph(
        [("jones", "employer", "school"), ("school", "chancellor", "smith"), ("smith", "visits", "college")],
        {"jones": "Person", "smith": "Person", "school": "Organisation", "college": "Organisation"},
    )
    maker = LcwaMaker(graph, graph.predicates.find("employer"), Likeness(Classes.of(graph.schema), None))
    assert everything_made(graph, maker, pair_in(graph, "jones", "school")) == {("smith", "school", "^chancellor")}


def _facts(graph):
    for subject, predicate, object_ in graph.facts().tolist():
        yield graph.nodes[subject], graph.predicates[predicate], graph.nodes[object_]
