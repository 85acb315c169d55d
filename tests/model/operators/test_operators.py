"""What stands at each input and output of a node, against the checker of the onnx package."""

import onnx
import pytest
from onnx import GraphProto, ModelProto, NodeProto, helper, parser

from documents import Sample, document_of, samples
from onnxlens.model.operators import signatures as states
from onnxlens.model.operators.calls import Operators
from onnxlens.schema import message
from onnxlens.schema.operators import operator_domains
from onnxlens.tree.document import Document
from onnxlens.tree.merged import Merged
from onnxlens.wire.index import Index
from onnxlens.wire.scalars import encode_record
from onnxlens.wire.scan import Scanner

NEWEST = operator_domains()[""]


def model(*nodes: NodeProto, version: int = 20, domain: str = "", **more: object) -> ModelProto:
    """A model of these nodes."""
    imports = [helper.make_opsetid(domain, version), helper.make_opsetid("my.domain", 1)]
    graph = helper.make_graph(nodes, "g", [], [])
    return helper.make_model(graph, opset_imports=imports, ir_version=10, **more)


def opened(proto: object, kind: str = "ModelProto") -> Document:
    """A document over a message of the onnx package."""
    data = proto if isinstance(proto, bytes) else proto.SerializeToString()
    return document_of(data, kind, Scanner)


def nodes_of(document: Document) -> list[Merged]:
    """All nodes, wherever they are, in file order."""
    spec = message("NodeProto")
    return [Merged(document, spec, (f.row,)) for f in document.walk() if f.content is spec]


def told(document: Document, node: int = 0, noun: str = "input") -> list[str]:
    """The words for all inputs or outputs of one node."""
    operators, found = Operators(document), nodes_of(document)[node]
    return [operators.words(record) for record in found.records(noun)]


def state_names(document: Document, noun: str = "input", node: int = 0) -> list[str]:
    operators, found = Operators(document), nodes_of(document)[node]
    each = operators.inputs(found) if noun == "input" else operators.outputs(found)
    return [given.state for given in each]


DROP = ", at the end: may be dropped"
RUNTIMES = "undefined by the standard, runtimes differ"

