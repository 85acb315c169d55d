"""Formats that are not ONNX protobuf are told by their bytes, and ONNX never is one of them."""

import csv
import gzip
import io
import json
import os
import pickle
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import onnx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onnxlens.tree.foreign import Foreign, identify, identify_rewritten, identify_weak

CORPUS = Path(__file__).parents[2].parent / "shared" / "corpus"

OID = "b935f3b3a1dd02133c111b3dc4590e1cdbe08eade68fd8315c346f6c36372c8e"
POINTER = f"version https://git-lfs.github.com/spec/v1\noid sha256:{OID}\nsize 257533020\n".encode()
CONFLICT = (
    b"version https://git-lfs.github.com/spec/v1\n<<<<<<< HEAD\n"
    b"oid sha256:" + OID.encode() + b"\nsize 12\n=======\n"
    b"oid sha256:" + b"0" * 64 + b"\nsize 34\n>>>>>>> other\n"
)

VALUE_INFO = bytes.fromhex("0A0178120F0A0D080112090A0208010A0312014E")
NODE = bytes.fromhex("0A0178120179220452656C75")
MODEL = bytes.fromhex(
    "08083a330a0c0a0178120179220452656c751201675a0f0a0178120a0a08080112040a02080262"
    "0f0a0179120a0a08080112040a02080242021011"
)

ONNX_TEXT = (
    b'<ir_version: 8, opset_import: ["" : 18]>\ng (float[N] x) => (float[N] y) { y = Relu (x) }'
)


# Bytes of the samples


def varint(number: int) -> bytes:
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number])


def length(number: int, payload: bytes | str) -> bytes:
    payload = payload.encode() if isinstance(payload, str) else payload
    return varint(number << 3 | 2) + varint(len(payload)) + payload


def scalar(number: int, value: int) -> bytes:
    return varint(number << 3) + varint(value)


def node_def(name: str, op: str, *inputs: str) -> bytes:
    attribute = length(1, "T") + length(2, scalar(6, 1))
    body = length(1, name) + length(2, op) + b"".join(length(3, i) for i in inputs)
    return length(1, body + length(5, attribute))


def meta_graph() -> bytes:
    op = length(1, length(1, "Add") + length(2, length(1, "x") + length(4, "T")))
    info = length(2, op) + length(4, "serve") + length(5, "2.15.0")
    return length(1, info) + length(2, node_def("X", "Placeholder"))


def zipped(*names: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in names:
            archive.writestr(name, b"content")
    return out.getvalue()


def tarred() -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("model/model.onnx"), io.BytesIO())
    return out.getvalue()


def early_ort() -> bytes:
    """Root table at 12: its vtable at 4, its only field a string at 20."""
    return bytes.fromhex("0C000000 0800 0800 0400 0000 08000000 04000000 05000000") + b"1.4.0\0"


def safetensors(entries: int) -> bytes:
    header = json.dumps({f"w{i}": {"data_offsets": [0, 4]} for i in range(entries)}).encode()
    return len(header).to_bytes(8, "little") + header + bytes(4)


def engine(front: bytes = b"") -> bytes:
    return front + b"ftrt" + (0x61).to_bytes(4, "little") + bytes(32)


def windows_program() -> bytes:
    return b"MZ" + bytes(0x3A) + (0x80).to_bytes(4, "little") + bytes(0x40) + b"PE\0\0"


def piece(text: str, kind: bytes = b"") -> bytes:
    return length(1, length(1, text) + b"\x15\0\0\0\0" + kind)


CORE_ML = scalar(1, 4) + length(2, length(1, length(1, "image"))) + length(500, length(1, b"\0"))

