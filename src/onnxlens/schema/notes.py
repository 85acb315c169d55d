"""Reads the notes: what each message, field and enum value means, in words.

``notes/<Name>.md`` holds one message or enum: a ``# Name`` heading, the note on it, and for each
field or value a ``## name`` section. The first sentence of a note is its short form.
"""

from os.path import dirname, join

from onnxlens.errors import SchemaError

from .registry import enum, message, unknown_name

_DIRECTORY = join(dirname(__file__), "notes")


class Note:
    """What a thing of the standard means.

    ``text`` is the whole note as paragraphs of Markdown with an empty line between them;
    ``short`` its first sentence, on one line, at most 90 characters.
    """

    __slots__ = ("short", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.short = _first_sentence(text)


def note(message_name: str, field: str | None = None) -> Note:
    """The note on a message, or on one of its fields, both named as in the schema.

    Raises SchemaError for a message or field that the standard or its notes do not have.
    """
    spec = message(message_name)
    return _find(spec.name, field, "field")


def enum_note(enum_name: str, value: str | None = None) -> Note:
    """The note on an enum, or on one of its values, both named as in the schema.

    Raises SchemaError for an enum or value that the standard or its notes do not have.
    """
    spec = enum(enum_name)
    return _find(spec.name, value, "value")


def _find(page: str, section: str | None, kind: str) -> Note:
    sections = _page(page)
    try:
        return sections[section or ""]
    except KeyError:
        known = tuple(filter(None, sections))
        raise unknown_name(f"{kind} of {page}", section or "", known) from None


def _page(name: str) -> dict[str, Note]:
    if name not in _pages:
        _pages[name] = parse_page(_read(name))
    return _pages[name]


def _read(name: str) -> str:
    try:
        with open(join(_DIRECTORY, f"{name}.md"), encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        raise SchemaError(f"{name}: has no note", name=name, nearest=None) from None


def parse_page(text: str) -> dict[str, Note]:
    """The sections of a page by name; the note on the page itself is under the empty name."""
    first, *rest = ("\n" + text).split("\n## ")
    notes = {"": Note(first.partition("# ")[2].partition("\n")[2].strip())}
    for section in rest:
        heading, _, body = section.partition("\n")
        notes[heading.strip()] = Note(body.strip())
    return notes


def _first_sentence(text: str) -> str:
    paragraph = " ".join(text.partition("\n\n")[0].split())
    sentence, stop, _ = paragraph.partition(". ")
    return sentence + stop.strip()


# Pages that were asked for; two threads may read one twice, which does no harm.
_pages: dict[str, dict[str, Note]] = {}
