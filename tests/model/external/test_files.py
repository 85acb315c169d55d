"""Files beside a model: what is opened, and what is refused."""

import gzip
import os
import stat
import threading

import pytest

from onnxlens.errors import SourceError
from onnxlens.model.external import inside
from onnxlens.model.external.files import DataFiles

DATA = bytes(range(16))


@pytest.fixture(params=["by steps", "by path"])
def way(request, monkeypatch):
    """Open by descriptors of folders, and as on systems that have none."""
    monkeypatch.setattr(inside, "BY_STEPS", request.param == "by steps")
    return request.param


@pytest.fixture
def folder(tmp_path):
    """Return a folder with a file, one below it, and one outside that must not be reached."""
    made = tmp_path / "model"
    (made / "sub").mkdir(parents=True)
    (made / "w.bin").write_bytes(DATA)
    (made / "sub" / "w.bin").write_bytes(DATA[:8])
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret.bin").write_bytes(b"secret")
    return made


def _refusal(folder, location):
    """Return the reason of a look, after seeing that opening gives the same one."""
    with DataFiles(folder) as files:
        found = files.look(location)
        with pytest.raises(SourceError) as caught:
            files.source(location)
    assert str(caught.value) == found.reason
    assert caught.value.next
    return found.state, found.reason


@pytest.mark.parametrize(
    ("location", "size"),
    [("w.bin", 16), ("./w.bin", 16), ("sub/w.bin", 8), ("sub//w.bin", 8), ("sub/./w.bin", 8),
     ("sub/../w.bin", 16), ("nothing/../w.bin", 16)],
)  # fmt: skip
def test_a_file_in_the_folder_is_there(folder, way, location, size):
    with DataFiles(folder) as files:
        found = files.look(location)
        assert (found.state, found.reason, found.size) == ("present", "", size)
        assert os.path.samefile(found.path, folder / location.removeprefix("nothing/../"))
        source = files.source(location)
        assert bytes(source.read(4, 100)) == DATA[4:size]
        assert files.source(location) is source


@pytest.mark.parametrize(
    ("location", "reason"),
    [
        ("no.bin", "no such file"),
        ("no/w.bin", "no such file"),
        ("w.bin/x", "a step of it is no folder"),
        ("x" * 300, "a name of it is longer than any file's"),
        ("W.bin", 'no such file; there is "w.bin"'),
        ("sub\\w.bin", "no such file; a backslash is part of a name here"),
    ],
)
def test_a_file_that_is_not_there_is_missing(folder, way, location, reason):
    assert _refusal(folder, location) == ("missing", reason)


@pytest.mark.parametrize(
    "location", ["../outside/secret.bin", "/etc/passwd", "sub/../../outside/secret.bin", "C:w.bin"]
)
def test_a_path_out_of_the_folder_is_not_even_looked_for(folder, monkeypatch, location):
    monkeypatch.setattr(os, "open", lambda *_, **__: pytest.fail("touched the disk"))
    assert _refusal(folder, location)[0] == "refused"


def test_a_link_is_refused_with_where_it_leads(folder):
    (folder / "link.bin").symlink_to("../outside/secret.bin")
    expected = 'is a symbolic link to "../outside/secret.bin"'
    assert _refusal(folder, "link.bin") == ("refused", expected)


@pytest.mark.parametrize("target", ["w.bin", "link.bin", "nowhere"])
def test_any_link_is_refused(folder, way, target):
    (folder / "link.bin").symlink_to(target)
    state, reason = _refusal(folder, "link.bin")
    assert state == "refused" and reason.startswith("is a symbolic link")


def test_a_folder_that_is_a_link_is_refused(folder, way):
    (folder / "linked").symlink_to("../outside")
    state, reason = _refusal(folder, "linked/secret.bin")
    assert state == "refused" and reason.startswith('its folder "linked" is a symbolic link')
    assert _refusal(folder, "linked/missing.bin")[0] == "refused"


def test_the_folder_itself_may_be_a_link(folder, way, tmp_path):
    (tmp_path / "here").symlink_to("model")
    assert DataFiles(tmp_path / "here").look("w.bin").state == "present"


