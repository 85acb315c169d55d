"""What the page is told of a document as a whole."""

from hashlib import sha256

import pytest

from onnxlens import api
from onnxlens.source import MemorySource
from onnxlens.views.web.documents import entry


def of(data: bytes, name: str = "m.onnx", **options):
    return entry(api.open(MemorySource(data, name), **options))


def test_a_sound_model(tiny):
    assert of(tiny) == {
        "name": "m.onnx",
        "size": 233,
        "sizeText": "233 bytes",
        "root": "ModelProto",
        "title": "ModelProto · IR 10 · ai.onnx 21 · 233 bytes",
        "records": len(api.open(tiny).index) - 1,
        "complete": True,
        "hash": sha256(b"233" + tiny + tiny).hexdigest()[:8],
        "because": None,
        "foreign": None,
        "damage": None,
        "rest": None,
    }


def test_many_opsets_are_not_all_named():
    imports = b"".join(b"\x42\x05\x0a\x01%c\x10\x01" % letter for letter in b"abcd")
    assert of(b"\x08\x0a" + imports, kind="ModelProto")["title"] == (
        "ModelProto · IR 10 · a 1 · b 1 · c 1 · … · 30 bytes"
    )


def test_a_file_that_was_cut_says_where_and_what_is_whole(tiny):
    said = of(tiny[:139])
    assert said["title"] == "ONNX model, cut off: 139 bytes of at least 201"
    assert said["damage"] == {
        "words": "cut off from 134 on; before it 2 nodes and 1 of 2 initializers are whole; "
        "graph.initializer[1] at 134 declares 21 bytes; 3 are there",
        "start": 134,
        "end": 139,
    }


def test_damage_in_the_middle_names_the_byte(tiny):
    said = of(tiny[:26] + b"\x0f" + tiny[27:])
    assert said["title"] == "ONNX model, damaged: 233 bytes"
    damage = said["damage"]
    assert damage["words"].startswith("at 26 in graph.node[0]: ") and damage["start"] == 26


def test_a_file_in_another_format_says_which_and_what_to_do():
    said = of(b"<!DOCTYPE html>\n<html><title>Sign in</title></html>\n", "page.onnx")
    assert said["root"] is None and said["title"].startswith("an HTML page")
    assert said["foreign"]["title"] == said["title"]
    assert said["foreign"]["entries"][-1][0] == "next"


def test_a_file_that_is_nothing_known_says_how_to_name_its_message():
    said = of(b"\xff" * 40)
    assert said["root"] is None and said["foreign"]["entries"] == [
        ["next", "name the message: --as TensorProto; onnxlens schema lists all 33"]
    ]


def test_a_budget_that_was_reached_is_told(tiny):
    said = of(tiny, max_records=10)
    assert said["complete"] is False and said["rest"].startswith("indexed 9 fields up to ")


@pytest.mark.parametrize("name", ["\x1b[2J", "a\u202eb", "<script>", "a\nb", "\udcff"])
def test_a_name_is_safe_to_show(tiny, name):
    shown = of(tiny, name)["name"]
    assert shown.isprintable() and shown.isascii()


def test_the_hash_tells_files_apart_by_size_beginning_and_end():
    large = bytes(300_000)
    one, two = large + b"\1", large + b"\2"
    assert (
        len({of(large)["hash"], of(one)["hash"], of(two)["hash"], of(b"\1" + large)["hash"]}) == 4
    )
    assert of(large)["hash"] == of(bytes(300_000))["hash"]
