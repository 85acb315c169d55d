"""Family D of known-problems.md, denotations, metadata and text: each row is said of its recipe."""

import json

import pytest

import recipes as r
from onnxlens import api
from onnxlens.source import MemorySource
from onnxlens.views.json_summary import summary_json

# what a row asks and nothing can say yet; all else of these rows is tested below
LATER = {
    "D2": "metadata that a tool lost is a difference of two files, which diff will show",
    "D6": "the count of names beside the channels of an output needs the writer's layout, a check",
}
X = "graph.input[0]"


def test_d1_all_keys_are_listed_and_none_is_said():
    assert r.Said(r.BASE).metadata == "no metadata_props on any level"
    entries = [r.entry(key, "1") for key in ("stride", "task", "my.key")]
    said = r.Said(r.BASE + r.metadata(*entries))
    for key in ("stride", "task", "my.key"):
        assert f'{key} = "1"' in said.metadata and f'{key} = "1"' in said.summary
    assert "3 entries of metadata_props" in said.metadata


def yolo(*keys: str) -> str:
    """Return what is said of a model with these keys."""
    return r.Said(r.BASE + r.metadata(*(r.entry(key, "1") for key in keys))).metadata


def test_d1_the_keys_that_readers_of_a_writers_models_ask_for_are_told():
    asked = "readers of ultralytics models ask for"
    assert f"{asked} stride, task, names, imgsz, batch; not here: names, imgsz, batch" in yolo(
        "task", "my.key", "stride"
    )
    assert f"{asked} names, stride, task, imgsz, batch: all are here" in yolo(
        "batch", "imgsz", "names", "stride", "task"
    )
    for keys in ((), ("names",), ("names", "Stride"), ("sample_rate", "hop_size")):
        assert "readers of" not in yolo(*keys)


def test_d1_only_the_keys_of_the_model_itself_are_those_of_a_profile():
    keys = r.each(9, [r.entry("names", "{}"), r.entry("stride", "32")])
    said = r.Said(r.model(r.graph([r.RELU + keys]), ir=10)).metadata
    assert '"32"' in said and "readers of" not in said


