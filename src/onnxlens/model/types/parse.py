"""Reads the text of value types, in the notation of onnxlens or in the official one."""

from __future__ import annotations

import re

from ..words import OFFICIAL_NAMES, OWN_NAMES, is_reserved
from .cursor import DOTTED, IDENTIFIER, Cursor, shown
from .notation import OFFICIAL, OFFICIAL_WORDS, OWN, Notation
from .value_type import CONTAINERS, Dim, Level, ValueInfo, ValueType

_KINDS = {"sequence": "sequence", "seq": "sequence", "optional": "optional", "map": "map"}
_WORD = "a word, in quotes if it is a keyword or has special characters"
_ONLY = {"sequence": OWN, "untyped": OWN, "seq": OFFICIAL}  # kinds that one notation has


def parse_type(text: str, notation: str | None = None) -> ValueType:
    """Return the type that a text says: ``FLOAT [1, "N"]``, or official ONNX ``float[1,N]``.

    ``notation`` is ``onnxlens`` or ``official``; None tells it from the words. The two are inverted
    where it hurts: ``FLOAT`` and ``float[]`` have any shape, ``FLOAT []`` and ``float`` are
    scalars. Raises TypeSyntaxError with the position of what does not read.
    """
    return read_type(text, notation)[0]


def parse_value(text: str, notation: str | None = None) -> ValueInfo:
    """Return the named type that a text says: ``x: FLOAT [1, "N"]``, or ``float[1,N] x``.

    Otherwise as parse_type.
    """
    return read_value(text, notation)[0]


def read_type(text: str, notation: str | None = None) -> tuple[ValueType, str]:
    """Return the type of a text and the notation that it was read in."""
    reader = _Reader(text, notation)
    type_ = reader.type()
    reader.cursor.finish()
    return type_, reader.notation.name or OWN


def read_value(text: str, notation: str | None = None) -> tuple[ValueInfo, str]:
    """Return the named type of a text and the notation that it was read in."""
    reader = _Reader(text, notation)
    value = reader.named_value() or reader.typed_value()
    reader.cursor.finish()
    return value, reader.notation.name or OWN


