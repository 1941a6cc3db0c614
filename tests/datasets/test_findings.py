from veriscope.datasets import Problem, count_by_kind
from veriscope.datasets.findings import ProblemKind

TWICE, LABEL = ProblemKind.REPEATED_PIECE, ProblemKind.LABEL


def test_rows_are_counted_once_for_each_kind():
    problems = [Problem(2, TWICE, "a"), Problem(2, TWICE, "b"), Problem(5, TWICE, "c"), Problem(7, LABEL, "d")]
    counts = count_by_kind(problems)
    assert [str(count) for count in counts] == [
        "1 row with a label that is none of the three",
        "2 rows citing a piece twice",
    ]
    assert counts[1].first == problems[0]


def test_without_problems_nothing_is_counted():
    assert count_by_kind([]) == []