class Counted(MemorySource):
    """A source that counts the bytes that are read."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self.bytes = 0

    def read(self, offset: int, size: int) -> bytes:
        data = super().read(offset, size)
        self.bytes += len(data)
        return data


def test_d3_metadata_behind_weights_are_read_without_the_weights():
    weights = r.int_of(1, 1 << 20) + r.int_of(2, r.FLOAT) + r.of(8, "w") + r.of(9, bytes(4 << 20))
    data = r.model(
        r.graph(initializers=[weights]), more=r.metadata(r.entry("sample_rate", "16000"))
    )
    source = Counted(data)
    document = api.open(source)
    assert document.model is not None
    (entry,) = document.model.metadata_props
    assert (entry.key, entry.value) == ("sample_rate", "16000")
    assert source.bytes < len(data) // 10
    found = json.loads(json.dumps(summary_json(document)))["metadata_props"]
    path = "metadata_props[0]"
    assert found == [{"level": "model", "path": path, "key": "sample_rate", "value": "16000"}]


def test_d4_a_key_that_stands_twice_is_told_with_both_offsets():
    said = r.Said(r.BASE + r.metadata(r.entry("author", "a"), r.entry("author", "b")))
    rows = said.metadata.splitlines()
    assert rows[1].split()[0] == "59"
    (told,) = (line for line in rows if "the key stands at 59 too" in line)
    assert "the onnx checker refuses that; most readers take the last" in told
    assert "the key stands 2 times, also at offset 72" in said.of("metadata_props[0]")
    assert "the key stands 2 times, also at offset 59" in said.of("metadata_props[1]")


def test_d4_below_the_model_the_checker_does_not_ask():
    twice = r.each(9, [r.entry("k.a", "a"), r.entry("k.a", "b")])
    said = r.Said(r.model(r.graph([r.RELU + twice]), ir=10))
    assert "too; most readers take the last" in said.metadata and "refuses" not in said.metadata


def test_d5_an_entry_without_a_key_is_told():
    said = r.Said(r.BASE + r.metadata(r.of(2, "v")))
    assert "the entry has no key" in said.of("metadata_props[0]")
    assert "the entry has no key" in said.metadata


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("names", "{0: 'cat', 1: 'dog'}", "2 entries: 0 cat, 1 dog"),
        ("names", '{"0": "cat", "1": "dog"}', "2 entries: 0 cat, 1 dog"),
        ("imgsz", "[640, 640]", "2 items: 640, 640"),
    ],
)
def test_d6_a_value_is_parsed_and_counted(key, value, words):
    said = r.Said(r.BASE + r.metadata(r.entry(key, value), r.entry("stride", "32")))
    assert words in said.metadata and words in said.of("metadata_props[0].value")


def test_d7_paths_of_the_writers_machine_are_listed_with_what_may_be_cleared():
    doc = r.of(6, "/home/u/p/net.py(41): forward\n")
    trace = r.entry("pkg.torch.onnx.stack_trace", 'File "/home/u/q/net.py", line 41, in forward')
    said = r.Said(r.model(r.graph([r.RELU + doc + r.of(9, trace)]), ir=10))
    document = said.document
    text, value = "graph.node[0].doc_string", "graph.node[0].metadata_props[0].value"
    found = said.metadata
    for path, start, size in (("p", text, 30), ("q", value, 44)):
        (line,) = (line for line in found.splitlines() if f"/home/u/{path}/net.py in" in line)
        assert f" at {document[start].start}, {size} bytes" in line
    assert "paths of the machine that wrote it; to ONNX itself these texts do nothing" in found
    assert "/home/u/p/net.py; this text has no effect and may be cleared" in said.of(text)
    assert "names a path of the writer's machine: /home/u/q/net.py" in said.of(value)


def image(*axes: str) -> bytes:
    """Return a model whose input x is denoted IMAGE, its axes too."""
    dims = (r.dim(size, axis) for size, axis in zip((1, 3, 2, 2), axes, strict=True))
    type_ = r.tensor_type(r.FLOAT, *dims) + r.of(6, "IMAGE")
    return r.model(r.graph(inputs=[r.value("x", type_)]))


NCHW = ("DATA_BATCH", "DATA_CHANNEL", "DATA_FEATURE", "DATA_FEATURE")


def test_d8_an_image_without_its_keys_is_told():
    said = r.Said(image(*NCHW)).summary
    assert "x: N C H W, pixel format not given (Image.BitmapPixelFormat)" in said
    assert "gamma not given (Image.ColorSpaceGamma)" in said
    assert "range not given (Image.NominalPixelRange)" in said


def test_d8_the_keys_that_are_not_there_are_listed_in_json():
    keys = ["Image.BitmapPixelFormat", "Image.ColorSpaceGamma", "Image.NominalPixelRange"]
    values = ["Bgr8", "SRGB", "NominalRange_0_255"]
    for present in range(4):
        entries = map(r.entry, keys[:present], values)
        (found,) = summary_json(api.open(image(*NCHW) + r.metadata(*entries)))["images"]
        assert found["missing"] == keys[present:]
        assert (found["role"], found["name"], found["layout"]) == ("input", "x", [*"NCHW"])
    misspelt = [r.entry(keys[0].lower(), "Bgr8"), r.entry("Image.ColorSpaceGama", "SRGB")]
    (found,) = summary_json(api.open(image(*NCHW) + r.metadata(*misspelt)))["images"]
    assert found["missing"] == keys[1:]
    assert summary_json(api.open(r.BASE))["images"] == []


def test_d8_a_misspelt_key_value_and_denotation_are_named():
    entries = [
        r.entry("Image.BitmapPixelFormt", "Bgr8"),
        r.entry("image.colorspacegamma", "srgb"),
        r.entry("Image.NominalPixelRange", "NominalRange_0_256"),
    ]
    data = image("DATA_BATCH", "DATA_CHANEL", "DATA_FEATURE", "DATA_FEATURE")
    said = r.Said(data + r.metadata(*entries))
    assert "did you mean Image.BitmapPixelFormat" in said.of("metadata_props[0]")
    assert "did you mean Image.BitmapPixelFormat" in said.metadata
    assert "did you mean NominalRange_0_255" in said.of("metadata_props[2].value")
    assert "did you mean NominalRange_0_255" in said.summary
    assert "sRGB (gamma 2.2)" in said.summary
    path = f"{X}.type.tensor_type.shape.dim[1].denotation"
    assert said.of(path) == "DATA_CHANEL: did you mean DATA_CHANNEL"


def test_d8_keys_without_an_image_are_told():
    said = r.Said(r.BASE + r.metadata(r.entry("Image.BitmapPixelFormat", "Bgr8")))
    assert "no input is denoted IMAGE" in said.summary


def test_d9_symbol_and_denotation_are_told_apart():
    type_ = r.tensor_type(r.FLOAT, r.dim("batch", "DATA_BATCH"))
    said = r.Said(r.model(r.graph(inputs=[r.value("x", type_)])))
    dim = f"{X}.type.tensor_type.shape.dim[0]"
    assert 'x: FLOAT ["batch":DATA_BATCH]' in said.summary
    assert "the denotation of the axis is DATA_BATCH" in said.of(f"{dim}.dim_param")
    assert "the symbol of the axis is batch" in said.of(f"{dim}.denotation")
    heading, _, row = said.symbols.splitlines()[:3]
    assert heading == '"batch": 1 axis' and "DATA_BATCH" not in heading
    assert "input x, DATA_BATCH  " in row and "batch" not in row


def test_d9_a_fixed_axis_has_a_denotation_and_no_symbol():
    type_ = r.tensor_type(r.FLOAT, r.dim(1, "DATA_BATCH"))
    said = r.Said(r.model(r.graph(inputs=[r.value("x", type_)])))
    assert "x: FLOAT [1:DATA_BATCH]" in said.summary
    assert said.symbols == "no symbols: every axis has a size, or none at all"


def test_d10_text_that_is_bytes_is_told_and_shown_as_hex():
    node = r.node("Custom", ["x"], ["y"], [r.attribute("a", 3, r.of(4, b"\xff\xfe\x00"))])
    said = r.Said(r.model(r.graph([node])))
    words = said.of("graph.node[0].attribute[0].s")
    assert "not UTF-8 from byte 0 (FF) on; the standard asks for UTF-8" in words
    assert "3 bytes: FF FE 00" in said.tree


def test_d11_a_string_that_is_not_utf_8_is_told_once_with_a_guess():
    said = r.Said(r.BASE + r.metadata(r.of(1, "k") + r.of(2, b"Ren\xe9")))
    field = said.document["metadata_props[0].value"]
    words = said.of("metadata_props[0].value")
    assert f"byte E9 at 3 of the string, offset {field.payload.start + 3}" in words
    assert words.count("not UTF-8") == 1 and words.count('as Latin-1 it reads "René"') == 1
    assert "readers in Python get bytes" in words
    assert 'as Latin-1 it reads "René"' in said.metadata
    assert "not UTF-8" in r.Said(r.model(r.graph([r.RELU + r.of(3, b"\xe9")]))).of(
        "graph.node[0].name"
    )


def test_every_row_of_the_family_is_tested_or_in_the_table():
    tested = {name.split("_")[1].upper() for name in globals() if name.startswith("test_d")}
    rows = {f"D{number}" for number in range(1, 12)}
    assert (tested & rows) | set(LATER) == rows
