from veriscope.domain import Claim
from veriscope.retrieval.titles import TitleRetriever


def titles_of(corpus, text, *, limit=9):
    return [page.title for page in TitleRetriever(corpus).retrieve(Claim("1", text), limit=limit)]


def named(*titles):
    return {title: [f"{title} is here."] for title in titles}


def test_a_longer_name_comes_before_the_names_inside_it(corpus_of):
    corpus = corpus_of(named("Guinea", "Papua New Guinea", "Indonesia"))
    assert titles_of(corpus, "Papua New Guinea borders Indonesia.")[0] == "Papua New Guinea"
    assert titles_of(corpus, "Papua New Guinea borders Indonesia.")[-1] == "Guinea"


def test_possessives_plurals_case_and_marks_are_no_part_of_a_name(corpus_of):
    corpus = corpus_of(named("Peru", "Lima", "Giraffe", "D.C.", "Washington"))
    assert set(titles_of(corpus, 'PERU\'s giraffes left "Lima".')) == {"Peru", "Giraffe", "Lima"}
    assert set(titles_of(corpus, "He was born in Washington, D.C.")) == {"Washington", "D.C."}


def test_a_redirect_is_a_name_too(corpus_of):
    corpus = corpus_of(named("Peru", "Chile"), redirects=[("Land of the Incas", "Peru")])
    assert titles_of(corpus, "The land of the Incas is dry.") == ["Peru"]


def test_capitals_make_a_name_of_an_everyday_word(corpus_of):
    corpus = corpus_of(named("US", "Peru"))
    assert titles_of(corpus, "The US has 50 states.") == ["US"]
    assert titles_of(corpus, "It tells us of Peru.") == ["Peru"]


def test_everyday_words_alone_name_no_page(corpus_of):
    corpus = corpus_of(named("It", "The", "The One"))
    assert titles_of(corpus, "It was the one.") == ["The One"]


def test_the_rest_of_the_claim_chooses_among_namesakes(corpus_of):
    corpus = corpus_of(
        {
            "Lima": ["Lima is the capital of Peru."],
            "Lima (film)": ["Lima is a film by Ana Soto."],
            "Lima (disambiguation)": ["Lima may be a capital, a film or a bean."],
            "Lima (bean)": ["The lima is a bean."],
        }
    )
    assert titles_of(corpus, "Lima is a film that Ana Soto directed.")[0] == "Lima (film)"
    assert titles_of(corpus, "Lima is the capital of Peru.")[0] == "Lima"
    assert titles_of(corpus, "Lima is the capital of Peru.")[-1] == "Lima (disambiguation)"
    assert titles_of(corpus, "The Lima bean is green.")[0] == "Lima (bean)"
