from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from sklearn.utils import murmurhash3_32

from veriscope.text.ngrams import join_texts, ngram_bins

TEXTS = st.text(st.characters(codec="utf-8") | st.sampled_from("ab 12 .,'-é東京"), max_size=40)


def bins_of(*grams):
    return Counter(murmurhash3_32(gram.encode(), positive=True) % 2**24 for gram in grams)


def counted(text):
    return Counter(ngram_bins([text]).bins.tolist())


def test_words_and_pairs_of_words_are_counted():
    assert counted("Port Ellis, port ELLIS") == bins_of("port", "ellis", "port ellis", "port", "ellis", "port ellis")


def test_no_pair_reaches_over_a_stop_word_or_a_mark():
    assert counted("Tower of London; Bridge") == bins_of("tower", "london", "bridge")


def test_contractions_leave_nothing_behind():
    assert counted("Ida's") == bins_of("ida")


def test_accents_and_case_do_not_matter():
    assert counted("SÃO Tomé") == bins_of("sao", "tome", "sao tome")


def test_scripts_without_spaces_are_counted_by_character():
    assert counted("東京都") == bins_of("東", "京", "都", "東 京", "京 都")


def test_no_pair_reaches_from_one_text_into_the_next():
    assert counted(join_texts(["Ida", "Brandt"])) == bins_of("ida", "brandt")


def test_very_long_words_are_cut():
    assert counted("x" * 100_000) == bins_of("x" * 64)


def test_lone_surrogates_do_no_harm():
    assert counted("\ud800 Ida") == bins_of("ida")


@given(st.lists(TEXTS, max_size=6))
def test_many_texts_at_once_are_counted_as_each_alone(texts):
    bins, numbers = ngram_bins(texts)
    for number, text in enumerate(texts):
        assert Counter(bins[numbers == number].tolist()) == counted(text)
