"""Family B of known-problems.md, types and shapes: what each row asks is said of its recipe."""

import struct

import pytest

import recipes as r

# what a row asks and nothing can say yet; all else of these rows is tested below
LATER = {
    "B11": "declared and inferred shapes need shape inference, which a check will do",
}
X = "graph.input[0]"
TENSOR = f"{X}.type.tensor_type"
DIM = f"{TENSOR}.shape.dim[0]"


def taking(type_: bytes, **more: int) -> r.Said:
    """Return what is said of a model whose input x has a type."""
    return r.Said(r.model(r.graph(inputs=[r.value("x", type_)]), **more))


def giving(type_: bytes | None) -> r.Said:
    """Return what is said of a model whose output y has a type, or none."""
    return r.Said(r.model(r.graph(outputs=[r.value("y", type_)])))


def test_the_base_of_the_recipes_is_made_here_byte_by_byte():
    assert r.model() == r.BASE and len(r.BASE) == 59


def test_b1_unknown_rank_and_scalar_are_told_apart():
    absent, scalar = taking(r.of(1, r.int_of(1, r.FLOAT))), taking(r.tensor_type(r.FLOAT))
    assert "inputs       x: FLOAT\n" in absent.summary
    assert "x: no shape: any number of axes, of any size" in absent.summary
    assert "the two bytes 12 00, would make it a scalar" in absent.of(TENSOR)
    assert "inputs       x: FLOAT []\n" in scalar.summary
    assert "x: a scalar" in scalar.summary
    assert scalar.document[f"{TENSOR}.shape"].span == (32, 34)
    assert "without these bytes, 32:34, any shape would do" in scalar.of(f"{TENSOR}.shape")


def test_b2_a_dim_of_neither_member_is_unknown_and_never_0():
    said = taking(r.tensor_type(r.FLOAT, r.dim()))
    assert "x: FLOAT [?]" in said.summary and "[0]\n" not in said.summary
    assert "x axis 0: a size that is not known, and not tied to any other axis" in said.summary
    assert "not tied to any other axis" in said.of(DIM)
    (row,) = (line for line in said.tree.splitlines() if "dim[0]" in line and " 34 " in line)
    assert row.endswith("?")


def test_b3_an_explicit_0_is_an_axis_without_elements():
    said = r.Said(r.patched({37: 0, 54: 0}))
    words = "no elements along this axis; a size that is not known has no dim_value"
    assert words in said.at(36) and words in said.at(53)
    assert f"x axis 0, y axis 0: {words}" in said.summary


@pytest.mark.parametrize("op", ["Relu", "Slice"])
def test_b4_a_negative_size_is_no_size(op):
    type_ = r.tensor_type(r.FLOAT, r.dim(-1))
    body = r.graph([r.node(op, ["x"], ["y"])], [r.value("x", type_)], [r.value("y", type_)])
    said = r.Said(r.model(body))
    assert "-1 is no size" in said.summary and "dim_param" in said.of(f"{DIM}.dim_value")
    assert said.document[f"{DIM}.dim_value"].payload.size == 10


def test_b5_a_symbol_that_looks_like_a_number_is_no_size():
    said = taking(r.tensor_type(r.FLOAT, r.dim("1")))
    assert 'x: FLOAT ["1"]' in said.summary
    for words in (said.summary, said.symbols, said.of(f"{DIM}.dim_param")):
        assert "a name that looks like a number: any size, not 1" in words


@pytest.mark.parametrize("name", ["None", "?", "-1"])
def test_b6_a_placeholder_makes_axes_equal(name):
    said = taking(r.tensor_type(r.FLOAT, r.dim(name), r.dim(name)))
    for words in (said.summary, said.symbols, said.of(f"{DIM}.dim_param")):
        assert "placeholder-like; the standard makes all axes with this name equal" in words
        assert "use neither member for an unknown size" in words
    assert "axes 0 and 1 of input x are equal by it" in said.symbols
    assert "1 symbol on 2 axes" in said.symbols


def test_b7_a_generated_symbol_is_any_size():
    said = taking(r.tensor_type(r.FLOAT, r.dim("unk__16")))
    for words in (said.summary, said.symbols, said.of(f"{DIM}.dim_param")):
        assert "made by a tool, by its form: shape inference of onnx" in words
    assert said.of(f"{DIM}.dim_param").startswith("any size")


def test_b8_a_symbol_is_listed_with_every_axis():
    x = r.value("x", r.tensor_type(r.FLOAT, r.dim(1), r.dim("w")))
    y = r.value("y", r.tensor_type(r.FLOAT, r.dim("w"), r.dim("w")))
    said = r.Said(r.model(r.graph([r.node("Identity", ["x"], ["y"])], [x], [y])))
    assert "symbols      w: x axis 1, y axis 0, y axis 1" in said.summary
    heading, _, *rows = said.symbols.splitlines()[:5]
    assert heading == '"w": 3 axes'
    assert [row.split() for row in rows] == [
        ["44", "1", "input", "x", X],
        ["62", "0", "output", "y", "graph.output[0]"],
        ["67", "1", "output", "y", "graph.output[0]"],
    ]
    assert said.document.at(44).path == f"{TENSOR}.shape.dim[1].dim_param"
    assert said.symbols.endswith("1 symbol on 3 axes; outside of functions one scope")
    assert "axes 0 and 1 of output y are equal by it" in said.symbols
    field = said.document[f"{TENSOR}.shape.dim[1].dim_param"]
    assert 'axis 0 of output "y" (offset 62) and 1 more have the same' in said.at(field.start)
    assert field.note is not None
    assert "the whole main graph and all its subgraphs" in " ".join(field.note.text.split())


