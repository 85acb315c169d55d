"""Rows of the fields pane say what stands there, in file order and escaped."""

import pytest

from onnxlens import api
from onnxlens.views.web.children import children
from recipes import each, graph, int_of, model, node, of, tensor_type, value


def rows_of(document: api.Document, key: str) -> list[dict[str, object]]:
    """Return all rows of a list."""
    found: list[dict[str, object]] = children(document, key, 0, 1000)["rows"]
    return found


def labels(document: api.Document, key: str) -> list[tuple[object, object]]:
    """Return the label and text of all rows of a list."""
    return [(row["label"], row["text"]) for row in rows_of(document, key)]


def test_the_root_is_the_file(tiny: bytes) -> None:
    with api.open(tiny) as document:
        (row,) = rows_of(document, "")
        assert (row["kind"], row["text"], row["size"], row["family"]) == (
            "file", "ModelProto", 233, "model")  # fmt: skip
        assert row["kids"] == len(rows_of(document, "0"))


def test_groups_say_what_they_hold(tiny: bytes) -> None:
    with api.open(tiny) as document:
        said = labels(document, str(document["graph"].row))
        assert ("node", "2: Gemm 1, Relu 1") in said
        assert ("initializer", "2 tensors") in said
        assert ("x", 'FLOAT ["N", 4]') in said


def test_a_name_stands_before_the_type(tiny: bytes) -> None:
    with api.open(tiny) as document:
        assert labels(document, f"{document['graph'].row}:5") == [
            ("w", "FLOAT [4, 3]"),
            ("b", "FLOAT [3]"),
        ]


def test_inputs_with_a_default_are_counted() -> None:
    tensors = each(5, [int_of(1, 1) + int_of(2, 1) + of(8, name) for name in ("w", "v")])
    inputs = each(11, [value(name, tensor_type(1)) for name in ("x", "w", "v")])
    with api.open(int_of(1, 3) + of(7, inputs + tensors), "ModelProto") as document:
        assert labels(document, str(document["graph"].row))[0] == (
            "input",
            "1 to feed, 2 with a default",
        )


def test_the_number_of_rows_below_is_the_total_of_the_list(corpus_model: api.Document) -> None:
    keys, seen = [""], 0
    while keys and seen < 400:
        for row in rows_of(corpus_model, keys.pop()):
            seen += 1
            key = str(row["key"])
            if row["kids"]:
                assert children(corpus_model, key, 0, 1)["total"] == row["kids"]
                keys.append(key)
    assert seen > 100


@pytest.fixture
def corpus_model(corpus: object) -> object:
    """A model of the corpus."""
    with api.open(f"{corpus}/alrevuelta__cONNXr/super_resolution.onnx") as document:
        yield document


def test_elements_of_a_packed_run_have_rows() -> None:
    with api.open(of(1, bytes([4, 3])), "TensorProto") as document:
        told = rows_of(document, "1")
        assert [(row["key"], row["label"], row["text"]) for row in told] == [
            ("1.0", "dims[0]", "4"),
            ("1.1", "dims[1]", "3"),
        ]


def test_what_cannot_be_decoded_at_the_end_of_a_run_has_a_row() -> None:
    with api.open(of(1, b"\x04\x80"), "TensorProto") as document:
        last = rows_of(document, "1")[-1]
        assert (last["key"], last["kind"], last["element"]) == ("1.-1", "malformed", -1)


def test_a_long_run_of_varints_is_not_counted_ahead() -> None:
    with api.open(of(1, bytes(1 << 20) + b"\1"), "TensorProto") as document:
        (row,) = rows_of(document, "0")
        assert row["kids"] == -1
        assert children(document, "1", 0, 1)["total"] == 2  # chunks of a million


def test_malformed_bytes_and_damage_have_words(tiny: bytes) -> None:
    with api.open(tiny[:139]) as document:
        (graph_row,) = [row for row in rows_of(document, "0") if row["label"] == "graph"]
        assert graph_row["damage"] == "declares 177 bytes; 115 are there"
    with api.open(tiny[:21] + b"\x07\x00", "ModelProto") as document:
        assert rows_of(document, "0")[-1]["kind"] == "malformed"


def test_names_are_escaped_and_cut() -> None:
    hostile = "<img src=x onerror=alert(1)>\x1b[2J\u202e" + "x" * 5000
    with api.open(model(graph([node("Relu", [hostile], ["y"], (), of(3, hostile))]))) as document:
        for label, text in labels(document, str(document["graph.node[0]"].row)):
            assert "\x1b" not in f"{label}{text}" and "\u202e" not in f"{label}{text}"
            assert len(str(label)) <= 121 and len(str(text)) <= 301


def test_more_than_a_thousand_rows_are_refused(tiny: bytes) -> None:
    with api.open(tiny) as document, pytest.raises(ValueError, match="at most 1,000"):
        children(document, "0", 0, 1001)
