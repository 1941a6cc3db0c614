import json
import random
import runpy
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from veriscope.cli.main import command_line
from veriscope.corpus import PlannedSource, build_corpus
from veriscope.domain import CellId, Label, SentenceId
from veriscope.errors import InputError, StoreError, UsageError
from veriscope.lab.reproductions.feverous_predictions import KeptPredictions, Prediction, read_kept
from veriscope.lab.reproductions.feverous_prepare import preparation, prepare
from veriscope.lab.reproductions.feverous_prepared import CLAIMS_FILE, PreparedWriter, learnable, read_prepared
from veriscope.lab.reproductions.feverous_rows import FeverousRows
from veriscope.lab.reproductions.feverous_sampling import (
    drawn_claims,
    evidence_type,
    is_combined,
    nei_examples,
    without_a_part,
)

NEURAL = Path(__file__).parents[2] / "models" / "fixtures"
TOWNS = ("Vell", "Tam", "Ellis", "Orrin", "Sorrel", "Brandt", "Kess", "Marl")
GOODS = ("wool", "film")
HEADER = {"id": "", "label": "", "claim": "", "evidence": ""}


def cell(row, column, text, *, is_header=False):
    name = f"{'header_' if is_header else ''}cell_0_{row}_{column}"
    return {"id": name, "value": text, "is_header": is_header, "column_span": "1", "row_span": "1"}


def town_page(number, town):
    rows = [[cell(0, 0, "Good", is_header=True), cell(0, 1, "Count", is_header=True)]]
    rows += [[cell(row, 0, good), cell(row, 1, str(number * 10 + row))] for row, good in enumerate(GOODS, start=1)]
    return {
        "title": town,
        "order": ["sentence_0", "sentence_1", "sentence_2", "section_0", "table_0"],
        "sentence_0": f"{town} is a town by the sea.",
        "sentence_1": "It lies in the north.",
        "sentence_2": "Nobody knows how it was founded.",
        "section_0": {"value": "Trade", "level": 2},
        "table_0": {"type": "table", "caption": f"Goods of {town}", "table": rows},
    }


def town_claims(number, town):
    """Three claims a good: one for each type of evidence; every other is refuted, the last of all is neither."""
    for row, good in enumerate(GOODS, start=1):
        count = f"{town}_cell_0_{row}_1"
        contents = {
            f"{town} is a town by the sea": [f"{town}_sentence_0"],
            f"{number * 10 + row} of {good} were sold in {town}": [f"{town}_cell_0_{row}_0", count],
            f"the town {town} by the sea sold {number * 10 + row} of {good}": [f"{town}_sentence_0", count],
        }
        for place, (text, content) in enumerate(contents.items()):
            label = ("SUPPORTS", "REFUTES")[(row + place) % 2]
            claim = text if label == "SUPPORTS" else f"It is not so that {text}"
            yield {"claim": f"{claim}.", "label": label, "evidence": [{"content": content, "context": {}}]}


