"""Cases of the layer V: IR versions and opset versions."""

from case import Bad, Good

from recipes import (
    BASE,
    FLOAT,
    RELU,
    X,
    attribute,
    dim,
    each,
    entry,
    graph,
    int_of,
    model,
    node,
    of,
    patched,
    tensor_type,
    value,
)

MODEL = "ModelProto"
IR_1 = int_of(1, 1) + of(7, graph())


def opset(version: int | None, domain: str | None = None) -> bytes:
    """Return an OperatorSetIdProto."""
    named = b"" if domain is None else of(1, domain)
    return named + (b"" if version is None else int_of(2, version))


def importing(*entries: bytes, ir: int = 8, body: bytes | None = None, more: bytes = b"") -> bytes:
    """Return a model with these entries of opset_import."""
    return int_of(1, ir) + of(7, graph() if body is None else body) + each(8, entries) + more


def weight(name: str = "w", data_type: int = FLOAT, more: bytes = b"") -> bytes:
    """Return a TensorProto of one element."""
    return int_of(1, 1) + int_of(2, data_type) + of(8, name) + of(9, bytes(4)) + more


def function(*imports: bytes, nodes: tuple[bytes, ...] = (), more: bytes = b"") -> bytes:
    """Return a record of a function d::F from a to b; without nodes it is a Relu."""
    body = nodes or (node("Relu", ["a"], ["b"]),)
    names = of(1, "F") + of(4, "a") + of(5, "b")
    return of(25, names + each(7, body) + each(9, imports) + of(10, "d") + more)


def relu(domain: str) -> bytes:
    """Return a graph with a Relu of a domain."""
    return graph([node("Relu", ["x"], ["y"], more=of(7, domain))])


def branching(body: bytes) -> bytes:
    """Return a graph with another one in an attribute."""
    return graph([node("If", ["x"], ["y"], [attribute("then_branch", 5, of(6, body))])])


def cut(data: bytes, mark: bytes) -> bytes:
    """Return what stands before a mark."""
    return data[: data.index(mark)]


CUT = cut(of(8, opset(3, "ai.onnx.ml")) + of(7, relu("ai.onnx.ml")), of(7, "ai.onnx.ml"))
SAME = function(opset(17))
DEFAULT = of(11, attribute("a", 2))
TYPED = node("A", [], ["y"], [attribute("a", 13, of(14, b""))])
FLOATS = int_of(2, FLOAT)
CALL = graph([node("F", ["x"], ["y"], more=of(7, "d"))])
ADD = node("Add", ["x", "w"], ["y"])
ADDED = graph([ADD], initializers=[weight(), weight("v")])
LISTED = graph([ADD], inputs=[X, value("w", tensor_type(FLOAT, dim(1)))], initializers=[weight()])
OPTIONAL = value("x", of(9, of(1, tensor_type(FLOAT, dim(2)))))


def fp8(more: bytes = b"") -> bytes:
    """Return a graph with an initializer of FLOAT8E4M3FN."""
    return graph([ADD], initializers=[weight("w", 17)], more=more)


