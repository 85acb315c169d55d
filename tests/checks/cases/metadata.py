"""Cases of layer M: metadata and denotations (family D of known-problems.md)."""

from case import Bad, Good

from recipes import (
    FLOAT,
    dim,
    each,
    entry,
    graph,
    int_of,
    metadata,
    model,
    node,
    of,
    tensor_type,
    value,
)

N, C, H, F = "DATA_BATCH", "DATA_CHANNEL", "DATA_FEATURE", "FILTER_OUT_CHANNEL"
PIXELS, GAMMA, RANGE = "Image.BitmapPixelFormat", "Image.ColorSpaceGamma", "Image.NominalPixelRange"
KEYS = (entry(PIXELS, "Bgr8"), entry(GAMMA, "SRGB"), entry(RANGE, "NominalRange_0_255"))
TYPE, AXIS = (
    "graph.input[0].type.denotation",
    "graph.input[0].type.tensor_type.shape.dim[{}].denotation",
)


def axes(*words: str, denotation: str = "", sizes: tuple[int, ...] = (1, 3, 8, 8)) -> bytes:
    """Return a TypeProto whose axes have denotations."""
    dims = (dim(size, word) for size, word in zip(sizes, words, strict=False))
    return tensor_type(FLOAT, *dims) + (of(6, denotation) if denotation else b"")


def taking(type_: bytes, *entries: bytes) -> bytes:
    """Return a model with an input x of a type, and metadata."""
    return model(graph(inputs=[value("x", type_)]), more=metadata(*entries))


def image(*entries: bytes, type_: bytes | None = None) -> bytes:
    """Return a model with an input that is an image."""
    return taking(axes(N, C, H, H, denotation="IMAGE") if type_ is None else type_, *entries)


def keyed(*entries: bytes) -> bytes:
    """Return a model with metadata."""
    return model(more=metadata(*entries))


def on_node(*entries: bytes, doc: str = "") -> bytes:
    """Return a model whose node has metadata or a doc_string."""
    more = each(9, entries) + (of(6, doc) if doc else b"")
    return model(graph([node("Relu", ["x"], ["y"], more=more)]), ir=10)


def quantized(*entries: bytes) -> bytes:
    """Return a model with a quantisation annotation of y."""
    return model(graph(more=of(14, of(1, "y") + each(2, entries))))


def place_of(data: bytes, found: bytes) -> tuple[int, int]:
    """Return the place of some bytes."""
    return data.index(found), data.index(found) + len(found)


OPTIONAL_IMAGE = of(9, of(1, axes(N, C, H, H))) + of(6, "IMAGE")
MAP = of(5, int_of(1, 7) + of(2, tensor_type(FLOAT))) + of(6, "IMAGE")
TRACE = 'File "/home/u/p/net.py", line 41, in forward'
OLD_TRACE = "/home/u/p/net.py(41): forward\n"
TRACED = on_node(entry("pkg.torch.onnx.stack_trace", TRACE))
DOCUMENTED = on_node(doc=OLD_TRACE)
THREE = model(graph([node("Relu", ["x"], ["y"], more=of(6, OLD_TRACE))] * 3))
CUT = taking(axes(C))[: taking(axes(C)).index(C.encode()) + len(C) - 1]  # inside a word
WINDOWS = model(more=of(6, "made by C:\\Users\\Ann\\train.py"))
WITHOUT_KEY = of(2, "v")

