"""The program that a child process runs to infer types, kept as text: it may import onnx."""

MISSING = 3  # its exit status where the onnx package cannot be imported

# Arguments: bytes of memory, seconds of processor time. A model comes in on standard input. An
# AttributeProto goes out, whose ``graphs`` are those of the model, outer ones first, each with the
# types of its values in ``value_info``. What the model declares itself would be merged with what
# is inferred, so it is taken out before; it stays for what operators give that infer nothing.
PROGRAM = """
import sys

def limit(kind, most):
    try:
        import resource
        resource.setrlimit(getattr(resource, kind), (most, most))
    except (ImportError, ValueError, OSError):
        pass  # not on this system, or not so much

memory, seconds = map(int, sys.argv[1:])
limit("RLIMIT_CORE", 0)
limit("RLIMIT_CPU", seconds)
limit("RLIMIT_AS", memory)
try:
    import onnx
    from onnx.shape_inference import infer_shapes
except ImportError as error:
    sys.stderr.write(str(error))
    sys.exit(3)

LARGE = 1 << 16  # bytes; inference reads values of shapes and axes only

def graphs(main):
    found = [main]
    for graph in found:
        for node in graph.node:
            for attribute in node.attribute:
                if attribute.HasField("g"):
                    found.append(attribute.g)
                found.extend(attribute.graphs)
    return found

def infers(node):
    identity = node.domain, node.op_type
    if identity not in known:
        try:
            schema = onnx.defs.get_schema(node.op_type, versions.get(node.domain, 1), node.domain)
            known[identity] = schema.has_type_and_shape_inference_function or schema.has_function
        except onnx.defs.SchemaError:
            known[identity] = False
    return known[identity]

def strip(graph):
    kept = {name for node in graph.node if not infers(node) for name in node.output}
    infos = [info for info in graph.value_info if info.name in kept]
    del graph.value_info[:]
    graph.value_info.extend(infos)
    for output in graph.output:
        if output.name not in kept:
            output.ClearField("type")
    for tensor in graph.initializer:
        if len(tensor.raw_data) > LARGE:
            tensor.ClearField("raw_data")

model = onnx.ModelProto()
model.ParseFromString(sys.stdin.buffer.read())
versions = {entry.domain: entry.version for entry in model.opset_import}
versions.setdefault("", versions.get("ai.onnx", 1))
known = {(function.domain, function.name): True for function in model.functions}
for graph in graphs(model.graph):
    strip(graph)
for node in (node for graph in graphs(model.graph) for node in graph.node):
    versions.setdefault(node.domain, 1)
del model.opset_import[:]
for domain, version in versions.items():  # a missing one, of which other rules tell, ends it all
    model.opset_import.add(domain=domain, version=version)
model = infer_shapes(model, data_prop=True)
found = onnx.AttributeProto()
for graph in graphs(model.graph):
    types = found.graphs.add(value_info=graph.value_info)
    types.value_info.extend(output for output in graph.output if output.HasField("type"))
sys.stdout.buffer.write(found.SerializeToString())
"""
