import pytest

from veriscope.errors import StoreError
from veriscope.files.atomic import replacing_folder


@pytest.fixture
def target(tmp_path):
    with replacing_folder(tmp_path / "target") as folder:
        (folder / "old").write_text("old")
    return tmp_path / "target"


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_folder_takes_the_place_of_another(target):
    with replacing_folder(target) as folder:
        (folder / "new").write_text("new")
        assert names(target) == ["old"]
    assert names(target) == ["new"]
    assert names(target.parent) == ["target"]


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_whatever_stops_the_writing_leaves_the_folder_as_it_was(target, error):
    def write():
        with replacing_folder(target) as folder:
            (folder / "new").write_text("new")
            raise error

    with pytest.raises(error):
        write()
    assert names(target) == ["old"]
    assert names(target.parent) == ["target"]


def test_a_full_disk_is_one_clear_line(target):
    with pytest.raises(StoreError, match=r"cannot write .*target: no space left"), replacing_folder(target):
        raise OSError(28, "No space left on device")
