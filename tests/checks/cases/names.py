"""Cases of layer N: names of values, nodes and functions."""

from collections.abc import Iterable

from case import Bad, Good

from recipes import (
    BASE,
    FLOAT,
    RELU,
    X,
    Y,
    attribute,
    dim,
    each,
    entry,
    graph,
    int_of,
    model,
    node,
    of,
    tensor_type,
    value,
)

MODEL, GRAPH = "ModelProto", "GraphProto"
ADD = node("Add", ["x", "w"], ["y"])
LATER = node("Relu", ["x"], ["t"])
NONE: tuple[bytes, ...] = ()


# -- parts -------------------------------------------------------------------------------------


def weight(name: str) -> bytes:
    """Return a TensorProto of two floats."""
    return int_of(1, 2) + int_of(2, FLOAT) + of(8, name) + of(9, bytes(8))


def sparse(name: str) -> bytes:
    return of(1, weight(name)) + int_of(3, 5)


def info(name: str, *dims: bytes) -> bytes:
    return value(name, tensor_type(FLOAT, *dims))


def of_nodes(*nodes: bytes, initializers: Iterable[bytes] = (), more: bytes = b"") -> bytes:
    """Return a model x -> y of these nodes."""
    return model(graph(nodes, initializers=initializers, more=more))


def sub(
    nodes: Iterable[bytes],
    outputs: Iterable[str],
    inputs: Iterable[str] = (),
    initializers: Iterable[bytes] = (),
    more: bytes = b"",
) -> bytes:
    """Return a graph for an attribute."""
    return graph(nodes, map(value, inputs), map(value, outputs), initializers, more)


def if_node(inner: bytes, outputs: Iterable[str] = ("y",), domain: str = "") -> bytes:
    """Return a node If on x with one branch."""
    more = of(7, domain) if domain else b""
    return node("If", ["x"], outputs, [attribute("then_branch", 5, of(6, inner))], more)


def function(
    name: str,
    nodes: Iterable[bytes] = (RELU,),
    inputs: Iterable[str] = ("x",),
    outputs: Iterable[str] = ("y",),
    domain: str = "f",
    more: bytes = b"",
) -> bytes:
    """Return a FunctionProto."""
    body = of(1, name) + each(4, inputs) + each(5, outputs) + each(7, nodes)
    return body + of(10, domain) + more


def call(name: str, domain: str = "f", more: bytes = b"") -> bytes:
    return node(name, ["x"], ["y"], more=of(7, domain) + more)


def with_functions(*functions: bytes) -> bytes:
    return model(more=each(25, functions))


def training(
    initialization: bytes | None = None,
    algorithm: bytes | None = None,
    initial: Iterable[bytes] = (),
    update: Iterable[bytes] = (),
) -> bytes:
    """Return a TrainingInfoProto."""
    graphs = (b"" if g is None else of(n, g) for n, g in ((1, initialization), (2, algorithm)))
    return b"".join(graphs) + each(3, initial) + each(4, update)


def trained(*infos: bytes, initializers: Iterable[bytes] | None = None) -> bytes:
    """Return a model with an initializer w and some steps of training."""
    held = [weight("w")] if initializers is None else initializers
    return model(graph([ADD], initializers=held), more=each(20, infos))


W = weight("w")
RANDOM = graph([node("RandomNormal", [], ["r"])], NONE, [value("r")])
STEP = graph([node("Sub", ["w", "y"], ["n"])], NONE, [value("n")])


def annotated(tensor: str, key: str, name: str) -> bytes:
    """Return a model whose tensor has an annotation."""
    return model(graph(more=of(14, of(1, tensor) + of(2, entry(key, name)))))


def nested(depth: int) -> bytes:
    """Return a graph in which graphs stand inside each other; the innermost takes x."""
    found = sub([LATER], ["t"])
    for level in range(depth):
        found = sub([if_node(found, [f"o{level}"])], [f"o{level}"])
    return found


# -- values ------------------------------------------------------------------------------------

