import numpy as np
import pytest
from scipy.sparse import csr_matrix

from veriscope.domain import Claim, Page, Sentence, Triple
from veriscope.graph import View
from veriscope.graph.compact.end_types import EndTypes
from veriscope.graph.compact.entity_names import EntityNames
from veriscope.linking.distant_supervision import DistantSupervision
from veriscope.linking.learned_lexicon import FitSettings, LexiconFitter
from veriscope.linking.lexicon import Sense
from veriscope.linking.linker import GraphLinker
from veriscope.linking.softmax_regression import RegressionSettings, RegressionTask, fit_weights

CAPITALS = [("Arvania", "Port Ellis"), ("Ostia", "Sorn"), ("Mirland", "Vell")]
SAID = ["{o} runs the affairs of {s}.", "From {o} the affairs of {s} are run.", "{o} runs all affairs in {s} well."]


def page(title, *sentences):
    return Page(title, tuple(Sentence(number, text) for number, text in enumerate(sentences)))


def taught(graph, *pages, view=None):
    return list(DistantSupervision(view or View.of(graph), EntityNames.of(graph)).pairs(pages))


def senses(graph, pair):
    return [(graph.predicates[sense.predicate], sense.is_forward) for sense in pair.senses]


def test_a_sentence_with_both_ends_of_a_fact_teaches_its_predicate(arvania):
    (pair,) = taught(arvania, page("Arvania", "Arvania is ruled from Port Ellis."))
    assert ("capital", True) in senses(arvania, pair)
    assert pair.frame.between[-1] == "from"


def test_the_order_of_the_sentence_tells_the_direction(arvania):
    (pair,) = taught(arvania, page("Arvania", "Port Ellis rules Arvania."))
    assert ("capital", False) in senses(arvania, pair)
    assert ("cityOf", True) in senses(arvania, pair)


def test_on_a_things_own_page_a_pronoun_and_its_surname_name_it(arvania):
    for text in ("She is a child of Bea Dor.", "Dor is a child of Bea Dor."):
        (pair,) = taught(arvania, page("Ann Dor", text))
        assert arvania.nodes[pair.first] == "Ann_Dor"
        assert ("parent", True) in senses(arvania, pair)


def test_a_hidden_fact_teaches_nothing(arvania):
    numbers = [arvania.nodes.find("Arvania"), arvania.predicates.find("capital"), arvania.nodes.find("Port_Ellis")]
    view = View.of(arvania).without(np.array([numbers], dtype=np.int32))
    (pair,) = taught(arvania, page("Arvania", "Port Ellis rules Arvania."), view=view)
    assert senses(arvania, pair) == [("cityOf", True)]


def test_what_a_corpus_says_is_understood_afterwards(arvania):
    sentences = [said.format(s=country, o=city) for country, city in CAPITALS for said in SAID]
    pairs = taught(arvania, *(page("Arvania", text) for text in sentences))
    ends = EndTypes.of(arvania)
    lexicon = LexiconFitter(
        arvania, ends, FitSettings(least_examples=3, least_features=1, regression=RegressionSettings(epochs=30))
    ).fit(pairs)
    linker = GraphLinker(arvania, EntityNames.of(arvania), ends, lexicon)
    found = linker.weigh(Claim("1", "Vell runs the affairs of Ostia."))
    assert found[0].triple == Triple("Ostia", "capital", "Vell")


def test_a_lexicon_holds_every_predicate_in_both_directions(arvania):
    lexicon = LexiconFitter(arvania, EndTypes.of(arvania), FitSettings(regression=RegressionSettings(epochs=1))).fit([])
    assert set(lexicon.senses) == {
        Sense(number, way) for number in range(len(arvania.predicates)) for way in (True, False)
    }


def test_regression_finds_the_feature_that_tells_the_places_apart():
    inputs = csr_matrix(np.array([[1, 0, 1], [0, 1, 1]] * 50, dtype=np.float32))
    places = np.array([0, 1] * 50)
    task = RegressionTask(inputs, np.zeros((100, 2), dtype=np.float32), places, np.ones(100, dtype=np.float32))
    weights = fit_weights(task, RegressionSettings(ridge=0.1, epochs=20))
    assert weights[0, 0] > 1 > weights[0, 1]
    assert weights[1, 1] > 1 > weights[1, 0]
    # The third feature is in every row and tells nothing.
    assert weights[2] == pytest.approx([0, 0], abs=0.1)


def test_regression_leaves_to_the_offsets_what_they_tell_already():
    inputs = csr_matrix(np.ones((100, 1), dtype=np.float32))
    places = np.array([0, 1] * 50)
    offsets = np.where(places[:, None] == np.arange(2), 8.0, 0.0).astype(np.float32)
    task = RegressionTask(inputs, offsets, places, np.ones(100, dtype=np.float32))
    assert np.abs(fit_weights(task, RegressionSettings(ridge=0.1, epochs=5))).max() < 0.05


def test_regression_with_dropped_features_lets_each_of_two_that_say_the_same_speak_alone():
    inputs = csr_matrix(np.array([[1, 1, 0, 0], [0, 0, 1, 1]] * 50, dtype=np.float32))
    task = RegressionTask(
        inputs, np.zeros((100, 2), dtype=np.float32), np.array([0, 1] * 50), np.ones(100, dtype=np.float32)
    )
    together, alone = (
        fit_weights(task, RegressionSettings(ridge=0.1, epochs=20, dropped=share)) for share in (0.0, 0.6)
    )
    assert alone[0, 0] > 1.1 * together[0, 0]
