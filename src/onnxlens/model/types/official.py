"""Prints a value type in the text syntax of the onnx package, and says what that cannot say."""

from __future__ import annotations

from ...errors import TypeSyntaxError
from ..words import OFFICIAL_NAMES
from .cursor import DOTTED, IDENTIFIER
from .notation import OFFICIAL_WORDS
from .value_type import CONTAINERS, Dim, Level, ValueInfo, ValueType

# Reasons: all that the syntax cannot say, as the parser and printer of onnx 1.23.2 have it.
ABSENT_DATA_TYPE = "an absent data type"
ABSENT_NAME = "an absent name"
DENOTATION = "a denotation"
NO_KIND = "a type without a kind"
NOT_UTF8 = "a string that is not UTF-8"
NO_TYPE_INSIDE = "a container without the type inside"
OPAQUE_DOMAIN = "an opaque domain that is no identifier, nor several with dots between"
OPAQUE_NAME = "an opaque name that is no identifier"
OPAQUE_NAMELESS = "an opaque domain without a name"
UNDEFINED = "the data type UNDEFINED"
UNNAMED_DATA_TYPE = "a data type without a name"
ZERO_BYTE = "a zero byte in a string"

_NAMES = {number: name for name, number in OFFICIAL_NAMES.items()}
_OPENING = {"sequence": "seq(", "optional": "optional("}
Loss = tuple[str, str]  # path from the type or value, reason


def official_text(thing: ValueType | ValueInfo) -> str:
    """Return a type or named type as the onnx package prints it.

    Raises TypeSyntaxError with path and reason for the first thing that the syntax cannot say.
    """
    text, losses = to_official(thing)
    for path, reason in losses:
        message = f"{path or 'the type'}: official notation cannot say {reason}"
        raise TypeSyntaxError(message, path=path)
    return text


def to_official(thing: ValueType | ValueInfo) -> tuple[str, list[Loss]]:
    """Return the nearest text in official syntax, and each reason why it says less or reads not.

    The text reads back as the same thing exactly where nothing is lost. A reason comes once, with
    the first path that has it, because a type may have many deep ones.
    """
    printer = _Printer()
    text = printer.type(thing) if isinstance(thing, ValueType) else printer.value(thing)
    return text, [(path, reason) for reason, path in printer.lost.items()]


class _Printer:
    """Prints one type and keeps what is lost."""

    def __init__(self) -> None:
        self.lost: dict[str, str] = {}  # from reason to path
        self.steps: list[str] = []  # of the path to the present level

    def lose(self, reason: str, *steps: str) -> None:
        if reason not in self.lost:
            self.lost[reason] = ".".join([*self.steps, *steps])

    def value(self, value: ValueInfo) -> str:
        """Return ``type name``. Without a type, quotes keep a name from being read as one."""
        if value.name is None:
            self.lose(ABSENT_NAME, "name")
        name = self.symbol(value.name or "", "name")
        if value.type is None:
            return f'"{name}"' if name in OFFICIAL_WORDS else name
        self.steps.append("type")
        return f"{self.type(value.type)} {name}".lstrip()

    def type(self, type_: ValueType) -> str:
        before: list[str] = []
        for level in type_.levels:
            if level.denotation is not None:
                self.lose(DENOTATION, "denotation")
            if level.kind == "untyped":
                self.lose(NO_KIND)
                break
            self.steps.append(f"{level.kind}_type")
            before.append(self._opening(level))
            if level.kind in CONTAINERS:
                self.steps.append(CONTAINERS[level.kind])
        if type_.levels[-1].kind in CONTAINERS:
            self.lose(NO_TYPE_INSIDE)
        closing = sum(level.kind in CONTAINERS for level in type_.levels)
        return "".join(before) + ")" * closing

    def _opening(self, level: Level) -> str:
        if level.kind == "tensor":
            return self._tensor(level)
        if level.kind == "sparse_tensor":
            return f"sparse_tensor({self._tensor(level)})"
        if level.kind == "opaque":
            return f"opaque({self._opaque(level.domain, level.name)})"
        if level.kind == "map":
            return f"map({self._data_type(level.data_type, 'key_type')}, "
        return _OPENING[level.kind]

    def _data_type(self, number: int | None, step: str) -> str:
        if number in _NAMES:
            return _NAMES[number]
        if number is None:
            self.lose(ABSENT_DATA_TYPE, step)
        else:
            self.lose(UNNAMED_DATA_TYPE if number else UNDEFINED, step)
        return "undefined"

    def _tensor(self, level: Level) -> str:
        """Return data type and dims; no shape is ``[]``, a scalar has no brackets."""
        name = self._data_type(level.data_type, "elem_type")
        if level.dims is None:
            return f"{name}[]"
        dims = [self._dim(dim, f"shape.dim[{axis}]") for axis, dim in enumerate(level.dims)]
        return f"{name}[{','.join(dims)}]" if dims else name

    def _dim(self, dim: Dim, step: str) -> str:
        if dim.denotation is not None:
            self.lose(DENOTATION, step, "denotation")
        if dim.size is not None:
            return str(dim.size)
        return "?" if dim.symbol is None else self.symbol(dim.symbol, step, "dim_param")

    def symbol(self, text: str, *steps: str) -> str:
        r"""Return a name or symbol: an identifier or a string with ``\`` before ``"`` and ``\``."""
        if IDENTIFIER.fullmatch(text):
            return text
        if "\0" in text:
            self.lose(ZERO_BYTE, *steps)
        if any("\udc80" <= character <= "\udcff" for character in text):
            self.lose(NOT_UTF8, *steps)
        escaped = text.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'

    def _opaque(self, domain: str | None, name: str | None) -> str:
        """Return ``D,T`` or ``T``; a name may have dots only where no domain is before it."""
        if domain is not None and not DOTTED.fullmatch(domain):
            self.lose(OPAQUE_DOMAIN, "domain")
        if name is not None and not (IDENTIFIER if domain else DOTTED).fullmatch(name):
            self.lose(OPAQUE_NAME, "name")
        if domain and name is None:
            self.lose(OPAQUE_NAMELESS, "domain")
        return f"{domain},{name or ''}" if domain else name or ""
