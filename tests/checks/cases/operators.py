"""Cases of layer O: nodes and what they call (family F, H-16 and H-13 of known-problems.md)."""

from collections.abc import Iterable

from case import Bad, Good

from recipes import BASE, RELU, attribute, each, graph, int_of, model, node, of

ML, TRAINING = "ai.onnx.ml", "ai.onnx.preview.training"
FLOAT_TYPE, INT_TYPE, STRING_TYPE, TENSOR_TYPE, GRAPH_TYPE, INTS_TYPE = 1, 2, 3, 4, 5, 7
TENSOR = int_of(2, 1)
NODE = "graph.node[0]"


def calling(*nodes: bytes, opset: int = 17, domain: str = "", more: bytes = b"") -> bytes:
    """Return a model with some nodes."""
    return model(graph(nodes), opset=opset, domain=domain, more=more)


def one(
    op: str,
    inputs: Iterable[str] = ("x",),
    outputs: Iterable[str] = ("y",),
    *attributes: bytes,
    opset: int = 17,
    domain: str = "",
) -> bytes:
    """Return a model with one node."""
    more = of(7, domain) if domain else b""
    return calling(node(op, inputs, outputs, attributes, more), opset=opset, domain=domain)


def whole(name: str, number: int) -> bytes:
    """Return an attribute that is a whole number."""
    return attribute(name, INT_TYPE, int_of(3, number))


def text(name: str, value: str) -> bytes:
    """Return an attribute that is a text."""
    return attribute(name, STRING_TYPE, of(4, value))


def body(name: str, inputs: int, outputs: int) -> bytes:
    """Return an attribute that is a graph with as many inputs and outputs."""
    names = each(11, [of(1, f"i{i}") for i in range(inputs)])
    names += each(12, [of(1, f"o{i}") for i in range(outputs)])
    return attribute(name, GRAPH_TYPE, of(6, of(2, "body") + names))


def function(
    name: str,
    *nodes: bytes,
    domain: str = "own",
    attributes: Iterable[str] = (),
    defaults: Iterable[bytes] = (),
    overload: str = "",
) -> bytes:
    """Return a function of one input and one output as a record of a model."""
    held = of(1, name) + of(4, "a") + of(5, "b") + each(6, attributes) + each(7, nodes)
    held += of(9, int_of(2, 17)) + of(10, domain) + each(11, defaults)
    return of(25, held + (of(13, overload) if overload else b""))


def own(*attributes: bytes, op: str = "F", inputs: Iterable[str] = ("x",)) -> bytes:
    """Return a node that calls a function of the domain own."""
    return node(op, inputs, ["y"], attributes, of(7, "own"))


ALPHA = attribute("alpha", FLOAT_TYPE, bytes.fromhex("150000003f"))
INNER = node("Relu", ["a"], ["b"])
F = function("F", INNER, attributes=["alpha"])
REFERENCE = attribute("alpha", FLOAT_TYPE, of(21, "alpha"))
IF = (body("then_branch", 0, 1), body("else_branch", 0, 1))
CONSTANT = attribute("value", TENSOR_TYPE, of(5, TENSOR))
SCAN = whole("num_scan_inputs", 1)
OMITTED = one("Clip", ["x", "", "m"], opset=11)  # F1
LSTM = one("LSTM", ["x", "w", "r", "", "", "h"], ["", "h1"], whole("hidden_size", 2))  # F3
# two nodes whose rows are alike, though a name stands in the inner attribute, then in the outer one
TWINS = [
    node("If", ["x"], ["y"], [of(6, of(1, of(5, inner))) + outer])
    for inner, outer in ((b"", of(1, "then_branch")), (of(1, "then_branch"), b""))
]
FUNCTION_FIRST = F + calling(node("LayerNormalization", "xs", "y"), opset=11)
OVERLONG = bytes.fromhex("0a8500") + b"alpha" + ALPHA[7:]  # the length of its name takes two bytes
TORN = bytes.fromhex("08083a0c0a0a0a01782204") + b"Con"  # ends within op_type