CASES: list[Bad | Good] = [
    # -- V001: no such IR version (E4) -------------------------------------------------------
    Bad("V001", MODEL, patched({1: 0}), "ir_version", "ir_version is 0; needed 1 to 14"),
    Bad("V001", MODEL, model(ir=-1), "ir_version", "is -1"),
    Good("V001", MODEL, BASE),
    Good("V001", MODEL, BASE[2:]),  # absent: a rule of S
    Good("V001", MODEL, int_of(1, 0) + BASE),  # the last one counts
    # -- V002: newer than known --------------------------------------------------------------
    Bad("V002", MODEL, patched({1: 15}), "ir_version", "ir_version is 15, above 14"),
    Bad("V002", MODEL, model(ir=1 << 40), "ir_version", "1099511627776"),
    Good("V002", MODEL, patched({1: 14})),  # E2: the newest is accepted
    # -- V003: a feature that is newer (E11) -------------------------------------------------
    Bad("V003", MODEL, model(fp8()), "graph.initializer[0].data_type",
        "ir_version is 8; data type FLOAT8E4M3FN needs 9", related=("ir_version",)),
    Bad("V003", MODEL, model(graph(inputs=[value("x", tensor_type(26, dim(2)))]), ir=12),
        "graph.input[0].type.tensor_type.elem_type", "data type INT2 needs 13"),
    Bad("V003", MODEL, model(graph([ADD], initializers=[weight("w", 16)]), ir=3),
        "graph.initializer[0].data_type", "BFLOAT16 needs 4"),
    Bad("V003", MODEL, importing(opset(17), opset(1, "d"), ir=7, body=CALL, more=SAME),
        "functions[0]", "function of the model needs 8"),
    Bad("V003", MODEL, importing(opset(17), more=function(opset(17), more=DEFAULT)),
        "functions[0].attribute_proto[0]", "FunctionProto.attribute_proto needs 9"),
    Bad("V003", MODEL, model(graph([RELU + of(9, entry("a", "b")) + of(9, entry("c", "d"))])),
        "graph.node[0].metadata_props[0]", "metadata_props below the model needs 10"),
    Bad("V003", MODEL, model(graph([RELU + of(10, of(1, "c"))])),
        "graph.node[0].device_configurations[0]", "device configuration needs 11"),
    Bad("V003", MODEL, model(graph(inputs=[OPTIONAL]), ir=7),
        "graph.input[0].type.optional_type", "TypeProto.optional_type needs 8"),
    Bad("V003", MODEL, model(ir=6, more=of(20, b"")), "training_info[0]", "needs 7"),
    Bad("V003", MODEL, model(graph(more=of(14, of(1, "x"))), ir=4),
        "graph.quantization_annotation[0]", "needs 5"),
    Bad("V003", MODEL, model(graph([TYPED]), ir=7),  # its type needs the same
        "graph.node[0].attribute[0].tp", "attribute of type TYPE_PROTO needs 8"),
    # one finding for many places, which names some of them
    Bad("V003", MODEL, model(graph([RELU + of(9, entry("a", "b"))] * 5)),
        "graph.node[0].metadata_props[0]", "needs 10, also in 4 more places",
        related=("graph.node[1].metadata_props[0]", "graph.node[2].metadata_props[0]")),
    # several features, one finding each
    Bad("V003", MODEL, model(fp8(of(16, entry("a", "b")))), "graph.metadata_props[0]",
        "needs 10", count=2),
    Bad("V003", MODEL, model(ir=2), "opset_import[0]", "ModelProto.opset_import needs 3"),
    Good("V003", MODEL, BASE),
    Good("V003", MODEL, model(fp8(), ir=9)),
    Good("V003", MODEL, model(fp8(), ir=0)),  # V001 says that it is none
    Good("V003", MODEL, of(7, fp8()) + of(8, opset(17))),  # and S that there is none
    Good("V003", MODEL, model(graph([node("Relu", ["x"], ["y"], more=of(8, ""))]))),  # overload ""
    Good("V003", MODEL, model(graph([ADD], initializers=[weight(more=int_of(14, 0))]), ir=3)),
    Good("V003", MODEL, model(graph([ADD], initializers=[weight("w", 99)]))),  # no such type: T
    Good("V003", MODEL, model(graph([ADD], initializers=[weight(more=int_of(2, 17) + FLOATS)]))),
    Good("V003", MODEL, model(more=of(14, entry("a", "b")), ir=3)),  # metadata of the model itself
    # -- V004: initializers that are no inputs (E5) ------------------------------------------
    Bad("V004", MODEL, model(ADDED, ir=3, opset=8), "graph.initializer[0].name",
        "ir_version is 3; initializer that is not an input needs 4, also in 1 more place",
        related=("ir_version", "graph.initializer[1].name")),
    Bad("V004", MODEL, model(branching(ADDED), ir=3),
        "graph.node[0].attribute[0].g.initializer[0].name", "needs 4"),
    Good("V004", MODEL, model(ADDED, ir=4, opset=9)),
    Good("V004", MODEL, model(LISTED, ir=3, opset=8)),
    Good("V004", MODEL, model(LISTED)),  # a default that may be overridden
    # the graph comes in two records, which a parser merges
    Good("V004", MODEL, int_of(1, 3) + of(7, of(5, weight())) + of(7, LISTED) + of(8, opset(8))),
    # -- V005: no opset_import (E6) ----------------------------------------------------------
    Bad("V005", MODEL, importing(), "", "opset_import is absent", related=("ir_version",)),
    Good("V005", MODEL, b""),  # S001
    # cut off: the inputs, the version, or the domain that is missed may have stood there
    Good("V004", MODEL, model(graph(initializers=[int_of(1, 1) + of(8, "w")]), ir=3)[:40]),
    Good("V006", MODEL, importing(opset(17), opset(9, "ai.onnx"))[:-1]),
    Good("V009", MODEL, importing(opset(17), opset(9, "d"), body=CALL)[:-3]),
    Good("V005", MODEL, IR_1),
    Good("V005", MODEL, BASE),
    Good("V005", MODEL, BASE[55:] + BASE[:55]),  # fields in any order
    Good("V005", MODEL, importing()[:-3]),  # cut off: it may have stood behind
    # -- V006: a domain twice (E8) -----------------------------------------------------------
    Bad("V006", MODEL, importing(opset(17), opset(9, "ai.onnx")), "opset_import[1]",
        "ai.onnx is imported twice, versions 17 and 9", related=("opset_import[0]",)),
    Bad("V006", MODEL, importing(opset(17), opset(1, "x"), opset(17, ""), opset(2, "x")),
        "opset_import[3]", '"x" is imported twice, versions 1 and 2', count=2),
    Bad("V006", MODEL, importing(opset(17), more=function(opset(17), opset(16))),
        "functions[0].opset_import[1]", "versions 17 and 16"),
    Good("V006", MODEL, importing(opset(17), opset(1, "x"), opset(1, "y"))),
    Good("V006", MODEL, importing(opset(17), more=function(opset(16)))),
    # -- V007: versions that are none (E12) --------------------------------------------------
    Bad("V007", MODEL, patched({58: 0}), "opset_import[0].version", "version of ai.onnx is 0"),
    Bad("V007", MODEL, importing(opset(17), opset(-3, "ai.onnx.ml")), "opset_import[1].version",
        'version of "ai.onnx.ml" is -3'),
    Bad("V007", MODEL, importing(opset(17), opset(0, "x")), "opset_import[1].version", "is 0"),
    Bad("V007", MODEL, importing(opset(17), opset(1 << 31, "x")), "opset_import[1].version",
        "is 2147483648; needed 1 to 2147483647"),
    Good("V007", MODEL, BASE),
    Good("V007", MODEL, importing(opset(None, ""))),  # absent: a rule of S
    # -- V008: newer than known (E9) ---------------------------------------------------------
    Bad("V008", MODEL, patched({58: 99}), "opset_import[0].version",
        "version of ai.onnx is 99, above 28, the newest of onnx 1.23.2; "
        "the newest operator in use is Relu-14, so 14 would do"),
    Bad("V008", MODEL, importing(opset(17), opset(9, "ai.onnx.ml")), "opset_import[1].version",
        "above 5, the newest of onnx 1.23.2; no node uses it"),
    Bad("V008", MODEL, importing(opset(99), body=graph([node("New", ["x"], ["y"]), RELU])),
        "opset_import[0].version", '"New" is in none that is known'),
    Bad("V008", MODEL, importing(opset(17), more=function(opset(99, "ai.onnx"),
        nodes=(node("Abs", ["a"], ["b"], more=of(7, "ai.onnx")),))),
        "functions[0].opset_import[0].version", "Abs-13, so 13 would do"),
    Good("V008", MODEL, patched({58: 28})),
    Good("V008", MODEL, importing(opset(17), opset(99, "com.acme"))),
    Good("V008", MODEL, importing(opset(1 << 31))),  # V007
    # -- V009: domains that are not imported (E7) --------------------------------------------
    Bad("V009", MODEL, importing(opset(3, "ai.onnx.ml")), "graph.node[0].op_type",
        '1 node of domain ai.onnx, which is not imported; the model imports "ai.onnx.ml" 3'),
    Bad("V009", MODEL, importing(opset(17), body=relu("com.acme")), "graph.node[0].domain",
        '1 node of domain "com.acme", which is not imported; the model imports ai.onnx 17'),
    Bad("V009", MODEL, importing(opset(17), body=CALL, more=function(opset(17))),
        "graph.node[0].domain", '"d", which is not imported'),  # a function of the model, too
    Bad("V009", MODEL, importing(opset(17), opset(1, "d"), body=CALL, more=function()),
        "functions[0].node[0].op_type", "the function imports none"),
    Bad("V009", MODEL, importing(opset(17), opset(1, "x"), more=function(opset(17),
        nodes=(node("A", ["a"], ["b"], more=of(7, "x")),) * 2)), "functions[0].node[0].domain",
        '2 nodes of domain "x"', related=("functions[0].node[1].domain",)),
    Bad("V009", MODEL, importing(opset(17), body=branching(relu("z"))),
        "graph.node[0].attribute[0].g.node[0].domain", '"z"'),
    # the function stands before the graph, and its imports are its own
    Bad("V009", MODEL, function(opset(17), opset(1, "x")) + importing(opset(17), body=relu("x")),
        "graph.node[0].domain", '"x", which is not imported; the model imports ai.onnx 17'),
    Good("V009", MODEL, BASE),
    Good("V009", MODEL, importing(opset(17, "ai.onnx"))),
    Good("V009", MODEL, CUT),  # before the domain of its node
    Good("V009", MODEL, importing(opset(3, "ai.onnx.ml"), body=relu("ai.onnx.ml"))),  # only ML
    Good("V009", MODEL, importing(opset(17), body=relu("ai.onnx"))),  # V010
    Good("V009", MODEL, importing()),  # V005
    Good("V009", MODEL, IR_1),  # ai.onnx 1 goes without saying
    Good("V009", MODEL, importing(opset(17), opset(1, "d"), body=CALL, more=function(opset(16)))),
    Good("V009", MODEL, importing(opset(17), opset(9, "unused"))),
    # -- V010: nodes of the domain ai.onnx ---------------------------------------------------
    Bad("V010", MODEL, importing(opset(17), body=relu("ai.onnx")), "graph.node[0].domain",
        'domain is "ai.onnx"; needed the empty domain'),
    Bad("V010", MODEL, importing(opset(17, "ai.onnx"), body=relu("ai.onnx")),
        "graph.node[0].domain", '"ai.onnx"'),
    Good("V010", MODEL, importing(opset(17), body=relu(""))),
    Good("V010", MODEL, importing(opset(3, "ai.onnx.ml"), body=relu("ai.onnx"))),  # V009
    # -- V011: functions that import ai.onnx -------------------------------------------------
    Bad("V011", MODEL, importing(opset(17), opset(1, "d"), body=CALL,
        more=function(opset(17, "ai.onnx"))), "functions[0].opset_import[0].domain",
        "as its nodes name it", related=("functions[0].node[0].op_type",)),
    Good("V011", MODEL, importing(opset(17, "ai.onnx"))),
    Good("V011", MODEL, importing(opset(17), more=function(opset(17, "")))),
    Good("V011", MODEL, importing(opset(17), more=function(opset(17, "ai.onnx"), opset(17)))),
    # -- V012: a function and the model disagree ---------------------------------------------
    Bad("V012", MODEL, importing(opset(17), opset(1, "d"), body=CALL, more=function(opset(8))),
        "functions[0].opset_import[0]",
        "Relu is Relu-6 by ai.onnx 8 of the function, Relu-14 by 17; needed the same",
        related=("opset_import[0]", "functions[0].node[0].op_type")),
    Bad("V012", MODEL, importing(opset(1, "d"), body=CALL,
        more=function(opset(17)) + function(opset(13))), "functions[1].opset_import[0]", "Relu-13"),
    Good("V012", MODEL, importing(opset(17), opset(1, "d"), body=CALL, more=function(opset(16)))),
    Good("V012", MODEL, importing(opset(17), opset(1, "d"), body=CALL, more=function(opset(17)))),
    Good("V012", MODEL, importing(opset(2, "x"), more=function(opset(1, "x"),
        nodes=(node("A", ["a"], ["b"], more=of(7, "x")),)))),
]  # fmt: skip
