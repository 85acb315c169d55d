"""JSON: always valid, and able to hold what JSON cannot."""

import json as standard
import struct

from onnxlens import api
from onnxlens.views import json
from onnxlens.views.json_summary import summary_json
from onnxlens.wire.scalars import encode_record, encode_tag, encode_varint


def _record(data, kind, path, full=False):
    record = json.record(api.open(data, kind)[path], full)
    return standard.loads(json.dump(record))


def test_nan_and_infinities_are_strings():
    for value, text in ((float("nan"), "NaN"), (float("inf"), "inf"), (-float("inf"), "-inf")):
        data = encode_tag(2, 5) + struct.pack("<f", value)
        assert _record(data, "AttributeProto", "f")["value"] == text


def test_integers_above_2_to_the_53_are_strings():
    for value in (2**53 + 1, -(2**63), 2**63 - 1):
        assert _record(encode_tag(3, 0) + encode_varint(value), "AttributeProto", "i")[
            "value"
        ] == str(value)
    assert _record(encode_tag(3, 0) + encode_varint(2**53), "AttributeProto", "i")["value"] == 2**53


def test_a_string_that_is_not_utf_8_has_its_hex():
    record = _record(encode_record(1, b"Ren\xe9"), "AttributeProto", "name")
    assert record["value"] == "Ren\\xE9" and record["value_hex"] == "52656ee9"


def test_bytes_over_64_are_cut_unless_all_are_asked_for():
    data = encode_record(9, bytes(100))
    record = _record(data, "TensorProto", "raw_data")
    assert record["value"] == "00" * 64 and record["value_size"] == 100
    assert _record(data, "TensorProto", "raw_data", full=True)["value"] == "00" * 100


def test_enums_have_number_and_name():
    record = _record(b"\x10\x01", "TensorProto", "data_type")
    assert (record["value"], record["name"], record["type"]) == (1, "FLOAT", "TensorProto.DataType")
    assert "name" not in _record(b"\x10\x63", "TensorProto", "data_type")


def test_long_packed_runs_are_cut_and_counted():
    data = encode_record(1, bytes(100))
    record = _record(data, "TensorProto", "dims~0")
    assert len(record["value"]) == 64 and record["value_count"] == 100
    assert len(_record(data, "TensorProto", "dims~0", full=True)["value"]) == 100
    assert _record(data, "TensorProto", "dims[99]")["offset"] == 101


def test_damage_says_why_and_which_entry_is_the_cause():
    data = encode_tag(7, 2) + encode_varint(90) + encode_tag(2, 2) + encode_varint(80) + b"g"
    found = summary_json(api.open(data, "ModelProto"))["damage"]
    assert [(entry["path"], entry["cause"]) for entry in found] == [
        ("graph", False),
        ("graph.name", True),
    ]
    assert found[1]["reason"] == "declares 80 bytes; 1 is there"


def test_every_corpus_record_is_valid_json(corpus):
    count = 0
    for path in sorted(corpus.rglob("*.onnx")):
        if path.stat().st_size < 30_000:
            document = api.open(path)
            text = "".join(json.records(document, document.walk(), full=False))
            count += len(standard.loads(text)["records"])
    assert count > 5000
