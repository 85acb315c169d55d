"""The layout of test data beside a model: ``test_data_set_0/input_0.pb``.

Source: onnx/backend/test of onnx: each folder ``test_data_set_N`` beside ``model.onnx`` holds one
message for each input and output, numbered as the graph lists them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from .types.value_type import ValueInfo, ValueType
from .values.data_value import DataValue
from .values.kinds import KINDS

SET = "test_data_set_"
ROLES = ("input", "output")
_END = ".pb"
_DIGITS = 9  # of a number in the name of a file


class Declared:
    """What a model says of one of its inputs or outputs, which outlives the open model.

    ``model`` is the model's path, ``role`` input or output, ``number`` its place in the graph,
    ``info`` its name and type, ``default`` whether an initializer has its name.
    """

    __slots__ = ("default", "info", "model", "number", "role")

    def __init__(self, model: str, role: str, number: int, info: ValueInfo, default: bool) -> None:
        self.model = model
        self.role = role
        self.number = number
        self.info = info
        self.default = default

    @property
    def slot(self) -> tuple[str, int]:
        """Role and number: ``("input", 0)``."""
        return self.role, self.number

    @property
    def text(self) -> str:
        """A sentence: ``../model.onnx input 0 says x: optional(FLOAT [4])``."""
        return f"{os.path.relpath(self.model)} {self.role} {self.number} says {self.info}"


class Stored:
    """One file of a data set: its ``name``, its ``value``, and what the model ``declares`` of it.

    ``value`` is None where the file holds none; then ``fault`` says what it is. Both are empty
    where there is no such file, for something that the model declares.
    """

    __slots__ = ("declares", "fault", "name", "value")

    def __init__(
        self, name: str, value: DataValue | None, fault: str, declares: Declared | None
    ) -> None:
        self.name = name
        self.value = value
        self.fault = fault
        self.declares = declares

    @property
    def is_missing(self) -> bool:
        """Whether there is no such file."""
        return self.value is None and not self.fault


class DataSet:
    """A folder of test data: its path, the ``model`` that it belongs to, and what is ``stored``.

    ``model`` is None where none is known; ``reason`` says why one that was found is not read.
    ``stored`` can be gone through once: a file is open until the next is asked for.
    """

    __slots__ = ("folder", "model", "reason", "stored")

    def __init__(
        self, folder: str, model: str | None, reason: str, stored: Iterator[Stored]
    ) -> None:
        self.folder = folder
        self.model = model
        self.reason = reason
        self.stored = stored


def slot_of(path: str) -> tuple[str, int] | None:
    """Return role and number that the name of a file stands for: ``("input", 0)``."""
    role, line, number = os.path.basename(path).removesuffix(_END).partition("_")
    plain = number.isascii() and number.isdigit() and len(number) <= _DIGITS
    named = role in ROLES and line and plain and path.endswith(_END)
    return (role, int(number)) if named else None


def file_name(slot: tuple[str, int]) -> str:
    """Return the usual name of the file for a role and number."""
    return f"{slot[0]}_{slot[1]}{_END}"


def is_laid_out(path: str) -> bool:
    """Tell whether a path is that of a value in a test data folder."""
    folder = os.path.basename(os.path.dirname(os.path.abspath(path)))
    return folder.startswith(SET) and slot_of(path) is not None


def message_of(type: ValueType) -> str | None:
    """Return the message that stores a value of a type; None for opaque and untyped values."""
    kind = KINDS.get(type.kind)
    return kind.message if kind else None
