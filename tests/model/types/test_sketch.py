"""Value types as text: every kind, presence and absence, names that must be quoted."""

import pytest
from onnx import TensorProto, TensorShapeProto, TypeProto, ValueInfoProto

from onnxlens import api
from onnxlens.model.types.sketch import type_text, value_text
from onnxlens.wire.scalars import encode_record
from type_samples import every_presence, hostile_types, hostile_values

Dim = TensorShapeProto.Dimension


def _tensor(*dims, elem_type=1):
    return TypeProto(tensor_type=_part(TypeProto.Tensor, dims, elem_type))


def _part(kind, dims, elem_type=1):
    return kind(elem_type=elem_type, shape=TensorShapeProto(dim=dims))


def _text(type_):
    return type_text(api.open(type_.SerializeToString(), "TypeProto").merged())


FLOAT = TypeProto(tensor_type=TypeProto.Tensor(elem_type=1))
CASES = [
    (FLOAT, "FLOAT"),
    (_tensor(), "FLOAT []"),
    (_tensor(Dim(dim_value=1), Dim(dim_param="N")), 'FLOAT [1, "N"]'),
    (_tensor(Dim(), Dim(dim_value=0), Dim(dim_value=-1)), "FLOAT [?, 0, -1]"),
    (_tensor(Dim(dim_param="")), 'FLOAT [""]'),
    (_tensor(Dim(dim_param='a"b\\c\n\u202e')), 'FLOAT ["a\\"b\\\\c\\n\\u{202E}"]'),
    (
        _tensor(Dim(dim_value=1, denotation="DATA_BATCH"), Dim(denotation="")),
        'FLOAT [1:DATA_BATCH, ?:""]',
    ),
    (_tensor(elem_type=99), "99 []"),
    (_tensor(elem_type=0), "UNDEFINED []"),
    (TypeProto(tensor_type=TypeProto.Tensor()), "?"),
    (TypeProto(), "untyped"),
    (TypeProto(denotation="IMAGE"), "untyped as IMAGE"),
    (TypeProto(tensor_type=FLOAT.tensor_type, denotation="two words"), 'FLOAT as "two words"'),
    (
        TypeProto(sparse_tensor_type=_part(TypeProto.SparseTensor, [Dim(dim_value=3)])),
        "sparse_tensor(FLOAT [3])",
    ),
    (TypeProto(sequence_type=TypeProto.Sequence(elem_type=FLOAT)), "sequence(FLOAT)"),
    (TypeProto(sequence_type=TypeProto.Sequence()), "sequence()"),
    (TypeProto(optional_type=TypeProto.Optional(elem_type=FLOAT)), "optional(FLOAT)"),
    (TypeProto(map_type=TypeProto.Map(key_type=7, value_type=FLOAT)), "map(INT64, FLOAT)"),
    (TypeProto(map_type=TypeProto.Map()), "map(?, )"),
    (TypeProto(opaque_type=TypeProto.Opaque(domain="d", name="T")), "opaque(d, T)"),
    (TypeProto(opaque_type=TypeProto.Opaque(name="T")), "opaque(T)"),
    (TypeProto(opaque_type=TypeProto.Opaque(domain="d")), "opaque(d, )"),
]


@pytest.mark.parametrize(("type_", "expected"), CASES, ids=[text for _, text in CASES])
def test_a_type_has_its_text(type_, expected):
    assert _text(type_) == expected


def test_every_data_type_is_written_by_its_name():
    for name, number in TensorProto.DataType.items():
        assert _text(_tensor(elem_type=number)) == f"{name} []"


def test_a_denotation_stands_inside_the_parentheses_of_what_it_denotes():
    inner = TypeProto(tensor_type=FLOAT.tensor_type, denotation="IMAGE")
    outer = TypeProto(sequence_type=TypeProto.Sequence(elem_type=inner), denotation="TEXT")
    assert _text(outer) == "sequence(FLOAT as IMAGE) as TEXT"


def test_deep_types_are_cut_and_not_recursed_into():
    data = FLOAT.SerializeToString()
    for _ in range(5_000):
        data = encode_record(4, encode_record(1, data))
    text = type_text(api.open(data, "TypeProto").merged())
    assert text == "sequence(" * 100 + "…" + ")" * 100


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("x", "x: FLOAT"),
        ("/model/layer.0/Conv_output_0", "/model/layer.0/Conv_output_0: FLOAT"),
        ("x:0", "x:0: FLOAT"),
        (":x", '":x": FLOAT'),
        ("FLOAT", '"FLOAT": FLOAT'),
        ("untyped", '"untyped": FLOAT'),
        ("two words", '"two words": FLOAT'),
        ("", '"": FLOAT'),
        ("é", '"é": FLOAT'),
    ],
)
def test_a_name_is_bare_only_where_it_reads_back(name, expected):
    info = ValueInfoProto(name=name, type=FLOAT)
    assert value_text(api.open(info.SerializeToString(), "ValueInfoProto").merged()) == expected


def test_a_value_without_a_type_is_its_name_alone():
    info = ValueInfoProto(name="x").SerializeToString()
    assert value_text(api.open(info, "ValueInfoProto").merged()) == "x"
    untyped = ValueInfoProto(name="x", type=TypeProto()).SerializeToString()
    assert value_text(api.open(untyped, "ValueInfoProto").merged()) == "x: untyped"


def _value_text(value):
    return value_text(api.open(value.to_bytes(), "ValueInfoProto").merged())


def test_a_sketch_is_the_text_of_the_type_where_nothing_is_cut():
    for type_ in (*every_presence(), *hostile_types(3_000, seed=4)):
        assert type_text(api.open(type_.to_bytes(), "TypeProto").merged()) == str(type_)
    for value in hostile_values(3_000, seed=4):
        assert _value_text(value) == str(value)


@pytest.mark.parametrize("length", [200, 201, 100_000])
@pytest.mark.parametrize("character", ["a", "é", "😀", '"'])
def test_names_are_cut_at_200_characters(length, character):
    info = ValueInfoProto(name=character * length, type=_tensor(Dim(dim_param=character * length)))
    cut = character * min(length, 200) + ("…" if length > 200 else "")
    quoted = cut.replace('"', '\\"')
    name = cut if cut == "a" * 200 else f'"{quoted}"'
    text = value_text(api.open(info.SerializeToString(), "ValueInfoProto").merged())
    assert text == f'{name}: FLOAT ["{quoted}"]'


def test_shapes_are_cut_at_64_dims():
    assert _text(_tensor(*[Dim(dim_value=1)] * 64)) == f"FLOAT [{', '.join('1' * 64)}]"
    assert _text(_tensor(*[Dim(dim_value=1)] * 65)) == f"FLOAT [{'1, ' * 64}… 65 dims]"
    assert _text(_tensor(*[Dim(dim_value=1)] * 2000)).endswith("1, … 2,000 dims]")


def test_nests_are_cut_at_100_levels():
    for depth in (99, 100, 101):
        nest = FLOAT.SerializeToString()
        for _ in range(depth):
            nest = encode_record(9, encode_record(1, nest))
        text = type_text(api.open(nest, "TypeProto").merged())
        inner = "FLOAT" if depth < 100 else "…"
        assert text == "optional(" * min(depth, 100) + inner + ")" * min(depth, 100)
