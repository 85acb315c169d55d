"""What onnx.checker refuses, and which findings of onnxlens answer each of its messages."""

import re
from typing import NamedTuple

from onnxlens.finding import Finding
from onnxlens.schema import message
from onnxlens.tree.document import Document
from onnxlens.tree.field import Field

VALUE = r".*(input|output|value_info)\[\d+\]"
TENSOR = r"(.*\.)?(initializer\[\d+\]|t|tensors\[\d+\]|values|indices)"
SPARSE = r".*(sparse_initializer\[\d+\]|sparse_tensors?(\[\d+\])?)"
ATTRIBUTE = r".*attribute\[\d+\]"
NODE = r".*node\[\d+\]"
CALL = NODE + r"(\.(input|output)\[\d+\])?"
WIDE = [message(name) for name in ("ModelProto", "GraphProto", "FunctionProto")]
FUNCTION = r"functions\[\d+\]"


class Pair(NamedTuple):
    """A class of messages, and the findings one of which must be there.

    ``message`` is a pattern from the beginning; each group of it must stand in the finding's
    message, or in the bytes of its field or of the message around that. ``path`` is a pattern of
    the whole path.
    """

    message: str
    codes: str
    path: str


# The order is that of onnx/checker.cc and onnx/defs/schema.cc; the first that fits counts.
PAIRS = (
    # required fields
    Pair("Field 'name' of 'value_info'", "S002 S003", VALUE + r"(\.name)?"),
    Pair("Field 'type' of 'value_info'", "T001 W020", VALUE + r"(\.#2\[0\])?"),
    Pair("Field 'elem_type' of 'type'", "T007 T013 W020", VALUE + r"\.type\..+"),
    Pair("Field 'shape' of 'type'",
         "T002 W020", VALUE + r"\.type\.(sparse_)?tensor_type(\.#2\[0\])?"),
    Pair("Field 'key_type' of 'type'", "T008", VALUE + r"\.type\.map_type"),
    Pair("Field 'value_type' of 'type'", "T007", VALUE + r"\.type\.map_type"),
    Pair("Field 'name' of 'type'", "T009", VALUE + r"\.type\.opaque_type(\.name)?"),
    Pair(r"Unrecognized type value case \(value_info name: (.*)\)",
         "T005 W020", VALUE + r"\.type(\.#\d+\[0\])?"),
    Pair("Field 'data_type' of 'tensor'", "S002 D001", TENSOR),
    Pair("Field 'values' of 'sparse_tensor_proto'", "T050", SPARSE),
    Pair("Field 'name' of 'attr'", "S002 S003", ATTRIBUTE + r"(\.name)?"),
    Pair("Field 'type' of 'attr'", "S030 S010 W020", ATTRIBUTE + r"(\.type|\.#20\[0\])?"),
    Pair("Field 'op_type' of 'node'", "S002 S003", NODE + r"(\.op_type)?"),
    Pair("Field 'name' of 'graph'", "S002 S003", r"(graph|.*\.(g|graphs\[\d+\]))(\.name)?|"),
    Pair("Field 'name' of '(?:init|values)'",
         "S004 T050", TENSOR + r"|.*sparse_initializer\[\d+\]"),
    Pair("(?:Sparse t|T)ensor initializers must have a non-empty name", "S004", r".*initializer.*"),
    Pair("Field 'name' of 'function'", "S002 S003", FUNCTION + r"(\.name)?"),
    Pair("Field 'domain' of 'function'", "S002", FUNCTION),
    # tensors
    Pair(r"setting data_type field \(tensor name: (.*)\) to", "D001", TENSOR + r"\.data_type"),
    Pair(r"Data of TensorProto \( tensor name: (.*)\) is stored externally and should not have data"
         r" field\.(\w+)", "D007", TENSOR + r"\.\w+(~\d+|\[\d+\])?"),
    Pair(r".*0-element but contains data", "D004 D005", TENSOR + r"\.\w+(~\d+|\[\d+\])?"),
    Pair(r"TensorProto \(tensor name: (.*)\) should contain one and only one value field",
         "D001 D003 D005 D006 D008", TENSOR + r".*"),
    Pair(r"\[ShapeInferenceError\] Data size mismatch", "D004", TENSOR + r".*"),
    Pair(r"STRING data \(tensor name: (.*)\)", "D005", TENSOR + r"\.raw_data"),
    Pair(r"TensorProto \(tensor name: (.*)\) (\w+) size \(", "D004", TENSOR + r".*"),
    Pair(r"TensorProto \(tensor name: (.*)\) has non-zero padding", "D022", TENSOR + r".*"),
    Pair(r"TensorProto \(tensor name: (.*)\) FLOAT6 int32_data", "D020", TENSOR + r".*"),
    Pair(r"TensorProto \(tensor name: (.*)\) has a shape too large", "D004", TENSOR + r".*"),
    Pair(r".*(?:overflow|[Nn]egative).*\(tensor name: (.*)\)", "D002 D003 D004", TENSOR + r".*"),
    Pair(r"values of data_type '\d+' should be stored in field '(\w+)' instead of '(\w+)'",
         "D005", TENSOR + r"\.\w+(~\d+|\[\d+\])?"),
    Pair(r"Unrecognized data_type \(tensor name: (.*)\): (-?\d+)", "D001", TENSOR + r"\.data_type"),
    Pair(r"Sparse tensor .*(?:sorted order|out of range)", "T051", SPARSE + r".*"),
    Pair(r"Sparse tensor", "T050 T051", SPARSE + r".*"),
    # attributes and nodes
    Pair(r"type field and data field mismatch in attribute (.*)\.",
         "S031 S032", ATTRIBUTE + r"\..+"),
    Pair(r"Attribute \(name: (.*)\) should not contain more than one value",
         "S032", ATTRIBUTE + ".*"),
    Pair(r"Attribute \(name: (.*)\) should refer to", "S033 S036", ATTRIBUTE + r".*"),
    Pair(r"NodeProto \(name: .*, type: (.*)\) has zero input and zero output", "N011", NODE),
    Pair(r"No opset import for domain '(.*)'", "V009 V010", NODE + r"(\.domain|\.op_type)?"),
    Pair(r"No Op registered for .* with domain_version of (?:0\b|-)",
         "S002 V007", r".*opset_import\[\d+\](\.version)?"),
    Pair(r"Attribute '(.*)' appeared multiple times", "O023", ATTRIBUTE + r"(\.name)?"),
    Pair(r"No Op registered for (.*) with domain_version of -?\d+",
         "O001 V010", NODE + r"(\.op_type|\.domain)?"),
    Pair(r"Op registered for (.*) is deprecated", "O002", NODE + r"(\.op_type)?"),
    Pair(r"Node.*'s (input \d+|output \d+) is marked single but", "O013", NODE + r"\.{1}\]"),
    Pair(r"Node.* has (?:in|out)put size \d+ not in", "O010 O011 O016", CALL),
    Pair(r"Unrecognized attribute: (.*) for operator (.*)", "O020", ATTRIBUTE + r"\.name"),
    Pair(r"Mismatched attribute type in '.* : (.*)'. Expected: '(\w+)', actual: '(\w+)'",
         "O022", ATTRIBUTE + r"(\.type)?"),
    Pair(r"Attribute '(.*)' is expected to have field", "S033", ATTRIBUTE),
    Pair(r"Required attribute '(.*)' is missing", "O021", NODE),
    # graphs
    Pair(r"Graph must be in single static assignment \(SSA\) form, however '(.*)' has",
         "N001 N002", r".*(input|output|initializer|sparse_initializer)\[\d+\].*"),
    Pair(r"Function must be in single static assignment \(SSA\) form, however '(.*)' has",
         "N001", FUNCTION + r"\..*"),
    Pair(r"(.*?) (?:sparse )?initializer name is not unique", "N001", r".*initializer\[\d+\].*"),
    Pair(r"(.*) in initializer but not in graph input", "V004", r".*initializer\[\d+\].*"),
    Pair(r"Nodes in a (?:graph|function) must be topologically sorted, however input '(.*)' of",
         "N004 N005 N006", NODE + r".*"),
    Pair(r"Graph output '(.*)' is not an output of any node",
         "N006 N007", r".*output\[\d+\](\.name)?"),
    # functions and models
    Pair(r"function .* should not have duplicate outputs", "N008", FUNCTION + r"\.output.*"),
    Pair(r"function .* should not have duplicate attributes", "N017", FUNCTION + r".*"),
    Pair(r"Cycle detected in model-local function", "N015", FUNCTION + r".*"),
    Pair(r"Model contains multiple local functions with the same", "N016", FUNCTION + r".*"),
    Pair(r"Opset import version -?\d+ is out of supported range", "V007", r".*opset_import.*"),
    Pair(r"No Opset registered for domain (.*)",
         "V009 V011 O001", NODE + r".*|" + FUNCTION + r"\.opset_import.*"),
    Pair(r"Opset import for domain .* in function op (.*?)is not compatible",
         "V012", FUNCTION + ".*"),
    Pair(r"The model does not have an ir_version set",
         "S001 S002 V001 W002 W020", r"ir_version|#1\[0\]|!|"),
    Pair(r"Your model has duplicate keys in metadata_props",
         "M020", r"metadata_props\[\d+\](\.key)?"),
    Pair(r"model with IR version >= 3 must specify opset_import", "V005", r""),
    Pair(r"model with IR version < 3 cannot have opset_import",
         "V001 V003 W001", r"opset_import\[0\]|ir_version|!"),
    Pair(r"Unable to parse proto", "W00 W010", r".*"),
    # external data
    Pair(r"Data of TensorProto \( tensor name: (.*)\) should be", "D04 X00 X01", TENSOR + r".*"),
    Pair(r"Location of external TensorProto \( tensor name: (.*)\) should",
         "D030 X001", TENSOR + r".*"),
    Pair(r"TensorProto \( tensor name: (.*)\) is stored externally but doesn't",
         "D030", TENSOR + r".*"),
)  # fmt: skip


