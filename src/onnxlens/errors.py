"""Exceptions: requests that cannot be met; what a file holds never raises one."""


class OnnxLensError(Exception):
    """Root of all exceptions of onnxlens; ``next`` is advice for the person, or None."""

    def __init__(self, message: str, *, next: str | None = None) -> None:
        super().__init__(message)
        self.next = next


class SourceError(OnnxLensError):
    """Bytes that cannot be had: no such file, a directory, no permission, a file that changed.

    ``name`` is the source as the person named it.
    """

    def __init__(self, message: str, *, name: str, next: str | None = None) -> None:
        super().__init__(message, next=next)
        self.name = name


class PathError(OnnxLensError):
    """A path that leads nowhere, or to two places.

    ``path`` is what was asked; ``nearest`` the longest part of it that exists, or the closest
    spelling of the whole; ``candidates`` are the paths that an ambiguous name could mean.
    """

    def __init__(
        self,
        message: str,
        *,
        path: str,
        nearest: str | None = None,
        candidates: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message)
        self.path = path
        self.nearest = nearest
        self.candidates = candidates


class SchemaError(OnnxLensError):
    """A message, field or enum name that the schema does not have; ``nearest`` is the closest."""

    def __init__(self, message: str, *, name: str, nearest: str | None) -> None:
        super().__init__(message)
        self.name = name
        self.nearest = nearest


class TypeSyntaxError(OnnxLensError):
    """A text that is no type, or a type that the official notation has no text for.

    ``text`` and ``position`` say where in what text reading stopped; ``path`` says which field,
    from the type on, cannot be written. What does not apply is None.
    """

    def __init__(
        self,
        message: str,
        *,
        text: str | None = None,
        position: int | None = None,
        path: str | None = None,
    ) -> None:
        super().__init__(message)
        self.text = text
        self.position = position
        self.path = path


class DataError(OnnxLensError):
    """A value that the bytes of a file do not give, or that no message can hold.

    ``path`` is the field that should hold it, or the place in the value that was to be written.
    """

    def __init__(self, message: str, *, path: str) -> None:
        super().__init__(message)
        self.path = path
