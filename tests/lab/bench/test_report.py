import datetime
import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from tests.lab.bench.bench_runs import as_in_the_paper, run_of
from veriscope.errors import InputError
from veriscope.lab.bench.charts import heat_of, legend, roc_chart
from veriscope.lab.bench.report import report_html
from veriscope.lab.bench.results import read_results, results_file, write_results

RUN = run_of(as_in_the_paper, failed=("one", "two"))
DAY = datetime.date(2026, 5, 1)


class Outline(HTMLParser):
    """The open elements at every point, and the text of the page."""

    void = frozenset({"meta", "br", "img", "link"})

    def __init__(self):
        super().__init__()
        self.open, self.text, self.outside = [], [], []

    def handle_starttag(self, tag, attrs):
        assert "style" not in dict(attrs)
        if tag not in self.void:
            self.open.append(tag)
        self.outside += [value for name, value in attrs if name in {"src", "href"} and not value.startswith("#")]

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


@pytest.fixture(scope="module")
def page():
    return report_html(RUN, day=DAY)


def test_the_page_is_whole_and_asks_for_nothing(page):
    outline = Outline()
    outline.feed(page)
    assert outline.open == []
    assert outline.outside == []
    assert "url(" not in page
    assert "<script" not in page


@pytest.mark.parametrize(
    "title",
    [
        "What drives each method",
        "The paper’s findings, here",
        "Transparency and homogeneity",
        "Popularity",
        "Predicates and how functional they are",
        "The structure of the facts",
        "ROC curves",
        "Times",
        "What could not be judged",
    ],
)
def test_every_part_is_there(page, title):
    assert f"<h2>{title}</h2>" in page


def test_a_matrix_has_the_easiest_facts_at_the_top_right(page):
    matrix = page.split("<caption>kl</caption>")[1].split("</table>")[0]
    rows = [re.findall(r">(1\.00|\.\d\d)</td>", row) for row in matrix.split("<tr>")[2:]]
    assert [len(row) for row in rows] == [4, 4, 4, 4]
    # spouse: .66 + .2 · transparency + .05 · homogeneity
    assert rows[0] == [".86", ".87", ".89", ".91"]
    assert rows[3] == [".66", ".67", ".69", ".71"]


def test_table_4_has_popular_unpopular_and_random_pairs_of_equal_properties(page):
    methods = page.split('id="popularity"')[1].split("<caption>")
    row = methods[2].split('<th scope="row">team</th>')[1].split("</tr>")[0]
    assert methods[2].startswith("kg-miner")
    # .47 + .2 + .06, and .06 more or .03 less
    assert re.findall(r">(\.\d\d)</td>", row) == [".79", ".70", ".73"]


def test_the_papers_times_stand_beside_ours(page):
    row = page.split('id="times"')[1].split("<b>kl</b>")[1].split("</tr>")[0]
    assert re.findall(r"<td>([^<]+)</td>", row) == ["0.50", "5.000", "4.25", "5.50", "1,420"]
    assert "transe for spouse: 61.0 s" in page


def test_failures_are_named_and_escaped(page):
    assert page.count("too &lt;few&gt; facts") == 2


def test_what_was_left_out_is_told_with_the_failures():
    told = report_html(replace(RUN, left_out=("5 of 100 facts <left> out",)), day=DAY)
    assert "<li>5 of 100 facts &lt;left&gt; out</li>" in told.split('id="failures"')[1]


def test_cells_that_are_not_measured_leave_a_gap_in_the_matrix():
    gone = next(cell for cell in RUN.cells if cell.method == "kl")
    told = report_html(replace(RUN, cells=tuple(cell for cell in RUN.cells if cell != gone)), day=DAY)
    matrix = told.split("<caption>kl</caption>")[1].split("</table>")[0]
    assert matrix.count("<td>–</td>") == 1


def test_of_many_methods_some_curves_are_drawn_alike():
    assert legend(["kl", "sfe"]) == [("m0", "kl"), ("m1", "sfe")]
    many = legend(["jaccard", "kl", "a", "b", "c", "sfe", "d", "e"])
    assert many == [("m0", "kl"), ("m1", "sfe"), ("other", "jaccard, a, b, c, d, e")]


def test_parts_without_figures_are_left_out():
    plain = replace(
        RUN,
        scenarios=tuple(replace(each, test=None, training=None) for each in RUN.scenarios if each.ratio == 1),
        cells=tuple(cell for cell in RUN.cells if not cell.scenario.endswith("-0.2")),
        failed=(),
    )
    page = report_html(plain, day=DAY)
    assert 'id="popularity"' not in page
    assert 'id="structure"' not in page
    assert 'id="failures"' not in page
    assert 'id="matrices"' in page


def test_a_run_in_which_everything_failed_is_still_a_page():
    page = report_html(replace(RUN, cells=()), day=DAY)
    assert "No method judged any scenario." in page


def test_chance_is_pale_and_what_is_worse_than_chance_has_another_colour():
    assert [heat_of(value) for value in (0.5, 0.8, 1.0, 0.0)] == ["above h0", "above h12", "above h20", "below h20"]


def test_the_style_sheet_knows_every_heat():
    page = report_html(RUN, day=DAY)
    heats = {heat_of(value / 200) for value in range(201)}
    assert all(f".{name} {{" in page for heat in heats for name in heat.split())


def test_a_curve_runs_from_the_lower_left_to_the_upper_right():
    drawn = roc_chart("t", RUN.cells[:1], RUN.methods)
    assert 'd="M26.0 226.0L26.0 126.0L126.0 26.0L226.0 26.0"' in drawn.picture


def test_a_run_that_is_written_and_read_is_the_same(tmp_path):
    write_results(tmp_path / "results.json", RUN)
    assert read_results(tmp_path / "results.json") == RUN
    assert read_results(tmp_path) == RUN
    rows = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))["rows"]
    assert {"scenario", "predicate", "method", "auroc", "average_precision", "train_s", "check_s", "facts"} <= set(
        rows[0]
    )
    assert rows[0]["transparency"] == RUN.scenarios[0].transparency


def test_a_folder_stands_for_the_results_in_it(tmp_path):
    assert results_file(tmp_path) == tmp_path / "results.json"
    assert results_file(tmp_path / "run.json") == tmp_path / "run.json"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "cannot read"),
        ("{}", "has no results"),
        ('{"kind": "veriscope benchmark", "format": 99}', "written by another version"),
        ('{"kind": "veriscope benchmark", "format": 1, "kb": 3}', "is damaged: .*kb"),
    ],
)
def test_what_is_no_run_is_refused(tmp_path, text, says):
    path = tmp_path / "results.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=says):
        read_results(path)


def test_results_that_are_not_there_are_an_error(tmp_path):
    with pytest.raises(InputError, match=r"no results at .*bench run"):
        read_results(tmp_path / "nowhere.json")