TWICE = [
    Bad("N001", MODEL, of_nodes(RELU, RELU), "graph.node[1].output[0]",
        '"y" is output of node[1] and output of node[0]', related=("graph.node[0].output[0]",)),
    Bad("N001", MODEL, of_nodes(node("Split", ["x"], ["y", "y"])), "graph.node[0].output[1]",
        "output of node[0] and output of node[0]"),
    Bad("N001", MODEL, of_nodes(RELU, node("Relu", ["y"], ["x"])), "graph.node[1].output[0]",
        '"x" is output of node[1] and input[0]', related=("graph.input[0].name",)),
    Bad("N001", MODEL, of_nodes(ADD, node("Relu", ["x"], ["w"]), initializers=[W]),
        "graph.node[1].output[0]", "output of node[1] and initializer[0]"),
    Bad("N001", MODEL, of_nodes(ADD, initializers=[W, W]),
        "graph.initializer[1].name", '"w" is initializer[1] and initializer[0]'),
    Bad("N001", MODEL, of_nodes(ADD, initializers=[W], more=of(15, sparse("w"))),
        "graph.sparse_initializer[0].values.name", "sparse_initializer[0] and initializer[0]"),
    Bad("N001", MODEL, model(graph(inputs=[X, X])), "graph.input[1].name", "input[1] and input[0]"),
    Bad("N001", MODEL, model(graph([ADD], [X, X, value("w")], initializers=[weight("x")])),
        "graph.input[1].name", "input[1] and input[0]"),
    Bad("N001", MODEL, model(graph(initializers=[weight("x"), weight("x")])),
        "graph.initializer[1].name", "initializer[1] and input[0]"),
    Bad("N001", MODEL, of_nodes(RELU, RELU, RELU), "graph.node[2].output[0]",
        "output of node[2] and output of node[0]", count=2),
    Bad("N001", MODEL, with_functions(function("g", [RELU, RELU])),
        "functions[0].node[1].output[0]", "output of node[1] and output of node[0]"),
    Bad("N001", MODEL, with_functions(function("g", inputs=["x", "x"])), "functions[0].input[1]",
        "input[1] and input[0]"),
    Bad("N001", GRAPH, graph([RELU, RELU]), "node[1].output[0]", "output of node[1]"),
    Good("N001", MODEL, BASE),
    Good("N001", MODEL, model(graph(initializers=[weight("x")]))),  # an input with a default
    Good("N001", MODEL, of_nodes(node("Dropout", ["x"], ["y", ""]), node("S", ["x"], ["", ""]))),
    Good("N001", MODEL, with_functions(function("g"), function("h"))),
    # two branches of one name each
    Good("N001", MODEL, of_nodes(
        if_node(sub([LATER], ["t"]), ["a"]), if_node(sub([LATER], ["t"]), ["y"]))),
]  # fmt: skip

HIDDEN = [
    Bad("N002", MODEL, of_nodes(LATER, if_node(sub([LATER], ["t"]))),
        "graph.node[1].attribute[0].g.node[0].output[0]",
        '"t", output of node[0], hides output of node[0] of the graph around it',
        related=("graph.node[0].output[0]",)),
    Bad("N002", MODEL, of_nodes(if_node(sub([RELU], ["y"], ["x"]))),
        "graph.node[0].attribute[0].g.input[0].name", "input[0], hides input[0] of the graph"),
    Bad("N002", MODEL, of_nodes(ADD, if_node(sub([LATER], ["t"], initializers=[W]), ["z"]),
                                initializers=[W]),
        "graph.node[1].attribute[0].g.initializer[0].name", "hides initializer[0]"),
    Bad("N002", MODEL, of_nodes(if_node(sub([if_node(sub([node("Relu", ["w"], ["x"])], ["x"]))],
                                            ["y"]))),
        "graph.node[0].attribute[0].g.node[0].attribute[0].g.node[0].output[0]", '"x"'),
    Bad("N002", MODEL, with_functions(function("g", [if_node(sub([RELU], ["x"], ["x"]))])),
        "functions[0].node[0].attribute[0].g.input[0].name", "hides input[0]"),
    Bad("N002", MODEL, trained(training(algorithm=graph([RELU], NONE, [Y]))),
        "training_info[0].algorithm.node[0].output[0]", "output of node[0] of the main graph"),
    # what is made later cannot be seen: the checker lets it be
    Good("N002", MODEL, of_nodes(if_node(sub([LATER], ["t"])), LATER)),
    Good("N002", MODEL, of_nodes(if_node(sub([RELU], ["y"])))),  # the node's own output
    Good("N002", MODEL, with_functions(function("g", [RELU]))),  # a function sees no model
    Good("N002", MODEL, of_nodes(if_node(nested(1000)))),
    Good("N002", MODEL, trained(training(RANDOM, STEP))),
    Good("N002", MODEL, model(  # an input of the main graph with its default in the algorithm
        more=of(20, training(algorithm=graph(NONE, NONE, NONE, [weight("x")]))))),
]  # fmt: skip