def test_a_hard_link_is_refused(folder, way, tmp_path):
    os.link(tmp_path / "outside" / "secret.bin", folder / "hard.bin")
    assert _refusal(folder, "hard.bin") == ("refused", "has 2 hard links")


def test_a_named_pipe_does_not_hang(folder, way):
    os.mkfifo(folder / "pipe")
    assert _refusal(folder, "pipe") == ("refused", "is not a regular file")


def test_a_folder_is_no_file(folder, way):
    assert _refusal(folder, "sub") == ("refused", "is a folder, not a file")


def test_a_file_without_permission_is_refused(folder, way, monkeypatch):
    real = os.open

    def deny(path, flags, *rest, **more):
        if os.fspath(path).endswith("w.bin"):
            raise PermissionError(13, "Permission denied")
        return real(path, flags, *rest, **more)

    monkeypatch.setattr(os, "open", deny)
    assert _refusal(folder, "w.bin") == ("refused", "no permission to read it")


def test_a_name_that_is_not_utf_8_is_found(folder, way):
    with open(os.fsencode(folder) + b"/w\xff.bin", "wb") as file:
        file.write(DATA)
    assert DataFiles(folder).look("w\udcff.bin").size == 16


def test_without_a_folder_nothing_can_be_loaded():
    assert _refusal(None, "w.bin") == ("no folder", "cannot be loaded from bytes alone")
    assert _refusal(None, "../w.bin") == ("refused", "leaves the folder")
    assert DataFiles(None).look("w.bin").path is None


def test_a_folder_that_is_gone_makes_its_files_missing(tmp_path, way):
    assert DataFiles(tmp_path / "gone").look("w.bin").state == "missing"


@pytest.mark.parametrize("name", ["w.bin", "sub"])
def test_what_becomes_a_link_after_the_look_is_refused(folder, name):
    location = {"w.bin": "w.bin", "sub": "sub/w.bin"}[name]
    with DataFiles(folder) as files:
        assert files.look(location).state == "present"
        os.rename(folder / name, folder / "moved")
        (folder / name).symlink_to("moved")
        with pytest.raises(SourceError, match="symbolic link"):
            files.source(location)


@pytest.mark.parametrize(("name", "location"), [("w.bin", "w.bin"), ("sub", "sub/w.bin")])
def test_a_link_put_between_stat_and_open_is_refused(folder, way, monkeypatch, name, location):
    """The look of the opening itself sees a file, and a link is there when it is opened."""
    real = os.open
    swapped = []

    def swap(path, flags, *rest, **more):
        last = os.path.basename(os.fspath(path)) if way == "by steps" else name
        if last == name and not swapped:
            os.rename(folder / name, folder / "moved")
            (folder / name).symlink_to("moved")
            swapped.append(name)
        return real(path, flags, *rest, **more)

    monkeypatch.setattr(os, "open", swap)
    assert DataFiles(folder).look(location).state == "refused"
    assert swapped == [name]


@pytest.mark.parametrize("kind", ["hard link", "pipe"])
def test_another_kind_of_file_put_in_its_place_is_refused(folder, way, monkeypatch, tmp_path, kind):
    real = os.open

    def swap(path, flags, *rest, **more):
        if os.path.basename(os.fspath(path)) == "w.bin":
            os.unlink(folder / "w.bin")
            if kind == "pipe":
                os.mkfifo(folder / "w.bin")
            else:
                os.link(tmp_path / "outside" / "secret.bin", folder / "w.bin")
        return real(path, flags, *rest, **more)

    monkeypatch.setattr(os, "open", swap)
    assert DataFiles(folder).look("w.bin").state == "refused"


