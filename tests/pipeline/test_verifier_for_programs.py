"""What a program may do with a verifier: odd values, event loops, frames, notebooks, logs."""

import asyncio
import logging
from html.parser import HTMLParser

import pandas
import polars
import pytest

from veriscope import Claim, Label, PipelineConfig, Verifier
from veriscope.errors import StoreError, UsageError

LEXICAL = PipelineConfig(selector="lexical", verdict="lexical")
GOOD = "Port Ellis is the capital of Arvania."
BAD = "Vell is the capital of Arvania."


@pytest.fixture
def verifier(world):
    with Verifier(world, LEXICAL) as opened:
        yield opened


@pytest.mark.parametrize(
    ("given", "kind"), [(None, "NoneType"), (3, "int"), (b"Vell", "bytes"), (["Vell"], "list"), (Claim("1", 7), "int")]
)
def test_what_is_no_text_is_named(verifier, given, kind):
    with pytest.raises(UsageError, match=f"the claim: found {kind}; expected a text or a Claim"):
        verifier.check(given)
    if not isinstance(given, Claim):
        with pytest.raises(UsageError, match=f"the text: found {kind}; expected a text"):
            verifier.check_text(given)


@pytest.mark.parametrize("given", [{"corpus": 3}, {"config": 3}, {"kb": 3}])
def test_what_is_no_setting_is_named(given):
    with pytest.raises(UsageError, match=f"{next(iter(given))}: found int; expected"):
        Verifier(**given)


def test_many_claims_go_on_after_a_bad_one(verifier):
    traces = list(verifier.check_many([GOOD, None, "", Claim("x", "word " * 400), BAD]))
    assert [trace.label.value[0] for trace in traces] == ["S", "N", "N", "N", "R"]
    assert [trace.claim.id for trace in traces] == ["1", "2", "3", "x", "5"]
    assert [bool(trace.problem) for trace in traces] == [False, True, True, True, False]
    assert traces[3].problem.startswith("the claim has 400 words")
    assert "has 400 words" in str(traces[3])
    assert not traces[3].was_decided
    with pytest.raises(UsageError, match="found one text; give a list"):
        verifier.check_many(GOOD)


def test_a_closed_verifier_says_so(world):
    verifier = Verifier(world, LEXICAL)
    verifier.close()
    verifier.close()
    asks = (verifier.check, verifier.check_text, lambda claim: list(verifier.check_many([claim])))
    for ask in asks:
        with pytest.raises(StoreError, match="this verifier is closed"):
            ask(GOOD)
    with pytest.raises(StoreError, match="this verifier is closed"):
        asyncio.run(verifier.acheck(GOOD))


def test_a_graph_is_named_by_text(world):
    with Verifier(config=LEXICAL, kb="starter") as verifier:
        assert verifier.check("Canberra is the capital of Australia.").graph.deciding is not None
    with pytest.raises(StoreError, match="no graph at nowhere"):
        Verifier(world, LEXICAL, kb="nowhere")
    assert PipelineConfig(kb="starter") == PipelineConfig(kb=PipelineConfig(kb="starter").kb)


def test_an_event_loop_goes_on_while_claims_are_checked(world):
    async def ask():
        turns = 0
        async with Verifier(world, LEXICAL) as verifier:
            task = asyncio.create_task(verifier.acheck(GOOD))
            while not task.done():
                await asyncio.sleep(0)
                turns += 1
            many = [trace.label async for trace in verifier.acheck_many([GOOD, None, BAD])]
            both = await asyncio.gather(*(verifier.acheck(GOOD, evidence=[text]) for text in (GOOD, "It rains.")))
            report = await verifier.acheck_text(f"{GOOD} Is it?")
        return turns, (await task).label, many, [trace.label for trace in both], report.supported_share.value

    turns, first, many, both, share = asyncio.run(ask())
    assert turns > 1
    assert first is Label.SUPPORTS
    assert many == [Label.SUPPORTS, Label.NOT_ENOUGH_INFO, Label.REFUTES]
    assert both == [Label.SUPPORTS, Label.NOT_ENOUGH_INFO]
    assert share == 1


