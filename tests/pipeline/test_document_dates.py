"""The dates of documents and sections."""

import pytest

from veriscope.domain import Evidence, Page, Section, Sentence, SentenceId
from veriscope.pipeline.document_dates import document_date, with_dates


def page(title="Note", *first, origin=""):
    return Page(title, tuple(Sentence(number, text) for number, text in enumerate(first)), origin)


@pytest.mark.parametrize(
    ("found", "date"),
    [
        (page("Minutes of 18 March 2025"), "2025-03-18"),
        (page("Minutes", origin="docs/minutes-2025-03-18-final.txt"), "2025-03-18"),
        (page("Note", "Date: Wed 5 June 2024, 16:40"), "2024-06-05"),
        (page("Note", "Rev. C, 26 February 2024"), "2024-02-26"),
        (page("Report for March 2024"), "2024-03"),
        (page("Note", "The society was founded on 3 May 1901."), ""),
        (page("Annual report 2023"), ""),
        (page("Note", *["Dear neighbours,"] * 8, "Printed 21 March 2025"), ""),
    ],
)
def test_a_document_is_of_the_date_in_its_title_file_name_or_first_lines(found, date):
    assert document_date(found) == date


def test_a_section_with_a_date_is_of_that_date():
    news = Page("News of 1 May 2024", (Section("4.0 (12 March 2024)", 2), Sentence(0, "It is out.")))
    pieces = [
        Evidence(SentenceId("News of 1 May 2024", 0), "It is out.", ("News of 1 May 2024", heading), 1.0)
        for heading in ("4.0 (12 March 2024)", "Words")
    ]
    assert [piece.date for piece in with_dates(pieces, [(news, 1.0)])] == ["2024-03-12", "2024-05-01"]