# name: (op_type, inputs, outputs, version, words, states, words of outputs, states of outputs)
FAMILY_F = {
    "F1": ("Clip", ["x", "", "mx"], ["y"], 11,
           ['input "input" of Clip', "omitted (optional input min of Clip)", "input max of Clip"],
           ["given", "omitted", "given"], ['output "output" of Clip'], ["given"]),
    "F2": ("Squeeze", ["x", ""], ["y"], 20,
           ["input data of Squeeze", f"omitted (optional input axes of Squeeze){DROP}"],
           ["given", "trailing omitted"], ["output squeezed of Squeeze"], ["given"]),
    "F3": ("LSTM", ["x", "w", "r", "", "", "h"], ["", "Y_h", ""], 14,
           ["input X of LSTM", "input W of LSTM", "input R of LSTM",
            "omitted (optional input B of LSTM)",
            "omitted (optional input sequence_lens of LSTM)", "input initial_h of LSTM"],
           ["given"] * 3 + ["omitted"] * 2 + ["given", "left out", "left out"],
           ["omitted (optional output Y of LSTM)", "output Y_h of LSTM",
            f"omitted (optional output Y_c of LSTM){DROP}"],
           ["omitted", "given", "trailing omitted"]),
    "F4": ("Dropout", ["x"], ["y", ""], 13,
           ["input data of Dropout"], ["given", "left out", "left out"],
           ['output "output" of Dropout', f"omitted (optional output mask of Dropout){DROP}"],
           ["given", "trailing omitted"]),
    "F5": ("Concat", ["x", "", "x"], ["y"], 13,
           ["element 0 of the variadic input inputs of Concat, which takes at least 1",
            f"omitted inside the variadic input inputs of Concat: {RUNTIMES}",
            "element 2 of the variadic input inputs of Concat, which takes at least 1"],
           ["given", "hole", "given"], ["output concat_result of Concat"], ["given"]),
    "F6": ("Relu", ["x", "x"], ["y"], 14,
           ["input X of Relu", "surplus: Relu takes 1 input, this is number 2"],
           ["given", "surplus"], ["output Y of Relu"], ["given"]),
    "F7": ("Add", ["x", ""], ["y"], 14,
           ["input A of Add", "required input B of Add is empty"],
           ["given", "required"], ["output C of Add"], ["given"]),
    "a required input that is not there": (
        "Add", ["x"], [], 14, ["input A of Add"], ["given", "required"], [], ["required"]),
    "a required output that is empty": (
        "Relu", ["x"], [""], 14, ["input X of Relu"], ["given"],
        ["required output Y of Relu is empty"], ["required"]),
    "no room at all": (
        "Constant", ["x"], ["y"], 13,
        ["surplus: Constant takes no inputs, this is number 1"], ["surplus"],
        ['output "output" of Constant'], ["given"]),
    "room for some": (
        "Clip", ["x", "", "", "z", ""], ["y"], 13,
        ['input "input" of Clip', "omitted (optional input min of Clip)",
         "omitted (optional input max of Clip)",
         "surplus: Clip takes at most 3 inputs, this is number 4",
         "surplus: Clip takes at most 3 inputs, this is number 5"],
        ["given", "omitted", "omitted", "surplus", "surplus"],
        ['output "output" of Clip'], ["given"]),
    "an optional one below the least number may not be dropped": (
        "Loop", ["", ""], ["v"], 16,
        ["omitted (optional input M of Loop)", "omitted (optional input cond of Loop)"],
        ["omitted", "omitted", "left out"],
        ["element 0 of the variadic output v_final_and_scan_outputs of Loop, "
         "which takes at least 1"], ["given"]),
    "an optional one below the least number that is not there": (
        "Loop", ["m"], ["v"], 16, ["input M of Loop"], ["given", "required", "left out"],
        ["element 0 of the variadic output v_final_and_scan_outputs of Loop, "
         "which takes at least 1"], ["given"]),
    "a variadic one after others": (
        "Loop", ["", "c", "a", "", ""], ["v", "", "w"], 16,
        ["omitted (optional input M of Loop)", "input cond of Loop",
         "element 0 of the variadic input v_initial of Loop",
         f"omitted inside the variadic input v_initial of Loop: {RUNTIMES}",
         f"omitted inside the variadic input v_initial of Loop: {RUNTIMES}"],
        ["omitted", "given", "given", "hole", "hole"],
        ["element 0 of the variadic output v_final_and_scan_outputs of Loop, "
         "which takes at least 1",
         f"omitted inside the variadic output v_final_and_scan_outputs of Loop: {RUNTIMES}",
         "element 2 of the variadic output v_final_and_scan_outputs of Loop, "
         "which takes at least 1"], ["given", "hole", "given"]),
    "a variadic one without any": (
        "Concat", [], ["y"], 13, [], ["required"], ["output concat_result of Concat"], ["given"]),
}  # fmt: skip


@pytest.mark.parametrize("name", FAMILY_F)
def test_what_stands_at_each_input_and_output(name: str):
    op_type, ins, outs, version, words, inputs, output_words, outputs = FAMILY_F[name]
    document = opened(model(helper.make_node(op_type, ins, outs), version=version))
    assert told(document) == words
    assert state_names(document) == inputs
    assert told(document, noun="output") == output_words
    assert state_names(document, "output") == outputs


ATTRIBUTES = {
    "Concat": {"axis": 0},
    "Constant": {"value_int": 1},
    "Loop": {"body": helper.make_graph([], "b", [], [])},
}


@pytest.mark.parametrize("op_type", ["Clip", "Squeeze", "LSTM", "Dropout", "Concat", "Relu", "Add",
                                     "Constant", "Loop", "Split", "GRU", "Pad"])  # fmt: skip
@pytest.mark.parametrize("size", range(6))
def test_a_node_has_something_required_or_surplus_where_the_checker_refuses_it(op_type, size):
    context = onnx.checker.DEFAULT_CONTEXT
    context = type(context)()
    context.ir_version, context.opset_imports = 10, {"": 20}
    for bits in range(1 << size):
        names = ["" if bits >> at & 1 else f"v{at}" for at in range(size)]
        for ins, outs in ((names, ["y"]), (["a", "b", "c"], names)):
            node = helper.make_node(op_type, ins, outs, **ATTRIBUTES.get(op_type, {}))
            found = state_names(opened(model(node))) + state_names(opened(model(node)), "output")
            try:
                onnx.checker.check_node(node, context)
            except onnx.checker.ValidationError as error:
                assert {"required", "surplus"} & set(found), (ins, outs, str(error))
            else:
                assert not {"required", "surplus"} & set(found), (ins, outs)


