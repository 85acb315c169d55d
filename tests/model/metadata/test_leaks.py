"""Paths of the writer's machine, found in the texts of a file."""

import time

import pytest
from onnx import (
    AttributeProto,
    FunctionProto,
    GraphProto,
    ModelProto,
    NodeProto,
    StringStringEntryProto,
    TensorProto,
    ValueInfoProto,
)

from onnxlens import api
from onnxlens.model.metadata.leaks import leaks, machine_paths

PATHS = {
    "/home/u/p/net.py(41): forward": "/home/u/p/net.py",
    "at /Users/dil/x.onnx.": "/Users/dil/x.onnx",
    'File "/root/net.py", line 3': "/root/net.py",
    "[/mnt/d/x, 1]": "/mnt/d/x",
    "/opt/conda/lib/python3.8/site-packages/torch/nn/modules/conv.py:443": (
        "/opt/conda/lib/python3.8/site-packages/torch/nn/modules/conv.py"),
    "path=/home/ren\u00e9/a b": "/home/ren\u00e9/a",
    "file:///home/u/x": "/home/u/x",
    '{"src": "/home/u/x\\n"}': "/home/u/x",
    r"C:\Users\u\x.py": r"C:\Users\u\x.py",
    r'"C:\\Users\\u\\x"': r"C:\\Users\\u\\x",
    "C:/Users/u/x": "C:/Users/u/x",
    r"D:\a\repo\net.py(3)": r"D:\a\repo\net.py",
    r"C:\Program Files (x86)\Tool\t.exe": r"C:\Program Files (x86)\Tool\t.exe",
    r"see \\server\share\x": r"\\server\share\x",
    r'"\\\\server\\share"': r"\\\\server\\share",
}  # fmt: skip
NONE = [
    "",
    "a/b",
    "/",
    "/home/",
    "/home",
    "https://example.org/home/u/x",
    "http://localhost:8080/opt/x",
    "http://[::1]/home/u",
    "github.com/home/u",
    "../home/u/x",
    "~/opt/x",
    "${ROOT}/home/u",
    "$HOME/opt/x",
    "/model/conv1/Conv_output_0",
    "/opt/conv1/Conv_output_0",
    "/layer.0/root/Add",
    "x /homeless/u",
    "and/or",
    "1/2 m/s",
    "N:\\nfoo\\nbar",
    "C: no path",
    "scale:/127",
    r"a\\b\\c",
    r"x:\\name\\other",
    r'"\\nabc\\ndef"',
    r"\\d+\\w",
    "\\\\",
]


@pytest.mark.parametrize("text", PATHS, ids=repr)
def test_an_absolute_path_is_found(text):
    assert machine_paths(text) == [PATHS[text]]


@pytest.mark.parametrize("text", NONE, ids=repr)
def test_what_is_no_path_of_a_machine_is_left_alone(text):
    assert machine_paths(text) == []


def test_each_path_is_there_once_in_order():
    assert machine_paths("/home/b /home/a/ /home/b") == ["/home/b", "/home/a/"]


@pytest.mark.parametrize("text", ["C:\\", "/home/", "\\\\ab\\cd", "\\", "A:\\a.", "/", "a:\\b.p"])
def test_a_hostile_text_takes_no_longer_than_its_length(text):
    began = time.process_time()
    machine_paths(text * (65536 // len(text)))
    assert time.process_time() - began < 2


def text(number: int = 0) -> str:
    return f"/home/u/{number}.py"


def metadata(number: int) -> list[StringStringEntryProto]:
    return [StringStringEntryProto(key="k", value=text(number))]


MODEL = ModelProto(
    doc_string=text(1),
    metadata_props=metadata(2),
    graph=GraphProto(
        doc_string=text(3),
        metadata_props=metadata(4),
        node=[
            NodeProto(
                doc_string=text(5),
                metadata_props=metadata(6),
                attribute=[AttributeProto(doc_string=text(7), g=GraphProto(doc_string=text(8)))],
            ),
            NodeProto(doc_string="a Relu", name=text()),
        ],
        input=[ValueInfoProto(doc_string=text(9), metadata_props=metadata(10))],
        initializer=[
            TensorProto(
                doc_string=text(11),
                metadata_props=metadata(12),
                external_data=[StringStringEntryProto(key="location", value=text())],
            )
        ],
    ),
    functions=[FunctionProto(doc_string=text(13), metadata_props=metadata(14))],
)


def test_all_texts_for_people_are_looked_through():
    document = api.open(MODEL.SerializeToString(), "ModelProto")
    found = [(leak.level, leak.path, leak.size) for leak in leaks(document)]
    assert [level for level, _, _ in found] == [
        "model doc_string", "graph doc_string", "graph doc_string", "function doc_string",
        "node doc_string", "attribute doc_string", "value info doc_string", "tensor doc_string",
        "node metadata", "tensor metadata", "value info metadata", "graph metadata",
        "model metadata", "function metadata",
    ]  # fmt: skip
    assert {path for _, path, _ in found} == {text(number) for number in range(1, 15)}
    assert all(size == len(path) for _, path, size in found)


def test_a_leak_carries_the_string_that_it_stands_in():
    document = api.open(MODEL.SerializeToString(), "ModelProto")
    places = {leak.path: leak.field.path for leak in leaks(document)}
    assert places[text(5)] == "graph.node[0].doc_string"
    assert places[text(14)] == "functions[0].metadata_props[0].value"


def test_of_a_long_text_the_size_is_whole_and_the_first_64_kib_are_read():
    long, far = "x " * 32760 + "/home/u " + "x" * 100, "x " * 32769 + "/home/u"
    (leak,) = leaks(api.open(NodeProto(doc_string=long).SerializeToString(), "NodeProto"))
    assert (leak.path, leak.size) == ("/home/u", 65628)
    assert not list(leaks(api.open(NodeProto(doc_string=far).SerializeToString(), "NodeProto")))


def test_a_record_that_does_not_fit_is_passed_over():
    assert not list(leaks(api.open(b"\x30\x05", "NodeProto")))
