"""Whether there is what a node calls: the operator, in the version that is imported."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.operators.signatures import NEWEST
from ...schema.operators import canonical, operator_domains, operator_names, operator_versions
from ...tree.field import Field
from ...tree.merged import Merged
from ..context import Context
from ..rule import Found, rule
from .calls import Call
from .words import Nearest, cut, domain_name, importer, listed, opset, quoted, title

# operators that ONNX 1.0 had on trial, and of which no opset version ever had one: the checker of
# onnx lets them pass with a warning
_ON_TRIAL = frozenset(
    (
        "ATen", "Affine", "ConstantFill", "Crop", "DynamicSlice", "GRUUnit", "GivenTensorFill",
        "ImageScaler", "ParametricSoftplus", "Scale", "ScaledTanh",
    )
)  # fmt: skip
_WITHOUT_OPERATORS = "ai.onnx.training"  # a domain of the standard, in which there is nothing yet


@rule("O001", "error")
def unknown_operator(context: Context) -> Iterator[Found]:
    """
    Finds:
    A node of a domain of the standard that names no operator of it, or one that came later than the
    imported opset version.

    Why:
    A node calls the operator that its domain has under that name in the imported opset version
    (IR.md, Operator Sets). Where there is none no runtime can run the model, and the checker
    refuses it. An operator that ONNX 1.0 had on trial is a warning, and so is any operator where
    the imported version is newer than all that are known here.

    Fix:
    Correct the name or the domain. For an operator that came later import the opset version that
    brought it, and check that the other nodes still mean the same there.
    """
    domains = {*operator_domains(), _WITHOUT_OPERATORS}
    near = Nearest()
    for call in context.calls.shapes:
        if call.version is not None and call.version < 1:
            continue  # V007, or an entry that is cut off
        if call.signature is None and call.name and call.domain in domains:
            message, severity = _unknown(call, near)
            for node in call.nodes:
                yield Found(_part(node, "op_type"), message, severity=severity)


def _unknown(call: Call, near: Nearest) -> tuple[str, str]:
    versions = operator_versions(call.domain, call.name)
    name = quoted(call.name)
    if versions:
        came = f"{cut(call.name)} came with {opset(call, versions[0])}"
        return f"{came}; {importer(call)} imports {call.version}", ""
    if call.is_ahead:
        newest = operator_domains().get(call.domain, 0)
        known = f"{opset(call, newest)}, the newest that is known here, has no operator {name}"
        return f"{known}; {importer(call)} imports {call.version}", "warning"
    if not call.domain and call.name in _ON_TRIAL:
        return f"{cut(call.name)} was on trial in ONNX 1.0; no opset version has it", "warning"
    missing = f"{domain_name(call.domain)} has no operator {name} in any version"
    return missing + _near(call, near), ""


def _near(call: Call, near: Nearest) -> str:
    for domain in operator_domains():
        if domain != call.domain and operator_versions(domain, call.name):
            return f"; {domain_name(domain)} has one"
    return near.of(call.name, operator_names(call.domain))


@rule("O002", "error")
def deprecated_operator(context: Context) -> Iterator[Found]:
    """
    Finds:
    A node that calls an operator which is deprecated in the imported opset version.

    Why:
    Its documentation (Changelog.md) marks the operator as deprecated from a version on, and from
    there on it is not part of the operator set. The checker refuses the model.

    Fix:
    Call what took its place (Resize for Upsample, ScatterElements for Scatter), or import an opset
    version from before.
    """
    for call in context.calls.shapes:
        found = call.signature
        if found is None or found.spec is None or not found.spec.deprecated:
            continue
        if found.origin != NEWEST:
            since = opset(call, found.spec.since_version)
            message = f"{title(call)} is deprecated since {since}; {importer(call)} imports"
            for node in call.nodes:
                yield Found(_part(node, "op_type"), f"{message} {call.version}")


@rule("O003", "info")
def unknown_domain(context: Context) -> Iterator[Found]:
    """
    Finds:
    Nodes of a domain that neither the standard nor the functions of the model have; one finding for
    each domain.

    Why:
    Other operator sets are allowed. What they take is not known here, so their nodes are not
    checked against a signature, and only a runtime that has the domain runs them.

    Fix:
    Nothing, where the runtime has the operators. For a model that must run anywhere express them by
    operators of the standard or by functions.
    """
    known = {*operator_domains(), _WITHOUT_OPERATORS, *_function_domains(context)}
    found: dict[str, list[Call]] = {}
    for call in context.calls.shapes:
        if call.signature is None and call.name and call.domain not in known:
            found.setdefault(call.domain, []).append(call)
    for domain, calls in found.items():
        rows = sum(len(call.rows) for call in calls)
        names = listed(dict.fromkeys(quoted(call.name) for call in calls), 3)
        which = f"{rows:,} node{' calls' if rows == 1 else 's call'} {names}"
        first = Field(context.document, min(call.rows[0] for call in calls))
        message = f"{which} of domain {quoted(domain)}, which neither ONNX nor the model defines"
        yield Found(_part(first, "domain"), message)


@rule("O004", "info")
def no_such_function(context: Context) -> Iterator[Found]:
    """
    Finds:
    A node of a domain that functions of the model have too, but none of its name and overload.

    Why:
    A runtime may know the operator. Where the domain is the model's own, the name or the overload
    is wrong or the function is missing, and nothing can run the node.

    Fix:
    Correct op_type or overload, or add the function.
    """
    functions = _function_domains(context)
    standard, nearest = operator_domains(), Nearest()
    for call in context.calls.shapes:
        if call.signature is not None or not call.name or call.domain in standard:
            continue
        if call.domain in functions:
            wanted = quoted(call.name)
            wanted += f" of overload {quoted(call.overload)}" if call.overload else ""
            message = f"the model has functions of domain {quoted(call.domain)}, but no {wanted}"
            near = nearest.of(call.name, functions[call.domain])
            for node in call.nodes:
                yield Found(_part(node, "op_type"), message + near)


@rule("O005", "info")
def function_replaces_operator(context: Context) -> Iterator[Found]:
    """
    Finds:
    A function of the model that has domain and name of an operator of the standard.

    Why:
    It takes the place of the operator for all nodes of the model (onnx.proto,
    ModelProto.functions). That is allowed, and easily overlooked by a reader.

    Fix:
    Nothing where it is meant. Otherwise give the function a domain of its own.
    """
    for function in context.model.each("functions") if context.model else ():
        domain, name = _key(function)
        if name and not function.text("overload") and operator_versions(domain, name):
            message = f"takes the place of the operator {name} of {domain_name(domain)}"
            yield Found(function.records("name")[-1], f"the function {quoted(name)} {message}")


def _function_domains(context: Context) -> dict[str, list[str]]:
    """Return the names of the model's functions by domain."""
    found: dict[str, list[str]] = {}
    for function in context.model.each("functions") if context.model else ():
        domain, name = _key(function)
        found.setdefault(domain, []).append(name)
    return found


def _key(function: Merged) -> tuple[str, str]:
    domain, name = (
        str(records[-1].preview(1 << 16)) if (records := function.records(field)) else ""
        for field in ("domain", "name")
    )
    return canonical(domain), name


def _part(node: Field, name: str) -> Field:
    """Return the record of a node that names what it calls; the node without one."""
    assert node.content is not None
    records = Merged(node.document, node.content, (node.row,)).records(name)
    return records[-1] if records else node