CASES: list[Bad | Good] = [
    # -- O001 unknown operator
    Bad(
        "O001",
        "ModelProto",
        one("Rleu"),
        f"{NODE}.op_type",
        'no operator "Rleu" in any version; nearest is Relu',
    ),
    Bad(
        "O001",
        "ModelProto",
        one("LayerNormalization", ["x", "s"], opset=11),
        f"{NODE}.op_type",
        "came with opset 17; the model imports 11",
    ),
    Bad("O001", "ModelProto", one("Scaler"), f"{NODE}.op_type", "ai.onnx.ml has one"),
    Bad(
        "O001", "ModelProto", one("Relu", domain=ML, opset=3), f"{NODE}.op_type", "ai.onnx has one"
    ),
    Bad(
        "O001",
        "ModelProto",
        one("Sgd", domain=TRAINING, opset=1),
        f"{NODE}.op_type",
        "has no operator",
    ),
    Bad("O001", "ModelProto", one("Affine", opset=1), f"{NODE}.op_type", "on trial in ONNX 1.0"),
    Bad(
        "O001",
        "ModelProto",
        one("Rleu", opset=99),
        f"{NODE}.op_type",
        "the newest that is known here",
    ),  # E9
    Bad(
        "O001",
        "ModelProto",
        calling(RELU, more=function("F", node("Gelu", ["a"], ["b"]))),
        "functions[0].node[0].op_type",
        "came with opset 20; the function imports 17",
    ),
    Good("O001", "ModelProto", BASE),
    Good("O001", "ModelProto", model(opset=99)),
    Good("O001", "ModelProto", one("Scaler", domain=ML, opset=3)),  # trap: only ai.onnx.ml, E7
    Good("O001", "ModelProto", one("Relu", domain="ai.onnx")),
    Good("O001", "ModelProto", one("PythonOp", domain="com.microsoft")),  # H-13 is X
    Good("O001", "ModelProto", calling(own(ALPHA), more=F)),
    Good(
        "O001",
        "ModelProto",
        calling(node("Rleu", ["x"], ["y"]), more=function("Rleu", INNER, domain="")),
    ),
    Good("O001", "ModelProto", TORN),
    Bad("O001", "ModelProto", FUNCTION_FIRST, f"{NODE}.op_type", "the model imports 11"),
    Good("O001", "ModelProto", one("Relu")[:-2]),  # cut off: the version is not known
    Good(
        "O001", "ModelProto", calling(node("Rleu", ["x"], ["y"], (), of(4, "Relu")))
    ),  # the last counts
    # -- O002 deprecated operator
    Bad(
        "O002",
        "ModelProto",
        one("Upsample", ["x", "s"]),
        f"{NODE}.op_type",
        "Upsample is deprecated since opset 10; the model imports 17",
    ),
    Good("O002", "ModelProto", one("Upsample", ["x", "s"], opset=9)),
    # -- O003 unknown domain
    Bad(
        "O003",
        "ModelProto",
        calling(*[node("Op", ["x"], [y], (), of(7, "com.x")) for y in "yz"]),
        f"{NODE}.domain",
        '2 nodes call "Op" of domain "com.x"',
    ),
    Good("O003", "ModelProto", BASE),
    Good("O003", "ModelProto", calling(own(ALPHA), more=F)),
    # -- O004 no such function
    Bad(
        "O004",
        "ModelProto",
        calling(own(op="G"), more=F),
        f"{NODE}.op_type",
        'functions of domain "own", but no "G"',
    ),
    Bad(
        "O004",
        "ModelProto",
        calling(node("F", ["x"], ["y"], (), of(7, "own") + of(8, "v2")), more=F),
        f"{NODE}.op_type",
        'no "F" of overload "v2"; nearest is F',
    ),
    Good("O004", "ModelProto", calling(own(ALPHA), more=F)),
    Good("O004", "ModelProto", one("Op", domain="com.x")),
    # -- O005 function in the place of an operator
    Bad(
        "O005",
        "ModelProto",
        calling(RELU, more=function("Relu", INNER, domain="")),
        "functions[0].name",
        "the place of the operator Relu of ai.onnx",
    ),
    Good("O005", "ModelProto", calling(RELU, more=function("Relu", INNER))),
    Good(
        "O005", "ModelProto", calling(RELU, more=function("Relu", INNER, domain="", overload="v"))
    ),
    # -- O010 surplus names
    Bad(
        "O010",
        "ModelProto",
        one("Relu", ["x", "x"]),
        f"{NODE}.input[1]",
        'Relu takes 1 input, this is number 2: "x"',
    ),  # F6
    Bad(
        "O010",
        "ModelProto",
        one("Relu", ["x", "a", "b", "c"]),
        f"{NODE}.input[1]",
        '"a"; 2 more follow',
    ),
    Bad(
        "O010",
        "ModelProto",
        one("Relu", ["x"], ["y", "z"]),
        f"{NODE}.output[1]",
        'Relu takes 1 output, this is number 2: "z"',
    ),
    Bad(
        "O010",
        "ModelProto",
        one("Clip", ["x", "a", "b", "c"]),
        f"{NODE}.input[3]",
        "at most 3 inputs",
    ),
    Bad(
        "O010",
        "ModelProto",
        calling(own(inputs=["x", "x"]), more=F),
        f"{NODE}.input[1]",
        "the function own.F takes at most 1 input",
    ),
    Good("O010", "ModelProto", one("Concat", ["x"] * 9, ["y"], whole("axis", 0))),
    Good("O010", "ModelProto", int_of(1, 8) + of(7, graph([node("Relu", "xx", "y")]))),  # V005
    # -- O011 too few names
    Bad("O011", "ModelProto", one("Add"), NODE, "Add needs 2 inputs and has 1; B is missing"),
    Bad(
        "O011",
        "ModelProto",
        one("Concat", [], ["y"], whole("axis", 0)),
        NODE,
        "Concat needs at least 1 input and has none",
    ),
    Bad(
        "O011",
        "ModelProto",
        one("TopK", ["x", "k"]),
        NODE,
        "TopK needs 2 outputs and has 1; Indices is missing",
    ),
    Good("O011", "ModelProto", one("Clip")),
    Good("O011", "ModelProto", calling(own(ALPHA, inputs=()), more=F)),
    Good("O011", "ModelProto", one("Relu", [], [])),  # F12: N011
    Good("O011", "ModelProto", TORN),
    Good("O011", "ModelProto", one("Upsample")),  # O002
    # -- O013 required and empty
    Bad(
        "O013",
        "ModelProto",
        one("Add", ["x", ""]),
        f"{NODE}.input[1]",
        "input B of Add is empty; it is required",
    ),  # F7
    Bad(
        "O013",
        "ModelProto",
        one("Relu", ["x"], [""]),
        f"{NODE}.output[0]",
        "output Y of Relu is empty",
    ),
    Good("O013", "ModelProto", OMITTED),
    Good("O013", "ModelProto", LSTM),
    # -- O014 hole in a variadic parameter
    Bad(
        "O014",
        "ModelProto",
        one("Concat", ["x", "", "x"], ["y"], whole("axis", 0)),
        f"{NODE}.input[1]",
        "number 2 is empty, inside the variadic input inputs of Concat",
    ),  # F5
    Bad(
        "O014",
        "ModelProto",
        one("Split", ["x"], ["a", "", "b"], opset=11),
        f"{NODE}.output[1]",
        "number 2 is empty",
    ),
    Good("O014", "ModelProto", OMITTED),
    Good("O014", "ModelProto", one("Loop", ["", "", "v"], ["y"], body("body", 3, 2))),
    # -- O015 empty names at the end
    Bad(
        "O015",
        "ModelProto",
        one("Squeeze", ["x", ""]),
        f"{NODE}.input[1]",
        "an empty name ends the inputs of Squeeze",
    ),  # F2
    Bad(
        "O015",
        "ModelProto",
        one("Dropout", ["x"], ["y", ""]),
        f"{NODE}.output[1]",
        "the outputs of Dropout",
    ),  # F4
    Bad("O015", "ModelProto", one("Clip", ["x", "", ""]), f"{NODE}.input[1]", "2 empty names end"),
    Good("O015", "ModelProto", OMITTED),
    Good("O015", "ModelProto", LSTM),
    # -- O016 outputs of BatchNormalization
    Bad(
        "O016",
        "ModelProto",
        one("BatchNormalization", "xsbmv", "yz"),
        NODE,
        "has 2 outputs; needed 1 or 3",
    ),
    Bad(
        "O016",
        "ModelProto",
        one("BatchNormalization", "xsbmv", "yzw", opset=9),
        NODE,
        "has 3 outputs; needed 1 or 5",
    ),
    Good("O016", "ModelProto", one("BatchNormalization", "xsbmv", "y")),
    Good("O016", "ModelProto", one("BatchNormalization", "xsbmv", "yzw")),
    # -- O020 unknown attribute
    Bad(
        "O020",
        "ModelProto",
        one("LeakyRelu", ["x"], ["y"], attribute("alhpa", FLOAT_TYPE)),
        f"{NODE}.attribute[0].name",
        'LeakyRelu (opset 16) has no attribute "alhpa"; nearest is alpha',
    ),
    Bad(
        "O020",
        "ModelProto",
        one("Squeeze", ["x"], ["y"], attribute("axes", INTS_TYPE, int_of(8, 0))),
        f"{NODE}.attribute[0].name",
        "opset 13 made it an input",
    ),
    Bad(
        "O020",
        "ModelProto",
        one("Pad", ["x"], ["y"], attribute("pads", INTS_TYPE), opset=1),
        f"{NODE}.attribute[0].name",
        "it came with opset 2",
    ),
    Bad(
        "O020",
        "ModelProto",
        one("Add", ["x", "x"], ["y"], whole("broadcast", 1)),
        f"{NODE}.attribute[0].name",
        "opset 7 dropped it",
    ),
    Bad(
        "O020",
        "ModelProto",
        calling(own(ALPHA, whole("beta", 1)), more=F),
        f"{NODE}.attribute[1].name",
        "the function own.F has no attribute",
    ),
    Good("O020", "ModelProto", one("LeakyRelu", ["x"], ["y"], ALPHA)),
    Good("O020", "ModelProto", one("Relu", ["x"], ["y"], whole("__hidden", 1))),
    Good("O020", "ModelProto", calling(own(ALPHA), more=F)),
    Good(
        "O020", "ModelProto", one("LeakyRelu", "x", "y", of(1, "bogus") + ALPHA)
    ),  # the last counts
    Good(
        "O020",
        "ModelProto",
        calling(*[node("LeakyRelu", "x", "y", [a]) for a in (ALPHA, OVERLONG)]),
    ),
    # -- O021 missing attribute
    Bad(
        "O021",
        "ModelProto",
        one("Concat"),
        NODE,
        'Concat (opset 13) needs attribute "axis", INT; it is missing',
    ),
    Bad(
        "O021",
        "ModelProto",
        one("If", ["x"], ["y"], IF[0]),
        NODE,
        'needs attribute "else_branch", GRAPH',
    ),
    Bad(
        "O021",
        "ModelProto",
        calling(own(), more=F),
        NODE,
        'the function own.F needs attribute "alpha"; it is missing',
    ),
    Good("O021", "ModelProto", one("Concat", ["x"], ["y"], whole("axis", 0))),
    Good("O021", "ModelProto", calling(own(), more=function("F", INNER, defaults=[ALPHA]))),
    Good("O021", "ModelProto", TORN),
    Bad("O021", "ModelProto", calling(*TWINS), "graph.node[1]", '"then_branch"', count=3),
    # -- O022 attribute of another type
    Bad(
        "O022",
        "ModelProto",
        one("LeakyRelu", ["x"], ["y"], whole("alpha", 1)),
        f"{NODE}.attribute[0].type",
        '"alpha" of LeakyRelu (opset 16) is INT; needed FLOAT',
    ),
    Bad(
        "O022",
        "ModelProto",
        one("LeakyRelu", ["x"], ["y"], attribute("alpha", None, int_of(3, 1))),
        f"{NODE}.attribute[0].i",
        "is INT; needed FLOAT",
    ),  # E10
    Bad(
        "O022",
        "ModelProto",
        calling(own(whole("alpha", 1)), more=function("F", INNER, defaults=[ALPHA])),
        f"{NODE}.attribute[0].type",
        "the function own.F is INT",
    ),
    Good(
        "O022", "ModelProto", one("LeakyRelu", ["x"], ["y"], attribute("alpha", FLOAT_TYPE))
    ),  # F9
    Good(
        "O022", "ModelProto", one("LeakyRelu", ["x"], ["y"], attribute("alpha", None, ALPHA[7:12]))
    ),
    Good(
        "O022",
        "ModelProto",
        one("LeakyRelu", ["x"], ["y"], attribute("alpha", INT_TYPE, ALPHA[7:12])),
    ),  # S
    Good("O022", "ModelProto", calling(own(ALPHA), more=F)),
    # -- O023 attribute twice
    Bad(
        "O023",
        "ModelProto",
        one("LeakyRelu", ["x"], ["y"], ALPHA, ALPHA),
        f"{NODE}.attribute[1].name",
        'has an attribute "alpha" already',
        related=(f"{NODE}.attribute[0]",),
    ),
    Bad(
        "O023",
        "ModelProto",
        one("Op", ["x"], ["y"], ALPHA, ALPHA, domain="com.x"),
        f"{NODE}.attribute[1].name",
        "already",
    ),
    Good("O023", "ModelProto", one("Op", ["x"], ["y"], ALPHA, whole("Alpha", 1), domain="com.x")),
    # -- O025 reference outside of functions
    Bad(
        "O025",
        "ModelProto",
        one("LeakyRelu", ["x"], ["y"], REFERENCE),
        f"{NODE}.attribute[0].ref_attr_name",
        "the node is in none",
    ),
    Good(
        "O025",
        "ModelProto",
        calling(
            own(ALPHA),
            more=function("F", node("LeakyRelu", ["a"], ["b"], [REFERENCE]), attributes=["alpha"]),
        ),
    ),
    # -- O026 reference to an attribute that the function does not declare
    Bad(
        "O026",
        "ModelProto",
        calling(
            RELU,
            more=function("F", node("LeakyRelu", ["a"], ["b"], [REFERENCE]), attributes=["beta"]),
        ),
        "functions[0].node[0].attribute[0].ref_attr_name",
        'no attribute "alpha"; it has "beta"',
    ),
    Good(
        "O026",
        "ModelProto",
        calling(
            RELU, more=function("F", node("LeakyRelu", ["a"], ["b"], [REFERENCE]), defaults=[ALPHA])
        ),
    ),
    # -- O030 values
    Bad(
        "O030",
        "ModelProto",
        one(
            "MaxPool",
            ["x"],
            ["y"],
            attribute("kernel_shape", INTS_TYPE, int_of(8, 2)),
            text("auto_pad", "SAME"),
        ),
        f"{NODE}.attribute[1].s",
        'auto_pad of MaxPool is "SAME"; needed NOTSET, SAME_UPPER, SAME_LOWER, VALID',
    ),
    Bad(
        "O030",
        "ModelProto",
        one("Pad", ["x", "p"], ["y"], text("mode", "wrap")),
        f"{NODE}.attribute[0].s",
        'mode of Pad is "wrap"',
    ),
    Bad(
        "O030",
        "ModelProto",
        one("Pad", ["x", "p"], ["y"], attribute("mode", STRING_TYPE)),
        f"{NODE}.attribute[0]",
        'mode of Pad is ""',
    ),
    Good("O030", "ModelProto", one("Pad", ["x", "p"], ["y"], text("mode", "wrap"), opset=19)),
    Good("O030", "ModelProto", one("Pad", ["x", "p"], ["y"], text("mode", "edge"))),
    # -- O031 data types
    Bad(
        "O031",
        "ModelProto",
        one("Cast", ["x"], ["y"], whole("to", 0)),
        f"{NODE}.attribute[0].i",
        "to of Cast is 0, UNDEFINED",
    ),
    Bad(
        "O031",
        "ModelProto",
        one("Cast", ["x"], ["y"], attribute("to", INT_TYPE)),
        f"{NODE}.attribute[0]",
        "to of Cast is 0, UNDEFINED",
    ),
    Bad(
        "O031",
        "ModelProto",
        one("Cast", ["x"], ["y"], whole("to", 99)),
        f"{NODE}.attribute[0].i",
        "to of Cast is 99, not a data type",
    ),
    Good("O031", "ModelProto", one("Cast", ["x"], ["y"], whole("to", 7))),
    Good("O031", "ModelProto", one("Cast", ["x"], ["y"], text("to", "FLOAT"), opset=1)),
    # -- O040 .. O044 graphs of control flow
    Bad(
        "O040",
        "ModelProto",
        one("If", ["x"], ["y"], body("then_branch", 0, 2), IF[1]),
        f"{NODE}.attribute[0].g",
        "then_branch has 2 outputs; the node has 1",
        (31, 33),
    ),
    Good("O040", "ModelProto", one("If", ["x"], ["y"], *IF)),
    Bad(
        "O041",
        "ModelProto",
        one("If", ["x"], ["y"], body("then_branch", 1, 1), IF[1]),
        f"{NODE}.attribute[0].g",
        "then_branch has 1 input; If passes none",
        (31, 33),
    ),
    Good("O041", "ModelProto", one("If", ["x"], ["y"], *IF)),
    Bad(
        "O042",
        "ModelProto",
        one("Loop", ["m", "c", "v"], ["y"], body("body", 2, 2)),
        f"{NODE}.attribute[0].g",
        "the body has 2 inputs; this Loop needs 3",
        (32, 34),
    ),
    Bad(
        "O042",
        "ModelProto",
        one("Loop", ["m", "c", "v"], ["y"], body("body", 3, 1)),
        f"{NODE}.attribute[0].g",
        "the body has 1 output; this Loop needs 2",
        (32, 34),
    ),
    Good("O042", "ModelProto", one("Loop", ["m", "", "v"], ["y"], body("body", 3, 2))),
    Bad(
        "O043",
        "ModelProto",
        one("Scan", ["s", "x"], ["t", "y"], body("body", 1, 2), SCAN),
        f"{NODE}.attribute[0].g",
        "the body has 1 input; this Scan needs 2",
        (32, 34),
    ),
    Bad(
        "O043",
        "ModelProto",
        one("Scan", ["x"], ["y"], body("body", 1, 1), whole("num_scan_inputs", 2)),
        f"{NODE}.attribute[1].i",
        "num_scan_inputs is 2; Scan has 1 input for",
    ),
    Good("O043", "ModelProto", one("Scan", ["s", "x"], ["t", "y"], body("body", 2, 2), SCAN)),
    Good(
        "O043",
        "ModelProto",
        one("Scan", ["", "s", "x"], ["t", "y"], body("body", 2, 2), SCAN, opset=8),
    ),
    Bad(
        "O044",
        "ModelProto",
        one("SequenceMap", ["x"], ["y"], body("body", 2, 1)),
        f"{NODE}.attribute[0].g",
        "the body has 2 inputs; this SequenceMap needs 1",
        (33, 35),
    ),
    Good("O044", "ModelProto", one("SequenceMap", ["x"], ["y"], body("body", 1, 1))),
    # -- O050 exactly one of several attributes
    Bad(
        "O050",
        "ModelProto",
        one("Constant", [], ["y"]),
        NODE,
        "Constant has none of the attributes; needed exactly one of",
    ),
    Bad(
        "O050",
        "ModelProto",
        one("Constant", [], ["y"], CONSTANT, whole("value_int", 1)),
        NODE,
        "Constant has value and value_int",
    ),
    Good("O050", "ModelProto", one("Constant", [], ["y"], CONSTANT)),
    Good("O050", "ModelProto", one("Constant", [], ["y"], opset=9)),  # O021
    # -- O051, O052 Split
    Bad(
        "O051",
        "ModelProto",
        one("Split", ["x"], ["y"], whole("num_outputs", 1000), opset=18),
        f"{NODE}.attribute[0].i",
        "num_outputs is 1000; Split has 1 output",
    ),  # H-16
    Bad(
        "O051",
        "ModelProto",
        one("Split", ["x"], ["y"], attribute("split", INTS_TYPE, of(8, b"\x01\x02")), opset=11),
        f"{NODE}.attribute[0]",
        "split has 2 lengths; Split has 1 output",
    ),
    Good("O051", "ModelProto", one("Split", ["x"], ["y", "z"], whole("num_outputs", 2), opset=18)),
    Good("O051", "ModelProto", one("Split", ["x"], ["y", "z"], opset=11)),
    Bad(
        "O052",
        "ModelProto",
        one("Split", ["x", "s"], ["y"], whole("num_outputs", 1), opset=18),
        NODE,
        "Split has both of input split and num_outputs",
    ),
    Bad("O052", "ModelProto", one("Split", ["x", ""], ["y"], opset=18), NODE, "Split has neither"),
    Good("O052", "ModelProto", one("Split", ["x", "s"], ["y"], opset=18)),
    Good("O052", "ModelProto", one("Split", ["x"], ["y"], opset=13)),
]