def write_lines(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Files in FEVEROUS's formats: pages, claims to learn from and to measure on, and the pages as a corpus."""
    folder = tmp_path_factory.mktemp("feverous")
    write_lines(folder / "pages.jsonl", (town_page(number, town) for number, town in enumerate(TOWNS)))
    for split, towns in (("train", TOWNS[:6]), ("dev", TOWNS[6:])):
        rows = [row for town in towns for row in town_claims(TOWNS.index(town), town)]
        rows[-1]["label"] = "NOT ENOUGH INFO"
        numbered = [{"id": f"{split} {number}", "challenge": "Other", **row} for number, row in enumerate(rows)]
        write_lines(folder / f"claims-{split}.jsonl", [HEADER, *numbered])
    pairs = [("the town is old", "the town is old", "SUPPORTS"), ("the town is not old", "the town is old", "REFUTES")]
    write_lines(
        folder / "pairs.jsonl", [dict(zip(("premise", "hypothesis", "label"), one, strict=True)) for one in pairs * 8]
    )
    build(folder, "pages")
    return folder


def build(folder, name):
    source = PlannedSource(folder / "pages.jsonl", "feverous", 1)
    build_corpus(folder / name, [source], report=lambda _: None)


@pytest.fixture(scope="module")
def indexed(files):
    """The corpus with the indexes that retrieval needs."""
    build(files, "corpus")
    return files / "corpus"


@pytest.fixture(scope="module")
def train(files, tmp_path_factory):
    out = tmp_path_factory.mktemp("train")
    prepare(files / "claims-train.jsonl", files / "pages", out, retrieve=False, report=lambda *_: None)
    return read_prepared(out)


@pytest.fixture(scope="module")
def dev(files, indexed, tmp_path_factory):
    out = tmp_path_factory.mktemp("dev")
    prepare(files / "claims-dev.jsonl", indexed, out, retrieve=True, report=lambda *_: None)
    return read_prepared(out)


def test_claims_are_prepared_with_their_gold_evidence_and_tables(train):
    assert len(train.claims) == 36
    both = train.claims[2]
    assert [type(piece.id) for piece in both.evidence()] == [CellId, SentenceId]
    assert both.evidence()[0].context == ("Vell", "Trade", "Count")
    assert both.tables == (("Vell", 0),)
    assert both.relevant_cells(("Vell", 0)) == {(1, 1)}
    assert both.found is None
    assert set(train.tables) == {(town, 0) for town in TOWNS[:6]}


@pytest.mark.slow
def test_claims_to_measure_on_also_have_what_is_found(dev):
    found = dev.claims[1].found
    assert found.pages[0] == "Kess"
    assert ("Kess", 0) in found.tables
    assert len(found.sentences) <= 5
    assert set(found.tables) <= set(dev.tables)
    assert dev.claims[1].sets[0][0] in found.lexical_cells


def test_evidence_that_the_corpus_lacks_is_counted(files, tmp_path):
    row = {
        "id": 1,
        "claim": "x y",
        "label": "SUPPORTS",
        "evidence": [{"content": ["Vell_sentence_0", "Vell_sentence_9"]}],
    }
    other = {
        "id": 2,
        "claim": "y z",
        "label": "SUPPORTS",
        "evidence": [{"content": ["Nowhere_cell_0_0_0"]}, row["evidence"][0]],
    }
    whole = {
        "id": 3,
        "claim": "z",
        "label": "REFUTES",
        "evidence": [{"content": ["Nowhere_cell_0_0_0"]}, {"content": ["Vell_sentence_0"]}],
    }
    write_lines(tmp_path / "claims.jsonl", [HEADER, row, other, whole])
    prepare(tmp_path / "claims.jsonl", files / "pages", tmp_path / "out", retrieve=False, report=lambda *_: None)
    claims = read_prepared(tmp_path / "out").claims
    assert [claim.missing for claim in claims] == [1, 1, 0]
    assert preparation(claims).incomplete == 2
    assert [claim.id for claim in learnable(claims)] == ["3"]


@pytest.mark.slow
def test_a_stopped_preparation_goes_on_and_ends_as_one_that_was_not(files, indexed, dev, tmp_path):
    def stop(name, done, total):
        if done == 5:
            raise KeyboardInterrupt

    arguments = (files / "claims-dev.jsonl", indexed, tmp_path)
    with pytest.raises(KeyboardInterrupt):
        prepare(*arguments, retrieve=True, report=stop)
    assert not (tmp_path / CLAIMS_FILE).exists()
    # A line that was torn when the power went is written anew.
    with (tmp_path / "claims.part").open("ab") as part:
        part.write(b'{"id": "torn')
    done = []
    prepare(*arguments, retrieve=True, report=lambda *told: done.append(told[1]))
    assert done[0] == 6
    assert read_prepared(tmp_path) == dev
    assert sorted(path.name for path in tmp_path.iterdir()) == ["claims.jsonl.gz", "made_from.json", "tables.jsonl.gz"]


def test_a_folder_that_was_prepared_from_other_claims_is_refused_and_one_without_its_file_is_not(files, tmp_path):
    told = []
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    for path, split in ((one, "train"), (two, "dev")):
        path.write_bytes((files / f"claims-{split}.jsonl").read_bytes())
    prepare(one, files / "pages", tmp_path / "out", retrieve=False, report=lambda *_: None)
    with pytest.raises(UsageError, match=r"was prepared from other claims than .*two.jsonl; remove it"):
        prepare(two, files / "pages", tmp_path / "out", retrieve=False, report=lambda *_: None)
    one.unlink()
    prepare(one, files / "pages", tmp_path / "out", retrieve=False, report=lambda *words: told.append(words))
    assert told == []


def test_what_was_begun_for_other_claims_is_thrown_away(train, tmp_path):
    first = PreparedWriter(tmp_path, name="first")
    first.write(train.claims[0], [])
    first.close()
    for name, written in (("first", 1), ("second", 0)):
        with closing(PreparedWriter(tmp_path, name=name)) as writer:
            assert writer.written == written


def test_a_file_of_another_kind_is_refused(files, tmp_path):
    row = {"id": 1, "verifiable": "VERIFIABLE", "label": "SUPPORTS", "claim": "x", "evidence": [[[1, 2, "Vell", 0]]]}
    write_lines(tmp_path / "fever.jsonl", [row])
    with pytest.raises(InputError, match="looks like fever; claims in FEVEROUS's format"):
        prepare(tmp_path / "fever.jsonl", files / "pages", tmp_path / "out", retrieve=False, report=lambda *_: None)


def test_prepared_claims_that_are_not_there_or_damaged_are_one_clear_error(tmp_path):
    with pytest.raises(StoreError, match="--stage prepare"):
        read_prepared(tmp_path)
    (tmp_path / CLAIMS_FILE).write_bytes(b"nothing")
    with pytest.raises(StoreError, match="is damaged"):
        read_prepared(tmp_path)


def test_evidence_that_lost_a_sentence_or_a_table_is_not_enough(train):
    sampled = list(nei_examples(train.claims, share=1.0, seed=1))
    combined = [one for one in train.claims if is_combined(one.evidence()) and one.label is not Label.NOT_ENOUGH_INFO]
    assert [one.claim for one in sampled] == [one.claim for one in combined]
    assert {one.label for one in sampled} == {Label.NOT_ENOUGH_INFO}
    assert {tuple(type(piece.id) for piece in one.evidence) for one in sampled} == {(CellId,), (SentenceId,)}
    assert sampled == list(nei_examples(train.claims, share=1.0, seed=1))
    assert 0 < len(list(nei_examples(train.claims, share=0.5, seed=1))) < len(sampled)
    assert list(nei_examples(train.claims, share=0.0, seed=1)) == []


def test_so_many_claims_are_drawn_and_stay_in_order(train):
    few = drawn_claims(train.claims, count=10, seed=1)
    places = [train.claims.index(one) for one in few]
    assert places == sorted(set(places))
    assert len(places) == 10
    assert max(places) >= 10
    assert few == drawn_claims(train.claims, count=10, seed=1)
    assert few != drawn_claims(train.claims, count=10, seed=2)
    assert drawn_claims(train.claims, count=0, seed=1) == drawn_claims(train.claims, count=99, seed=1) == train.claims


def test_kept_predictions_are_read_only_for_what_they_were_made_from(tmp_path):
    said = (Prediction("SUPPORTS", ("Vell#sentence-0",)), Prediction("REFUTES"))
    KeptPredictions(("claims", "network"), said).write(tmp_path / "row.json.gz")
    assert read_kept(tmp_path / "row.json.gz", ["claims", "network"]) == said
    assert read_kept(tmp_path / "row.json.gz", ["claims", "another"]) is None
    assert read_kept(tmp_path / "none.json.gz", ["claims", "network"]) is None
    (tmp_path / "row.json.gz").write_bytes(b"torn")
    assert read_kept(tmp_path / "row.json.gz", ["claims", "network"]) is None


def test_predictions_are_measured_against_the_gold(train):
    rows = FeverousRows(train)
    right = [Prediction(one.label.value, one.sets[0]) for one in train.claims]
    wrong = [Prediction("NOT ENOUGH INFO") for _ in train.claims]
    assert rows.pipeline(right) == {"score": 1.0, "evidence": 1.0, "label_accuracy": 1.0, "without_evidence": 0}
    assert rows.pipeline(wrong)["without_evidence"] == 36
    assert rows.pipeline(wrong)["score"] == 0.0
    assert rows.verdicts(right)["macro_f1"] == 1.0
    assert rows.verdicts(wrong)["accuracy"] == pytest.approx(1 / 36)
    assert (rows.cells(right)["recall"], rows.cells(wrong)["recall"]) == (1.0, 0.0)


def test_a_table_is_taken_as_a_whole_and_sentences_one_by_one(train):
    sentence, *cells = train.claims[0].evidence() + train.claims[1].evidence()
    evidence = [sentence, sentence._replace(id=SentenceId("Vell", 1)), *cells]
    left = {len(without_a_part(evidence, random.Random(seed))) for seed in range(20)}
    assert left == {3, 2}


def test_the_type_of_evidence_is_that_of_the_gold(train):
    assert [evidence_type(one).value for one in train.claims[:3]] == ["sentences", "tables", "combined"]


@pytest.mark.slow
def test_coverage_counts_pages_sentences_and_tables(dev):
    report = FeverousRows(dev).retrieval()
    assert report["pages"]["1"] == 1.0
    assert report["tables"]["3"] == 1.0
    assert 0 <= report["sentences"]["1"] <= report["sentences"]["5"] <= 1


@pytest.mark.slow
def test_the_lexical_ranker_is_measured_beside_the_extractor(dev):
    report = FeverousRows(dev).lexical_cells()
    assert report["recall"] == 1.0
    assert 0 < report["cells_a_claim"] <= 25


@pytest.fixture(scope="module")
def recipe(files, indexed):
    """A recipe for one run and a network of one layer."""
    for module in ("torch", "transformers", "onnx"):
        pytest.importorskip(module, reason="training needs the extra `train`")
    runpy.run_path(str(NEURAL / "make_tiny_encoder.py"))["write_tiny_base"](files / "base")
    named = {"train": "claims-train.jsonl", "dev": "claims-dev.jsonl", "nli": "pairs.jsonl"}
    named |= {"corpus": "corpus", "base": "base", "work": "work"}
    lines = [f'{name} = "{value}"' for name, value in named.items()]
    numbers = {"runs": 1, "folds": 2, "max_tokens": 96, "verdict_epochs": 1, "cell_epochs": 1, "type_epochs": 1}
    lines += [f"{name} = {value}" for name, value in numbers.items()]
    (files / "recipe.toml").write_text("\n".join(lines), encoding="utf-8")
    return files / "recipe.toml"


def run(*words):
    return CliRunner().invoke(command_line(), [str(word) for word in words], catch_exceptions=False)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_whole_baseline_trains_and_is_measured(recipe):
    stopped = run("train", "feverous", "--config", recipe, "--seconds", 1)
    assert stopped.exit_code in {0, 3}
    assert run("train", "feverous", "--config", recipe).exit_code == 0
    again = run("train", "feverous", "--config", recipe)
    assert "done already" in again.stderr
    assert "prepare-train: 36 claims; of 0 the corpus lacks evidence and 0 have none" in again.stderr
    assert "begins" not in again.stderr
    done = run("eval", "feverous-paper", "--config", recipe, "--json")
    report = json.loads(done.stdout)
    assert report["untrained"] == []
    assert report["table_3"]["full baseline"]["score"]["published"] == 0.19
    assert report["table_4_verdicts"]["network"]["NOT ENOUGH INFO"]["published"] == 0.05
    assert len(report["table_4_verdicts"]["network + NLI + NEI"]["macro_f1"]["runs"]) == 1
    assert report["evidence_types"]["claim-only evidence type model"]["accuracy"]["ours"] is not None
    second = run("eval", "feverous-paper", "--config", recipe, "--json")
    assert json.loads(second.stdout) == report
    assert "begins" not in second.stderr
    # What the networks said, and their headers, are enough to print the tables elsewhere.
    for weights in recipe.parent.glob("work/*/*.safetensors"):
        weights.unlink()
    table = run("eval", "feverous-paper", "--config", recipe).stdout
    assert "Table 3: found evidence (dev): ours (published)" in table