class Reason(NamedTuple):
    """Why a class of messages asks for no error; a finding of one of ``codes`` must be there."""

    message: str
    codes: str
    why: str


REASONS = (
    Reason("Your model ir_version", "V002", "the package is older than the model"),
    Reason("No Op|Node |.* attribute", "V008", "the package is older than the operator set"),
    Reason("No Op registered for Rleu", "", "a function of the model is called; the checker sees"
           " none in the domain of the standard"),
    Reason(r"Data of TensorProto .*(not regular file|a\.\.b)", "", "the data file is not there;"
           " or a name in its path has two dots, which the checker takes for a step up"),
    Reason("Unable to parse proto from file", "", "no model, which is said of the file"),
)  # fmt: skip


def fits(pair: Pair, text: str) -> bool:
    """Tell whether a pair is about a message of the checker."""
    return re.match(pair.message, text) is not None


def reason_of(text: str, findings: list[Finding]) -> Reason | None:
    """Return why a message of the checker is answered by no error; None where nothing excuses."""
    told = {finding.code for finding in findings}
    for reason in REASONS:
        if re.match(reason.message, text) and told.issuperset(reason.codes.split()):
            return reason
    return None


def answers(text: str, document: Document, findings: list[Finding]) -> list[Finding]:
    """Return the errors among findings that say what a message of the checker says."""
    pair = next((pair for pair in PAIRS if fits(pair, text)), None)
    match = re.match(pair.message, text) if pair else None
    if pair is None or match is None:
        return []
    path = (
        pair.path.replace("{1}", match[1].replace(" ", r"\[")) if "{1}" in pair.path else pair.path
    )
    words = match.groups()[1 if "{1}" in pair.path else 0 :]
    return [
        finding
        for finding in findings
        if finding.severity == "error"
        and finding.code.startswith(tuple(pair.codes.split()))
        and re.fullmatch(path, finding.path)
        and all(_is_about(document, finding, word) for word in words if word)
    ]


def _is_about(document: Document, finding: Finding, word: str) -> bool:
    """Tell whether a finding speaks of a word, or stands in a message that holds it."""
    if word in finding.message:
        return True
    field: Field | None = document[finding.path]
    for _ in range(3):
        if field is None:
            break
        if field.content not in WIDE and word.encode() in document.read(field.start, field.end):
            return True
        field = field.parent
    return False
