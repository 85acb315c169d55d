"""The IR version that the content of a file needs, with each reason and its place.

Sources: the ``since`` of fields and values in the schema; the comments of the enum ``Version`` in
onnx-ml.proto; docs/IR.md of onnx, "Names Within a Graph".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..schema.releases import NEWEST_IR, Release, release_of_opset
from ..tree.document import Document
from ..tree.field import Field
from .graph.names import slot as slot_of
from .ir_features import Feature, features
from .ir_initializers import initializers
from .ir_search import Search
from .words import short

SHOWN = 3  # places of one reason that are kept
WITH_IMPORTS = 3  # the IR version that brought opset_import; older ones imply ai.onnx 1
CONSTANTS = 4  # the IR version from which an initializer need not be an input
CONSTANT = "initializer that is not an input"
DEFAULT = "initializer that is an input"
_MAIN = slot_of("ModelProto", "graph")


class Reason:
    """What needs an IR version: ``what``, in ``count`` messages; ``places`` are the first of them.

    ``says`` is what a line about a place adds to its path, and may be empty.
    """

    __slots__ = ("count", "ir_version", "places", "says", "what")

    def __init__(self, feature: Feature, document: Document, rows: Iterable[int]) -> None:
        self.ir_version = feature.ir_version
        self.what = feature.what
        self.says = feature.says
        ordered = sorted(rows)
        self.count = len(ordered)
        self.places = [Field(document, row) for row in ordered[:SHOWN]]

    def __repr__(self) -> str:
        return f"<Reason {self.ir_version} {self.what} {self.count}>"


class Opset:
    """An operator set that the model imports, and the release that it came with, if known."""

    __slots__ = ("domain", "field", "release", "version")

    def __init__(self, domain: str, version: int, field: Field, release: Release | None) -> None:
        self.domain = domain
        self.version = version
        self.field = field
        self.release = release


class Needed:
    """What a file states, and what it needs.

    ``stated`` is None without an ir_version. ``needed`` is the least IR version that has all that
    the file holds, ``reasons`` those of it, the highest first. ``lowest_safe`` is the least number
    that leaves its meaning as it is, and ``breaks`` says what lower ones would change; None where
    ``unsure`` tells why that cannot be known. ``opsets`` say why a writer chose the number;
    ``paired`` is the IR version of their releases.
    """

    __slots__ = (
        "breaks",
        "field",
        "lowest_safe",
        "needed",
        "opsets",
        "reasons",
        "stated",
        "unsure",
    )

    def __init__(self, document: Document) -> None:
        self.field: Field | None = None
        self.stated: int | None = None
        self.opsets = list(_opsets(document))
        self.reasons = reasons(document)
        self.breaks: list[Reason] = []
        self.needed = max((reason.ir_version for reason in self.reasons), default=1)
        if document.root is not None and document.root.name == "ModelProto":
            self._state(document)
            self.breaks = list(_breaks(document, self.stated, self.needed))
        self.unsure = _unsure(document, self.stated)
        least = max([self.needed, *(reason.ir_version for reason in self.breaks)])
        self.lowest_safe = None if self.unsure else least

    @property
    def paired(self) -> int | None:
        """The highest IR version of a release that an opset came with; None where none is known."""
        known = [opset.release.ir_version for opset in self.opsets if opset.release]
        return max(known, default=None)

    def _state(self, document: Document) -> None:
        model = document.merged()
        for self.field in model.records("ir_version")[-1:]:
            self.stated = model.number("ir_version")


def needed(document: Document) -> Needed:
    """Return what a file needs; a file without a root needs nothing that is known."""
    return Needed(document)


def reasons(document: Document, above: int = 0) -> list[Reason]:
    """Return what needs a newer IR version than ``above``, the highest first.

    One search through the columns of the index for each feature. Where the model imports operator
    sets, what needs no more than that (IR 3) is left out, as there would be thousands of places.
    """
    if document.root is None:
        return []
    found = list(_of_root(document, above))
    floor = max([above, *(reason.ir_version for reason in found)])
    search = Search(document, floor)
    by_field, by_value = features(document.root)
    for slot, feature in by_field.items():
        search.present(slot, feature)
    for slot, numbers in by_value.items():
        search.valued(slot, numbers)
    found += [Reason(feature, document, rows) for feature, rows in search.found()]
    if floor < CONSTANTS:
        found += constants(document)
    return sorted(found, key=lambda reason: (-reason.ir_version, reason.places[0].start))


def constants(document: Document) -> list[Reason]:
    """Return the one reason that initializers need, or none: the rule that IR 4 relaxed."""
    rows = initializers(document)[0]
    feature = Feature(CONSTANTS, CONSTANT, "is not also an input")
    return [Reason(feature, document, rows)] if rows else []


def _of_root(document: Document, above: int) -> Iterator[Reason]:
    """Yield the reason that needs no search."""
    root = document.root
    assert root is not None
    if root.name == "ModelProto":
        rows = [record.row for record in document.merged().records("opset_import")]
        if rows and above < WITH_IMPORTS:
            yield Reason(Feature(WITH_IMPORTS, "ModelProto.opset_import"), document, rows)
    elif root.since > max(1, above):
        yield Reason(Feature(root.since, root.name), document, [0])


def _breaks(document: Document, stated: int | None, needed: int) -> Iterator[Reason]:
    """Yield what would mean something else with a number that is above ``needed`` and too low."""
    slots, parents = document.index.slot, document.index.parent
    if stated is not None and stated >= CONSTANTS > needed:
        shared = initializers(document)[1]
        rows = [row for row in shared if slots[parents[row]] == _MAIN]
        feature = Feature(CONSTANTS, DEFAULT, "could no longer be replaced by a caller")
        if rows:
            yield Reason(feature, document, rows)
    if needed < WITH_IMPORTS and (stated is None or stated >= WITH_IMPORTS):
        says = "has no opset_import, which would stand for ai.onnx 1"
        yield Reason(Feature(WITH_IMPORTS, "opset_import is absent", says), document, [0])


def _opsets(document: Document) -> Iterator[Opset]:
    if document.root is None or document.root.name != "ModelProto":
        return
    for entry in document.merged().each("opset_import"):
        domain, version = short(entry, "domain"), entry.number("version")
        field = [entry.field, *entry.records("version")][-1]
        yield Opset(domain, version, field, release_of_opset(domain, version))


def _unsure(document: Document, stated: int | None) -> str:
    """Return why it cannot be known what a file needs; empty where it can."""
    if document.root is None:
        return "the file holds no ONNX message"
    if document.damage:
        return "the file is damaged, and what cannot be read may need more"
    if not document.index.complete():
        return "the file is not indexed to its end, and the rest may need more"
    if stated is not None and stated > NEWEST_IR:
        return f"IR version {stated} is newer than {NEWEST_IR}, the newest known"
    return ""