BODY = sub([node("Relu", ["i"], ["o"])], ["o"], ["i"], [weight("i")])
DEFAULTS = [
    Bad("N003", MODEL, of_nodes(if_node(BODY)), "graph.node[0].attribute[0].g.input[0].name",
        '"i" is input[0] of a subgraph and its initializer[0]',
        related=("graph.node[0].attribute[0].g.initializer[0].name",)),
    Bad("N003", MODEL, of_nodes(if_node(BODY, domain="ai.onnx")),
        "graph.node[0].attribute[0].g.input[0].name", "needed one of them"),
    Good("N003", MODEL, of_nodes(if_node(BODY, domain="com.example"))),  # it may allow it
    Good("N003", MODEL, model(graph([if_node(BODY)]), ir=3)),
    Good("N003", MODEL, model(graph(initializers=[weight("x")]))),
    Good("N003", GRAPH, graph([if_node(BODY)])),  # of which IR is not known
]  # fmt: skip

# -- order -------------------------------------------------------------------------------------

TAKES_T = node("Relu", ["t"], ["y"])
ORDER = [
    # F10
    Bad("N004", MODEL, of_nodes(TAKES_T, LATER), "graph.node[0].input[0]",
        'node[0] takes "t", which node[1] makes later; no cycle, so the nodes can be sorted',
        related=("graph.node[1].output[0]",)),
    Bad("N004", MODEL, of_nodes(node("Add", ["t", "t"], ["y"]), LATER), "graph.node[0].input[0]",
        "can be sorted"),
    Bad("N004", MODEL, of_nodes(TAKES_T, node("Relu", ["t"], ["z"]), LATER),
        "graph.node[1].input[0]", 'node[1] takes "t", which node[2] makes', count=2),
    Bad("N004", MODEL, of_nodes(if_node(sub([TAKES_T], ["y"])), LATER),
        "graph.node[0].attribute[0].g.node[0].input[0]", 'a subgraph of node[0] takes "t"'),
    Bad("N004", MODEL, of_nodes(if_node(sub([TAKES_T, LATER], ["y"]))),
        "graph.node[0].attribute[0].g.node[0].input[0]", 'node[0] takes "t", which node[1] makes'),
    Bad("N004", MODEL, with_functions(function("g", [TAKES_T, LATER])),
        "functions[0].node[0].input[0]", 'node[0] takes "t"'),
    # with a cycle elsewhere nothing is said of sorting
    Bad("N004", MODEL, of_nodes(TAKES_T, LATER, node("Relu", ["c"], ["c"])),
        "graph.node[0].input[0]", "which node[1] makes later"),
    Good("N004", MODEL, BASE),
    Good("N004", MODEL, of_nodes(LATER, TAKES_T)),
    Good("N004", MODEL, of_nodes(LATER, if_node(sub([TAKES_T], ["y"])))),
    Good("N004", MODEL, model(of(12, Y) + graph())),  # outputs before the nodes
    # the outer value is meant, for the inner one cannot be seen yet
    Good("N004", MODEL, of_nodes(LATER, if_node(sub([TAKES_T, LATER], ["y"])))),
    Good("N004", MODEL, of_nodes(node("Relu", ["y"], ["y"]))),
    # the algorithm is joined to the main graph, wherever it stands in the file
    Good("N004", MODEL, of(20, training(algorithm=STEP)) + of_nodes(ADD, initializers=[W])),
]  # fmt: skip