def test_b9_an_expression_is_free_text():
    said = taking(r.tensor_type(r.FLOAT, r.dim("floor(W/2 - 1/2) + 1")))
    for words in (said.summary, said.symbols, said.of(f"{DIM}.dim_param")):
        assert "an expression; free text by the standard; names in it: W" in words


def test_b10_a_constant_shape_that_holds_the_old_batch_is_named():
    data = struct.pack("<2q", 1, 2)
    constant = r.int_of(1, 2) + r.int_of(2, r.INT64) + r.of(8, "s") + r.of(9, data)
    x, y = (r.value(name, r.tensor_type(r.FLOAT, r.dim("N"), r.dim(2))) for name in "xy")
    reshape = r.node("Reshape", ["x", "s"], ["y"])
    said = r.Said(r.model(r.graph([reshape], [x], [y], [constant])))
    (words,) = (line for line in said.symbols.splitlines() if "Reshape" in line)
    at = said.document["graph.initializer[0]"].start
    for part in ("axis 0", "[1, 2]", "graph.initializer[0]", str(at), "fixes axis 0"):
        assert part in words


def test_b12_an_undefined_data_type_is_told_at_its_byte():
    said = r.Said(r.patched({31: 0}))
    assert "UNDEFINED is no data type; runtimes refuse it" in said.at(31)
    assert "x: UNDEFINED is no data type; runtimes refuse it" in said.summary
    assert "an input of the main graph needs a data type" in said.of(X)
    info = r.of(13, r.value("t", r.tensor_type(0, r.dim(2))))
    inner = r.Said(r.model(r.graph(more=info)))
    assert "may be dropped" in inner.of("graph.value_info[0]")
    path = "graph.value_info[0].type.tensor_type.elem_type"
    assert "UNDEFINED is no data type" in inner.of(path)


def test_b13_a_data_type_is_named_with_the_ir_version_that_brought_it():
    new, unknown = r.Said(r.patched({31: 23})), r.Said(r.patched({31: 99}))
    assert "x: FLOAT4E2M1 [2]" in new.summary and "since IR version 11" in new.at(31)
    assert "99 is not a data type; 0 to 28 are known" in unknown.at(31)
    assert "x: 99 is not a data type" in unknown.summary


@pytest.mark.parametrize("type_", [None, b""])
def test_b14_an_output_needs_a_type_of_some_kind(type_):
    said = giving(type_)
    kinds = "tensor, sequence, map, optional, sparse tensor or opaque"
    words = said.of("graph.output[0]")
    assert f"an output of the main graph needs one: {kinds}" in words
    assert kinds in said.summary
    missing = "an output without a type" if type_ is None else "no kind"
    assert f"y: {missing}" in said.summary


def test_b15_an_output_of_zipmap_is_no_tensor_and_its_source_is_named():
    labels = r.attribute("classlabels_int64s", 7, r.int_of(8, 0) + r.int_of(8, 1))
    zipmap = r.node("ZipMap", ["scores"], ["y"], [labels], r.of(7, "ai.onnx.ml"))
    type_ = r.of(4, r.of(1, r.of(5, r.int_of(1, 7) + r.of(2, r.tensor_type(r.FLOAT)))))
    x = r.value("scores", r.tensor_type(r.FLOAT, r.dim(1), r.dim(2)))
    more = r.of(8, r.of(1, "ai.onnx.ml") + r.int_of(2, 1))
    said = r.Said(r.model(r.graph([zipmap], [x], [r.value("y", type_)]), more=more))
    assert "y: sequence(map(INT64, FLOAT []))" in said.summary
    advice = "node[0] (ZipMap) makes it of the tensor scores: export without ZipMap"
    for words in (said.summary, said.of("graph.output[0].name")):
        assert advice in words
    assert "runtimes that take only tensors refuse it" in said.summary
    assert "runtimes that take only tensors refuse it" in said.of("graph.output[0].type")


def test_b15_a_sequence_that_zipmap_did_not_make_gets_no_such_advice():
    said = giving(r.of(4, r.of(1, r.tensor_type(r.FLOAT))))
    assert "refuse it" in said.summary and "ZipMap" not in said.summary


def test_b16_an_optional_type_is_shown_and_needs_ir_8():
    said = taking(r.of(9, r.of(1, r.tensor_type(r.FLOAT, r.dim(2)))), ir=7)
    assert "x: optional(FLOAT [2])" in said.summary
    assert "holds a value or none at run time (IR version 8)" in said.of(f"{X}.type")
    spec = said.document[f"{X}.type.optional_type"].spec
    assert spec is not None and spec.since == 8


