"""A compound claim weighed with its parts."""

import pytest

from veriscope.domain import Label, Verdict
from veriscope.verdict import weigh_parts

YES = Verdict(Label.SUPPORTS, 0.8, 0.1, 0.1)
NO = Verdict(Label.REFUTES, 0.1, 0.7, 0.2)
OPEN = Verdict(Label.NOT_ENOUGH_INFO, 0.2, 0.2, 0.6)


@pytest.mark.parametrize(
    ("parts", "label"),
    [
        ([YES, YES], Label.SUPPORTS),
        ([YES, NO], Label.REFUTES),
        ([OPEN, NO], Label.REFUTES),
        ([YES, OPEN], Label.NOT_ENOUGH_INFO),
    ],
)
def test_the_weakest_part_decides_over_a_supported_claim(parts, label):
    verdict = weigh_parts(YES, parts)
    assert verdict.label is label
    assert verdict.supports + verdict.refutes + verdict.not_enough_info == pytest.approx(1)
    assert bool(verdict.reason) == (label is not Label.SUPPORTS)


@pytest.mark.parametrize("whole", [NO, OPEN])
def test_parts_add_no_support_to_a_claim(whole):
    assert weigh_parts(whole, [YES, YES]) == whole