# Kind and bytes; what identify is sure of.
SURE: list[tuple[str, bytes]] = [
    ("empty", b""),
    ("lfs-pointer", POINTER),
    ("lfs-pointer", POINTER.replace(b"\n", b"\r\n")),
    ("lfs-pointer", POINTER.replace(b"git-lfs.github", b"hawser.github")),
    ("lfs-pointer", CONFLICT),
    ("lfs-pointer", b"<<<<<<< HEAD\n" + POINTER + b"=======\n" + POINTER + b">>>>>>> x\n"),
    ("lfs-pointer", b"version https://git-lfs.github.com/spec/v1\n"),
    ("html", b"<!DOCTYPE html>\n<html><head><title>Sign in</title></head></html>"),
    ("html", b"\xef\xbb\xbf\n\n<!-- saved -->\n<html lang='en'>\n"),
    ("html", b"\n\n\n\n\n\n<!doctype HTML PUBLIC '-//W3C//DTD HTML 4.01//EN'>\n<HTML>"),
    ("html", b"<head><title>x</title></head>"),
    ("html", b"<?xml version='1.0'?><!DOCTYPE html><html xmlns='http://www.w3.org/1999/xhtml'>"),
    ("html", b"<html>\x00\x01\x02 \xff</html>"),
    ("xml", b"<?xml version='1.0'?>\n<Error><Code>AccessDenied</Code></Error>"),
    ("xml", b"<Error><Code>NoSuchKey</Code><Message>gone</Message></Error>"),
    ("openvino", b"<?xml version='1.0'?>\n<net name='m' version='11'><layers></layers></net>"),
    ("svg", b"<?xml version='1.0'?><!DOCTYPE svg><svg width='1'></svg>"),
    ("zip", zipped("a.txt", "b.txt")),
    ("zip", zipped()),
    ("torch-zip", zipped("archive/data.pkl", "archive/version")),
    ("torch-zip", zipped("archive/data.pkl", "archive/version")[:60]),
    ("keras-zip", zipped("metadata.json", "config.json", "model.weights.h5")),
    ("onnx-zip", zipped("readme.txt", "m/model.onnx")),
    ("npz", zipped("arr_0.npy")),
    ("gzip", gzip.compress(b"hello")),
    ("tar-gzip", gzip.compress(tarred())),
    ("tar", tarred()),
    ("bzip2", b"BZh91AY&SY\0\0"),
    ("xz", b"\xfd7zXZ\0\0\4"),
    ("zstd", b"\x28\xb5\x2f\xfd\0\0"),
    ("lz4", b"\x04\x22\x4d\x18\0\0"),
    ("7z", b"7z\xbc\xaf\x27\x1c\0\4"),
    ("rar", b"Rar!\x1a\x07\x01\0"),
    ("openssl", b"Salted__" + bytes(8)),
    ("ort", b"\x18\0\0\0ORTM" + bytes(32)),
    ("ort", early_ort()),
    ("ort-checkpoint", b"\x18\0\0\0ODTC" + bytes(32)),
    ("tflite", b"\x1c\0\0\0TFL3" + bytes(32)),
    ("executorch", b"\x3c\0\0\0ET12eh00" + bytes(32)),
    ("torch-flatbuffer", b"\x18\0\0\0PTMF" + bytes(32)),
    ("gguf", b"GGUF" + (3).to_bytes(4, "little") + (291).to_bytes(8, "little") + bytes(8)),
    ("ggml", b"tjgg" + bytes(8)),
    ("safetensors", safetensors(3)),
    ("safetensors", (8).to_bytes(8, "little") + b"{}      "),
    ("torch-pickle", bytes.fromhex("80028a0a6cfc9c46f9206aa850192e8002") + b"M\xe9\x03."),
    *(("pickle", pickle.dumps({"weights": [1.5, 2.5]}, protocol)) for protocol in (2, 3, 4, 5)),
    ("tensorrt", engine()),
    ("tensorrt", engine((13).to_bytes(4, "little") + b'{"task": "x"}')),
    ("hdf5", b"\x89HDF\r\n\x1a\n\0"),
    ("numpy", b"\x93NUMPY\x01\0v\0{'descr'"),
    ("hailo", b"\x01HEF\0\0\0\0"),
    ("rknn", b"RKNN\0\0\0\0\6\0"),
    ("png", b"\x89PNG\r\n\x1a\n\0"),
    ("jpeg", b"\xff\xd8\xff\xe0\0\x10JFIF"),
    ("gif", b"GIF89a\1\0"),
    ("pdf", b"%PDF-1.7\n"),
    ("elf", b"\x7fELF\2\1\1"),
    ("mach-o", b"\xcf\xfa\xed\xfe\x0c\0\0\1"),
    ("mach-o", b"\xca\xfe\xba\xbe\0\0\0\2\1\0"),
    ("pe", windows_program()),
    ("appledouble", b"\x00\x05\x16\x07\x00\x02\x00\x00Mac OS X"),
    ("utf-16", b"\xff\xfe" + "version https://git-lfs".encode("utf-16-le")),
    ("utf-16", b"\xfe\xff" + "version https://git-lfs".encode("utf-16-be")),
    ("coreml", CORE_ML),
    ("sentencepiece", piece("<unk>", b"\x18\2") + piece("<s>", b"\x18\3") + piece("\u2581a")),
    ("tensorflow-savedmodel", scalar(1, 1) + length(2, meta_graph())),
    ("tensorflow-metagraph", meta_graph()),
    ("tensorflow-graphdef", node_def("X", "Placeholder") + node_def("y", "Add", "X", "X")),
    ("tensorflow-text", b'node {\n  name: "X"\n  op: "Placeholder"\n}\n'),
    ("tensorflow-text", b"saved_model_schema_version: 1\nmeta_graphs {\n}\n"),
    ("caffe-text", b'name: "net"\nlayer {\n  name: "data"\n  type: "Input"\n}\n'),
    ("protobuf-text", b'ir_version: 8\ngraph {\n  name: "g"\n}\n'),
    (
        "protobuf-text",
        b'# a comment\n\n# another\ngraph {\n  node {\n    op_type: "Relu"\n  }\n}\n',
    ),
    ("protobuf-text", b'producer_name: "x"\r\nir_version: 8\r\n'),
    ("protobuf-text-part", b'node {\n  op_type: "Relu"\n}\nname: "g"\n'),
    ("protobuf-text-part", b"dims: 2\ndata_type: 1\nfloat_data: 1.0\nfloat_data: -inf\n"),
    ("protobuf-text-part", b'input: "x"\noutput: "y"\nop_type: "Relu"\n'),
    ("protobuf-text-part", b'name: "x"\ntype {\n  tensor_type {\n    elem_type: 1\n  }\n}\n'),
    ("onnx-text", ONNX_TEXT),
    ("onnx-text", b"// RUN: onnx-mlir %s | FileCheck %s\n\n// more\n" + ONNX_TEXT),
    ("onnx-text", b"# a comment\n" + ONNX_TEXT),
    ("onnx-text", b"agraph (float[N, 128] X, seq(map(int64, float)) s) => (float[N] C)\n{\n}\n"),
    (
        "onnx-text",
        b'"torch-jit-export" (float[1] x) => (float[1] y) <float[1] w> { y = Add(x, w) }',
    ),
    ("json", b'{"irVersion": "8", "graph": {}}'),
    (
        "json",
        b'// RUN: onnx-mlir %s\n\n{\n  "irVersion": "8",\n  "opsetImport": []\n}\n// CHECK: x\n',
    ),
    ("json", b'{"producerName": "x", "graph": {"node": []}}'),
]