def test_what_is_given_has_its_record_its_index_and_its_parameter():
    document = opened(model(helper.make_node("Loop", ["", "c", "a", "b"], ["v"])))
    node = nodes_of(document)[0]
    given = list(Operators(document).inputs(node))
    assert [g.field for g in given] == node.records("input")
    assert [g.index for g in given] == [0, 1, 2, 3]
    assert [g.parameter and g.parameter.name for g in given] == ["M", "cond"] + ["v_initial"] * 2
    assert [g.element for g in given] == [None, None, 0, 1]


def test_what_is_left_out_has_no_record_and_a_surplus_one_no_parameter():
    document = opened(model(helper.make_node("Clip", ["x"], ["y", "z"])))
    node = nodes_of(document)[0]
    inputs, outputs = (list(f(node)) for f in (Operators(document).inputs,
                                               Operators(document).outputs))  # fmt: skip
    assert [(g.index, g.field is None) for g in inputs] == [(0, False), (1, True), (2, True)]
    assert [g.parameter and g.parameter.name for g in inputs] == ["input", "min", "max"]
    assert (outputs[1].parameter, outputs[1].element, outputs[1].state) == (None, None, "surplus")


# -- which signature ---------------------------------------------------------------------------


def signature(document: Document, node: int = 0) -> states.Signature | None:
    return Operators(document).signature(nodes_of(document)[node])


@pytest.mark.parametrize(("version", "since"), [(5, 1), (6, 6), (12, 6), (13, 13), (99, 14)])
def test_the_opset_import_says_which_version_is_meant(version: int, since: int):
    found = signature(opened(model(helper.make_node("Relu", ["x"], ["y"]), version=version)))
    assert found is not None
    assert (found.since_version, found.origin, found.opset_version) == (
        since, states.IMPORT, version)  # fmt: skip


@pytest.mark.parametrize("imported", ["", "ai.onnx"])
@pytest.mark.parametrize("called", ["", "ai.onnx"])
def test_the_two_spellings_of_the_default_domain_are_one(imported: str, called: str):
    node = helper.make_node("Relu", ["x"], ["y"], domain=called)
    found = signature(opened(model(node, version=13, domain=imported)))
    assert found is not None
    assert (found.domain, found.since_version, found.origin) == ("", 13, states.IMPORT)


def test_of_a_domain_that_is_imported_twice_the_last_one_holds():
    proto = model(helper.make_node("Relu", ["x"], ["y"]), version=13)
    proto.opset_import.add(domain="ai.onnx", version=6)
    found = signature(opened(proto))
    assert found is not None and found.since_version == 6


