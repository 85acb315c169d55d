"""Cases of the flow of denotations: axes in another order, and declarations that differ."""

from case import Bad, Good

from recipes import FLOAT, attribute, dim, graph, int_of, model, node, tensor_type, value

N, C, F, T = "DATA_BATCH", "DATA_CHANNEL", "DATA_FEATURE", "DATA_TIME"
SIZES = (1, 3, 8, 6)
FIRST = "graph.node[{}].input[0]"
OUTPUT = "graph.output[0]"


def of_axes(name: str, *words: str) -> bytes:
    """Return a ValueInfoProto whose axes have denotations."""
    return value(name, tensor_type(FLOAT, *map(dim, SIZES, words)))


def perm(*numbers: int) -> list[bytes]:
    """Return the attribute of Transpose."""
    return [attribute("perm", 7, b"".join(int_of(8, number) for number in numbers))]


def running(*nodes: bytes, x: bytes, y: bytes | None = None) -> bytes:
    """Return a model of some nodes that takes x and gives y."""
    return model(graph(nodes, [x], [y or value("y")]))


X = of_axes("x", N, C, F, F)
SWAP = node("Transpose", ["x"], ["t"], perm(0, 2, 1, 3))
POOL = node("AveragePool", ["t"], ["y"])
AGAIN = node("MaxPool", ["y"], ["z"])
SWAPPED = f"[{N}, {F}, {C}, {F}]"
MOVED = f'the axes of "t" are {SWAPPED}; AveragePool needs [{N}, {C}, {F}, {F}]'

CASES: list[Bad | Good] = [
    Bad("M050", "ModelProto", running(SWAP, POOL, x=X), FIRST.format(1), MOVED,
        related=("graph.node[0]",)),
    Bad("M050", "ModelProto", running(SWAP, POOL, AGAIN, x=X), FIRST.format(1), "so do 1 more",
        related=("graph.node[0]", FIRST.format(2))),
    Bad("M050", "ModelProto", running(SWAP, node("Relu", ["t"], ["r"]),
        node("Conv", ["r", "w"], ["y"]), x=X), FIRST.format(2), "Conv needs",
        related=("graph.node[0]", "graph.node[1]")),
    Bad("M050", "ModelProto", running(node("LSTM", ["x"], ["y"]), x=of_axes("x", N, T, F)),
        FIRST.format(0), f"LSTM needs [{T}, {N}, {F}]", related=("graph.input[0]",)),
    Good("M050", "ModelProto", running(node("AveragePool", ["x"], ["y"]), x=X)),
    Good("M050", "ModelProto", running(SWAP, POOL, x=of_axes("x", "", "", "", ""))),
    Good("M050", "ModelProto", running(SWAP, node("Relu", ["t"], ["y"]), x=X)),
    Good("M050", "ModelProto", running(SWAP, POOL, x=of_axes("x", N, F, C, F))),
    Good("M050", "ModelProto", running(SWAP, POOL, x=of_axes("x", N, "MINE", "YOURS", F))),
    Bad("M051", "ModelProto", running(SWAP, node("Relu", ["t"], ["y"]), x=X,
        y=of_axes("y", N, C, F, F)), OUTPUT,
        f"declared as [{N}, {C}, {F}, {F}], but the nodes before give {SWAPPED}",
        related=("graph.node[1]",)),
    Good("M051", "ModelProto", running(SWAP, node("Relu", ["t"], ["y"]), x=X,
        y=of_axes("y", N, F, C, F))),
    Good("M051", "ModelProto", running(SWAP, node("Relu", ["t"], ["y"]), x=X,
        y=of_axes("y", N, "", "", ""))),
    Good("M051", "ModelProto", running(node("NonZero", ["x"], ["y"]), x=X,
        y=of_axes("y", C, C, C, C))),
]  # fmt: skip
