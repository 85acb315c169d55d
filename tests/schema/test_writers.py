"""The table of well-known writers' keys holds together."""

import pytest

from onnxlens.schema import messages
from onnxlens.schema.standard import METADATA, standard
from onnxlens.schema.writers import LEVELS, WRITER_KEYS, WriterKey, profiles, writer_keys

FORMS = {"text", "integer", "number", "json", "python", "list"}


@pytest.mark.parametrize("row", WRITER_KEYS, ids=lambda row: f"{row.writer} {row.key}")
def test_a_row_has_known_levels_a_known_form_and_one_sentence(row: WriterKey):
    assert row.levels and set(row.levels) <= set(LEVELS)
    assert row.form in FORMS
    assert row.note[0].isupper() or row.note[0].isdigit()
    assert row.note.endswith(".") and ". " not in row.note and len(row.note) <= 90
    assert row.key.isprintable() and "*" not in row.key[:-1]


def test_every_form_is_in_use():
    assert {row.form for row in WRITER_KEYS} == FORMS


def test_no_writer_has_a_key_twice_on_a_level():
    places = [(row.writer, row.key, level) for row in WRITER_KEYS for level in row.levels]
    assert len(set(places)) == len(places)


def test_no_standard_key_is_taken_for_a_writer_s():
    assert not [row for row in WRITER_KEYS if standard(METADATA, row.key)]


def test_the_levels_are_the_messages_that_have_metadata_props():
    owners = {spec.name for spec in messages() if "metadata_props" in spec.by_name}
    words = {"Model": "model", "Graph": "graph", "Function": "function", "Node": "node",
             "ValueInfo": "value info", "Tensor": "tensor"}  # fmt: skip
    assert {words[name.removesuffix("Proto")] for name in owners} == set(LEVELS)


@pytest.mark.parametrize(
    ("key", "level", "writers"),
    [
        ("names", "model", ["ultralytics"]),
        ("names", "node", []),
        ("Names", "model", []),
        ("version", "model", ["ultralytics", "sherpa-onnx"]),
        ("onnx.infer", "model", ["onnxruntime"]),
        ("pkg.torch.onnx.stack_trace", "node", ["PyTorch"]),
        ("pkg.torch.onnx.stack_trace", "model", []),
        ("pkg.torch.onnx.of_tomorrow", "node", ["PyTorch"]),
        ("pkg.torch.", "graph", ["PyTorch"]),
        ("pkg.torch", "graph", []),
        ("pkg.onnxscript.x", "function", ["onnxscript"]),
        ("", "model", []),
        ("*", "model", []),
        ("namesake", "model", []),
        ("names", "no such level", []),
    ],
)
def test_a_key_is_found_by_itself_or_by_its_prefix(key: str, level: str, writers: list[str]):
    assert [row.writer for row in writer_keys(key, level)] == writers


@pytest.mark.parametrize(
    ("keys", "found"),
    [
        ([], []),
        (["names"], []),
        (["names", "Task"], []),
        (["task", "names"], [("ultralytics", ["names", "task"], ["stride", "imgsz", "batch"])]),
        (
            ["batch", "imgsz", "task", "stride", "names", "author"],
            [("ultralytics", ["names", "stride", "task", "imgsz", "batch"], [])],
        ),
    ],
)
def test_a_profile_needs_two_of_its_keys(keys: list[str], found: list[tuple[str, object]]):
    assert list(profiles(keys)) == found
    assert list(profiles(set(keys))) == found


def test_the_keys_of_a_profile_are_keys_of_its_writer():
    every = [row.key for row in WRITER_KEYS]
    for writer, has, lacks in profiles(every):
        assert not lacks
        for key in has:
            assert writer in [row.writer for row in writer_keys(key, "model")]


def test_no_prefix_begins_like_another():
    prefixes = [row.key[:-1] for row in WRITER_KEYS if row.key.endswith("*")]
    pairs = [(a, b) for a in prefixes for b in prefixes if a != b and a.startswith(b)]
    assert len(prefixes) == 2 and not pairs


def test_a_key_comes_before_a_prefix():
    (row,) = writer_keys("pkg.torch.onnx.name_scopes", "node")
    assert row.key == "pkg.torch.onnx.name_scopes" and row.form == "python"