DAMAGED = bytes(i % 7 for i in range(100)) + b"\r\n\x01\x02" * 20

# What is named only where no root is believed.
WEAK: list[tuple[str, bytes]] = [
    ("json-error", b'{"error": "Repository not found"}'),
    ("json-error", b'{"error": {"message": "no", "code": 404}}'),
    ("json-error", b'{"message": "Not Found", "status": "404"}'),
    ("json-other", b'{"architectures": ["BertModel"], "hidden_size": 768}'),
    ("json-other", b'[{"a": 1}, {"b": 2}]'),
    ("crlf", DAMAGED),
    ("utf8-replaced", b"\x08\x01" + b"\xef\xbf\xbd\0\x07" * 10),
    ("zeros", bytes(64)),
    ("pickle", pickle.dumps({"weights": [1.5] * 100}, 4)[:-1]),
    ("text", b"this is not a valid onnx model"),
    ("text", b"hello world"),
    ("text", "naïve — текст\n".encode()),
    ("text", b"import onnx\n\nmodel = onnx.load('x')\n"),
    ("text", b"version: 1.0\nname: graph\nlist:\n  - a\n"),
    ("text", b"graph {\n  a -- b;\n}\n"),
]


def reader(data: bytes) -> Any:
    return lambda offset, size: data[offset : offset + size]


