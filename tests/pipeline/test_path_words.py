from veriscope.domain import CheckedTriple, Path, Reason, Step, Triple
from veriscope.graph import Graph
from veriscope.pipeline.path_words import explanation_json, path_words, triple_words

X = "http://x/"
GRAPH = Graph.of([(f"{X}Lima", f"{X}capitalOf", f"{X}Peru"), (f"{X}Machu_Picchu", f"{X}inside", f"{X}Peru")])
PATH = Path(f"{X}Lima", (Step(f"{X}capitalOf", True, f"{X}Peru"), Step(f"{X}inside", False, f"{X}Machu_Picchu")))
FACT = Triple(f"{X}Lima", f"{X}capitalOf", f"{X}Peru")


def test_arrows_point_from_subject_to_object():
    assert triple_words(GRAPH, FACT) == "Lima —capital of→ Peru"
    assert path_words(GRAPH, PATH) == "Lima —capital of→ Peru ←inside— Machu Picchu"


def test_what_the_graph_does_not_know_stays_as_it_is():
    assert triple_words(GRAPH, Triple(f"{X}Rome", f"{X}near", '"5"')) == f'{X}Rome —{X}near→ "5"'


def test_an_explanation_tells_words_and_names():
    checked = CheckedTriple(FACT, 0.5, (Reason("a path", 0.25, (PATH,), (FACT,)),))
    assert explanation_json(GRAPH, checked) == [
        {
            "text": "a path",
            "weight": 0.25,
            "paths": [
                {
                    "words": "Lima —capital of→ Peru ←inside— Machu Picchu",
                    "start": f"{X}Lima",
                    "steps": [
                        {"predicate": f"{X}capitalOf", "is_forward": True, "node": f"{X}Peru"},
                        {"predicate": f"{X}inside", "is_forward": False, "node": f"{X}Machu_Picchu"},
                    ],
                }
            ],
            "facts": [
                {
                    "words": "Lima —capital of→ Peru",
                    "subject": f"{X}Lima",
                    "predicate": f"{X}capitalOf",
                    "object": f"{X}Peru",
                }
            ],
        }
    ]
