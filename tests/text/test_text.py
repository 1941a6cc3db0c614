"""What the package offers."""

from pathlib import Path

import veriscope.text


def test_public_names_exist_once():
    names = veriscope.text.__all__
    assert len(set(names)) == len(names)
    assert all(hasattr(veriscope.text, name) for name in names)


def test_word_lists_name_no_word_twice():
    for path in Path(veriscope.text.__path__[0], "data").glob("*.txt"):
        lines = path.read_text(encoding="utf-8").splitlines()
        words = [word for line in lines if not line.startswith(("#", "[")) for word in line.split()]
        assert sorted(words) == sorted(set(words)), path.name
