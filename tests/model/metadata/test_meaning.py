"""What is said of keys and values: standard, of a well-known writer, misspelt, or the writer's."""

import time
from pathlib import Path

import pytest
from onnx import ModelProto, TensorAnnotation, TensorProto, TrainingInfoProto

from documents import samples
from onnxlens import api
from onnxlens.model.metadata.entries import entries
from onnxlens.model.metadata.meaning import explain_entry, meaning
from onnxlens.schema.standard import METADATA, STANDARD
from onnxlens.wire.scalars import encode_record as record

OWN = "a key of the writer's own; ONNX recommends a reversed domain name in front"


def document_with(*pairs: tuple[str, str]):
    model = ModelProto()
    for key, value in pairs:
        model.metadata_props.add(key=key, value=value)
    return api.open(model.SerializeToString(), "ModelProto")


def said(key: str, value: str = "") -> tuple[str, str]:
    """Return what is said of the key and of the value of a model's only entry."""
    document = document_with((key, value))
    return (
        explain_entry(document["metadata_props[0].key"]),
        explain_entry(document["metadata_props[0].value"]),
    )


def said_of(*pairs: tuple[str, str]) -> list[str]:
    return [meaning(entry) for entry in entries(document_with(*pairs))]


# -- standard ------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", [row for row in STANDARD if row.context == METADATA], ids=str)
def test_a_standard_string_is_told_by_its_note(row):
    key, value = said(row.key, row.value)
    assert (value if row.value else key) + "." == row.note.short


def test_image_keys_and_values_are_known_in_either_case():
    key, value = said("IMAGE.bitmappixelformat", "bGr8")
    assert key.startswith("Channels of all images")
    assert value == "Three channels in the order blue, green, red, 8 bits each"


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("Image.BitmapPixelFormt", "Image.BitmapPixelFormt: did you mean Image.BitmapPixelFormat"),
        ("image.colourspacegamma", "image.colourspacegamma: did you mean Image.ColorSpaceGamma"),
        ("model_licence", "model_licence: did you mean model_license"),
        ("Model_Author", "Model_Author: the standard word is model_author; case counts"),
    ],
)
def test_a_misspelt_key_is_told(key: str, words: str):  # D8
    assert said(key)[0] == words


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("Image.BitmapPixelFormat", "Rbg8", "Rbg8: did you mean Rgb8"),
        ("Image.ColorSpaceGamma", "sRGB8", "sRGB8: did you mean SRGB"),
        ("Image.ColorSpaceGamma", "2.2", "not one of the standard values: Linear, SRGB"),
        ("Image.ColorSpaceGamma", "", "not one of the standard values: Linear, SRGB"),
        ("Image.NominalPixelRange", "NormalRange_0_255",
         "NormalRange_0_255: did you mean NominalRange_0_255"),
        ("model_author", "anybody", ""),
    ],
)  # fmt: skip
def test_a_value_that_is_not_standard_is_told(key: str, value: str, words: str):  # D8
    assert said(key, value)[1] == words


def test_the_same_key_means_different_things_in_different_lists():
    tensor = TensorProto(name="w")
    for key in ("location", "ofset", "Length", "note"):
        tensor.external_data.add(key=key, value="{1: 2}")
    document = api.open(tensor.SerializeToString(), "TensorProto")
    assert [explain_entry(field) for field in document.file.children][1:] == [
        "The file that holds the data, relative to the folder of the model",
        "ofset: did you mean offset",
        "Length: the standard word is length; case counts",
        "not one of the standard keys: location, offset, length, checksum, basepath",
    ]
    assert said("location")[0] == OWN


def test_roles_of_quantisation_are_told():
    annotation = TensorAnnotation(tensor_name="x")
    annotation.quant_parameter_tensor_names.add(key="SCALE_TENSOR", value="s")
    document = api.open(annotation.SerializeToString(), "TensorAnnotation")
    field = document["quant_parameter_tensor_names[0]"]
    assert explain_entry(field).startswith("The tensor that holds the scale")


def test_bindings_of_training_are_names_and_are_not_explained():
    training = TrainingInfoProto()
    training.update_binding.add(key="model_author", value="location")
    document = api.open(training.SerializeToString(), "TrainingInfoProto")
    assert {explain_entry(field) for field in document.walk()} == {""}


def test_an_entry_that_is_the_whole_file_has_no_context():
    document = api.open(record(1, b"location"), "StringStringEntryProto")
    assert {explain_entry(field) for field in document.walk()} == {""}


# -- writers -------------------------------------------------------------------------------------


def test_class_names_are_counted():  # D6
    names = str(dict(enumerate(["person", "bicycle", "car"] * 9)))
    key, value = said("names", names)
    assert key == "Names of the classes by number (as ultralytics writes it)"
    assert value == "27 entries: 0 person, 1 bicycle, 2 car, …"


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("imgsz", "[640, 640]", "2 items: 640, 640"),
        ("args", "{'batch': 1, 'half': False}", "2 entries: batch 1, half False"),
        ("end2end", "False", "False"),
        ("names", "person, car", "neither JSON nor a Python literal"),
        ("names", "[" * 10_000, "nested more than 32 deep"),
        ("names", "[" + "1, " * 30_000 + "]", "longer than 65,536 characters"),
        ("stride", "32", ""),
        ("stride", "wide", "not a whole number"),
        ("resolution", "0.5", ""),
        ("resolution", "fine", "not a number"),
        ("encoder_dims", "192, 256,384,512", "4 items: 192, 256, 384, …"),
        ("encoder_dims", "", "0 items"),
        ("neg_mean", "1," * 40_000, "longer than 65,536 characters"),
        ("ort_config", '{"session_options": {"enable_profiling": 1}}',
         "1 entry: session_options {…}"),
        ("task", "{'a': 1}", ""),
    ],
)  # fmt: skip
def test_a_value_is_read_as_its_writer_writes_it(key: str, value: str, words: str):
    assert said(key, value)[1] == words