CYCLE = [node("Add", ["x", "b"], ["a"]), node("Relu", ["a"], ["b"]), node("Relu", ["b"], ["y"])]
CYCLES = [
    Bad("N005", MODEL, of_nodes(*CYCLE), "graph.node[0].input[1]",
        'node[0] takes "b" of node[1], which needs it itself: node[0] -> node[1] -> node[0]',
        related=("graph.node[0]", "graph.node[1]")),
    Bad("N005", MODEL, of_nodes(node("Relu", ["y"], ["y"])), "graph.node[0].input[0]",
        'node[0] takes "y", an output of node[0] itself'),
    # its output stands before its input
    Bad("N005", MODEL, of_nodes(of(2, "y") + of(1, "y") + of(4, "Relu")), "graph.node[0].input[0]",
        "itself"),
    Bad("N005", MODEL, of_nodes(if_node(sub([node("Relu", ["y"], ["t"])], ["t"]))),
        "graph.node[0].attribute[0].g.node[0].input[0]",
        'a subgraph of node[0] takes "y", an output of node[0] itself'),
    Bad("N005", MODEL, of_nodes(if_node(sub([node("Relu", ["b"], ["t"])], ["t"]), ["a"]),
                                node("Relu", ["a"], ["b"]), RELU),
        "graph.node[0].attribute[0].g.node[0].input[0]", "node[0] -> node[1] -> node[0]"),
    # two sets, and one that is tangled twice
    Bad("N005", MODEL, of_nodes(*CYCLE, node("Relu", ["c"], ["c"])), "graph.node[3].input[0]",
        "node[3] itself", count=2),
    Bad("N005", MODEL, of_nodes(node("Sum", ["b", "c"], ["a"]), node("Sum", ["a", "c"], ["b"]),
                                node("Sum", ["a", "b"], ["c"])),
        "graph.node[0].input[0]", "node[0] -> node[1] -> node[0]"),
    Bad("N005", MODEL, of_nodes(*(node("Relu", [f"v{(n + 11) % 12}"], [f"v{n}"])
                                  for n in range(12))),
        "graph.node[0].input[0]", "-> node[7] -> 4 more -> node[0]"),
    Bad("N005", MODEL, with_functions(function("g", CYCLE)), "functions[0].node[0].input[1]",
        "-> node[0]"),
    Good("N005", MODEL, of_nodes(TAKES_T, LATER)),
    Good("N005", MODEL, of_nodes(LATER, node("Add", ["t", "t"], ["y"]))),
]  # fmt: skip

# -- undefined ---------------------------------------------------------------------------------

