"""The tree view: nesting, folding, runs of like children, what is left out."""

from onnxlens import api
from onnxlens.views.page import Page
from onnxlens.views.tree import Shown, tree
from onnxlens.wire.scalars import encode_record, encode_tag, encode_varint

NODE = encode_record(1, encode_record(4, b"Relu"))


def _lines(data, kind="ModelProto", depth=2, runs=False, guesses=False, opened=False, path=""):
    document = api.open(data, kind)
    return list(tree(Page(), document[path], Shown(depth, runs, guesses, opened)))


def test_more_than_50_like_children_are_counted():
    model = encode_record(7, NODE * 1000 + encode_record(2, b"g"))
    lines = _lines(model)
    assert sum("  node[" in line for line in lines) == 50
    assert any(line.endswith("… 950 more node: --all") for line in lines)
    assert any(line.endswith('"g"') for line in lines)
    assert sum("  node[" in line for line in _lines(model, runs=True)) == 1000


def test_the_count_of_a_run_names_it_where_others_follow_and_at_the_end():
    graph = NODE * 60 + encode_record(5, encode_record(8, b"w")) * 70
    more = [line.strip() for line in _lines(encode_record(7, graph)) if "more" in line]
    assert more == ["… 10 more node: --all", "… 20 more initializer: --all"]


def test_every_record_is_shown_or_counted():
    graph = encode_record(7, NODE * 3 + encode_record(2, b"g"))
    rows = len(api.open(graph, "ModelProto").index)
    lines = _lines(graph, depth=1)
    counted = int(lines[-1].split()[0])
    assert lines[-1].endswith("deeper fields not shown: --depth all")
    assert len(lines) - 2 + counted == rows
    assert len(_lines(graph, depth=None, opened=True)) - 1 == rows


def test_a_message_that_its_line_says_whole_is_opened_only_when_asked():
    model = encode_record(8, encode_tag(2, 0) + b"\x11")
    assert not any("version" in line for line in _lines(model))
    assert any("version" in line for line in _lines(model, opened=True))
    assert any("version" in line for line in _lines(model, path="opset_import[0]"))


def test_a_damaged_message_is_opened_and_marked():
    model = encode_tag(8, 2) + encode_varint(9) + encode_tag(2, 0)
    lines = _lines(model)
    assert any("!ai.onnx" in line and "declares 9 bytes; 1 is there" in line for line in lines)
    assert any("!the value is cut off" in line for line in lines)


def test_unknown_payloads_are_guessed_at_only_when_asked():
    model = encode_record(99, encode_record(1, b"abc")) + encode_record(98, b"hello")
    assert not any("guess" in line for line in _lines(model))
    lines = _lines(model, guesses=True)
    assert any("guess: message with field 1" in line for line in lines)
    assert any("guess: text of 5 characters" in line for line in lines)


def test_ten_thousand_levels_are_shown_without_recursion():
    data = b""
    for _ in range(10_000):
        data = encode_record(1, encode_record(5, encode_record(6, data)))
    lines = _lines(data, "GraphProto", depth=None, opened=True)
    assert len(lines) > 1000
