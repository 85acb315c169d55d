"""Types read from bytes: what the onnx package reads, in the corpus, merged and mutated."""

import csv
import json

import pytest
from google.protobuf import json_format, text_format
from google.protobuf.unknown_fields import UnknownFieldSet
from onnx import ModelProto, TypeProto, ValueInfoProto, parser

from documents import samples
from made import FLOAT_TYPE, INT_TYPE, SEQUENCE, SHAPE, number, record, tag
from onnxlens import api
from onnxlens.model.types.parse import parse_type, parse_value
from onnxlens.model.types.read import read_type, read_value
from onnxlens.wire.kinds import I32, VARINT
from onnxlens.wire.scalars import encode_varint
from oracle import parsed
from samples import group, mutated
from type_samples import every_presence, read, read_named, type_of, value_of

READ = {"TypeProto": read, "ValueInfoProto": read_named}
SAYS = {"TypeProto": (TypeProto, type_of, parse_type), "ValueInfoProto": (
    ValueInfoProto, value_of, parse_value)}  # fmt: skip
# fields of a ValueInfoProto that a ValueInfo does not keep
NOT_KEPT = ("doc_string", "metadata_props")


def pairs(view, message):
    """Yield every type and named type in a message, as the merged view and as an object."""
    waiting = [(view, message)]
    while waiting:
        mine, theirs = waiting.pop()
        if mine.spec.name in SAYS:
            yield mine, theirs
        for field, value in theirs.ListFields():
            if field.message_type is not None and field.has_presence:
                waiting.append((mine.message(field.name), value))
            elif field.message_type is not None:
                waiting += zip(mine.each(field.name), value, strict=True)


def _check(view, message):
    """Assert that a type is read as by the package, and that the laws hold for it."""
    kind = view.spec.name
    found = (read_type if kind == "TypeProto" else read_value)(view)
    _, says, parse = SAYS[kind]
    assert found == says(message), view
    assert parse(str(found)) == found
    assert READ[kind](found.to_bytes()) == found
    data = b"".join(field.raw() for field in view.fields)
    assert found.lossless == (len(view.fields) == 1 and found.to_bytes() == data), view
    if message.SerializeToString() == data and _is_kept(message):
        assert found.to_bytes() == data


def _is_kept(message):
    """Tell whether a message has nothing that our value leaves out."""
    kept = type(message)()
    kept.CopyFrom(message)
    kept.DiscardUnknownFields()
    for name in NOT_KEPT:
        if name in message.DESCRIPTOR.fields_by_name:
            kept.ClearField(name)
    return kept.SerializeToString() == message.SerializeToString()


def test_every_type_of_the_corpus_is_what_the_package_reads(corpus):
    seen = 0
    for sample in samples(corpus):
        if not sample.parses:
            continue
        view = api.open(sample.data, sample.kind).merged()
        for mine, theirs in pairs(view, parsed(sample.kind, sample.data)):
            _check(mine, theirs)
            seen += 1
    assert seen > 3_000


def _text_forms(corpus):
    """Yield the models of the corpus that are text, converted to objects by the package."""
    with (corpus / "MANIFEST.csv").open(newline="") as manifest:
        for line in csv.DictReader(manifest):
            form = line["form"].removesuffix("+comments")
            if form in ("textproto", "json", "onnxtext"):
                lines = (corpus / line["path"]).read_text(encoding="utf-8").splitlines()
                yield form, "\n".join(each for each in lines if not each.startswith("//"))


def test_the_types_of_models_in_a_text_form_are_what_the_package_reads(corpus):
    forms, seen = [], 0
    for form, text in _text_forms(corpus):
        if form == "textproto":
            model = text_format.Parse(text, ModelProto())
        elif form == "json":
            model = json_format.ParseDict(json.loads(text), ModelProto())
        else:
            model = parser.parse_model(text)
        forms.append(form)
        view = api.open(model.SerializeToString(), "ModelProto").merged()
        for mine, theirs in pairs(view, model):
            _check(mine, theirs)
            seen += 1
    assert sorted(forms) == ["json"] * 6 + ["onnxtext"] * 3 + ["textproto"] * 3
    assert seen > 100