UNDEFINED = [
    Bad("N006", MODEL, of_nodes(TAKES_T), "graph.node[0].input[0]",
        'nothing defines "t", which node[0] takes'),
    Bad("N006", MODEL, of_nodes(TAKES_T, TAKES_T, node("Relu", ["t"], ["z"])),
        "graph.node[0].input[0]", '"t", which node[0] and 2 more nodes take',
        related=("graph.node[1].input[0]", "graph.node[2].input[0]")),
    Bad("N006", MODEL, of_nodes(LATER), "graph.output[0].name",
        'nothing defines "y", output[0] of the graph'),
    # a subgraph's value cannot be seen outside, nor in another subgraph
    Bad("N006", MODEL, of_nodes(if_node(sub([LATER], ["t"]), ["z"]), TAKES_T),
        "graph.node[1].input[0]", "cannot be seen there",
        related=("graph.node[0].attribute[0].g.node[0].output[0]",)),
    Bad("N006", MODEL, of_nodes(if_node(sub([LATER], ["t"]), ["z"]),
                                if_node(sub([TAKES_T], ["y"]))),
        "graph.node[1].attribute[0].g.node[0].input[0]", 'nothing defines "t"'),
    Bad("N006", MODEL, of_nodes(if_node(sub([LATER], ["o"]))),
        "graph.node[0].attribute[0].g.output[0].name", 'nothing defines "o"'),
    # a function sees nothing of the model
    Bad("N006", MODEL, with_functions(function("g", inputs=["a"])), "functions[0].node[0].input[0]",
        'nothing defines "x", which node[0] takes; the value of that name at 23 cannot be seen'),
    Bad("N006", MODEL, with_functions(function("g", [LATER])), "functions[0].output[0]",
        'nothing defines "y", output[0] of the function'),
    Bad("N006", MODEL, trained(training(graph([node("Relu", ["w"], ["r"])], NONE, [value("r")]))),
        "training_info[0].initialization.node[0].input[0]", 'nothing defines "w"'),
    Bad("N006", GRAPH, graph([TAKES_T]), "node[0].input[0]", 'nothing defines "t"'),
    Bad("N006", MODEL, of_nodes(node("Relu", ["a" * 70], ["y"])), "graph.node[0].input[0]",
        f'"{"a" * 60}…"'),
    Good("N006", MODEL, BASE),
    Good("N006", MODEL, of_nodes(if_node(nested(1000)))),
    Good("N006", MODEL, BASE[:-20]),  # cut off: what is missing may have been there
    Good("N006", MODEL, of_nodes(node("Clip", ["x", "", "w"], ["y"]), initializers=[W])),
    Good("N006", MODEL, of_nodes(ADD, more=of(15, sparse("w")))),
    Good("N006", MODEL, model(graph(NONE, [X], [X]))),  # an input that is an output
    Good("N006", MODEL, of_nodes(if_node(sub([node("Relu", ["x"], ["o"])], ["o"])))),
    Good("N006", MODEL, trained(training(RANDOM, STEP))),
    Good("N006", MODEL, with_functions(function("g", [if_node(sub([LATER], ["t"]))]))),
    Good("N006", "NodeProto", if_node(sub([TAKES_T], ["y"]))),  # whose surroundings are not there
    # names that are no C identifiers
    Good("N006", MODEL, of_nodes(node("Relu", ["x"], ["1/a::b"]), node("Relu", ["1/a::b"], ["y"]))),
]  # fmt: skip

OUTSIDE = "graph.node[0].attribute[0].g.output[0].name"
BORROWED = [
    Bad("N007", MODEL, of_nodes(if_node(sub([], ["x"]))), OUTSIDE,
        '"x" is input[0] of a graph around', related=("graph.input[0].name",)),
    Bad("N007", MODEL, of_nodes(if_node(sub([], ["t"])), LATER), OUTSIDE,
        '"t" is output of node[1]'),
    Bad("N007", MODEL, with_functions(function("g", [if_node(sub([], ["x"]))])),
        "functions[0].node[0].attribute[0].g.output[0].name", '"x"'),
    Good("N007", MODEL, of_nodes(if_node(sub([], ["i"], ["i"])))),  # its own input
    Good("N007", MODEL, of_nodes(if_node(sub([], ["c"], initializers=[weight("c")])))),
    Good("N007", MODEL, trained(training(algorithm=graph(NONE, NONE, [value("w")])))),
]  # fmt: skip

OUTPUTS = [
    Bad("N008", MODEL, model(graph(outputs=[Y, Y])), "graph.output[1].name",
        '"y" is output[1] and output[0]', related=("graph.output[0].name",)),
    Bad("N008", MODEL, with_functions(function("g", outputs=["y", "y"])), "functions[0].output[1]",
        "output[1] and output[0]"),
    Good("N008", MODEL, BASE),
    Good("N008", MODEL, of_nodes(if_node(sub([LATER], ["t", "t"])))),
    Good("N008", MODEL, with_functions(function("g"), function("h"))),
]  # fmt: skip

# -- nodes -------------------------------------------------------------------------------------


def called(name: str, *names: list[str]) -> bytes:
    return node("Relu", *names, more=of(3, name))


