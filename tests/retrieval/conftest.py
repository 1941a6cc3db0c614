import json

import pytest

from veriscope.corpus import Corpus, PlannedSource, build_corpus


@pytest.fixture
def corpus_of(tmp_path):
    """Makes an indexed corpus of pages given as lists of sentences, in which `[[Target|words]]` is a link."""
    made = []

    def make(pages, redirects=()):
        folder = tmp_path / f"corpus-{len(made)}"
        folder.mkdir()
        lines = [json.dumps(record(title, sentences)) for title, sentences in pages.items()]
        (folder / "pages.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        names = "".join(f"{name}\t{title}\n" for name, title in redirects)
        (folder / "redirects.tsv").write_text(names, encoding="utf-8")
        sources = [
            PlannedSource(path, form, path.stat().st_size)
            for path, form in ((folder / "pages.jsonl", "feverous"), (folder / "redirects.tsv", "redirects"))
            if path.stat().st_size
        ]
        build_corpus(folder / "built", sources, report=lambda _: None)
        made.append(Corpus.open(folder / "built"))
        return made[-1]

    yield make
    for corpus in made:
        corpus.close()


def record(title, sentences):
    named = {f"sentence_{number}": text for number, text in enumerate(sentences)}
    return {"title": title, "order": list(named), **named}