UNKNOWN = {
    "operator": helper.make_node("Nothing", ["x"], ["y"]),
    "domain": helper.make_node("Relu", ["x"], ["y"], domain="vendor"),
    "function": helper.make_node("Relu", ["x"], ["y"], domain="my.domain"),
    "op_type absent": NodeProto(input=["x"], output=["y"]),
    "a long op_type": helper.make_node("R" * 1_000_000, ["x"], ["y"]),
    "a long domain": helper.make_node("Relu", ["x"], ["y"], domain="d" * 1_000_000),
    "control characters": helper.make_node("\x1b[2J\u202e", ["x"], ["y"]),
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_of_an_unknown_operator_nothing_is_told(name: str):
    document = opened(model(UNKNOWN[name]))
    assert signature(document) is None
    assert told(document) == told(document, noun="output") == [""]
    assert state_names(document) == state_names(document, "output") == []


def test_an_operator_that_comes_later_than_the_import_is_unknown():
    assert signature(opened(model(helper.make_node("Gelu", ["x"], ["y"]), version=19))) is None


def test_an_import_without_opset_version_reads_as_0_and_knows_no_operator():
    proto = model(helper.make_node("Relu", ["x"], ["y"]))
    proto.opset_import[0].ClearField("version")
    assert signature(opened(proto)) is None


def test_other_fields_have_no_words():
    document = opened(model(helper.make_node("Relu", ["x"], ["y"], name="n")))
    operators = Operators(document)
    told = {f.path: operators.words(f) for f in document.walk() if operators.words(f)}
    assert sorted(told) == ["graph.node[0].input[0]", "graph.node[0].output[0]"]


def test_a_model_below_ir_version_3_has_opset_version_1():
    graph = helper.make_graph([helper.make_node("Relu", ["x"], ["y"])], "g", [], [])
    found = signature(opened(ModelProto(ir_version=2, graph=graph)))
    assert found is not None
    assert (found.since_version, found.origin, found.opset_version) == (1, states.EARLY, 1)


NO_IMPORT = "; no opset_import says which Clip, so this is the newest known, of opset version 13"
CLIP = helper.make_node("Clip", ["x", ""], ["y"])
ROOTS = {
    "NodeProto": CLIP,
    "GraphProto": GraphProto(node=[CLIP]),
    "ModelProto": ModelProto(ir_version=3, graph=GraphProto(node=[CLIP])),
    "FunctionProto": onnx.FunctionProto(name="f", node=[CLIP]),
}


@pytest.mark.parametrize("kind", ROOTS)
def test_without_an_import_the_newest_signature_is_taken_and_said_so(kind: str):
    document = opened(ROOTS[kind], kind)
    found = signature(document)
    assert found is not None
    assert (found.origin, found.opset_version, found.since_version) == (states.NEWEST, None, 13)
    assert told(document) == [
        f'input "input" of Clip{NO_IMPORT}',
        f"omitted (optional input min of Clip){DROP}{NO_IMPORT}",
    ]


def test_a_function_as_root_has_imports_of_its_own():
    proto = onnx.FunctionProto(
        name="f", node=[CLIP], opset_import=[helper.make_opsetid("", 11)])  # fmt: skip
    found = signature(opened(proto, "FunctionProto"))
    assert found is not None and (found.since_version, found.origin) == (11, states.IMPORT)


# -- functions ---------------------------------------------------------------------------------

FUNCTIONS = """
<ir_version: 10, opset_import: ["" : 20, "my.domain" : 1]>
main (float[2] a) => (float[2] c) {
    b = my.domain.Foo (a, a)
    c = my.domain.Foo:two (b)
    d = Clip (a)
    e = my.domain.Relu (a)
}
<domain: "my.domain", opset_import: ["" : 6, "my.domain" : 1]>
Foo (x, y, z) => (u, v) {
    u = Clip (x)
    w = If (x) <
        then_branch = g () => (float t) { t = Clip (x) },
        else_branch = h () => (float t) { t = my.domain.Relu (x) }
    >
}
<domain: "my.domain", overload: "two", opset_import: ["" : 12]>
Foo (single) => (result) { result = Clip (single) }
<domain: "my.domain", opset_import: ["" : 1]>
Relu (mine) => (out) { out = Relu (mine) }
"""


@pytest.fixture
def functions() -> Document:
    """A model with three functions; two have one name, and one has that of an operator."""
    return opened(parser.parse_model(FUNCTIONS))


def by_path(document: Document, path: str) -> Merged:
    return Merged(document, message("NodeProto"), (document[path].row,))


CALLS = {
    "graph.node[0]": ("functions", None, ["input x of the function my.domain.Foo",
                                          "input y of the function my.domain.Foo"]),
    "graph.node[1]": ("functions", None, ["input single of the function my.domain.Foo:two"]),
    "graph.node[2]": ("opset_import", 13, ['input "input" of Clip']),
    "graph.node[3]": ("functions", None, ["input mine of the function my.domain.Relu"]),
    "functions[0].node[0]": ("opset_import", 6, ['input "input" of Clip']),
    "functions[0].node[1]": ("opset_import", 1, ["input cond of If"]),
    "functions[0].node[1].attribute[0].g.node[0]": ("opset_import", 6, ['input "input" of Clip']),
    "functions[0].node[1].attribute[1].g.node[0]": (
        "functions", None, ["input mine of the function my.domain.Relu"]),
    "functions[1].node[0]": ("opset_import", 12, ['input "input" of Clip']),
    "functions[2].node[0]": ("opset_import", 1, ["input X of Relu"]),
}  # fmt: skip


@pytest.mark.parametrize("path", CALLS)
def test_a_node_calls_a_function_or_an_operator_of_the_imports_around_it(
    functions: Document, path: str
):
    origin, since, words = CALLS[path]
    node, operators = by_path(functions, path), Operators(functions)
    found = operators.signature(node)
    assert found is not None
    assert (found.origin, found.since_version) == (origin, since)
    assert [operators.words(record) for record in node.records("input")] == words


def test_a_function_leads_to_its_field_and_its_overload_counts(functions: Document):
    found = [Operators(functions).signature(by_path(functions, f"graph.node[{at}]"))
             for at in (0, 1)]  # fmt: skip
    assert [f and f.function and f.function.path for f in found] == ["functions[0]", "functions[1]"]
    assert [f and f.spec for f in found] == [None, None]


def test_an_overload_that_no_function_has_is_unknown():
    proto = parser.parse_model(FUNCTIONS)
    proto.graph.node[1].overload = "three"
    assert signature(opened(proto), 1) is None


def test_a_caller_of_a_function_may_leave_out_anything_but_not_add():
    proto = parser.parse_model(FUNCTIONS)
    del proto.graph.node[0].input[:]
    proto.graph.node[0].input.extend(["", "a"])
    proto.graph.node[0].output.extend(["", "surplus"])
    document = opened(proto)
    assert state_names(document) == ["omitted", "given", "left out"]
    assert state_names(document, "output") == ["given", "omitted", "surplus"]
    foo = "the function my.domain.Foo"
    assert told(document)[0] == f"omitted (optional input x of {foo})"
    assert told(document, noun="output")[2] == (
        f"surplus: {foo} takes at most 2 outputs, this is number 3")  # fmt: skip


def test_a_function_in_the_default_domain_comes_before_the_operator():
    inner = helper.make_function("ai.onnx", "Relu", ["mine"], ["out"], [], [])
    document = opened(model(helper.make_node("Relu", ["x"], ["y"]), functions=[inner]))
    assert told(document) == ["input mine of the function Relu"]


def test_of_two_functions_with_one_identity_the_first_is_meant():
    twins = [helper.make_function("my.domain", "F", [name], ["out"], [], []) for name in "ab"]
    node = helper.make_node("F", ["x"], ["y"], domain="my.domain")
    assert told(opened(model(node, functions=twins))) == ["input a of the function my.domain.F"]


def test_hostile_names_of_a_function_are_escaped_and_cut():
    name = "\x1b[2J\u202e" + "n" * 1000
    inner = helper.make_function(name, name, [name], ["out"], [], [])
    proto = model(helper.make_node(name, ["x", "x"], ["y"], domain=name), functions=[inner])
    for words in told(opened(proto)):
        assert words.isascii() or set(words) - set(map(chr, range(128))) == {"…"}
        assert words.isprintable() and "n" * 100 in words and len(words) < 1000


def test_a_function_name_that_is_not_utf_8_is_found_by_its_bytes():
    raw = encode_record(1, b"x") + encode_record(4, b"f\xff") + encode_record(7, b"d")
    function = encode_record(1, b"f\xff") + encode_record(10, b"d") + encode_record(4, b"in\xfe")
    data = encode_record(7, encode_record(1, raw)) + encode_record(25, function)
    assert told(opened(data)) == ['input "in\\xFE" of the function "d.f\\xFF"']


def test_a_function_that_stands_before_the_graph_does_not_reach_into_it():
    function = onnx.FunctionProto(
        name="f", domain="my.domain", node=[CLIP], opset_import=[helper.make_opsetid("", 6)]
    )
    document = opened(encode_record(25, function.SerializeToString())
                      + model(CLIP, version=12).SerializeToString())  # fmt: skip
    found = [signature(document, node) for node in (0, 1)]
    assert [f and f.since_version for f in found] == [6, 12]


def test_a_name_of_more_than_64_kib_is_not_looked_for():
    for size, known in ((1 << 16, True), ((1 << 16) + 1, False)):
        name = "f" * size
        inner = helper.make_function("my.domain", name, ["a"], [], [], [])
        node = helper.make_node(name, ["x"], [], domain="my.domain")
        assert (signature(opened(model(node, functions=[inner]))) is not None) == known


def test_the_function_list_is_read_once(functions: Document, monkeypatch: pytest.MonkeyPatch):
    reads = []
    read = Document.merged
    monkeypatch.setattr(Document, "merged", lambda self: reads.append(1) or read(self))
    operators = Operators(functions)
    for node in nodes_of(functions) * 20:
        operators.signature(node)
    assert len(reads) == 2  # once for the functions, once for the imports


# -- subgraphs, optionals, damage --------------------------------------------------------------


def test_a_node_in_a_subgraph_has_the_imports_of_the_model():
    branch = helper.make_graph([helper.make_node("Clip", ["x", "lo"], ["t"])], "b", [], [])
    document = opened(model(
        helper.make_node("If", ["c"], ["y"], then_branch=branch, else_branch=branch), version=11,
    ))  # fmt: skip
    assert len(nodes_of(document)) == 3
    assert told(document, 0) == ["input cond of If"]
    assert told(document, 0, "output") == [
        "element 0 of the variadic output outputs of If, which takes at least 1"]  # fmt: skip
    for node in (1, 2):
        assert told(document, node) == ['input "input" of Clip', "input min of Clip"]


@pytest.mark.parametrize(
    ("op_type", "inputs", "start"),
    [("Optional", ["x"], 'input "input" of Optional'),
     ("OptionalGetElement", ["x"], 'input "input" of OptionalGetElement'),
     ("OptionalHasElement", [""], f'omitted (optional input "input" of OptionalHasElement){DROP}')],
)  # fmt: skip
def test_dynamic_optionals_are_told_from_omitted_inputs(op_type, inputs, start):
    document = opened(model(helper.make_node(op_type, inputs, ["y"])))
    assert told(document) == [
        f"{start}; {op_type} works on dynamic optionals (IR version 8): values that may hold "
        "nothing at run time, which is not the same as an omitted input"
    ]
    assert "dynamic" not in told(document, noun="output")[0]


def test_a_function_that_is_called_like_an_optional_operator_is_none():
    inner = helper.make_function("", "Optional", ["mine"], ["out"], [], [])
    document = opened(model(helper.make_node("Optional", ["x"], ["y"]), functions=[inner]))
    assert told(document) == ["input mine of the function Optional"]


def test_a_name_that_was_cut_off_is_not_an_empty_one():
    data = opened(helper.make_node("Squeeze", ["x", "axes"], []), "NodeProto").file.raw()
    cut = encode_record(4, b"Squeeze") + encode_record(1, b"x") + b"\x0a\x04"
    assert b"axes" in data
    assert state_names(opened(cut, "NodeProto")) == ["given", "given"]


def test_a_file_cut_anywhere_has_words_for_what_is_left():
    data = parser.parse_model(FUNCTIONS).SerializeToString()
    for end in range(len(data)):
        document = opened(data[:end])
        operators = Operators(document)
        for field in document.walk():
            assert isinstance(operators.words(field), str)


def test_a_node_of_many_inputs_is_read_once(monkeypatch: pytest.MonkeyPatch):
    document = opened(model(helper.make_node("Concat", ["x"] * 20_000, ["y"], axis=0)))
    operators, records = Operators(document), nodes_of(document)[0].records("input")
    passes, children = [], Index.children
    monkeypatch.setattr(Index, "children", lambda *of: passes.append(of) or children(*of))
    words = [operators.words(record) for record in records]
    assert words[-1].startswith("element 19999 of")
    assert len(passes) < 10


# -- the corpus --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def binary(corpus) -> list[Sample]:
    """All files of the corpus that hold an ONNX message."""
    return [sample for sample in samples(corpus) if sample.kind]


def test_each_name_of_a_known_operator_has_a_parameter_in_every_file(binary: list[Sample]):
    known = 0
    for sample in binary:
        document = opened(sample.data, sample.kind)
        operators = Operators(document)
        for node in nodes_of(document):
            found = operators.signature(node)
            known += found is not None
            for noun, each in (("input", operators.inputs), ("output", operators.outputs)):
                given = [g for g in each(node) if g.field is not None]
                words = [operators.words(record) for record in node.records(noun)]
                if found is None:
                    assert not given and not any(words)
                    continue
                assert [g.field for g in given] == node.records(noun)
                assert all(g.parameter for g in given), (sample.path, node)
                assert all(f" of {found.title}" in text for text in words)
    assert known > 8000


def test_the_signature_is_the_schema_of_the_package_in_every_model(binary: list[Sample]):
    compared = 0
    for sample in binary:
        if sample.kind != "ModelProto" or not sample.parses:
            continue
        document, proto = opened(sample.data), onnx.load_from_string(sample.data)
        operators = Operators(document)
        imports = {entry.domain: entry.version for entry in proto.opset_import}
        imports.setdefault("", imports.get("ai.onnx", 0))
        functions = {(f.domain, f.name, f.overload) for f in proto.functions}
        nodes = [Merged(document, message("NodeProto"), (record.row,))
                 for record in document.merged().message("graph").records("node")]  # fmt: skip
        for ours, theirs in zip(nodes, proto.graph.node, strict=True):
            if theirs.domain not in imports or not imports[theirs.domain]:
                continue
            if (theirs.domain, theirs.op_type, theirs.overload) in functions:
                continue
            try:
                schema = onnx.defs.get_schema(
                    theirs.op_type, imports[theirs.domain], theirs.domain)  # fmt: skip
                expected = schema.since_version
            except onnx.defs.SchemaError:
                expected = None
            found = operators.signature(ours)
            assert (found and found.since_version) == expected, (sample.path, theirs.op_type)
            compared += 1
    assert compared > 5000
