"""Cases of layer X: what a file that is not trusted could do."""

from case import Bad, Good

from cases.data import ADD, FIRST, GOOD, KIND, PLACE, constant, ext, held, outside
from recipes import BASE, Y, attribute, graph, int_of, model, node, of, tensor_type, value

MARKER = "*/_ORT_MEM_ADDR_/*"
KEYS = "ONNX defines location, offset, length, checksum"


def sparse(values: bytes) -> bytes:
    """Return a model with a sparse initializer."""
    return model(graph([ADD], more=of(15, of(1, values) + int_of(3, 2))))


def nested(levels: int) -> bytes:
    """Return a model with graphs in graphs."""
    body = b""
    for _ in range(levels):
        inner = [attribute("then_branch", 5, of(6, graph([body] if body else [], [], [])))]
        body = node("If", ["c"], ["y"], inner)
    return model(graph([body], [value("c", tensor_type(9))], [Y]))


def called(op: str, domain: str = "", more: bytes = b"") -> bytes:
    """Return a model whose node is of a domain."""
    return model(graph([node(op, ["x"], ["y"], more=of(7, domain) if domain else b"")]), more=more)


DEEP = "graph.node[0]" + ".attribute[0].g.node[0]" * 8 + ".attribute[0].g"

CASES: list[Bad | Good] = [
    # CVE-2022-25882, CVE-2024-27318, GHSA-q56x-g2fj-4rj6, H-9
    Bad("X001", KIND, ext(("location", "../outside.bin")), f"{FIRST}[0].value",
        '"../outside.bin" leaves the folder; needed a path'),
    Bad("X001", KIND, ext(("location", "sub/../../x")), f"{FIRST}[0].value", "leaves the folder"),
    Bad("X001", KIND, ext(("location", "/etc/hostname")), f"{FIRST}[0].value", "is absolute"),
    Bad("X001", KIND, ext(("location", "C:\\w.bin")), f"{FIRST}[0].value", "a drive of Windows"),
    Bad("X001", KIND, ext(("location", "\\\\host\\w")), f"{FIRST}[0].value", "absolute on Windows"),
    Bad("X001", KIND, constant(outside(("location", "../outside.bin"))),
        "graph.node[0].attribute[0].t.external_data[0].value", "leaves the folder"),
    Bad("X001", KIND, sparse(outside(("location", "../v.bin"))),
        "graph.sparse_initializer[0].values.external_data[0].value", "leaves the folder"),
    Bad("X001", KIND, held(outside(("location", "../w")), outside(("location", "../w"))),
        f"{FIRST}[0].value", "leaves the folder",
        related=("graph.initializer[1].external_data[0].value",)),
    Good("X001", KIND, GOOD),
    Good("X001", KIND, ext(("location", "sub/../w..bin"))),
    Good("X001", KIND, ext(("location", MARKER))),
    # H-8
    Bad("X002", KIND, ext(("location", MARKER), ("offset", "140025")), f"{FIRST}[0].value",
        f'"{MARKER}" is a marker of ONNX Runtime for an address in memory, 140025'),
    Good("X002", KIND, GOOD),
    # H-7, CVE-2026-34445
    Bad("X004", KIND, ext(PLACE, ("__class__", "x")), f"{FIRST}[1]", f'key "__class__"; {KEYS}'),
    Good("X004", KIND, GOOD),
    Good("X004", KIND, ext(PLACE, ("basepath", "."))),
    Bad("X005", KIND, ext(("location", "../outside.bin"), PLACE), f"{FIRST}[1]",
        'location is given 2 times: "../outside.bin", "w.bin"', related=(f"{FIRST}[0]",)),
    Good("X005", KIND, GOOD),
    Good("X005", KIND, ext(PLACE, PLACE)),
    # H-10
    Bad("X006", KIND, nested(20), DEEP, "graphs are nested 20 levels deep; from 8 on"),
    Bad("X006", KIND, nested(40), DEEP, "40 levels deep; ONNX Runtime refuses more than 32"),
    Good("X006", KIND, nested(8)),
    # H-13
    Bad("X007", KIND, called("PythonOp", "com.microsoft"), "graph.node[0]",
        'calls "PythonOp" of domain "com.microsoft", which runs Python code'),
    Bad("X007", KIND, called("PyOp", "my.own"), "graph.node[0]", 'calls "PyOp" of domain'),
    Bad("X007", KIND, called("ATen", "org.pytorch.aten"), "graph.node[0]", "operator of PyTorch"),
    Bad("X007", KIND, called("add", "aten"), "graph.node[0]", 'calls "add" of domain "aten"'),
    Good("X007", KIND, called("PythonThing", "com.microsoft")),
    Good("X007", KIND, BASE),
    # H-14
    Bad("X008", KIND, of(9, "pad") * 50 + BASE, "#9[0]",
        "50 unknown fields, 250 bytes, before ir_version", (0, 250)),
    Bad("X008", KIND, of(9, "x" * 70) + BASE, "#9[0]", "1 unknown field, 72 bytes", (0, 72)),
    Good("X008", KIND, of(9, "pad") * 5 + BASE),
    Good("X008", KIND, BASE + of(9, "pad") * 50),
    Good("X008", KIND, of(9, "pad") * 50),  # nothing of it is a model
    Bad("X009", KIND, model(graph(more=of(10, "a\nb"), nodes=[node("Relu", ["x"], ["y\x1b[2J"])])),
        "graph.node[0].output[0]", "output"),
    Bad("X009", KIND, model(graph([node("Relu", ["x"], ["y"], more=of(3, "a\u202eb"))])),
        "graph.node[0].name", "name"),
    Bad("X009", KIND, model(graph([node("A\x07", ["x"], ["y"]), node("B\x07", ["y"], ["z"])])),
        "graph.node[0].op_type", "; 1 more of this field"),
    Good("X009", KIND, model(graph([node("Relu", ["x"], ["y"], more=of(3, "/a::b.é名"))]),
                             more=of(6, "two\nlines"))),
]  # fmt: skip
