"""Attributes and inputs of which a node must have exactly one, or a number that fits the others."""

from __future__ import annotations

from collections.abc import Iterator

from ... import schema
from ...tree.merged import Merged
from ..context import Context
from ..rule import Found, rule
from .calls import Call
from .words import count, listed, title

_ATTRIBUTE = schema.message("AttributeProto")
_ML = "ai.onnx.ml"
# (domain, operator) -> names, or beginnings of names, of attributes of which one must be there
_ONE_OF = {
    ("", "Constant"): ("value", "sparse_value", "value_"),
    ("", "TfIdfVectorizer"): ("pool_",),
    (_ML, "DictVectorizer"): ("int64_vocabulary", "string_vocabulary"),
    (_ML, "OneHotEncoder"): ("cats_",),
    (_ML, "ZipMap"): ("classlabels_",),
}


@rule("O050", "error")
def not_exactly_one(context: Context) -> Iterator[Found]:
    """
    Finds:
    A node with none, or with several, of the attributes of which its operator needs exactly one,
    such as the value of Constant.

    Why:
    The documentation of the operator says that exactly one of them must be given. The checker lets
    the node pass; shape inference and runtimes refuse it.

    Fix:
    Write one, and drop the others.
    """
    for call in context.calls.judged:
        wanted = _ONE_OF.get((call.domain, call.name))
        spec = call.signature.spec if call.signature else None
        if wanted is None or spec is None:
            continue
        choices = {each.name: each.required for each in spec.attributes if _fits(each.name, wanted)}
        there = dict.fromkeys(each.name for each in call.arguments if each.name in choices)
        if len(there) == 1 or any(choices.values()):  # a required one that is missing is O021
            continue
        needed = f"needed exactly one of {listed(choices, 10)}"
        found = " and ".join(there) if there else "none of the attributes"
        for node in call.nodes:
            yield Found(node, f"{title(call)} has {found}; {needed}", severity=call.severity)


@rule("O051", "error")
def split_outputs(context: Context) -> Iterator[Found]:
    """
    Finds:
    A Split whose attribute num_outputs, or whose list of lengths in split, does not fit its
    outputs.

    Why:
    The attribute num_outputs is the number of parts, and split has the length of each output
    (documentation of Split), so both say how many outputs there are. Shape inference refuses other
    numbers, and a reader that trusts num_outputs reads beyond the outputs.

    Fix:
    Name one output for each part.
    """
    for call in context.calls.judged:
        if call.calls("", "Split"):
            outputs = len(call.outputs)
            has = f"Split has {count(outputs, 'output')}"
            for field, value in call.numbers("num_outputs"):
                if value != outputs:
                    yield Found(field, f"num_outputs is {value}; {has}")
            for attribute in _lists(call, "split"):
                length = attribute.elements("ints")
                if length != outputs:
                    yield Found(attribute.field, f"split has {count(length, 'length')}; {has}")


@rule("O052", "warning")
def split_by_both_or_neither(context: Context) -> Iterator[Found]:
    """
    Finds:
    A Split from opset 18 on that has both the input split and the attribute num_outputs, or
    neither.

    Why:
    One of the two should be given, but not both (documentation of Split). The checker lets it pass;
    shape inference refuses it.

    Fix:
    Keep one of them; num_outputs where all parts are alike.
    """
    for call in context.calls.judged:
        since = call.signature.since_version if call.signature else None
        if call.calls("", "Split") and since is not None and since >= 18:
            by_input = len(call.inputs) > 1 and call.inputs[1]
            by_number = call.argument("num_outputs") is not None
            if by_input == by_number:
                found = f"{'both' if by_input else 'neither'} of input split and num_outputs"
                for node in call.nodes:
                    yield Found(node, f"Split has {found}; needed one")


def _fits(name: str, wanted: tuple[str, ...]) -> bool:
    return any(name == each or (each[-1] == "_" and name.startswith(each)) for each in wanted)


def _lists(call: Call, name: str) -> Iterator[Merged]:
    argument = call.argument(name)
    if argument is not None and not argument.reference:
        yield from (Merged(f.document, _ATTRIBUTE, (f.row,)) for f in call.at(argument.place))
