"""What a summary says of the files that a model needs, and of its size."""

import os

import onnx
import pytest
from onnx import TensorProto

import shown
from onnxlens import api
from onnxlens.model import facts
from onnxlens.views.json_summary import summary_json
from onnxlens.views.page import Page
from onnxlens.views.summary import summary


def outside(name, *entries, dims=(2,)):
    """Return an EXTERNAL tensor of FLOAT."""
    tensor = TensorProto(name=name, data_type=1, dims=dims, data_location=1)
    for key, value in entries:
        tensor.external_data.add(key=key, value=value)
    return tensor


def place(location, start, size):
    return ("location", location), ("offset", str(start)), ("length", str(size))


def model_of(*tensors):
    graph = onnx.GraphProto(name="g", initializer=tensors)
    return onnx.ModelProto(ir_version=8, graph=graph).SerializeToString()


@pytest.fixture
def told(tmp_path):
    """Return the entries of the summary of a model with some tensors, by key."""

    def tell(*tensors, whole=False, page=None):
        (tmp_path / "m.onnx").write_bytes(model_of(*tensors))
        with api.open(tmp_path / "m.onnx") as document:
            lines = list(summary(page or Page(), document, whole))
        found, key = {}, ""
        for line in lines[2:]:
            key = line[:13].strip() or key
            found.setdefault(key, []).append(line[13:])
        return found

    return tell


def test_a_model_without_external_data_needs_no_other_file(told):
    assert told()["needs"] == ["no other file"] and "next" not in told()


def test_a_file_that_is_there_has_its_size(told, tmp_path):
    (tmp_path / "w.bin").write_bytes(bytes(16))
    found = told(outside("a", *place("w.bin", 0, 8)), outside("b", *place("./w.bin", 8, 8)))
    assert found["needs"] == ['"w.bin", 16 bytes for 2 tensors; present, 16 bytes']
    assert "notes" not in found and "next" not in found


def test_a_file_that_is_missing_is_asked_for(told):
    found = told(outside("a", *place("no.bin", 0, 8)))
    assert found["needs"] == ['"no.bin", 8 bytes for 1 tensor; not beside it: no such file']
    assert found["next"] == ["put what is missing beside m.onnx"]


def test_another_spelling_is_hinted_at(told, tmp_path):
    (tmp_path / "W.bin").write_bytes(bytes(8))
    (line,) = told(outside("a", *place("w.BIN", 0, 8)))["needs"]
    assert line.endswith('no such file; there is "W.bin"')


@pytest.mark.parametrize("location", ["../w.bin", "/etc/hostname", "C:\\w.bin", "", "sub/../../w"])
def test_a_location_outside_is_not_opened(told, location):
    found = told(outside("a", *place(location, 0, 8)))
    assert found["needs"][0].endswith("; not opened")
    assert found["next"] == ["treat this file as untrusted"]


def test_links_are_not_followed(told, tmp_path):
    (tmp_path / "real.bin").write_bytes(bytes(8))
    os.symlink("real.bin", tmp_path / "w.bin")
    (line,) = told(outside("a", *place("w.bin", 0, 8)))["needs"]
    assert 'is a symbolic link to "real.bin"; not opened' in line


def test_bytes_alone_have_no_folder_to_look_in():
    document = api.open(model_of(outside("a", *place("w.bin", 0, 8))))
    lines = "\n".join(summary(Page(), document))
    assert "not looked for: the model cannot be loaded from bytes alone" in lines
    (file,) = summary_json(document)["external_files"]
    assert file["present"] is None and file["state"] == "no folder"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"0" * 64 + b"\nsize 8\n",
         "Git LFS pointer; the data itself is not here: git lfs pull"),
        (b"<!DOCTYPE html><html></html>", "an HTML page, not data"),
        (model_of(), "an ONNX model, not data"),
    ],
)  # fmt: skip
def test_a_file_that_holds_something_else_is_named(told, tmp_path, data, words):
    (tmp_path / "w.bin").write_bytes(data)
    (line,) = told(outside("a", *place("w.bin", 0, 8)))["needs"]
    assert line.endswith(f"; {words}")


def test_what_does_not_fit_is_noted(told, tmp_path):
    (tmp_path / "w.bin").write_bytes(bytes(1 << 20))
    found = told(
        outside("a", *place("w.bin", 0, 8)),
        outside("b", *place("w.bin", 4, 8)),
        outside("c", *place("w.bin", 1 << 19, 8)),
        outside("d", *place("w.bin", 1 << 20, 8)),
        outside("e", *place("w.bin", 0, 4)),
    )
    notes = found["notes"]
    assert "d needs 1048576:1048584; the file has 1,048,576 bytes" in notes
    assert "e: length is 4 bytes; FLOAT [2] needs 8" in notes
    assert "a and b overlap in 4:8, 4 bytes" in notes
    assert any("no tensor refers to 12:524288, a gap of 524,276 bytes" in note for note in notes)
    assert any("bytes are not referred to (99.9 %)" in note for note in notes)


