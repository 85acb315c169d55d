"""Parameters of questions over HTTP: which there are, and how each is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import parse_qsl

from .refused import Refused

_LARGEST = (1 << 63) - 1
_DIGITS = 19  # of the largest number
_MANY = 32  # parameters of one question
NEEDED: Any = object()  # stands for the default of what has to be given
Query = dict[str, str]


class Number:
    """A whole number from ``least`` to 2^63 - 1; over ``most`` it is too large to be answered."""

    def __init__(
        self, name: str, default: int | None = NEEDED, *, least: int = 0, most: int = _LARGEST
    ) -> None:
        self.names = (name,)
        self._default = default
        self._least = least
        self._most = most

    def read(self, query: Query) -> Iterator[int | None]:
        """Yield the number. Raises Refused where the text is none."""
        (name,) = self.names
        text = query.get(name)
        if text is None:
            yield _default(name, self._default)
            return
        plain = text.removeprefix("-") if self._least < 0 else text
        if not (plain.isascii() and plain.isdigit() and len(plain) <= _DIGITS):
            raise Refused(400, f"{name}: needed a whole number from {self._least} on")
        number = int(text)
        if not self._least <= number <= _LARGEST:
            raise Refused(400, f"{name}: needed a number from {self._least} to {_LARGEST}")
        if number > self._most:
            raise Refused(413, f"{name} is {number:,}; needed at most {self._most:,}")
        yield number


class Span:
    """Two offsets, ``from`` and ``to``, at most ``most`` bytes apart."""

    names = ("from", "to")

    def __init__(self, most: int = _LARGEST) -> None:
        self._most = most

    def read(self, query: Query) -> Iterator[int]:
        """Yield both offsets. Raises Refused where they do not fit each other."""
        start, end = (number for name in self.names for number in Number(name).read(query))
        assert start is not None and end is not None
        if start > end:
            raise Refused(400, f"from is {start:,}, to is {end:,}; needed a span that begins first")
        if end - start > self._most:
            raise Refused(413, f"{end - start:,} bytes; needed at most {self._most:,}")
        yield from (start, end)


class Text:
    """A text; ``among`` are the words that it may be."""

    def __init__(
        self, name: str, default: str | None = NEEDED, *, among: tuple[str, ...] = ()
    ) -> None:
        self.names = (name,)
        self._default = default
        self._among = among

    def read(self, query: Query) -> Iterator[str | None]:
        """Yield the text. Raises Refused where it is none of the words."""
        (name,) = self.names
        text = query.get(name)
        if text is None:
            yield _default(name, self._default)
            return
        if self._among and text not in self._among:
            raise Refused(400, f"{name}: needed one of {', '.join(self._among)}")
        yield text


Parameter = Number | Span | Text
DOCUMENT = Number("doc", None)


def query_of(raw: bytes) -> Query:
    """Return the parameters of an address. Raises Refused where they cannot be read."""
    try:
        pairs = parse_qsl(
            raw.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=_MANY
        )
    except ValueError:
        raise Refused(400, f"needed at most {_MANY} parameters in UTF-8") from None
    query = dict(pairs)
    if len(query) < len(pairs):
        raise Refused(400, "needed each parameter once")
    return query


def read(parameters: Iterable[Parameter], query: Query) -> list[Any]:
    """Return the values of parameters in their order. Raises Refused for any that is unknown."""
    known = [name for each in (*parameters, DOCUMENT) for name in each.names]
    unknown = sum(name not in known for name in query)
    if unknown:
        raise Refused(400, f"{unknown} unknown; the parameters are {', '.join(sorted(known))}")
    return [value for each in parameters for value in each.read(query)]


def _default(name: str, default: Any) -> Any:
    if default is NEEDED:
        raise Refused(400, f"needed {name}")
    return default