def test_a_pandas_frame_keeps_its_index_and_gets_verdicts(verifier):
    frame = pandas.DataFrame({"claim": [GOOD, None, BAD], "id": [1, 2, 3]}, index=[7, 8, 9])
    checked = verifier.check_frame(frame)
    assert list(checked.index) == [7, 8, 9]
    assert list(checked.columns) == ["claim", "id", "label", "probability", "evidence", "reason"]
    assert list(checked["label"]) == ["SUPPORTS", "NOT ENOUGH INFO", "REFUTES"]
    assert checked["probability"].isna().tolist() == [False, True, False]
    assert checked["reason"].tolist()[1] == "the claim is empty; give a sentence to check"
    assert checked["evidence"].tolist()[0].startswith("Arvania#")
    assert list(frame.columns) == ["claim", "id"]


def test_a_polars_frame_gets_verdicts(verifier):
    frame = polars.DataFrame({"said": [GOOD, None, BAD], "label": ["a", "b", "c"]})
    checked = verifier.check_frame(frame, claim="said", prefix="our_")
    assert checked["our_label"].to_list() == ["SUPPORTS", "NOT ENOUGH INFO", "REFUTES"]
    assert checked["label"].to_list() == ["a", "b", "c"]
    none = verifier.check_frame(frame[:0], claim="said", prefix="our_")
    assert (none.height, none["our_probability"].dtype) == (0, polars.Float64)


@pytest.mark.parametrize(
    ("frame", "problem"),
    [
        ([GOOD], r"found builtins\.list; expected a DataFrame"),
        (polars.LazyFrame({"claim": [GOOD]}), "a lazy one must be collected first"),
        (pandas.DataFrame({"text": [GOOD]}), "no column 'claim'; its columns are: text"),
        (pandas.DataFrame({"claim": [GOOD], "label": [1]}), "has a column 'label' already"),
    ],
)
def test_a_wrong_frame_is_an_error(verifier, frame, problem):
    with pytest.raises(UsageError, match=problem):
        verifier.check_frame(frame)


class Frames(HTMLParser):
    def __init__(self):
        super().__init__()
        self.frames = []

    def handle_starttag(self, tag, attrs):
        self.frames.append((tag, dict(attrs)))


def test_a_notebook_shows_the_cards_in_a_frame_of_their_own(verifier):
    for shown in (verifier.check("</iframe><script>alert(1)</script> Vell is a town."), verifier.check_text(BAD)):
        reader = Frames()
        reader.feed(shown._repr_html_())
        ((tag, attributes),) = reader.frames
        assert tag == "iframe"
        assert "sandbox" in attributes
        assert attributes["srcdoc"].startswith("<!DOCTYPE html>")
        assert "<script" not in attributes["srcdoc"]


def test_a_trace_and_a_report_print_as_people_read_them(verifier, refuted):
    assert str(refuted).splitlines()[0] == "REFUTES 85%  Vell is the capital of Arvania."
    assert "  Arvania#cell-0-0-1  Capital: Port Ellis" in str(refuted).splitlines()
    first, second, *_ = str(verifier.check_text(f"{GOOD} {BAD} Is it?")).splitlines()
    assert first == "2 checked: 1 REFUTES, 0 NOT ENOUGH INFO, 1 SUPPORTS; 1 left out; 50% supported"
    assert second.startswith("REFUTES")
    assert "\x1b" not in str(verifier.check("\x1b[31mVell is a town in Arvania."))


def test_the_log_is_silent_until_somebody_listens(world, caplog, capsys):
    with Verifier(world, LEXICAL) as verifier:
        list(verifier.check_many([""]))
    assert capsys.readouterr() == ("", "")
    with caplog.at_level(logging.DEBUG, logger="veriscope"), Verifier(world, LEXICAL) as verifier:
        list(verifier.check_many([GOOD, ""]))
    said = [(record.levelname, record.getMessage()) for record in caplog.records]
    assert [level for level, _ in said][-3:] == ["INFO", "DEBUG", "WARNING"]
    assert said[-1][1] == "claim 2 could not be checked: the claim is empty; give a sentence to check"