CASES: list[Bad | Good] = [
    # -- words of types and axes
    Bad("M001", "ModelProto", taking(axes(denotation="VIDEO")), TYPE,
        '"VIDEO" is no standard word; these are TENSOR, IMAGE', "payload"),
    Bad("M001", "ModelProto", taking(axes(N, "HEIGHT")), AXIS.format(1),
        '"HEIGHT" is no standard word; these are DATA_BATCH', "payload"),
    Bad("M001", "ModelProto", taking(axes("IMAGE")), AXIS.format(0),
        '"IMAGE" is no standard word here but one for a type', "payload"),
    Bad("M001", "TypeProto", of(6, "x" * 500), "denotation", '"' + "x" * 100 + '…" is no',
        "payload"),
    Good("M001", "ModelProto", image()),
    Good("M001", "ModelProto", taking(axes("DATA_CHANEL"))),  # M002 says it
    Good("M001", "TypeProto", of(6, "VIDEO") + of(6, "IMAGE")),  # the last one counts
    Bad("M002", "ModelProto", taking(axes(N, "DATA_CHANEL")), AXIS.format(1),
        "DATA_CHANEL: did you mean DATA_CHANNEL", "payload"),
    Bad("M002", "ModelProto", taking(axes("data_batch")), AXIS.format(0),
        "data_batch: the standard word is DATA_BATCH; case counts", "payload"),
    Bad("M002", "ModelProto", taking(axes(denotation="Image")), TYPE,
        "Image: the standard word is IMAGE",
        "payload"),
    Good("M002", "ModelProto", image()),
    Good("M002", "ModelProto", taking(axes("HEIGHT"))),
    Good("M002", "ModelProto", CUT),
    Bad("M003", "ModelProto", taking(tensor_type(FLOAT, dim(2) + of(3, ""))), AXIS.format(0),
        "empty"),
    Bad("M003", "TypeProto", of(6, ""), "denotation", "empty"),
    Good("M003", "ModelProto", image()),
    Bad("M004", "ModelProto", taking(axes(N, C, N)), AXIS.format(2),
        "axes 0 and 2 are DATA_BATCH; at most one can be", "payload", related=(AXIS.format(0),)),
    Bad("M004", "ModelProto", taking(axes(F, F, F)), AXIS.format(1),
        "axes 0 and 1 and 1 more are FILTER_OUT_CHANNEL", "payload", related=(AXIS.format(2),)),
    Good("M004", "ModelProto", taking(axes(N, C, H, H))),
    Good("M004", "ModelProto", taking(axes("", "", "FILTER_SPATIAL", "FILTER_SPATIAL"))),
    # -- images, D8
    Bad("M010", "ModelProto", image(), TYPE,
        f"metadata_props of the model has no {PIXELS}, {GAMMA}, {RANGE}", "payload"),
    Bad("M010", "ModelProto", image(KEYS[0]), TYPE, f"has no {GAMMA}, {RANGE}", "payload"),
    Bad("M010", "ModelProto", model(graph(inputs=[value("x", axes(denotation="IMAGE"))],
        outputs=[value("y", axes(denotation="IMAGE"))])), TYPE, "has no", "payload",
        related=("graph.output[0].type.denotation",)),
    Good("M010", "ModelProto", image(*KEYS)),
    Good("M010", "ModelProto", image(*(entry(k.upper(), "x") for k in (PIXELS, GAMMA, RANGE)))),
    Good("M010", "ModelProto", image(entry("Image.BitmapPixelFromat", "Bgr8"), *KEYS[1:])),  # M024
    Good("M010", "ModelProto", image(*KEYS)[:-60]),  # cut off: the keys may have been there
    Good("M010", "TypeProto", axes(N, denotation="IMAGE")),
    Bad("M011", "ModelProto", keyed(*KEYS), "metadata_props[0].key",
        f'"{PIXELS}" is given, but no value is denoted IMAGE',
        related=("metadata_props[1].key", "metadata_props[2].key")),
    Good("M011", "ModelProto", image(*KEYS)),
    Good("M011", "ModelProto", image(*KEYS, type_=OPTIONAL_IMAGE)),
    Good("M011", "ModelProto", (metadata(*KEYS) + model())[:-8]),  # cut off inside the graph
    Good("M011", "ModelProto", taking(axes(denotation="image"), *KEYS)),  # M002 says it
    Bad("M012", "ModelProto", image(entry(PIXELS, "Bgr")), "metadata_props[0].value",
        f'{PIXELS} says "Bgr"; did you mean Bgr8', "payload"),
    Bad("M012", "ModelProto", image(entry(GAMMA, "2.2")), "metadata_props[0].value",
        '"2.2"; needed one of Linear, SRGB', "payload"),
    Bad("M012", "ModelProto", image(of(1, GAMMA)), "metadata_props[0]", '""; needed one of',
        "payload"),
    Good("M012", "ModelProto", image(*KEYS)),
    Good("M012", "ModelProto", image(entry("image.colorspacegamma", "srgb"))),
    Good("M012", "ModelProto", keyed(entry("author", "2.2"))),
    Bad("M013", "ModelProto",
        image(*KEYS, type_=axes(N, C, H, H, denotation="IMAGE", sizes=(1, 4, 8, 8))),
        "graph.input[0].type.tensor_type.shape.dim[1].dim_value",
        "axis 1 is DATA_CHANNEL of size 4; Bgr8 has 3 channels", related=("metadata_props[0]",)),
    Bad("M013", "ModelProto", image(entry(PIXELS, "gray8")),
        "graph.input[0].type.tensor_type.shape.dim[1].dim_value", "Gray8 has 1 channel"),
    Good("M013", "ModelProto", image(*KEYS)),
    Good("M013", "ModelProto",
        image(*KEYS, type_=tensor_type(FLOAT, dim("c", C)) + of(6, "IMAGE"))),
    Good("M013", "ModelProto", taking(axes(N, C, sizes=(1, 64)), *KEYS)),  # no image
    Bad("M014", "ModelProto", image(type_=axes(N, C, denotation="IMAGE")), TYPE,
        "but a tensor with 2 axes; needed a tensor with 3 axes, or 4", "payload"),
    Bad("M014", "ModelProto", image(type_=MAP), TYPE, "denoted IMAGE, but a map", "payload"),
    Bad("M014", "ModelProto", image(type_=of(6, "IMAGE")), TYPE, "a type of no kind", "payload"),
    Good("M014", "ModelProto", image()),
    Good("M014", "ModelProto", image(type_=OPTIONAL_IMAGE)),
    Good("M014", "ModelProto", image(type_=of(1, int_of(1, FLOAT)) + of(6, "IMAGE"))),  # any shape
    # -- keys, D4, D5
    Bad("M020", "ModelProto", keyed(entry("author", "a"), entry("author", "b")),
        "metadata_props[1].key", '"author" is the key of 2 entries',
        related=("metadata_props[0].key",)),
    Bad("M020", "ModelProto", keyed(WITHOUT_KEY, entry("k", "v"), entry("", "v")),
        "metadata_props[2].key", "an empty text is the key of 2 entries",
        related=("metadata_props[0]",)),
    Bad("M020", "ModelProto", on_node(entry("a.b", "1"), entry("a.b", "2"), entry("a.b", "2")),
        "graph.node[0].metadata_props[1].key", '"a.b" is the key of 3 entries',
        related=("graph.node[0].metadata_props[2].key",)),
    Good("M020", "ModelProto",
        keyed(entry("author", "a"), entry("Author", "b"), entry("authos", "c"))),
    Good("M020", "ModelProto", keyed(entry("k", "v")) + of(7, graph(more=of(16, entry("k", "v"))))),
    Good("M020", "ModelProto", keyed(entry("ke", "a"), entry("keys", "b"))[:-5]),
         # cut off after "ke"
    Good("M020", "ModelProto", keyed(WITHOUT_KEY, entry("k", "v"))[:-6]),  # cut off before the key
    Bad("M021", "ModelProto", keyed(entry("author", "a"), entry("Author", "b")),
        "metadata_props[1].key",
        '"author" and "Author" differ only in case', related=("metadata_props[0].key",)),
    Bad("M021", "ModelProto", image(entry(GAMMA, "SRGB"), entry(GAMMA.lower(), "Linear")),
        "metadata_props[1].key", "are one key, as case does not count"),
    Good("M021", "ModelProto", keyed(entry("author", "a"), entry("author", "b"))),  # M020 says it
    Bad("M022", "ModelProto", keyed(WITHOUT_KEY), "metadata_props[0]", "no key"),
    Bad("M022", "ModelProto", on_node(entry("", "v")), "graph.node[0].metadata_props[0].key",
        "empty"),
    Bad("M022", "ModelProto", quantized(WITHOUT_KEY),
        "graph.quantization_annotation[0].quant_parameter_tensor_names[0]", "no key"),
    Good("M022", "ModelProto", keyed(entry("k", "v"))),
    Good("M022", "ModelProto", keyed(of(2, "value") + of(1, "key"))),  # in any order
    Good("M022", "ModelProto", keyed(of(2, "value") + of(1, "key"))[:-5]),  # cut off
    Bad("M023", "ModelProto", keyed(entry("mine", "v"), entry("yours", "v"), entry("mine", "w")),
        "metadata_props[0].key", '2 keys have no domain in front: "mine", "yours"',
        related=("metadata_props[1].key",)),
    Bad("M023", "ModelProto", keyed(*(entry(f"key{n}", "v") for n in range(5))),
        "metadata_props[0].key",
        '5 keys have no domain in front: "key0", "key1", "key2" and 2 more'),
    Good("M023", "ModelProto", keyed(entry("com.example.labels", "v"), entry("model_author", "v"))),
    Good("M023", "ModelProto", keyed(entry("sample_rate", "16000"), entry("names", "{0: 'a'}"))),
    Bad("M024", "ModelProto", image(entry("Image.BitmapPixelFromat", "Bgr8")),
        "metadata_props[0].key",
        f"Image.BitmapPixelFromat: did you mean {PIXELS}", "payload"),
    Bad("M024", "ModelProto", keyed(entry("model_licence", "MIT")), "metadata_props[0].key",
        "model_licence: did you mean model_license", "payload"),
    Bad("M024", "ModelProto", quantized(entry("scale_tensor", "s")),
        "graph.quantization_annotation[0].quant_parameter_tensor_names[0].key",
        "scale_tensor: the standard word is SCALE_TENSOR; case counts", "payload"),
    Good("M024", "ModelProto",
        keyed(entry("image.colorspacegamma", "srgb"), entry("license", "MIT"))),
    Good("M024", "ModelProto",
        quantized(entry("SCALE_TENSOR", "s"), entry("ZERO_POINT_TENSOR", "z"))),
    # D1
    Bad("M025", "ModelProto", keyed(entry("names", "{0: 'a'}"), entry("stride", "32")),
        "metadata_props[0].key", "ultralytics also asks for task, imgsz, batch",
        related=("metadata_props[1].key",)),
    Good("M025", "ModelProto", keyed(entry("names", "{0: 'a'}"))),
    Good("M025", "ModelProto", keyed(entry("names", ""), entry("stride", ""), entry("t", ""))[:-1]),
    Good("M025", "ModelProto", keyed(*(entry(k, "1") for k in ("names", "stride", "task", "imgsz",
                                                              "batch")))),
    Bad("M026", "ModelProto", quantized(entry("AXIS", "a")),
        "graph.quantization_annotation[0].quant_parameter_tensor_names[0].key",
        '"AXIS" is no defined key; these are SCALE_TENSOR, ZERO_POINT_TENSOR'),
    Good("M026", "ModelProto", quantized(entry("SCALE_TENSOR", "s"), entry("scale_tensor", "z"))),
    # -- texts, D7
    Bad("M030", "ModelProto", TRACED, "graph.node[0].metadata_props[0].value",
        'a text of node metadata names a path of the computer that wrote the model (44 bytes): '
        '"/home/u/p/net.py", user "u"', place_of(TRACED, b"/home/u/p/net.py")),
    Bad("M030", "ModelProto", DOCUMENTED, "graph.node[0].doc_string",
        'a text of node doc_string names', place_of(DOCUMENTED, b"/home/u/p/net.py")),
    Bad("M030", "ModelProto", WINDOWS, "doc_string", 'user "Ann"',
        place_of(WINDOWS, b"C:\\Users\\Ann\\train.py")),
    Bad("M030", "ModelProto", THREE, "graph.node[0].doc_string",
        "3 texts of node doc_string name", place_of(THREE, b"/home/u/p/net.py"),
        related=("graph.node[1].doc_string", "graph.node[2].doc_string")),
    Good("M030", "ModelProto", on_node(doc="see https://example.com/home/u/p and ./model/net.py")),
    Good("M030", "ModelProto", model(graph([node("Relu", ["/model/conv1/Conv_output_0"], ["y"])]))),
    # -- domains
    Bad("M040", "ModelProto", model(domain="ai.onnx.Ml"), "opset_import[0].domain",
        "ai.onnx.Ml: the standard word is ai.onnx.ml; case counts", "payload"),
    Good("M040", "ModelProto", model(domain="com.microsoft")),
    Good("M040", "ModelProto", model(domain="ai.onnx.ml")),
    Good("M040", "ModelProto", model()),
]  # fmt: skip
