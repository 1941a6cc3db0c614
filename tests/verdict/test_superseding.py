"""A later line, or a correction, decides over an earlier one."""

import pytest

from veriscope.domain import Claim, Evidence, Label, SentenceId, Stance, Verdict
from veriscope.verdict.superseding import find_superseding, with_superseding

CLAIM = Claim("1", "Vell had six accidents in 2023.")
YES, NO, OPEN = Stance(0.8, 0.1, 0.1), Stance(0.1, 0.8, 0.1), Stance(0.1, 0.1, 0.8)


def piece(page, text, date=""):
    return Evidence(SentenceId(page, 0), text, (page,), 1.0, date=date)


REPORT = piece("Report", "Vell had six accidents in 2023.", "2024-04-18")
LATER = piece("News", "In 2023 Vell had eight accidents.", "2024-06-05")
CORRECTION = piece("Note", "Correction: in 2023 Vell had eight accidents, not six.")


def test_of_two_dated_lines_that_disagree_the_later_one_decides():
    found = find_superseding(CLAIM, [REPORT, LATER], [YES, NO])
    assert (found.later, found.earlier) == (1, 0)
    assert found.words([REPORT, LATER]) == (
        "News#sentence-0 (2024-06-05) is later than Report#sentence-0 (2024-04-18), and decides"
    )
    verdict = with_superseding(Verdict(Label.SUPPORTS, 0.9, 0.05, 0.05, (YES, NO)), found)
    assert (verdict.label, verdict.refutes) == (Label.REFUTES, 0.8)


def test_a_correction_needs_no_date():
    found = find_superseding(CLAIM, [REPORT, CORRECTION], [YES, NO])
    assert found.is_correction
    assert found.words([REPORT, CORRECTION]) == "Note#sentence-0 corrects Report#sentence-0, and decides"


def test_a_verdict_on_the_side_of_the_later_line_stays_as_it_is():
    found = find_superseding(CLAIM, [REPORT, LATER], [YES, NO])
    verdict = Verdict(Label.REFUTES, 0.05, 0.9, 0.05, (YES, NO))
    assert with_superseding(verdict, found) == verdict


@pytest.mark.parametrize(
    ("evidence", "stances"),
    [
        ([REPORT, LATER], [YES, YES]),
        ([REPORT, LATER], [YES, OPEN]),
        ([REPORT, LATER._replace(date="")], [YES, NO]),
        ([REPORT, LATER._replace(date="2024-04")], [YES, NO]),
        ([REPORT, piece("News", "Vell had eight accidents in 2022.", "2024-06-05")], [YES, NO]),
        ([REPORT, piece("News", "Tam fell ill in 2023.", "2024-06-05")], [YES, NO]),
        ([REPORT, piece("Report", "Vell had eight accidents in 2023.", "2024-06-05")], [YES, NO]),
        ([], []),
    ],
)  # fmt: skip
def test_lines_that_agree_or_speak_of_something_else_are_left_alone(evidence, stances):
    assert find_superseding(CLAIM, evidence, stances) is None