def sure(data: bytes) -> Foreign | None:
    return identify(reader(data), len(data))


def weak(data: bytes) -> Foreign | None:
    return identify_weak(reader(data), len(data))


def kinds(data: bytes) -> tuple[str | None, str | None]:
    first, last = sure(data), weak(data)
    return first.kind if first else None, last.kind if last else None


# Naming


@pytest.mark.parametrize(("kind", "data"), SURE)
def test_a_sure_format_is_named(kind: str, data: bytes) -> None:
    found = sure(data)
    assert found is not None and found.kind == kind


@pytest.mark.parametrize(("kind", "data"), WEAK)
def test_a_weak_format_is_named_only_when_asked_last(kind: str, data: bytes) -> None:
    assert kinds(data) == (None, kind)


def facts(data: bytes) -> dict[str, str | int]:
    found = sure(data) or weak(data)
    assert found is not None
    return found.facts


def test_a_pointer_says_the_size_and_hash_of_the_model() -> None:
    assert facts(POINTER) == {"size": 257533020, "oid": OID}


def test_a_pointer_in_a_merge_conflict_counts_the_hashes() -> None:
    assert facts(CONFLICT) == {"size": 12, "oid": OID, "conflict": 2}


def test_a_large_text_that_quotes_a_pointer_is_no_pointer() -> None:
    assert kinds(b"docs\n" * 4000 + POINTER) == (None, "text")


@pytest.mark.parametrize(
    ("page", "title"),
    [
        (b"<html><title>\n  Sign in \xc2\xb7\n  GitLab</title>", "Sign in · GitLab"),
        (b"<html><TITLE lang='en'>a &lt;b&gt; &amp; c</TITLE>", "a <b> & c"),
        (b"<html><title>cut", "cut"),
    ],
)
def test_the_title_of_a_page_is_one_line_of_plain_text(page: bytes, title: str) -> None:
    assert facts(page) == {"title": title}


def test_an_object_store_answer_says_code_and_message() -> None:
    page = b"<?xml version='1.0'?><Error><Code>NoSuchKey</Code><Message>gone</Message></Error>"
    assert facts(page) == {"root": "Error", "code": "NoSuchKey", "message": "gone"}


def test_a_zip_names_its_first_entries_and_counts_them() -> None:
    assert facts(zipped("a", "b", "c", "d")) == {
        "entry_1": "a",
        "entry_2": "b",
        "entry_3": "c",
        "entries": 4,
    }


def test_a_zip_behind_64_kib_is_read_at_its_end() -> None:
    big = io.BytesIO()
    with zipfile.ZipFile(big, "w") as archive:
        archive.writestr("first.bin", bytes(100_000))
        archive.writestr("m/model.onnx", b"x")
    assert facts(big.getvalue())["inside"] == "m/model.onnx"


def test_a_zip_that_is_cut_off_names_its_first_entry() -> None:
    assert facts(zipped("archive/data.pkl")[:60]) == {
        "entry_1": "archive/data.pkl",
        "inside": "archive/data.pkl",
    }


def test_a_gzip_says_the_name_it_was_made_of() -> None:
    out = io.BytesIO()
    with gzip.GzipFile("model.onnx", "wb", fileobj=out) as packed:
        packed.write(MODEL)
    assert facts(out.getvalue()) == {"entry_1": "model.onnx"}


def test_an_early_ort_file_says_the_version_of_onnxruntime() -> None:
    assert facts(early_ort()) == {"version": "1.4.0"}


@pytest.mark.parametrize("order", ["little", "big"])
def test_gguf_says_its_version_and_tensors_in_both_byte_orders(order: Any) -> None:
    data = b"GGUF" + (3).to_bytes(4, order) + (291).to_bytes(8, order) + bytes(8)
    assert facts(data) == {"version": 3, "tensors": 291}


def test_safetensors_counts_its_tensors() -> None:
    data = safetensors(3)
    assert facts(data) == {"header": int.from_bytes(data[:8], "little"), "tensors": 3}