def test_notes_name_their_file_where_there_are_more(told, tmp_path):
    for name in ("a.bin", "b.bin"):
        (tmp_path / name).write_bytes(bytes(4))
    found = told(outside("a", *place("a.bin", 0, 8)), outside("b", *place("b.bin", 0, 8)))
    assert found["notes"] == [
        '"a.bin": a needs 0:8; the file has 4 bytes', '"b.bin": b needs 0:8; the file has 4 bytes',
    ]  # fmt: skip


def test_eight_notes_are_shown_and_the_rest_is_counted(told, tmp_path):
    (tmp_path / "w.bin").write_bytes(b"")
    tensors = [outside(f"t{n}", *place("w.bin", 8 * n, 8)) for n in range(30)]
    notes = told(*tensors)["notes"]
    assert len(notes) == 9 and notes[-1] == "and 1 more: --all"
    assert told(*tensors, whole=True)["notes"][-1] == "and 22 more like that"


def test_what_the_needs_say_is_not_noted_again(told):
    found = told(outside("a", *place("no.bin", 0, 8)), outside("b", *place("../x", 0, 8)))
    assert "notes" not in found


def test_json_has_the_notes(tmp_path):
    (tmp_path / "m.onnx").write_bytes(model_of(outside("a", *place("w.bin", 0, 8))))
    (tmp_path / "w.bin").write_bytes(bytes(4))
    with api.open(tmp_path / "m.onnx") as document:
        (file,) = summary_json(document)["external_files"]
    assert file == {
        "location": "w.bin", "needed": 8, "at_least": False, "tensors": 1, "names": ["a"],
        "present": True, "state": "present", "reason": "", "size": 4, "content": "",
        "notes": ["a needs 0:8; the file has 4 bytes"],
    }  # fmt: skip


@pytest.mark.parametrize("page", shown.PAGES, ids=lambda page: str(page.width))
def test_hostile_locations_stay_harmless(tmp_path, page):
    tensors = [
        outside("\x1b[2J\u202e", *place("\u202e\u2066x.bin", 0, 8)),
        outside("n" * 5000, *place("x" * 5000, 0, 8)),
        outside("c", *place("\x1b]0;x\x07", "\x1b", "\u202e")),
    ]
    (tmp_path / "m.onnx").write_bytes(model_of(*tensors))
    (tmp_path / "\u202e\u2066x.bin").write_bytes(b"1")
    with api.open(tmp_path / "m.onnx") as document:
        assert shown.harmless(summary(page, document), page)


def test_no_file_is_looked_at_where_no_tensor_is_outside(tmp_path, monkeypatch):
    def refuse(*_):
        raise AssertionError("looked")

    monkeypatch.setattr("onnxlens.model.external.files.DataFiles.look", refuse)
    (tmp_path / "m.onnx").write_bytes(model_of(TensorProto(name="w", raw_data=b"1")))
    with api.open(tmp_path / "m.onnx") as document:
        assert list(summary(Page(), document))


def test_a_data_file_is_hardly_read(tmp_path, monkeypatch):
    from onnxlens.source import FileSource

    with (tmp_path / "w.bin").open("wb") as file:
        file.truncate(1 << 32)
    (tmp_path / "m.onnx").write_bytes(model_of(outside("a", *place("w.bin", 1 << 31, 8))))
    read, plain = [], FileSource.read
    monkeypatch.setattr(
        FileSource, "read", lambda self, at, size: read.append(size) or plain(self, at, size)
    )
    with api.open(tmp_path / "m.onnx") as document:
        assert any("4,294,967,288 of" in line for line in summary(Page(), document))
    assert sum(read) < 1 << 18


# -- the limit of protobuf -----------------------------------------------------------------------


def sized(*sizes):
    tensors = [TensorProto(name=f"w{n}", data_type=2, dims=[size], raw_data=bytes(size))
               for n, size in enumerate(sizes)]  # fmt: skip
    return tensors


def test_a_small_file_has_no_word_on_the_limit(told):
    assert "limit" not in told(*sized(100))


def test_what_is_left_below_the_limit_is_said(told, monkeypatch):
    monkeypatch.setattr(facts, "LIMIT", 1000)
    data = model_of(*sized(600))
    assert told(*sized(600))["limit"] == [
        f"protobuf takes 1,000 bytes (2 GiB); {1000 - len(data)} bytes are left"
    ]


def test_how_many_tensors_have_to_leave_a_file_over_the_limit_is_said(told, monkeypatch):
    monkeypatch.setattr(facts, "LIMIT", 1000)
    over = len(model_of(*sized(500, 100, 400, 300))) - 1000
    assert told(*sized(500, 100, 400, 300))["limit"] == [
        f"protobuf takes 1,000 bytes (2 GiB), this is {over} bytes more: readers call it corrupt, "
        "it is whole",
        "it fits once its largest tensor is external data",
    ]
    assert told(*sized(500, 100, 400, 900))["limit"][1].startswith(
        "it fits once its 2 largest tensors are"
    )


def test_tensors_that_are_not_enough_are_not_promised(told, monkeypatch):
    monkeypatch.setattr(facts, "LIMIT", 100)
    assert len(told(*sized(*[1] * 50))["limit"]) == 1


def test_the_limit_is_that_of_protobuf():
    assert facts.LIMIT == 2**31 - 1
