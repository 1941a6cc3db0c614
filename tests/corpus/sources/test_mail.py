"""E-mail: messages, mailboxes and what is attached to them."""

import mailbox
import random
from email.message import EmailMessage

import pytest

from veriscope.corpus.sources.documents import Documents
from veriscope.corpus.sources.file_kinds import parse_document
from veriscope.corpus.sources.records import Skip
from veriscope.domain import Sentence, TableKind


def message(text="The bridge opened in 1931.", *, subject="The bridge", html="", **heads):
    made = EmailMessage()
    made["Subject"], made["From"], made["To"] = subject, "Ann Hale <ann@example.org>", "bo@example.org"
    made["Date"] = "Thu, 03 May 2001 10:00:00 +0200"
    if text:
        made.set_content(text)
    if html:
        made.add_alternative(html, subtype="html") if text else made.set_content(html, subtype="html")
    return made


def read(made):
    parsed = parse_document("a.eml", made.as_bytes() if isinstance(made, EmailMessage) else made)
    assert parsed.page is not None, parsed.skips
    return parsed


def sentences(parsed):
    return [element.text for element in parsed.page.elements if isinstance(element, Sentence)]


def records(path):
    form = Documents()
    return [(r, None if isinstance(r, Skip) else form.parse(r)) for r in form.records(path)]


def test_a_message_is_a_page_with_its_sender_and_date():
    page = read(message()).page
    (heads,) = page.tables()
    assert page.title == "The bridge"
    assert heads.kind is TableKind.INFOBOX
    assert [cell.text for cell in heads.cells] == [
        *("From", "Ann Hale <ann@example.org>", "To", "bo@example.org", "Date", "2001-05-03 10:00")
    ]
    assert [element.text for element in page.sentences()] == ["The bridge opened in 1931."]


def test_plain_text_is_preferred_to_html():
    assert sentences(read(message("It is plain.", html="<p>It is HTML.</p>"))) == ["It is plain."]
    assert sentences(read(message("", html="<p>It is HTML.</p>"))) == ["It is HTML."]


def test_quotes_and_signatures_are_left_out_and_counted():
    text = (
        "The mill is older.\n\nOn 3 May 2001, Bo <bo@example.org>\nwrote:\n> The bridge is old.\n> Very old.\n\n"
        "It burned twice.\n-- \nAnn Hale\nArchivist, +47 22 00\n"
    )
    parsed = read(message(text))
    assert sentences(parsed) == ["The mill is older.", "It burned twice."]
    assert [(skip.what, skip.reason) for skip in parsed.skips] == [
        ("quoted reply", "left out 4 lines"),
        ("signature", "left out 4 lines"),
    ]


def test_a_copied_message_below_is_left_out():
    text = (
        "I agree.\n\n-----Original Message-----\nFrom: Bo [mailto:bo@example.org]\nSent: Thursday\n\nThe bridge is old."
    )
    assert sentences(read(message(text))) == ["I agree."]


def test_quotes_in_html_are_left_out():
    html = '<p>I agree.</p><div class="gmail_quote">On 3 May Bo wrote: <blockquote type="cite">Old.</blockquote></div>'
    assert sentences(read(message("", html=html))) == ["I agree."]


@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-1", "cp1252"])
def test_any_charset_is_decoded(charset):
    made = message()
    made.set_content("Das Café öffnete 1931.", charset=charset)
    made.replace_header("Subject", "Über das Café")
    parsed = read(made)
    assert (parsed.page.title, sentences(parsed)) == ("Über das Café", ["Das Café öffnete 1931."])


def test_attachments_become_pages_or_are_named(tmp_path):
    made = message()
    made.add_attachment(b"town,visitors\nBrevik,120\n", maintype="text", subtype="csv", filename="../towns.csv")
    made.add_attachment(b"\x00", maintype="application", subtype="octet-stream", filename="data.bin")
    made.add_attachment(message("The mill burned.", subject="The mill"))
    path = tmp_path / "a.eml"
    path.write_bytes(made.as_bytes())
    found = records(path)
    assert [record.place for record, _ in found] == [
        *("a.eml", "a.eml/towns.csv", "a.eml/data.bin", "a.eml/message-4.eml")
    ]
    assert found[2][0].reason.startswith("no reader for .bin")
    assert found[3][1].page.title == "The mill"


def test_a_mailbox_is_one_page_for_each_message(tmp_path):
    box = mailbox.mbox(tmp_path / "box.mbox")
    for number in range(3):
        box.add(message(f"Ship {number} sank.\n\nFrom here it sailed.", subject=f"Ship {number}"))
    box.close()
    found = [parsed.page for _, parsed in records(tmp_path / "box.mbox")]
    assert [(page.title, page.origin) for page in found] == [(f"Ship {n}", f"box.mbox/{n + 1}.eml") for n in range(3)]
    assert [s.text for s in found[1].sentences()] == ["Ship 1 sank.", "From here it sailed."]


def test_a_mailbox_without_messages_says_so(tmp_path):
    (tmp_path / "a.mbox").write_bytes(b"\n\n")
    ((skip, _),) = records(tmp_path / "a.mbox")
    assert skip.reason == "no messages"


def test_messages_within_messages_end_somewhere(tmp_path):
    made = message("The last.")
    for _ in range(12):
        outer = message("One more.")
        outer.add_attachment(made)
        made = outer
    (tmp_path / "a.eml").write_bytes(made.as_bytes())
    found = records(tmp_path / "a.eml")
    assert len(found) == 6
    assert "deeper than 4 levels" in found[-1][0].reason


def test_no_message_is_one_line():
    (skip,) = parse_document("a.eml", b"\n\njust text\n").skips
    assert skip.reason == "no e-mail: it has no header"


def test_damaged_messages_are_read_or_refused(tmp_path):
    made = message("Text.\n", html="<p>Text.</p>")
    made.add_attachment(b"a,b\n1,2\n", maintype="text", subtype="csv", filename="t.csv")
    draw, whole, path = random.Random(5), made.as_bytes(), tmp_path / "a.eml"
    for _ in range(200):
        data = bytearray(whole[: draw.randrange(1, len(whole))] if draw.random() < 0.4 else whole)
        for _ in range(draw.randrange(40)):
            data[draw.randrange(len(data))] = draw.randrange(256)
        path.write_bytes(bytes(data))
        assert all(isinstance(record, Skip) or parsed.page or parsed.skips for record, parsed in records(path))


def test_deeply_nested_parts_are_read_or_refused():
    data = b"Subject: x\n"
    for depth in range(400):
        data += b'Content-Type: multipart/mixed; boundary="%d"\n\n--%d\n' % (depth, depth)
    parsed = parse_document("a.eml", data + b"Content-Type: text/plain\n\nText.\n")
    assert parsed.page or parsed.skips