def test_safetensors_with_a_long_header_is_not_counted() -> None:
    assert facts(safetensors(4000)).keys() == {"header"}


def test_a_saved_model_says_who_wrote_it() -> None:
    assert facts(scalar(1, 1) + length(2, meta_graph())) == {"version": "2.15.0"}


def test_a_graph_def_that_is_cut_off_is_still_told() -> None:
    data = node_def("X", "Placeholder") + node_def("y", "Add", "X", "X")
    found = sure(data[:-3])
    assert found is not None
    assert (found.kind, found.facts) == (
        "tensorflow-graphdef",
        {"node": "X", "op": "Placeholder"},
    )


def test_a_graph_def_whose_only_node_is_larger_than_the_window_is_told() -> None:
    value = length(1, "value") + length(2, bytes(200_000))
    found = sure(length(1, length(1, "w") + length(2, "Const") + length(5, value)))
    assert found is not None and found.kind == "tensorflow-graphdef"


def test_protobuf_text_says_its_first_line_behind_comments() -> None:
    data = b"# one\n\n# two\nir_version: 8\n"
    assert facts(data) == {"type": "ModelProto", "line": "ir_version: 8", "number": 4}


def test_protobuf_text_reads_past_values_that_are_words() -> None:
    text = b'name: "a"\ntype: INT\ni: 9\ninput: "x"\noutput: "y" op_type: "Relu"\n'
    assert facts(text)["type"] == "NodeProto"


def test_tensorflow_text_is_not_taken_for_onnx() -> None:
    found = sure(b'node {\n  name: "graph"\n  op: "Const"\n  attr {\n    key: "op_type"\n  }\n}\n')
    assert found is not None and (found.kind, found.facts["type"]) == (
        "tensorflow-text",
        "GraphDef",
    )


def test_comments_that_no_parser_takes_are_reported() -> None:
    assert facts(b"// RUN: x\n" + ONNX_TEXT)["comments"] == "//"
    assert facts(b'// RUN: x\n{"irVersion": 8}')["comments"] == "//"
    assert "comments" not in facts(b"# one\n" + ONNX_TEXT)


def test_json_says_the_key_that_told() -> None:
    assert facts(b'{"opsetImport": [], "graph": {}}')["key"] == "opsetImport"


def test_an_error_in_json_says_its_message() -> None:
    assert facts(b'{"error": {"code": 404, "message": "gone"}}')["message"] == "gone"


def test_rewritten_line_ends_are_counted() -> None:
    assert facts(DAMAGED) == {"pairs": 20, "line_feeds": 20, "whole": 1}


def test_rewritten_line_ends_of_a_large_file_are_counted_over_what_was_read() -> None:
    found = facts(DAMAGED + b"\r\n\x03\x04" * 50_000)
    assert (found["whole"], found["window"]) == (0, 65536)
    assert found["pairs"] == found["line_feeds"] == 20 + (65536 - len(DAMAGED)) // 4


def test_few_rewritten_line_ends_are_no_evidence() -> None:
    assert kinds(bytes(range(1, 10)) + b"\xff\r\n\x01" * 7) == (None, None)


# ONNX is never named as something else


def test_the_twenty_bytes_of_a_value_info_are_not_text() -> None:
    assert kinds(VALUE_INFO) == (None, None)


def test_a_node_of_text_fields_is_not_text() -> None:
    assert kinds(NODE) == (None, None)


@pytest.mark.parametrize(
    "message",
    [
        length(4, "x" * 32),  # op_type of 32 letters: every byte is printable
        length(1, "<html>xxxx"),  # 0A 0A, then a page
        length(1, "<html>" + "x" * 26),
        length(1, '{"irVersion": 8}') + length(2, "y" * 32),
        scalar(1, 8) + length(2, "ORTMTFL3GGUF"),
        length(12, "version https://git-lfs.github.com/spec/v1\n" + "x" * 60),
        scalar(1, 1) + length(2, "pytorch") + length(3, "1.0"),
        scalar(1, 4) + length(2, "x") + length(500, "unknown field"),
        length(1, length(1, "x") + length(2, "y") + length(4, "Relu")),
        length(1, length(1, "X") + length(2, "Y") + length(3, "n") + length(4, "Neg")) * 3,
        length(1, length(1, "x") + length(5, length(1, "axis") + scalar(3, 1) + scalar(20, 2))),
    ],
)
def test_an_onnx_message_with_misleading_strings_stays_one(message: bytes) -> None:
    assert kinds(message) == (None, None)


