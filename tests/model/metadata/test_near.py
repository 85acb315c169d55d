"""Near misses are found, and quite different words are left alone."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onnxlens.model.metadata.near import meant, near_miss
from onnxlens.schema.standard import AXIS, IMAGE_KEYS, METADATA, STANDARD, TYPE, standard_names

AXES, TYPES, KEYS = standard_names(AXIS), standard_names(TYPE), standard_names(METADATA)
PIXELS, RANGES = standard_names(METADATA, IMAGE_KEYS[0]), standard_names(METADATA, IMAGE_KEYS[2])


@pytest.mark.parametrize(
    ("word", "known", "near"),
    [
        ("DATA_CHANEL", AXES, "DATA_CHANNEL"),
        ("data_batch", AXES, "DATA_BATCH"),
        ("DATA-BATCH", AXES, "DATA_BATCH"),
        ("DATABATCH", AXES, "DATA_BATCH"),
        ("DATA_FEATURES", AXES, "DATA_FEATURE"),
        ("DATA_BACTH", AXES, "DATA_BATCH"),
        ("filter-in_channel", AXES, "FILTER_IN_CHANNEL"),
        ("FILTER_INCHANNEL", AXES, "FILTER_IN_CHANNEL"),
        ("Image", TYPES, "IMAGE"),
        ("IMGAE", TYPES, "IMAGE"),
        ("IMAGES", TYPES, "IMAGE"),
        ("Image.BitmapPixelFormt", KEYS, "Image.BitmapPixelFormat"),
        ("Image_BitmapPixelFormat", KEYS, "Image.BitmapPixelFormat"),
        ("Image.ColourSpaceGamma", KEYS, "Image.ColorSpaceGamma"),
        ("model_licence", KEYS, "model_license"),
        ("model-author", KEYS, "model_author"),
        ("Rbg8", PIXELS, "Rgb8"),
        ("NormalRange_0_255", RANGES, "NominalRange_0_255"),
        ("Normalized_0_1_", RANGES, "Normalized_0_1"),
    ],
)
def test_a_misspelt_word_is_found(word: str, known: tuple[str, ...], near: str):
    assert near_miss(word, known) == near


@pytest.mark.parametrize(
    ("word", "known"),
    [
        ("VIDEO", TYPES), ("SCALAR", TYPES), ("MASK", TYPES), ("DATA_SIZE", AXES),
        ("DATA_NAME", AXES), ("DATA_PATH", AXES), ("T", TYPES), ("", TYPES),
        ("TE", TYPES), ("BATCH", AXES), ("N", AXES), ("DATA_WIDTH", AXES), ("HEIGHT", AXES),
        ("FILTER", AXES), ("SEQUENCE", AXES), ("names", KEYS), ("stride", KEYS), ("author", KEYS),
        ("license", KEYS), ("model_type", KEYS), ("model_hash", KEYS), ("model_version", KEYS),
        ("model_url", KEYS), ("sample_rate", KEYS), ("Image.Mean", KEYS), ("imgsz", KEYS),
        ("Nv12", PIXELS), ("Gray16", PIXELS), ("Yuv", PIXELS), ("0..255", RANGES),
    ],
)  # fmt: skip
def test_a_quite_different_word_is_left_alone(word: str, known: tuple[str, ...]):
    assert near_miss(word, known) is None


@pytest.mark.parametrize("row", STANDARD, ids=lambda row: row.name)
def test_nothing_is_suggested_for_a_standard_word(row):
    names = standard_names(row.context, row.key if row.value else "")
    assert row.name in names and near_miss(row.name, names) is None


@pytest.mark.parametrize("row", [row for row in STANDARD if len(row.name) > 5], ids=str)
def test_a_standard_word_with_one_letter_missing_is_known_again(row):
    names = standard_names(row.context, row.key if row.value else "")
    assert near_miss(row.name[:2] + row.name[3:], names) == row.name


@given(st.text(max_size=80))
def test_what_is_suggested_is_a_known_word(word: str):
    near = near_miss(word, AXES)
    assert near is None or (near in AXES and word not in AXES)


def test_a_long_text_is_no_misspelt_word_and_costs_nothing():
    began = time.perf_counter()
    assert near_miss("DATA_BATCH" * 100_000, AXES) is None
    assert time.perf_counter() - began < 0.1


def test_only_the_case_is_told_where_it_alone_is_wrong():
    assert meant("data_batch", "DATA_BATCH") == (
        "data_batch: the standard word is DATA_BATCH; case counts"
    )
    assert meant("DATA_CHANEL", "DATA_CHANNEL") == "DATA_CHANEL: did you mean DATA_CHANNEL"


def test_a_hostile_word_is_quoted():
    assert meant("DATA_\x1bBATCH", "DATA_BATCH") == ('"DATA_\\u{1B}BATCH": did you mean DATA_BATCH')