class _Reader:
    """Reads one text, a step for each rule of the grammar."""

    def __init__(self, text: str, notation: str | None) -> None:
        self.cursor = Cursor(text)
        self.notation = Notation(self.cursor, notation)
        self.tells = self.notation.tells

    # -- a named type -------------------------------------------------------------------------

    def named_value(self) -> ValueInfo | None:
        """Take ``name: type``, ``name``, ``?: type`` or ``?:``; nothing where a type begins."""
        cursor, start = self.cursor, self.cursor.skip()
        absent = cursor.take("?")
        name = None if absent else self._name()
        if (absent or name is not None) and cursor.take(":"):
            self.tells(OWN, 'a name before ":"', start)
            return ValueInfo(name, None if absent and cursor.ended() else self.type())
        if name is not None and cursor.ended():
            return ValueInfo(name, None)
        if name is not None and not self.notation.official:
            raise cursor.error(f'needed ":" and a type after the name {shown(name)}')
        cursor.at = start
        return None

    def typed_value(self) -> ValueInfo:
        """Take ``type name``."""
        start, type_ = self.cursor.skip(), self.type()
        at = self.cursor.skip()
        if self.notation.name == OWN:
            raise self.cursor.error('needed a name before the type, as in "x: FLOAT"', start)
        name = self.cursor.official_word()
        if name is None:
            raise self.cursor.error('needed a name after the type, as in "float x"', at)
        self.tells(OFFICIAL, "a name after the type", at)
        return ValueInfo(name, type_)

    def _name(self) -> str | None:
        """Take a name that stands first; nothing where a type begins."""
        if not self.notation.official:
            return self._word()
        start, quoted = self.cursor.skip(), self.cursor.peek('"')
        name = self.cursor.official_word()
        if name in OFFICIAL_WORDS and not quoted:
            self.cursor.at = start
            return None
        return name

    def _word(self) -> str | None:
        """Take a word of our notation; nothing where a word of the grammar stands."""
        start, text = self.cursor.skip(), self.cursor.string()
        if text is not None:
            return text
        text = self.cursor.bare()
        if text is not None and is_reserved(text):
            self.cursor.at = start
            return None
        return text

    # -- a type -------------------------------------------------------------------------------

    def type(self) -> ValueType:
        """Take a type; containers stay open until what is inside them is read."""
        levels = [self._level()]
        while levels[-1].kind in CONTAINERS and not self._empty():
            levels.append(self._level())
        for level in reversed(levels):
            if level.kind in CONTAINERS:
                self.cursor.needs(")", f"that closes the {level.kind}")
            level.denotation = self._denotation()
        return ValueType(tuple(levels))

    def _empty(self) -> bool:
        """Tell whether a container leaves out what is in it, which only our notation can."""
        if not self.cursor.peek(")"):
            return False
        self.tells(OWN, "a container without the type inside", self.cursor.at)
        return True

    def _denotation(self) -> str | None:
        at = self.cursor.skip()
        if self.cursor.bare() != "as" or (self.notation.name != OWN and self.cursor.ended()):
            self.cursor.at = at  # official "float as" is a value of that name
            return None
        self.tells(OWN, "as", at)
        return self._denotation_word()

    def _denotation_word(self) -> str:
        text = self._word()
        if text is None:
            raise self.cursor.error(f"needed a denotation: {_WORD}")
        return text

    def _level(self) -> Level:
        """Take a type up to what is inside it."""
        found, number = self._data_type()
        if found:
            return Level("tensor", number, self._shape())
        start, name = self.cursor.at, self.cursor.identifier()
        if name in _ONLY:
            self.tells(_ONLY[name], name, start)
        if name == "untyped":
            return Level(name)
        if name not in (*_KINDS, "sparse_tensor", "opaque"):
            raise self.cursor.error("needed a type, such as FLOAT [2] or float[2]", start)
        self.cursor.needs("(", f"after {name}")
        if name == "sparse_tensor":
            level = Level(name, self._needed_data_type(), self._shape())
            self.cursor.needs(")", "that closes the sparse tensor")
        elif name == "opaque":
            level = self._opaque()
        else:
            level = Level(_KINDS[name])
            if name == "map":
                level.data_type = self._needed_data_type()
                self.cursor.needs(",", "after the type of the keys")
        return level

    def _data_type(self) -> tuple[bool, int | None]:
        """Take a data type; return whether there is one, and its number."""
        cursor, start = self.cursor, self.cursor.skip()
        if cursor.take("?"):
            self.tells(OWN, '"?" as a data type', start)
            return True, None
        number = cursor.integer(32)
        if number is not None:
            self.tells(OWN, "the number of a data type", start)
            return True, number
        name = cursor.identifier()
        for notation, names in ((OWN, OWN_NAMES), (OFFICIAL, OFFICIAL_NAMES)):
            if name in names:
                self.tells(notation, name, start)
                return True, names[name]
        cursor.at = start
        return False, None

    def _needed_data_type(self) -> int | None:
        found, number = self._data_type()
        if not found:
            raise self.cursor.error("needed a data type, such as INT64 or int64")
        return number

    def _shape(self) -> tuple[Dim, ...] | None:
        """Take what follows a data type; an official one without brackets is a scalar."""
        official = self.notation.official
        if not self.cursor.take("["):
            return () if official else None
        if self.cursor.take("]"):
            return None if official else ()
        dims = [self._dim()]
        while self.cursor.take(","):
            dims.append(self._dim())
        self.cursor.needs("]", 'or "," after a dimension')
        return tuple(dims)

    def _dim(self) -> Dim:
        cursor, official = self.cursor, self.notation.official
        size = cursor.integer(64)
        symbol = None
        if size is None and not cursor.take("?"):
            symbol = cursor.official_word() if official else cursor.string()
            if symbol is None:
                quoted = "" if official else ' in quotes, as in "N"'
                raise cursor.error(f"needed a size, ? or a symbol{quoted}")
        denotation = None
        if cursor.peek(":"):
            self.tells(OWN, "a denotation", cursor.at)
            cursor.take(":")
            denotation = self._denotation_word()
        return Dim(size, symbol, denotation)

    def _opaque(self) -> Level:
        """Take ``T)``, ``D, T)``, ``D, )`` or ``)``."""
        cursor = self.cursor
        first = None if cursor.peek(")") else self._opaque_word(DOTTED)
        domain, name = None, first
        if cursor.take(","):
            domain, name = first, None
            if cursor.peek(")"):
                self.tells(OWN, "an opaque type without a name", cursor.at)
            else:
                name = self._opaque_word(IDENTIFIER)
        cursor.needs(")", "that closes the opaque type")
        return Level("opaque", domain=domain, name=name)

    def _opaque_word(self, official: re.Pattern[str]) -> str:
        """Take a word, which in the official notation is what its pattern matches."""
        cursor, start = self.cursor, self.cursor.skip()
        text = None if self.notation.official else self._word()
        if text is not None:
            if not official.fullmatch(cursor.text, start, cursor.at):
                self.tells(OWN, "a word in opaque( that is no identifier", start)
            return text
        text = cursor.match(official)
        if text is None:
            raise cursor.error(f"needed {'an identifier' if self.notation.official else _WORD}")
        self.tells(OFFICIAL, f"{text} without quotes", start)
        return text
