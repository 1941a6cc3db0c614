import pytest

from veriscope.domain import Label
from veriscope.errors import InputError
from veriscope.lab.evaluation.error_summary import read_errors, summary_json
from veriscope.scoring.error_classes import Cause, Remark

HEAD = "id,label,cause,contradicting,remark,note"
ROWS = [
    '1,SUPPORTS,"right evidence, wrong label",,None,',
    "2,REFUTES,no right evidence retrieved,Vell#sentence-1, new evidence not annotated ; Annotation error,seen",
    "3,REFUTES,no right evidence retrieved,,,",
]


@pytest.fixture
def read(tmp_path):
    def run(*lines):
        (tmp_path / "wrong.csv").write_text("\n".join(lines), encoding="utf-8-sig")
        return read_errors(tmp_path / "wrong.csv")

    return run


def test_causes_and_remarks_are_counted(read):
    found = read(HEAD, *ROWS)
    assert (found.claims, found.contradicting, found.read) == (3, 1, 2)
    assert found.causes[Cause.NO_RIGHT_EVIDENCE][Label.REFUTES] == 2
    assert found.causes[Cause.WRONG_LABEL][Label.SUPPORTS] == 1
    assert found.remarks == {
        Remark.NEW_EVIDENCE: 1,
        Remark.GUIDELINES: 0,
        Remark.ANNOTATION_ERROR: 1,
        Remark.CONTRADICTION: 0,
        Remark.NONE: 1,
    }
    report = summary_json(found)
    assert report["causes"]["no right evidence retrieved"]["share"] == pytest.approx(2 / 3)
    assert report["remarks"]["annotation error"]["share"] == 0.5


def test_semicolons_may_divide_the_columns(read):
    found = read(HEAD.replace(",", ";"), '1;SUPPORTS;"right evidence, wrong label";;"none";')
    assert (found.claims, found.read) == (1, 1)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([HEAD], "the file holds no rows"),
        (["id,label,cause,remark", "1,SUPPORTS,x,"], "1: no column named contradicting"),
        (
            [HEAD, "1,SUPPORTS,bad luck,,,"],
            r"wrong\.csv:2: cause: found 'bad luck'; expected one of: no right evidence",
        ),
        ([HEAD, ROWS[0], "1,MAYBE,x,,,"], r"wrong\.csv:3: label: found 'MAYBE'; expected one of: SUPPORTS"),
        ([HEAD, ROWS[2].replace(",,,", ",,typo,")], "remark: found 'typo'; expected one of: new evidence"),
        ([HEAD, ROWS[2].replace(",,,", ",,none; annotation error,")], "says none and something"),
    ],
)
def test_what_is_wrong_is_named(read, lines, message):
    with pytest.raises(InputError, match=message):
        read(*lines)


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    with pytest.raises(InputError, match=r"cannot read .*no\.csv"):
        read_errors(tmp_path / "no.csv")
    (tmp_path / "latin.csv").write_bytes(b"id,label\n\xe9")
    with pytest.raises(InputError, match="not UTF-8"):
        read_errors(tmp_path / "latin.csv")
