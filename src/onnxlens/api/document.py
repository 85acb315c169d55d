"""The public Document: a file of the ONNX family, open for questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from ..source import open_source
from ..source.opening import Readable
from ..tree.document import Document as Tree
from ..tree.field import Field
from ..tree.opening import read_index
from ..wire.fill import BUDGET

if TYPE_CHECKING:
    from ..finding import Finding
    from ..model.explaining.explainer import Explainer
    from ..model.external.files import DataFiles
    from .model import Model


class Document(Tree):
    """All records of a file as fields with path, span, value and note; a context manager.

    ``document["graph.input[0]"]`` is a Field by its path, ``document.at(1234)`` the one at an
    offset, ``document.file`` the root, ``document.root`` its message or None.
    """

    def __enter__(self) -> Document:
        return self

    def close(self) -> None:
        """Release the file, and the data files beside it that were opened."""
        if "files" in self.__dict__:
            self.files.close()
        super().close()

    @cached_property
    def files(self) -> DataFiles:
        """The data files beside it, none of which is opened before it is asked for."""
        from ..model.external.files import DataFiles

        return DataFiles(self.source.folder)

    @property
    def value(self) -> object:
        """What the root means: a Model, Tensor, SparseTensor, ValueType, ValueInfo; list, dict,
        None or the value of a sequence, map or optional, with Tensors inside. Of any other root
        the merged view, and None without a root.
        """
        from .value import value_of

        return value_of(self)

    @cached_property
    def model(self) -> Model | None:
        """What the model says of itself; None where the root is no ModelProto."""
        from .model import Model

        is_model = self.root is not None and self.root.name == "ModelProto"
        return Model(self) if is_model else None

    def check(
        self,
        *,
        select: Iterable[str] = (),
        ignore: Iterable[str] = (),
        deep: bool = False,
        infer: bool = False,
    ) -> list[Finding]:
        """Return what is wrong with the file: errors, then warnings, then infos, by offset.

        ``select`` and ``ignore`` are codes or beginnings of codes (``T``, ``D00``); ``deep`` rules
        read much, such as the checksums of data files. ``infer`` needs the onnx package: declared
        types are compared with those that it infers.
        """
        from .check import findings_of

        return findings_of(self, select, ignore, deep, infer)

    def explain(self, field: Field) -> list[str]:
        """Return what a field means here, beyond its note: sentences without a full stop."""
        return self._explainer.explain(field)

    @cached_property
    def _explainer(self) -> Explainer:
        from ..model.explaining.explainer import Explainer

        return Explainer(self)

    def find(
        self,
        text: str | None = None,
        *,
        field: str | None = None,
        op: str | None = None,
        data: bytes | None = None,
    ) -> Iterator[tuple[Field, int]]:
        """Yield the fields that hold ``text`` as name or value, and the offset of each hit.

        ``field`` restricts to fields of that name, ``op`` asks for nodes of an operator, ``data``
        for bytes anywhere in the file.
        """
        from ..tree.find import find

        return find(self, text, field, op, data)


def open(
    thing: Readable,
    kind: str | None = None,
    *,
    max_records: int = BUDGET,
    progress: Callable[[int], None] | None = None,
) -> Document:
    """Open a path, bytes, a binary file object or a Source; no payload is read.

    ``kind`` names the root message (``TensorProto``), which is else told from the bytes;
    ``max_records`` bounds the index (19 bytes a record); ``progress`` is told each offset reached.
    Any bytes open: what cannot be decoded is a field of its own. Raises SourceError where bytes
    cannot be had, SchemaError for an unknown ``kind``.
    """
    source = open_source(thing)
    index, verdict = read_index(source, kind, budget=max_records, progress=progress)
    return Document(source, index, verdict)