def test_a_key_of_two_writers_is_told_by_those_beside_it():
    (of_yolo, *_) = said_of(("version", "8"), ("names", "{}"), ("stride", "32"))
    assert of_yolo == "Version of the ultralytics package (as ultralytics writes it)"
    (of_k2, *_) = said_of(("version", "2"), ("vocab_size", "500"), ("model_type", "zipformer2"))
    assert of_k2.endswith("(as sherpa-onnx writes it)")


def test_a_key_of_two_writers_alone_is_told_as_both_mean_it():
    (words,) = said_of(("version", "2"))
    assert words == (
        "Version of the ultralytics package (as ultralytics writes it), or: "
        "Version of the conversion, which some readers check (as sherpa-onnx writes it)"
    )


def test_a_stack_trace_is_told_to_hold_paths():  # D7
    node = record(9, record(1, b"pkg.torch.onnx.stack_trace") + record(2, b'File "/home/u/n.py"'))
    document = api.open(record(7, record(1, node)), "ModelProto")
    (words,) = map(meaning, entries(document))
    assert "paths of the machine" in words and "PyTorch" in words


# -- others --------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["frontend", "inputs", "CACHE_KEY", "x" * 1000])
def test_a_bare_key_of_a_model_is_the_writer_s_own(key: str):
    assert said(key)[0] == OWN


@pytest.mark.parametrize("key", ["com.example.labels", "ai.onnxruntime.key1", "a.b"])
def test_a_qualified_key_needs_no_advice(key: str):
    assert said(key) == ("", "")


def test_below_the_model_there_is_no_advice():
    document = api.open(record(7, record(16, record(1, b"frontend"))), "ModelProto")
    assert list(map(meaning, entries(document))) == [""]


def test_a_value_in_brackets_is_summed_up_also_under_a_key_of_one_s_own():
    assert said("com.example.labels", '["a", "b"]')[1] == "2 items: a, b"
    assert said("com.example.labels", "[not a list")[1] == ""


def test_an_entry_without_a_key_is_told():  # D5
    document = api.open(record(14, record(2, b"v")) + record(14, record(1, b"")), "ModelProto")
    assert list(map(meaning, entries(document))) == ["the entry has no key", "the key is empty"]


def test_bytes_that_are_not_utf8_are_told_with_their_place_and_as_latin_1():  # D11
    data = record(14, record(1, b"author") + record(2, b"Ren\xe9"))
    document = api.open(data, "ModelProto")
    assert explain_entry(document["metadata_props[0].value"]) == (
        'not UTF-8 at byte 3 (0xE9); as Latin-1 it reads "René"'
    )
    odd = api.open(record(14, record(2, b"\xed\xa0\x80")), "ModelProto")
    assert explain_entry(odd["metadata_props[0].value"]) == "not UTF-8 at byte 0 (0xED)"
    key = api.open(record(14, record(1, b"\xc3\xa9\xff")), "ModelProto")
    assert explain_entry(key["metadata_props[0].key"]).startswith("not UTF-8 at byte 2 (0xFF)")


def test_a_long_text_that_is_cut_inside_a_character_is_still_utf8():
    assert said("task", "é" * 200_000)[1] == ""


@pytest.mark.parametrize("key", [b"\x1b[2J", b"\xff" * 5000, b"names", b"Image.ColorSpaceGamma"])
@pytest.mark.parametrize(
    "value", [b"\x1b]0;x\x07", b"['\x1b', '\\u202e']", b"{" * 70_000, b"\xed\xa0\x80", b"\0" * 9]
)
def test_hostile_strings_are_told_in_printable_characters(key: bytes, value: bytes):
    document = api.open(record(14, record(1, key) + record(2, value)), "ModelProto")
    (words,) = map(meaning, entries(document))
    assert words.isprintable() and len(words) < 500


def test_many_entries_of_an_unclear_key_stay_quick():
    document = document_with(*[("version", "1")] * 2_000)
    began = time.process_time()
    assert len(list(map(meaning, entries(document)))) == 2_000
    assert time.process_time() - began < 30


# -- corpus --------------------------------------------------------------------------------------

# keys of writers that are not well known: their own models only
UNKNOWN = {"hop_size", "minimum_samples", "inputs", "frontend", "network", "checkpoint_sha256"}


def test_every_key_of_the_corpus_is_known_but_for_those_of_one_model(corpus: Path):
    unknown, known = set(), set()
    for sample in samples(corpus):
        document = api.open(sample.data, sample.kind) if sample.kind else None
        for entry in entries(document) if document else ():
            words = explain_entry(entry.field)
            assert words.isprintable()
            (unknown if words in ("", OWN) else known).add(entry.key)
    assert unknown == UNKNOWN
    assert len(known) > 15