OVERLONG = tag(1, VARINT, 5) + b"\x01"
NO_SIZE = record(1, record(2, record(1, b"")))
DENOTED = record(6, b"IMAGE")
# Bytes of a TypeProto, the text of what a standard parser reads, and whether they are kept.
MERGED = {
    "as it should be": (FLOAT_TYPE + DENOTED, "FLOAT as IMAGE", True),
    "nothing": (b"", "untyped", True),
    "a member set twice, the last wins": (FLOAT_TYPE + SEQUENCE, "sequence(FLOAT)", False),
    "and back": (SHAPE + SEQUENCE + INT_TYPE, "INT64", False),
    "a member in two records": (FLOAT_TYPE + SHAPE, "FLOAT [3]", False),
    "dims of both": (SHAPE + SHAPE + NO_SIZE, "? [3, 3, ?]", False),
    "a number twice": (record(1, number(1, 1) + number(1, 7)), "INT64", False),
    "over 32 bits": (record(1, number(1, (1 << 32) + 7)), "INT64", False),
    "below zero by 32 bits": (record(1, number(1, (1 << 32) - 1)), "-1", False),
    "below zero": (record(1, number(1, -1)), "-1", True),
    "an explicit zero": (record(1, number(1, 0)), "UNDEFINED", True),
    "an overlong tag": (record(1, OVERLONG), "FLOAT", False),
    "an overlong number": (record(1, tag(1, VARINT) + encode_varint(1, 5)), "FLOAT", False),
    "an overlong length": (tag(1, 2) + encode_varint(2, 3) + number(1, 1), "FLOAT", False),
    "fields out of order": (record(1, record(2, b"") + number(1, 1)), "FLOAT []", False),
    "a denotation first": (DENOTED + FLOAT_TYPE, "FLOAT as IMAGE", False),
    "a denotation before a sequence": (SEQUENCE + DENOTED, "sequence(FLOAT) as IMAGE", True),
    "a denotation before an optional": (
        DENOTED + record(9, record(1, b"")), "optional(untyped) as IMAGE", True),
    "an unknown field": (FLOAT_TYPE + number(40, 1), "FLOAT", False),
    "an unknown field inside": (record(1, number(1, 1) + number(40, 1)), "FLOAT", False),
    "a group": (FLOAT_TYPE + group(41, b""), "FLOAT", False),
    "a number where a type belongs": (number(1, 1), "untyped", False),
    "a number where a shape belongs": (record(1, number(1, 1) + number(2, 1)), "FLOAT", False),
    "a string where a number belongs": (record(1, record(1, b"\x01")), "?", False),
    "32 bits where a number belongs": (record(1, tag(1, I32) + bytes(4)), "?", False),
    "a size and a symbol": (
        record(1, record(2, record(1, number(1, 3) + record(2, b"N")))), '? ["N"]', False),
    "a symbol and a size": (
        record(1, record(2, record(1, record(2, b"N") + number(1, 3)))), "? [3]", False),
    "a symbol twice": (
        record(1, record(2, record(1, record(2, b"N") + record(2, b"")))), '? [""]', False),
    "a size and a number as symbol": (
        record(1, record(2, record(1, number(1, 3) + number(2, 7)))), "? [3]", False),
    "inner types merged": (
        record(4, record(1, FLOAT_TYPE)) + record(4, record(1, SHAPE)), "sequence(FLOAT [3])",
        False),
    "an inner type replaced": (
        record(4, record(1, FLOAT_TYPE)) + record(4, record(1, SEQUENCE)),
        "sequence(sequence(FLOAT))", False),
    "a map in two records": (
        record(5, number(1, 7)) + record(5, record(2, INT_TYPE)), "map(INT64, INT64)", False),
    "strings that are not UTF-8": (record(7, record(1, b"\xff") + record(2, b"")),
                                   'opaque("\\xFF", "")', True),
}  # fmt: skip