TWO_NAMED = [called("n", ["x"], ["t"]), called("n", ["t"], ["y"])]
NODES = [
    Bad("N010", MODEL, of_nodes(*TWO_NAMED), "graph.node[1].name",
        '"n" is the name of node[0] too', related=("graph.node[0].name",)),
    Bad("N010", MODEL, with_functions(function("g", TWO_NAMED)), "functions[0].node[1].name",
        '"n"'),
    Good("N010", MODEL, of_nodes(LATER, TAKES_T)),  # without names
    Good("N010", MODEL, of_nodes(called("", ["x"], ["t"]), called("", ["t"], ["y"]))),
    # a subgraph is another graph
    Good("N010", MODEL, of_nodes(called("n", ["x"], ["y"]), if_node(sub([TWO_NAMED[0]], ["t"])))),
    Good("N010", MODEL, of_nodes(node("Relu", ["x"], ["y"], more=of(3, "n") + of(3, "n")))),
    # F12
    Bad("N011", MODEL, of_nodes(RELU, node("Relu", [], [])), "graph.node[1]",
        "neither inputs nor outputs"),
    Bad("N011", "NodeProto", of(4, "Relu"), "", "neither inputs nor outputs"),
    Good("N011", MODEL, of_nodes(node("Constant", [], ["y"]))),
    Good("N011", MODEL, of_nodes(node("Print", ["x"], []))),
    Good("N011", MODEL, of_nodes(of(4, "Relu") + of(1, "x") + of(2, "y"))),
    Good("N011", "NodeProto", of(4, "Relu") + b"\x0a\x05x"),  # cut off
]  # fmt: skip

# -- declared ----------------------------------------------------------------------------------

T2, T3 = info("t", dim(2)), info("t", dim(3))
DECLARED = [
    # B22
    Bad("N012", MODEL, of_nodes(LATER, TAKES_T, more=each(13, [T2, T3])), "graph.value_info[1]",
        '"t" is declared by value_info[0] too, as FLOAT [2] there and FLOAT [3] here',
        related=("graph.value_info[0]",)),
    Bad("N012", MODEL, of_nodes(LATER, TAKES_T, more=each(13, [T2, T2])), "graph.value_info[1]",
        "with the same type"),
    Bad("N012", MODEL, with_functions(function("g", [LATER, TAKES_T], more=each(12, [T2, T3]))),
        "functions[0].value_info[1]", "needed one entry"),
    Good("N012", MODEL, of_nodes(LATER, TAKES_T, more=each(13, [T2]))),
    Good("N012", MODEL, model(graph(more=each(13, [X, Y])))),  # inputs and outputs may be there too
    Good("N012", MODEL, of_nodes(LATER, if_node(sub([LATER], ["t"], more=of(13, T2))),
                                 more=of(13, T3))),
    Bad("N013", MODEL, of_nodes(RELU, more=each(13, [Y, T2, info("u")])),
        "graph.value_info[1].name", '2 entries of value_info declare what nothing defines: "t", ',
        related=("graph.value_info[2].name",)),
    Bad("N013", MODEL, of_nodes(RELU, more=of(13, T2)), "graph.value_info[0].name",
        "1 entry of value_info declares"),
    Bad("N013", MODEL, with_functions(function("g", more=of(12, T2))),
        "functions[0].value_info[0].name", '"t"'),
    Good("N013", MODEL, of_nodes(LATER, TAKES_T, more=of(13, T2))),
    Good("N013", MODEL, of_nodes(if_node(sub([RELU], ["y"], more=of(13, X))))),  # outside it
    Good("N013", MODEL, of_nodes(TAKES_T, more=of(13, T2))),  # which is told already
    Good("N013", MODEL, of_nodes(RELU, more=of(13, T2))[:-8]),
]  # fmt: skip

ANNOTATION = "graph.quantization_annotation[0]"
ANNOTATED = [
    Bad("N014", MODEL, annotated("t", "SCALE_TENSOR", "x"), f"{ANNOTATION}.tensor_name",
        'nothing defines "t"'),
    Bad("N014", MODEL, annotated("x", "ZERO_POINT_TENSOR", "z"),
        f"{ANNOTATION}.quant_parameter_tensor_names[0].value", 'nothing defines "z"'),
    Good("N014", MODEL, annotated("y", "SCALE_TENSOR", "x")),
    # under another key stands something else, as QONNX has it
    Good("N014", MODEL, annotated("y", "finn_datatype", "FLOAT32")),
]  # fmt: skip

# -- functions ---------------------------------------------------------------------------------

