"""The verdict on a file that is not ONNX protobuf."""

Facts = dict[str, str | int]

TEXT_LIMIT = 200  # characters kept of any string of the file; views cut further


class Foreign:
    """A format that is not ONNX protobuf, and what was cheaply read of it.

    ``kind`` is a slug such as ``"lfs-pointer"``; ``onnxlens.views.foreign`` has words for each.
    ``facts`` depend on the kind and any of them may be missing. Strings are the file's own: not
    escaped, at most ``TEXT_LIMIT`` characters, U+FFFD for bytes that are no UTF-8. Numbers are
    what the file states, unchecked (0 to 2**64 - 1), or counts over the bytes that were read.
    """

    __slots__ = ("facts", "kind")

    def __init__(self, kind: str, facts: Facts | None = None) -> None:
        self.kind = kind
        self.facts: Facts = facts if facts is not None else {}

    def __repr__(self) -> str:
        return f"Foreign({self.kind!r}, {self.facts!r})"
