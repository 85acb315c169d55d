"""Rules about the version in an opset_import."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.graph.names import Key
from ...model.words import NAME_LIMIT
from ...schema import ONNX_VERSION
from ...schema.operators import operator_versions
from ...schema.releases import NEWEST, standard_domain
from ...tree.field import Field
from ...tree.names import quote
from ..context import Context
from ..rule import Found, rule
from .ir_version import number
from .uses import Uses, canonical_key, name, text

_LOWEST, _HIGHEST = -(1 << 31), (1 << 31) - 1


@rule("V007", "error")
def opset_version_out_of_range(context: Context) -> Iterator[Found]:
    """
    Finds:
    A version of 0 or below in opset_import, or one beyond 32 bits.

    Why:
    The sets that ONNX defines are counted from 1 (Versioning.md, "Released Versions"), so 0
    names none, and IR.md says that a model MUST name the sets that it relies on. The onnx
    package refuses numbers beyond 32 bits. Where the sets of another domain begin ONNX does not
    say, so there a 0 is only worth knowing.

    Fix:
    Write the opset version that the nodes were written for.
    """
    for _, domain, field in _versions(context):
        version = number(field)
        if not _LOWEST <= version <= _HIGHEST:
            yield Found(field, f"version of {name(domain)} is {version}; needed 1 to {_HIGHEST}")
        elif version < 1:
            severity = "" if _newest(domain) else "info"
            message = f"version of {name(domain)} is {version}; needed 1 or above"
            yield Found(field, message, severity=severity)


@rule("V008", "warning")
def opset_version_newer_than_known(context: Context) -> Iterator[Found]:
    """
    Finds:
    An opset version of a domain of ONNX that is above the newest one that onnxlens knows.

    Why:
    Runtimes refuse versions that they do not know, even where no node calls an operator that
    changed since. Often the number is a mistake.

    Fix:
    Write the lowest version that has all operators as the nodes call them; the message tells it.
    """
    for owner, domain, field in _versions(context):
        newest = _newest(domain)
        if newest and newest < number(field) <= _HIGHEST:
            known = f"above {newest}, the newest of onnx {ONNX_VERSION}"
            message = f"version of {name(domain)} is {number(field)}, {known}"
            yield Found(field, f"{message}; {_in_use(context.uses, owner, domain)}")


def _versions(context: Context) -> Iterator[tuple[int, Key, Field]]:
    """Yield owner, domain and record of each version that is there."""
    for owner, entries in context.uses.imports.items():
        for domain, entry in entries:
            for field in entry.records("version")[-1:]:
                yield owner, domain, field


def _newest(domain: Key) -> int:
    """Return the newest known opset version of a domain of ONNX; 0 for any other domain."""
    return NEWEST.get(standard_domain(text(domain)), 0)


def _in_use(uses: Uses, owner: int, domain: Key) -> str:
    """Return which version the nodes need."""
    called = uses.operators(owner, canonical_key(domain))
    if not called:
        return "no node uses it"
    versions: dict[str, int] = {}
    for key in called:
        found = operator_versions(text(domain), text(key))
        if not found:
            return f"{quote(text(key)[:NAME_LIMIT])} is in none that is known"
        versions[text(key)] = found[-1]
    newest = max(versions, key=lambda operator: versions[operator])
    version = versions[newest]
    return f"the newest operator in use is {newest}-{version}, so {version} would do"
