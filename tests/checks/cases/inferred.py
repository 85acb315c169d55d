"""Cases of the rules about types that shape inference comes to otherwise."""

from case import Bad, Good

from recipes import (
    BASE,
    FLOAT,
    INT64,
    X,
    attribute,
    dim,
    each,
    graph,
    int_of,
    model,
    node,
    of,
    patched,
    tensor_type,
    value,
)

NEGATIVE = 2**64 - 1  # -1 as a varint
BOOL = 9
KIND = "ModelProto"
OUT, INFO = "graph.output[0].type", "graph.value_info[0].type"


def chain(middle: bytes, out: bytes = tensor_type(FLOAT, dim(2)), op: str = "Relu") -> bytes:
    """Return a model of two nodes with ``t`` between them, declared in value_info."""
    domain = of(7, "com.example") if op == "Own" else b""
    nodes = [node(op, ["x"], ["t"], more=domain), node("Abs", ["t"], ["y"])]
    return model(graph(nodes, [X], [value("y", out)], more=of(13, value("t", middle))))


def integers(name: str, *numbers: int) -> bytes:
    """Return an initializer of INT64."""
    data = b"".join(int_of(7, number) for number in numbers)
    return int_of(1, len(numbers)) + int_of(2, INT64) + data + of(8, name)


def branch(name: str, size: int) -> bytes:
    """Return a graph whose output is declared with a size; 2 is right."""
    out = value(f"{name}_out", tensor_type(FLOAT, dim(size)))
    return each(1, [node("Neg", ["x"], [f"{name}_out"])]) + of(2, name) + of(12, out)


def conditional(then_size: int, else_size: int) -> bytes:
    """Return a model whose If has outputs of declared sizes in its branches."""
    parts = (("then_branch", then_size), ("else_branch", else_size))
    bodies = [attribute(name, 5, of(6, branch(name, size))) for name, size in parts]
    inputs = [X, value("c", tensor_type(BOOL))]
    output = value("y", tensor_type(FLOAT, dim(2)))
    return model(graph([node("If", ["c"], ["y"], bodies)], inputs, [output]))


def sliced(size: int) -> bytes:
    """Return a model that slices an axis of a size."""
    names = ["starts", "ends", "axes", "steps"]
    pairs = zip(names, (0, 1, 0, 1), strict=True)
    type_ = tensor_type(FLOAT, dim(size))
    return model(
        graph(
            [node("Slice", ["x", *names], ["y"])],
            [value("x", type_)],
            [value("y", tensor_type(FLOAT, dim("N")))],
            [integers(name, number) for name, number in pairs],
        )
    )


def flat(*target: int) -> bytes:
    """Return a model that reshapes 2 elements by an initializer, and declares [2]."""
    output = value("y", tensor_type(FLOAT, dim(2)))
    return model(
        graph([node("Reshape", ["x", "s"], ["y"])], [X], [output], [integers("s", *target)])
    )


ABORTS = sliced(NEGATIVE)

CASES = [
    # B11
    Bad(
        "T060", KIND, patched({54: 5}), OUT,
        'output "y" declares FLOAT [5], inferred is FLOAT [2]', related=("graph.node[0]",),
        infer=True,
    ),
    Bad(
        "T060", KIND, chain(tensor_type(FLOAT, dim(5))), INFO,
        'value "t" declares FLOAT [5], inferred is FLOAT [2]', infer=True,
    ),
    Bad(
        "T060", KIND, chain(tensor_type(INT64, dim(2))), INFO, "INT64 [2], inferred is FLOAT [2]",
        infer=True,
    ),
    Bad(
        "T060", KIND, chain(tensor_type(FLOAT, dim(2), dim("N"))), INFO, 'FLOAT [2, "N"]',
        infer=True,
    ),
    Bad("T060", KIND, chain(of(4, of(1, tensor_type(FLOAT)))), INFO, "sequence", infer=True),
    # what is declared in one place has no part in what is inferred for another
    Bad(
        "T060", KIND, chain(tensor_type(FLOAT, dim(5)), tensor_type(FLOAT, dim(5))), OUT, "[5]",
        count=2, infer=True,
    ),
    # but where an operator says nothing, what is declared for what it gives counts
    Bad(
        "T060", KIND, chain(tensor_type(FLOAT, dim(5)), op="Own"), OUT,
        "FLOAT [2], inferred is FLOAT [5]", infer=True,
    ),
    Bad("T060", KIND, flat(1, 2), OUT, "FLOAT [2], inferred is FLOAT [1, 2]", infer=True),
    Bad(
        "T060", KIND, conditional(2, 7),
        "graph.node[0].attribute[1].g.output[0].type", "FLOAT [7], inferred is FLOAT [2]",
        infer=True,
    ),
    Good("T060", KIND, BASE, infer=True),
    Good("T060", KIND, patched({54: 5})),  # nothing was inferred
    Good("T060", KIND, chain(tensor_type(FLOAT, dim("N"))), infer=True),
    Good("T060", KIND, chain(tensor_type(FLOAT, dim())), infer=True),
    Good("T060", KIND, chain(of(1, int_of(1, FLOAT))), infer=True),
    Good("T060", KIND, chain(b""), infer=True),
    Good("T060", KIND, chain(tensor_type(FLOAT, dim(2)), op="Own"), infer=True),
    Good("T060", KIND, flat(-1 + 2**64), infer=True),
    Good("T060", KIND, conditional(2, 2), infer=True),
    Good("T060", "GraphProto", graph(), infer=True),
    # B4, F11
    Bad("T061", KIND, ABORTS, "", "ended with signal 6 (SIGABRT)", (0, len(ABORTS)), infer=True),
    Bad("T061", KIND, BASE[:40], "", "Error parsing message", (0, 40), infer=True),
    Good("T061", KIND, BASE, infer=True),
    Good("T061", KIND, ABORTS),  # it was not asked
]  # fmt: skip
