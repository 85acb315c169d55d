"""Texts that are not UTF-8, or that name a path of the machine that wrote them."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from onnx import GraphProto, ModelProto, NodeProto, StringStringEntryProto, TensorProto

from onnxlens import api, schema
from onnxlens.model.explaining.text import EXPLAINS
from onnxlens.wire.scalars import encode_record

PYTHON = "readers in Python get bytes instead of text, or fail"


def entry(value: bytes) -> bytes:
    """Return a model with one metadata entry of the key k."""
    return encode_record(14, encode_record(1, b"k") + encode_record(2, value))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (b"", []),
        ("Ren\u00e9".encode(), []),
        (b"Ren\xe9",
         ["not UTF-8: byte E9 at 3 of the string, offset 10", 'as Latin-1 it reads "Ren\u00e9"',
          PYTHON]),
        (b"10 \x80",
         ["not UTF-8: byte 80 at 3 of the string, offset 10",
          'as Windows-1252 it reads "10 \u20ac"', PYTHON]),
        (b"\x00\xff", ["not UTF-8: byte FF at 1 of the string, offset 8", PYTHON]),
        (b"\x81\xff", ["not UTF-8: byte 81 at 0 of the string, offset 7", PYTHON]),
        (b"a" * 50 + b"\xe9" + b"b" * 50,
         ["not UTF-8: byte E9 at 50 of the string, offset 57",
          f'as Latin-1 it reads "…{"a" * 24}\u00e9{"b" * 23}…"', PYTHON]),
    ],
)  # fmt: skip
def test_a_string_that_is_not_utf_8_is_told(said, value, expected):
    assert said(EXPLAINS, entry(value), "metadata_props[0].value", "ModelProto") == expected


def test_a_string_that_the_end_of_the_file_cut_is_not_blamed(said):
    data = entry("Ren\u00e9".encode())[:-1]
    assert said(EXPLAINS, data, "metadata_props[0].value", "ModelProto") == []


def test_every_string_of_the_schema_is_looked_at_and_no_bytes_are():
    strings = {f.qualified for m in schema.messages() for f in m.fields if f.type == "string"}
    assert set(EXPLAINS) == strings


@example(b"\xe2\x82")
@given(st.binary(max_size=60))
def test_the_place_is_the_one_that_python_finds(value):
    document = api.open(encode_record(3, value), "NodeProto")
    texts = list(EXPLAINS["NodeProto.name"](document["name"], str))
    try:
        value.decode()
    except UnicodeDecodeError as error:
        at = error.start
        assert texts[0] == f"not UTF-8: byte {value[at]:02X} at {at} of the string, offset {2 + at}"
    else:
        assert texts == []


def test_bytes_after_64_kib_are_not_read(said):
    text = "\u20ac".encode() * 30_000
    data = encode_record(3, text + b"\xff")
    assert said(EXPLAINS, data, "name", "NodeProto") == []


# Paths

DOC = "names a path of the writer's machine: /home/u/p/net.py; this text has no effect and may be"


@pytest.mark.parametrize("message", [NodeProto, GraphProto, ModelProto, TensorProto])
def test_a_path_in_a_doc_string_is_told(said, message):
    made = message(doc_string="/home/u/p/net.py(41): forward\n")
    assert said(EXPLAINS, made, "doc_string") == [f"{DOC} cleared"]


def test_several_paths_are_counted_and_the_first_is_named(said):
    node = NodeProto(doc_string="/home/u/a.py(1)\n/opt/b.py(2)\n/home/u/a.py(3)\n/usr/lib/c.py")
    assert said(EXPLAINS, node, "doc_string") == [
        "names paths of the writer's machine: /home/u/a.py and 2 more; this text has no effect and "
        "may be cleared"
    ]


def test_a_path_in_metadata_is_told(said):
    text = 'File "/home/u/p/net.py", line 4, in forward'
    made = StringStringEntryProto(key="pkg.torch.onnx.stack_trace", value=text)
    assert said(EXPLAINS, NodeProto(metadata_props=[made]), "metadata_props[0].value") == [
        "names a path of the writer's machine: /home/u/p/net.py; to ONNX itself this text has no "
        "effect"
    ]
    assert said(EXPLAINS, NodeProto(metadata_props=[made]), "metadata_props[0].key") == []


def test_only_texts_for_people_are_looked_at_for_paths(said):
    place = StringStringEntryProto(key="location", value="/home/u/w.bin")
    assert said(EXPLAINS, TensorProto(external_data=[place]), "external_data[0].value") == []
    assert said(EXPLAINS, place, "value") == []
    assert said(EXPLAINS, NodeProto(name="/home/u/Conv"), "name") == []


def test_a_path_of_windows_is_quoted(said):
    node = NodeProto(doc_string=r"C:\Users\u\net.py(3)")
    assert said(EXPLAINS, node, "doc_string")[0].startswith(
        r"names a path of the writer" "'" r's machine: "C:\\Users\\u\\net.py"; '
    )


def test_a_long_path_is_cut(said):
    text = said(EXPLAINS, NodeProto(doc_string="/home/u/" + "x" * 5000), "doc_string")[0]
    assert f"/home/u/{'x' * 192}…" in text
    assert len(text) < 400