G, H = function("g"), function("h")
FUNCTIONS = [
    # H-12
    Bad("N015", MODEL, with_functions(H, function("g", [call("g")])),
        "functions[1].node[0].op_type", '"g" calls itself: "g" -> "g"'),
    Bad("N015", MODEL, with_functions(function("g", [call("h")]), function("h", [call("g")])),
        "functions[1].node[0].op_type", '"h" calls itself: "h" -> "g" -> "h"',
        related=("functions[0].node[0].op_type",)),
    Bad("N015", MODEL, with_functions(function("g", [if_node(sub([call("g")], ["y"]))])),
        "functions[0].node[0].attribute[0].g.node[0].op_type", '"g" calls itself'),
    Bad("N015", MODEL, with_functions(function("Relu", domain="")), "functions[0].node[0].op_type",
        '"Relu" calls itself'),
    Bad("N015", MODEL, with_functions(function("Relu", domain="ai.onnx")),
        "functions[0].node[0].op_type", '"Relu" calls itself'),
    Good("N015", MODEL, with_functions(function("g", [call("h")]), H)),
    Good("N015", MODEL, with_functions(function("g", [call("g", "other")]))),
    Good("N015", MODEL, with_functions(function("g", [call("g", more=of(8, "1"))]))),
    Good("N015", MODEL, with_functions(function("Relu", [RELU], domain="f"))),
    Bad("N016", MODEL, with_functions(G, H, G), "functions[2].name", '"g" is functions[0] too',
        related=("functions[0].name",)),
    Bad("N016", MODEL, with_functions(function("g", domain=""), function("g", domain="ai.onnx")),
        "functions[1].name", '"g" is functions[0] too'),
    Good("N016", MODEL, with_functions(G, H)),
    Good("N016", MODEL, with_functions(G, function("g", domain="other"))),
    Good("N016", MODEL, with_functions(G, function("g", more=of(13, "1")))),
    Bad("N017", MODEL, with_functions(function("g", more=each(6, ["a", "b", "a"]))),
        "functions[0].attribute[2]", '"a" is an attribute', related=("functions[0].attribute[0]",)),
    Bad("N017", MODEL, with_functions(function("g", more=of(6, "a") + of(11, attribute("a", 2)))),
        "functions[0].attribute_proto[0].name", '"a"'),
    Bad("N017", "FunctionProto", function("g", more=each(11, [attribute("a", 2)] * 2)),
        "attribute_proto[1].name", '"a"'),
    Good("N017", MODEL, with_functions(function("g", more=of(6, "a") + of(11, attribute("b", 2))))),
]  # fmt: skip

# -- training ----------------------------------------------------------------------------------

SET, CHANGE = entry("w", "r"), entry("w", "n")
FULL = training(RANDOM, STEP, [SET], [CHANGE])
TRAINING = [
    Bad("N018", MODEL, trained(training(RANDOM, STEP, [entry("x", "r")])),
        "training_info[0].initialization_binding[0].key", '"x" is no initializer'),
    Bad("N018", MODEL, trained(training(RANDOM, STEP, (), [entry("v", "n")])),
        "training_info[0].update_binding[0].key", '"v" is no initializer'),
    Bad("N018", MODEL, trained(training(RANDOM, STEP, [of(2, "r")])),
        "training_info[0].initialization_binding[0]", '"" is no initializer'),
    Good("N018", MODEL, trained(FULL)),
    Good("N018", MODEL, trained(FULL, initializers=[W, W])),
    Good("N018", MODEL, trained(training(
        RANDOM, graph(NONE, NONE, NONE, [weight("v")]), [entry("v", "r")]))),
    Bad("N019", MODEL, trained(training(RANDOM, STEP, [entry("w", "n")])),
        "training_info[0].initialization_binding[0].value", '"n" is no output of initialization'),
    Bad("N019", MODEL, trained(training(RANDOM, STEP, (), [entry("w", "r")])),
        "training_info[0].update_binding[0].value", '"r" is no output of algorithm'),
    Bad("N019", MODEL, trained(training(None, None, [SET])),
        "training_info[0].initialization_binding[0].value", '"r" is no output'),
    Good("N019", MODEL, trained(FULL)),
    Good("N019", MODEL, trained(training(update=[entry("w", "y")]))),  # of the main graph
    Bad("N020", MODEL, trained(training(RANDOM, STEP, [SET, SET])),
        "training_info[0].initialization_binding[1].key", '"w" is bound already',
        related=("training_info[0].initialization_binding[0].key",)),
    Bad("N020", MODEL, trained(FULL, training(None, None, (), [entry("w", "y")])),
        "training_info[1].update_binding[0].key", '"w" is bound already'),
    Good("N020", MODEL, trained(FULL, training(RANDOM, None, [SET]))),
]  # fmt: skip

