"""Denotations are told by their note, as a near miss, or as no standard word."""

import pytest
from onnx import TensorShapeProto, TypeProto

from onnxlens import api
from onnxlens.model.metadata.denotation import explain_denotation, word_meaning
from onnxlens.schema.standard import AXIS, STANDARD, TYPE
from onnxlens.wire.scalars import encode_record as record


def of_type(word: str | bytes) -> str:
    data = word if isinstance(word, bytes) else word.encode()
    return explain_denotation(api.open(record(6, data), "TypeProto")["denotation"])


def of_axis(**fields: object) -> str:
    dim = TensorShapeProto.Dimension(**fields)
    document = api.open(dim.SerializeToString(), "TensorShapeProto.Dimension")
    return explain_denotation(document["denotation"])


@pytest.mark.parametrize("row", [row for row in STANDARD if row.context in (TYPE, AXIS)], ids=str)
def test_a_standard_word_is_told_by_its_note(row):
    said = of_type(row.value) if row.context == TYPE else of_axis(denotation=row.value)
    assert said + "." == row.note.short


def test_a_misspelt_word_is_told():
    assert of_axis(denotation="DATA_CHANEL") == "DATA_CHANEL: did you mean DATA_CHANNEL"
    assert of_type("IMGAE") == "IMGAE: did you mean IMAGE"


def test_case_counts():
    assert of_axis(denotation="data_batch") == (
        "data_batch: the standard word is DATA_BATCH; case counts"
    )
    assert of_type("Image") == "Image: the standard word is IMAGE; case counts"


def test_any_other_word_is_told_as_not_standard():
    words = "not one of the standard words: TENSOR, IMAGE, AUDIO, TEXT"
    assert of_type("VIDEO") == of_type("DATA_BATCH") == words
    assert of_axis(denotation="IMAGE").startswith("not one of the standard words: DATA_BATCH, ")


def test_an_empty_word_says_nothing():
    assert of_type("") == "empty, which says nothing"


def test_an_axis_with_a_symbol_has_both_told():  # D9
    said = of_axis(denotation="DATA_BATCH", dim_param="batch")
    assert said == "The batch axis: N in NCHW; the symbol of the axis is batch"
    assert of_axis(denotation="DATA_BATCH", dim_value=1) == "The batch axis: N in NCHW"
    assert of_axis(denotation="DATA_BATCH", dim_param="") == "The batch axis: N in NCHW"


@pytest.mark.parametrize("word", [b"\xff\xfe", b"\x1b[31mIMAGE", b"I" * 1_000_000, b"\xe2\x80\xae"])
def test_a_hostile_word_is_told_in_printable_characters(word: bytes):
    said = of_type(word)
    assert said.isprintable() and len(said) < 200


def test_a_hostile_symbol_is_quoted_and_cut():
    said = of_axis(denotation="DATA_BATCH", dim_param="\x1b" + "x" * 100_000)
    assert '"\\u{1B}x' in said and said.isprintable() and len(said) < 300


def test_other_fields_are_not_explained():
    document = api.open(TypeProto(tensor_type={"elem_type": 1}).SerializeToString(), "TypeProto")
    assert [explain_denotation(field) for field in document.walk()] == [""] * 3


def test_a_word_alone_is_told():
    assert word_meaning(AXIS, "DATA_TIME") == "A time axis"