@pytest.mark.parametrize(("data", "text", "lossless"), MERGED.values(), ids=MERGED)
def test_a_type_is_read_as_a_standard_parser_reads_it(data, text, lossless):
    assert type_of(TypeProto.FromString(data)) == parse_type(text)
    for found, prefix in ((read(data), ""), (read_named(record(2, data)), "?: ")):
        assert str(found) == prefix + text
        assert found.lossless is lossless
        assert (found.to_bytes() == (record(2, data) if prefix else data)) is lossless


@pytest.mark.parametrize(
    ("data", "text", "lossless"),
    [
        (record(1, b"x") + record(2, FLOAT_TYPE), "x: FLOAT", True),
        (record(2, FLOAT_TYPE) + record(1, b"x"), "x: FLOAT", False),
        (record(1, b"x"), "x", True),
        (record(1, b""), '""', True),
        (record(2, b""), "?: untyped", True),
        (b"", "?:", True),
        (record(1, b"x") + record(1, b"y"), "y", False),
        (record(2, FLOAT_TYPE) + record(2, SHAPE), "?: FLOAT [3]", False),
        (record(2, SHAPE) + record(1, b"x") + record(2, SHAPE), "x: ? [3, 3]", False),
        (record(2, FLOAT_TYPE) + record(2, SEQUENCE), "?: sequence(FLOAT)", False),
        (record(1, b"x") + record(3, b"a comment"), "x", False),
        (record(1, b"x") + record(3, b""), "x", False),
        (record(1, b"x") + record(4, b""), "x", False),
        (record(1, b"x") + number(40, 1), "x", False),
        (number(1, 1) + record(2, FLOAT_TYPE), "?: FLOAT", False),
    ],
)
def test_a_value_is_read_as_a_standard_parser_reads_it(data, text, lossless):
    assert value_of(ValueInfoProto.FromString(data)) == parse_value(text)
    found = read_named(data)
    assert str(found) == text
    assert found.lossless is lossless
    assert (found.to_bytes() == data) is lossless


def test_a_type_inside_says_whether_the_whole_is_lossless():
    assert read(SEQUENCE).element.lossless
    assert read_named(record(2, SEQUENCE) + record(3, b"")).type.lossless
    assert not read(SEQUENCE + SEQUENCE).element.lossless
    assert not read_named(record(2, FLOAT_TYPE) + record(2, b"")).type.lossless


def _types_of(corpus):
    """Return the distinct types and named types of the corpus and of every presence, as bytes."""
    found = {"TypeProto": set(), "ValueInfoProto": set()}
    for sample in samples(corpus):
        if sample.parses and len(sample.data) < 300_000:
            view = api.open(sample.data, sample.kind).merged()
            for _, theirs in pairs(view, parsed(sample.kind, sample.data)):
                found[theirs.DESCRIPTOR.name].add(theirs.SerializeToString())
    found["TypeProto"] |= {type_.to_bytes() for type_ in list(every_presence())[::29]}
    return {kind: sorted(each) for kind, each in found.items()}


def test_mutated_types_are_read_as_by_the_package(corpus):
    read_by_package = kept = unknown = 0
    for kind, seeds in _types_of(corpus).items():
        for seed in range(100):
            for data in mutated(seeds, 100, seed):
                view = api.open(data, kind).merged()
                message = parsed(kind, data)
                if message is not None:
                    _check(view, message)
                    read_by_package += 1
                    unknown += len(UnknownFieldSet(message)) > 0
                found = READ[kind](data)
                assert found.lossless == (found.to_bytes() == data)
                kept += found.lossless
    assert read_by_package > 5_000
    assert kept > 1_000
    assert unknown > 500