# -- no use ------------------------------------------------------------------------------------

UNUSED = [
    Bad("N021", MODEL, model(graph([ADD], [X, value("w")], initializers=[W])),
        "graph.input[1].name", 'input "w" has a default', related=("graph.initializer[0].name",)),
    Bad("N021", MODEL, model(graph([ADD], [X, value("w")], more=of(15, sparse("w")))),
        "graph.input[1].name", "a caller may override it"),
    Good("N021", MODEL, model(graph([ADD], [X, value("w")], initializers=[W]), ir=3)),  # E5
    Good("N021", MODEL, of_nodes(ADD, initializers=[W])),
    Good("N021", MODEL, of_nodes(if_node(BODY))),
    Bad("N022", MODEL, of_nodes(RELU, initializers=[W, weight("v")]), "graph.initializer[0].name",
        f'2 initializers ({2 * (len(W) + 2)} bytes) with no use: "w", "v"',
        related=("graph.initializer[1].name",)),
    Bad("N022", MODEL, of_nodes(if_node(sub([LATER], ["t"], initializers=[W]))),
        "graph.node[0].attribute[0].g.initializer[0].name", "1 initializer ("),
    Bad("N022", MODEL, of_nodes(RELU, initializers=[weight(f"w{n}") for n in range(12)]),
        "graph.initializer[0].name", '"w7" and 4 more'),
    Bad("N022", MODEL, model(graph(inputs=[X, value("w")], initializers=[W])),
        "graph.initializer[0].name", "1 initializer"),
    Good("N022", MODEL, of_nodes(ADD, initializers=[W])),
    Good("N022", MODEL, of_nodes(if_node(sub([ADD], ["y"])), initializers=[W])),
    Good("N022", MODEL, model(graph(initializers=[W], more=of(
        14, of(1, "y") + of(2, entry("SCALE_TENSOR", "w")))))),
    Good("N022", MODEL, trained(training(RANDOM, initial=[SET]))),
    Good("N022", MODEL, model(graph(initializers=[W]), more=of(20, training(update=[SET])))),
    Good("N022", MODEL, of_nodes(RELU, initializers=[W])[:-8]),
    Bad("N023", MODEL, of_nodes(RELU, LATER), "graph.node[1].output[0]",
        '1 node whose outputs have no use: "t"'),
    Bad("N023", MODEL, of_nodes(RELU, node("Split", ["x"], ["a", "", "b"])),
        "graph.node[1].output[0]", '"a"'),
    Bad("N023", MODEL, with_functions(function("g", [RELU, LATER])),
        "functions[0].node[1].output[0]", '"t"'),
    Good("N023", MODEL, BASE),
    Good("N023", MODEL, of_nodes(node("Split", ["x"], ["a", "y"]))),  # one of them is taken
    Good("N023", MODEL, of_nodes(RELU, node("Print", ["x"], []))),
    Good("N023", MODEL, of_nodes(LATER, if_node(sub([TAKES_T], ["y"])))),
    Good("N023", MODEL, trained(training(RANDOM, STEP))),
    Bad("N024", MODEL, model(graph(inputs=[X, value("u")])), "graph.input[1].name",
        '1 input with no use: "u"'),
    Good("N024", MODEL, BASE),
    Good("N024", MODEL, model(graph(inputs=[X, value("w")], initializers=[W]))),  # told as N022
    Good("N024", MODEL, of_nodes(if_node(sub([LATER], ["t"], ["i", "c"])))),
    Good("N024", MODEL, with_functions(function("g", inputs=["x", "unused"]))),
]  # fmt: skip

CASES: list[Bad | Good] = [
    *TWICE, *HIDDEN, *DEFAULTS, *ORDER, *CYCLES, *UNDEFINED, *BORROWED, *OUTPUTS, *NODES,
    *DECLARED, *ANNOTATED, *FUNCTIONS, *TRAINING, *UNUSED,
]  # fmt: skip