@pytest.mark.parametrize(
    "data",
    [
        length(12, "line\r\n" * 20) + scalar(2, 1),  # TensorProto.doc_string
        scalar(1, 8) + length(6, "line\r\n" * 20 + "\x01") + length(8, scalar(2, 17)),
        scalar(1, 40) + scalar(2, 8) + length(6, "\r\n") * 40,  # TensorProto.string_data
        scalar(2, 8) + length(6, "\ufffd") * 40,
    ],
)
def test_a_healthy_message_with_line_ends_in_its_strings_is_not_rewritten(data: bytes) -> None:
    assert identify_rewritten(reader(data), len(data)) is None
    assert kinds(data) == (None, None)


def manifest() -> list[dict[str, str]]:
    with (CORPUS / "MANIFEST.csv").open(encoding="utf-8", newline="") as rows:
        return list(csv.DictReader(rows))


EXPECTED = {
    ("LFS pointer", "text"): "lfs-pointer",
    ("TensorFlow pb", "binary"): None,  # one of two, see below
    ("ORT flatbuffer", "flatbuffer"): "ort",
    ("ORT flatbuffer (old, no ORTM id)", "flatbuffer"): "ort",
    ("ModelProto", "textproto"): "protobuf-text",
    ("ModelProto", "json"): "json",
    ("ModelProto", "json+comments"): "json",
    ("ModelProto", "onnxtext+comments"): "onnx-text",
}
BY_PATH = {
    "onnx__tensorflow-onnx/frozen.pb": "tensorflow-graphdef",
    "onnx__tensorflow-onnx/saved_model.pb": "tensorflow-savedmodel",
    # The text parser refuses one of its enum words, but it is protobuf text nevertheless.
    "NervanaSystems__ngraph/filename.prototxt": "protobuf-text",
    "onnxruntime__onnxruntime-qnn/corrupt-model.onnx": "text",
}


def test_every_file_of_the_corpus_is_named_as_the_manifest_says() -> None:
    rows = manifest()
    assert len(rows) > 100
    for row in rows:
        data = (CORPUS / row["path"]).read_bytes()
        found = sure(data) or weak(data)
        expected = BY_PATH.get(row["path"], EXPECTED.get((row["kind"], row["form"])))
        assert (found and found.kind) == expected, row["path"]


def messages(message: Any) -> Iterator[Any]:
    """Yield a message of the onnx package and all messages in it."""
    yield message
    for field, value in message.ListFields():
        if field.type == field.TYPE_MESSAGE:
            for inner in [value] if hasattr(value, "ListFields") else value:
                yield from messages(inner)


def test_no_message_inside_an_onnx_file_of_the_corpus_is_named() -> None:
    seen: set[bytes] = set()
    for row in manifest():
        if row["form"] == "binary" and hasattr(onnx, row["kind"]):
            root = getattr(onnx, row["kind"])()
            root.ParseFromString((CORPUS / row["path"]).read_bytes())
            seen.update(message.SerializeToString() for message in messages(root))
    seen.discard(b"")
    assert len(seen) > 10_000
    assert [data[:40] for data in seen if kinds(data) != (None, None)] == []


def test_binary_files_of_the_corpus_are_told_once_their_line_ends_are_rewritten() -> None:
    told = enough = 0
    for row in manifest():
        data = (CORPUS / row["path"]).read_bytes()
        if row["form"] != "binary" or data.count(b"\n") < 8 or b"\r\n" in data:
            continue
        assert identify_rewritten(reader(data), len(data)) is None, row["path"]
        damaged = data.replace(b"\n", b"\r\n")
        found = identify_rewritten(reader(damaged), len(damaged))
        enough += 1
        told += found is not None and found.kind == "crlf"
    assert (told, enough > 50) == (enough, True)


# Nothing raises, little is read


