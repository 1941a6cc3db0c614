import pytest

from veriscope.graph.compact.literal_values import LiteralKind, read_literal

XSD = "http://www.w3.org/2001/XMLSchema#"


@pytest.mark.parametrize(
    ("written", "text", "kind", "number"),
    [
        (f'"1957"^^<{XSD}gYear>', "1957", LiteralKind.YEAR, 1957),
        (f'"-0044"^^<{XSD}gYear>', "-0044", LiteralKind.YEAR, -44),
        (f'"1969-07-20"^^<{XSD}date>', "1969-07-20", LiteralKind.YEAR, 1969),
        (f'"19.3"^^<{XSD}decimal>', "19.3", LiteralKind.NUMBER, 19.3),
        (f'"many"^^<{XSD}integer>', "many", LiteralKind.TEXT, None),
        ('"Au"', "Au", LiteralKind.TEXT, None),
        ('"caf\\u00E9 \\"Lima\\""@en', 'café "Lima"', LiteralKind.TEXT, None),
    ],
)
def test_literals_are_read_by_their_datatype(written, text, kind, number):
    assert read_literal(written) == (text, kind, number)
