"""What every byte of an ONNX file says, and what it means."""

TYPE_CHECKING = False  # as in typing, which takes longer to import than all of this

if TYPE_CHECKING:
    from .api import Document, open
    from .api.check import check
    from .errors import (
        DataError,
        OnnxLensError,
        PathError,
        SchemaError,
        SourceError,
        TypeSyntaxError,
    )
    from .finding import Finding
    from .model.types.parse import parse_type, parse_value
    from .model.types.value_type import ValueType
    from .model.values.write import encode
    from .span import Span
    from .tree.field import Field

__version__ = "0.1.0"
__all__ = [
    "DataError",
    "Document",
    "Field",
    "Finding",
    "OnnxLensError",
    "PathError",
    "SchemaError",
    "SourceError",
    "Span",
    "TypeSyntaxError",
    "ValueType",
    "__version__",
    "check",
    "encode",
    "open",
    "parse_type",
    "parse_value",
]

_HOMES = {
    "Document": "api",
    "open": "api",
    "Field": "tree.field",
    "Finding": "finding",
    "Span": "span",
    "check": "api.check",
    "ValueType": "model.types.value_type",
    "encode": "model.values.write",
    "parse_type": "model.types.parse",
    "parse_value": "model.types.parse",
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, so that importing the package costs nothing."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(f".{_HOMES.get(name, 'errors')}", __name__), name)
    return value