@pytest.mark.parametrize(("kind", "data"), SURE + WEAK)
def test_every_prefix_of_every_format_is_read_quietly(kind: str, data: bytes) -> None:
    for end in range(min(len(data), 64) + 1):
        cut = data[:end]
        kinds(cut)
        identify_rewritten(reader(cut), len(cut))
        # A file that shrank since its size was asked: every read is short.
        identify(reader(cut), len(data) + 1000)
        identify_weak(reader(cut), len(data) + 1000)


def test_prefixes_of_corpus_files_of_other_formats_are_read_quietly() -> None:
    for row in manifest():
        if (row["kind"], row["form"]) in EXPECTED or row["path"] in BY_PATH:
            data = (CORPUS / row["path"]).read_bytes()
            for end in range(64):
                kinds(data[:end])


class Meter:
    """A reader that keeps count, and refuses what a bounded one may not ask."""

    def __init__(self, data: bytes, size: int) -> None:
        self.data, self.size, self.total = data, size, 0

    def __call__(self, offset: int, size: int) -> bytes:
        assert 0 <= offset < self.size and 0 < size <= 65536
        self.total += size
        return self.data[offset : offset + size]


@pytest.mark.parametrize(("kind", "data"), [pair for pair in SURE + WEAK if pair[1]])
def test_little_of_a_huge_file_is_read_whatever_it_states(kind: str, data: bytes) -> None:
    huge = 1 << 50
    meter = Meter(data + b"\xff" * 70_000, huge)
    identify(meter, huge)
    identify_weak(meter, huge)
    assert meter.total <= 2 * (65536 + 4096 + 8192 + 1000 * 15)


@settings(max_examples=500, deadline=None)
@given(
    st.sampled_from([data for _, data in SURE + WEAK]),
    st.integers(0, 80),
    st.binary(max_size=80),
)
def test_damaged_samples_never_raise(data: bytes, place: int, noise: bytes) -> None:
    damaged = data[:place] + noise + data[place + len(noise) :]
    kinds(damaged)
    identify_rewritten(reader(damaged), len(damaged))


@settings(max_examples=500, deadline=None)
@given(st.binary(max_size=200))
def test_random_bytes_never_raise(data: bytes) -> None:
    kinds(data)


@pytest.mark.parametrize(
    "data",
    [
        b'{"' + b'\\"' * 65536,
        b'{"a":' * 65536,
        b"a{" * 65536,
        b"//\n" * 65536,
        b"<!---->" * 65536,
        b"<html>" + b"<title" * 65536,
        b"<?xml?><Error>" + b"<Code>" * 65536,
        b"a (" + b"(" * 65536,
        b"a " + b"<" * 65536,
        b"<" + b" " * 65536,
        b"\n\x02\n\0" * 65536,
        gzip.compress(bytes(10_000_000)),
        b"version https://git-lfs.github.com/spec/v1\nsize " + b"9" * 5000,
    ],
)
def test_hostile_repetition_takes_no_time(data: bytes) -> None:
    import time

    start = time.process_time()
    kinds(data)
    assert time.process_time() - start < 2


def test_strings_of_the_file_are_cut() -> None:
    long = "x" * 5000
    for data in (
        f"<html><title>{long}</title>".encode(),
        f"<?xml?><{long} >".encode(),
        zipped(long, long + ".onnx"),
        long.encode(),
        f'{{"{long}": "{long}"}}'.encode(),
        f"ir_version: 8 # {long}".encode(),
        b"\xff\xfe" + long.encode("utf-16-le"),
        node_def("n" * 900, "Add") * 2,
    ):
        assert all(len(v) <= 200 for v in facts(data).values() if isinstance(v, str))


def test_nothing_heavy_is_imported_for_a_healthy_model() -> None:
    code = (
        "import sys; before = set(sys.modules)\n"
        "from onnxlens.tree.foreign import identify\n"
        f"data = {MODEL!r}\n"
        "assert identify(lambda o, n: data[o:o + n], len(data)) is None\n"
        "heavy = {'re', 'json', 'zlib', 'html', 'enum', 'dataclasses', 'typing'}\n"
        "print(sorted(heavy & (set(sys.modules) - before)))"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")}
    ran = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, env=environment
    )
    assert ran.stdout == "[]\n", ran.stderr