def test_b17_an_opaque_type_is_named_with_its_domain():
    said = taking(r.of(7, r.of(1, "com.x")))
    assert "x: opaque(com.x, )" in said.summary
    path = f"{X}.type.opaque_type"
    assert "no name: the checker of the onnx package refuses it" in said.of(path)
    note = said.document[path].note
    assert note is not None and "Before IR version 14" in note.text
    named = taking(r.of(7, r.of(1, "com.x") + r.of(2, "T")))
    assert "x: opaque(com.x, T)" in named.summary and not named.of(path)


@pytest.mark.parametrize(("number", "name"), [(1, "FLOAT"), (9, "BOOL"), (22, "INT4")])
def test_b18_keys_of_a_map_are_integers_or_strings(number, name):
    said = giving(r.of(5, r.int_of(1, number) + r.of(2, r.tensor_type(r.FLOAT))))
    words = f"keys are integers of 8 to 64 bits or STRING; this key_type is {name}"
    assert words in said.summary
    assert words in said.of("graph.output[0].type.map_type.key_type")


def test_b19_the_order_of_sparse_indices_is_told_with_the_first_places():
    values = r.int_of(1, 3) + r.int_of(2, r.FLOAT) + r.of(8, "s") + r.of(9, bytes(12))
    data = struct.pack("<6q", 0, 0, 1, 0, 2, 1)
    indices = r.int_of(1, 2) + r.int_of(1, 3) + r.int_of(2, r.INT64) + r.of(9, data)
    sparse = r.of(1, values) + r.of(2, indices) + r.int_of(3, 2) + r.int_of(3, 3)
    said = r.Said(r.model(r.graph(more=r.of(15, sparse)))).of("graph.sparse_initializer[0]")
    for words in ("indices have dims [2, 3]", "as [rank, NNZ]", "need [3] or [3, 2]"):
        assert words in said
    assert "only read as [rank, NNZ] they ascend inside the dims: (0, 0), (0, 2), (1, 1)" in said


def test_b20_a_value_without_value_info_is_no_fault():
    nodes = [r.node("Relu", ["x"], ["t"]), r.node("Relu", ["t"], ["y"])]
    said = r.Said(r.model(r.graph(nodes)))
    words = "its type is not declared: a value_info for it is optional"
    assert words in said.of("graph.node[1].input[0]")
    info = r.of(13, r.value("t", r.tensor_type(r.FLOAT, r.dim(2))))
    declared = r.Said(r.model(r.graph(nodes, more=info)))
    assert "declared FLOAT [2]" in declared.of("graph.node[1].input[0]")
    assert "1 value_info" in declared.summary
    function = r.Said(b"", "FunctionProto").document.root
    assert function is not None and function.by_name["value_info"].since == 10


def test_b20_values_with_value_info_are_counted():
    nodes = [r.node("Relu", [f"t{at}"], [f"t{at + 1}"]) for at in range(4)]
    last = [r.node("Split", ["t4"], ["y", "", "z"])]
    infos = [r.value(name, r.tensor_type(r.FLOAT, r.dim(2))) for name in ("t1", "z", "x", "other")]
    data = [
        r.model(r.graph(nodes + last, more=r.each(13, declared)))
        for declared in ([], infos[:1], infos)
    ]
    words = "values between inputs and outputs have one"
    why = "value_info is optional, readers infer the rest"
    assert r.Said(data[0]).types == f"0 of 5 {words}; {why}"
    assert r.Said(data[1]).types == f"1 of 5 {words}"
    assert r.Said(data[2]).types == f"2 of 5 {words}"
    assert "types " not in r.Said(data[2]).summary


def test_b21_an_output_that_is_a_scalar_is_not_fed():
    said = giving(r.tensor_type(r.FLOAT)).summary
    assert "y: a scalar: of shape (), not (1,)" in said and "feed" not in said


def test_b21_a_scalar_is_fed_as_one():
    said = taking(r.tensor_type(r.FLOAT))
    for words in (said.summary, said.of(TENSOR), said.of(f"{TENSOR}.shape")):
        assert "a scalar: feed shape (), not (1,)" in words


def test_b22_two_declarations_of_a_name_are_told_with_both_offsets():
    nodes = [r.node("Relu", ["x"], ["t"]), r.node("Relu", ["t"], ["y"])]
    infos = [r.value("t", r.tensor_type(r.FLOAT, r.dim(size))) for size in (2, 3)]
    said = r.Said(r.model(r.graph(nodes, more=r.each(13, infos))))
    first, second = (said.document[f"graph.value_info[{at}]"].start for at in (0, 1))
    words = f"declared twice in value_info: FLOAT [2] (offset {first}) and FLOAT [3] "
    for at in (0, 1):
        assert f"{words}(offset {second})" in said.of(f"graph.value_info[{at}]")


def test_every_row_of_the_family_is_tested_or_in_the_table():
    tested = {name.split("_")[1].upper() for name in globals() if name.startswith("test_b")}
    rows = {f"B{number}" for number in range(1, 23)}
    assert (tested & rows) | set(LATER) == rows
