"""Paths as text: the steps from the root to a field."""

from typing import NamedTuple

from ..errors import PathError
from .names import BARE_STEP, quote, unquote

DIGITS = frozenset("0123456789")


class Step(NamedTuple):
    """One step: ``name``, ``name[3]``, ``name["key"]``, ``name~3``, ``#26[0]``, ``!``, ``!rest``.

    ``name`` holds the field's name, or ``#26``, ``!``, ``!rest``; at most one of the others is set.
    """

    name: str
    number: int | None = None
    key: str | None = None
    occurrence: int | None = None

    def __str__(self) -> str:
        if self.number is not None:
            return f"{self.name}[{self.number}]"
        if self.key is not None:
            return f"{self.name}[{quote(self.key)}]"
        if self.occurrence is not None:
            return f"{self.name}~{self.occurrence}"
        return self.name


def parse_path(text: str) -> list[Step]:
    """Return the steps of a path; the empty path is the root.

    Raises PathError that says at which character the text stops being a path.
    """
    steps: list[Step] = []
    at = 0
    while at < len(text):
        if steps:
            if text[at] != ".":
                raise _syntax(text, at, "needed . before the next field")
            at += 1
        step, at = _step(text, at)
        steps.append(step)
    return steps


def format_path(steps: list[Step]) -> str:
    """Return the text of a path; ``parse_path`` reads it back."""
    return ".".join(map(str, steps))


def _step(text: str, at: int) -> tuple[Step, int]:
    for rest in ("!rest", "!"):
        if text.startswith(rest, at):
            return Step(rest), at + len(rest)
    start = at
    if text[at : at + 1] == "#":
        at += 1
    while at < len(text) and text[at] in BARE_STEP:
        at += 1
    name = text[start:at]
    if name in ("", "#"):
        raise _syntax(text, at, "needed a field's name")
    if text[at : at + 1] == "~":
        number, at = _number(text, at + 1)
        return Step(name, occurrence=number), at
    if text[at : at + 1] != "[":
        return Step(name), at
    return _bracket(text, name, at + 1)


def _bracket(text: str, name: str, at: int) -> tuple[Step, int]:
    step: Step
    if text[at : at + 1] == '"':
        try:
            key, at = unquote(text, at)
        except ValueError as error:
            reason, place = error.args
            raise PathError(f"{text}: position {place}: {reason}", path=text) from None
        step = Step(name, key=key)
    elif (
        text[at : at + 1] not in {*DIGITS, "-", "]"} and "]" in text[at:]
    ):  # shells take the quotes away
        end = text.index("]", at)
        step, at = Step(name, key=text[at:end]), end
    else:
        number, at = _number(text, at)
        step = Step(name, number=number)
    if text[at : at + 1] != "]":
        raise _syntax(text, at, "needed ]")
    return step, at + 1


def _number(text: str, at: int) -> tuple[int, int]:
    start = at
    while at < len(text) and text[at] in DIGITS:
        at += 1
    if start == at or at - start > 20:
        raise _syntax(text, start, "needed a number of at most 20 digits")
    return int(text[start:at]), at


def _syntax(text: str, at: int, needed: str) -> PathError:
    return PathError(f"{text}: {needed} at character {at + 1}", path=text)