def test_without_descriptors_a_link_that_comes_and_goes_is_noticed(folder, tmp_path, monkeypatch):
    """The link is there for the opening alone; what was opened is not what both looks saw."""
    monkeypatch.setattr(inside, "BY_STEPS", False)
    (tmp_path / "outside" / "w.bin").write_bytes(b"secret")
    real = os.open

    def swap(path, flags, *rest, **more):
        os.rename(folder / "sub", folder / "moved")
        (folder / "sub").symlink_to("../outside")
        try:
            return real(path, flags, *rest, **more)
        finally:
            os.unlink(folder / "sub")
            os.rename(folder / "moved", folder / "sub")

    monkeypatch.setattr(os, "open", swap)
    assert _refusal(folder, "sub/w.bin") == ("refused", "was replaced while it was opened")


def test_what_is_no_regular_file_is_not_even_opened(folder, way, monkeypatch):
    """A device may act when it is opened."""
    os.mkfifo(folder / "pipe")
    real = os.open
    opened = []

    def note(path, *rest, **more):
        opened.append(os.path.basename(os.fspath(path)))
        return real(path, *rest, **more)

    monkeypatch.setattr(os, "open", note)
    assert DataFiles(folder).look("pipe").state == "refused"
    assert "pipe" not in opened


def test_a_swapping_thread_never_gets_a_link_followed(folder, tmp_path):
    """The folder is exchanged for a link to the outside again and again."""
    (tmp_path / "outside" / "w.bin").write_bytes(b"secret")
    stop = threading.Event()

    def exchange():
        while not stop.is_set():
            os.rename(folder / "sub", folder / "kept")
            (folder / "sub").symlink_to("../outside")
            os.unlink(folder / "sub")
            os.rename(folder / "kept", folder / "sub")

    thread = threading.Thread(target=exchange)
    thread.start()
    try:
        found = set()
        for number in range(500_000):
            look = DataFiles(folder).look("sub/w.bin")
            found.add((look.state, look.size))
            if number > 2000 and len({state for state, _ in found}) == 3:
                break
    finally:
        stop.set()
        thread.join()
    assert found == {("present", 8), ("refused", None), ("missing", None)}


def test_descriptors_are_given_back(folder, way):
    for number in range(200):
        (folder / f"{number}.bin").write_bytes(DATA)
    os.mkfifo(folder / "pipe")
    before = len(os.listdir("/dev/fd"))
    with DataFiles(folder) as files:
        for number in range(200):
            assert files.look(f"{number}.bin").size == files.source(f"./{number}.bin").size
            files.look("pipe")
            files.look("sub/w.bin")
            files.look("sub/missing/w.bin")
        assert len(os.listdir("/dev/fd")) - before <= 64
        first = files.source("0.bin")
    assert len(os.listdir("/dev/fd")) == before
    with pytest.raises(SourceError):
        first.read(0, 1)


POINTER = (
    b"version https://git-lfs.github.com/spec/v1\n"
    b"oid sha256:4665a5ea423c2713d436b5ee50593a9640e0018c1550b5a0002f74190d6caea8\nsize 12\n"
)


@pytest.mark.parametrize(
    ("data", "content"),
    [
        (POINTER, "Git LFS pointer; the data itself is not here: git lfs pull"),
        (b"<!DOCTYPE html><html><title>Sign in</title></html>", "an HTML page, not data"),
        (b'<?xml version="1.0"?><a></a>', "an XML document, not data"),
        (gzip.compress(bytes(64)), "packed with gzip, not data: unpack it first"),
        (b"", ""),
        (bytes(64), ""),
        (DATA, ""),
        (b"\x08" + bytes(range(200)), ""),
        (b"PK\x03\x04" + bytes(60), ""),
    ],
)
def test_a_data_file_that_is_something_else_is_told(folder, data, content):
    (folder / "w.bin").write_bytes(data)
    assert DataFiles(folder).look("w.bin").content == content


def test_a_model_in_place_of_data_is_told(folder, tiny):
    (folder / "w.bin").write_bytes(tiny)
    assert DataFiles(folder).look("w.bin").content == "an ONNX model, not data"


def test_the_folder_is_the_one_at_opening(folder, monkeypatch):
    monkeypatch.chdir(folder)
    files = DataFiles("")
    monkeypatch.chdir("/")
    assert files.look("w.bin").path == str(folder / "w.bin")
    assert stat.S_ISREG(os.stat(files.look("w.bin").path).st_mode)
