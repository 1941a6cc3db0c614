from veriscope.corpus import Corpus, build_corpus, plan_sources
from veriscope.lab.lessons.hand_written import LessonGroup, LessonOrigin, LessonTable
from veriscope.lab.lessons.lesson_documents import write_documents

TABLE = LessonTable(("Ward", "Beds"), (("Oak", "24"), ("Elm | annex", "8")), "Beds by ward")
LINES = ("# 4 wards are open.", "1. Oak is the largest.", "- Visitors come from 2 to 4 p.m.", "It isn't locked.")


def group(name, title, lines, table=None):
    return LessonGroup(
        name, "clinic", "leaflet", "train", LessonOrigin(title, "Wards", "2024-03", "wards.docx"), (), lines, table
    )


def test_a_passage_comes_back_from_its_document_line_by_line(tmp_path):
    groups = [group("clinic-1", "Your stay", LINES, TABLE), group("clinic-2", "", ("Nobody was hurt.",))]
    write_documents(groups, tmp_path / "documents")
    build_corpus(tmp_path / "corpus", plan_sources([tmp_path / "documents"]), report=lambda _: None)
    with Corpus.open(tmp_path / "corpus") as corpus:
        page = corpus.page("Your stay")
        said = [sentence.text for sentence in page.sentences()]
        assert [
            line for line in ("Visitors come from 2 to 4 p.m.", "It isn't locked.") if line not in " ".join(said)
        ] == []
        (table,) = page.tables()
        assert {cell.text for cell in table.cells} >= {"Ward", "Oak", "24", "Elm / annex"}
        assert any("wards" in title.lower() for title in corpus.titles())
