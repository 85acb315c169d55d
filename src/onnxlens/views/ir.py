"""The IR version that a file needs: as lines, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator

from ..model.ir import WITH_IMPORTS, Needed, Opset, Reason, needed
from ..schema.releases import NEWEST, standard_domain
from ..tree.document import Document
from ..tree.field import Field
from . import block
from .json import FORMAT, Json, plain, text
from .page import Page
from .text import plural, safe


def ir_lines(page: Page, document: Document) -> Iterator[str]:
    """Yield what a file states, what it needs and why, and whether less would do."""
    found = needed(document)
    stated = "no IR version" if found.stated is None else f"IR version {found.stated}"
    head = f"{safe(document.name)}: {stated}, needed {found.needed}; {_verdict(document, found)}"
    yield page.paint("answer", page.fit(head))
    place = _Places(page, document)
    number = "none" if found.stated is None else str(found.stated)
    entries = [("stated", place.of(number, found.field))]
    entries += [("needed", text) for text in _reasons(place, found)]
    entries += [("opset", text) for text in _opsets(place, found)]
    entries += [("breaks", f"below {place.reason(reason)}") for reason in found.breaks]
    entries += [("means", sentence) for sentence in _means(found)]
    yield from block.lines(page, entries)


def _verdict(document: Document, found: Needed) -> str:
    """Return whether the number is right, too low, or may be lowered."""
    if document.root is not None and document.root.name != "ModelProto":
        return f"the model around a {document.root.name} states the number"
    if found.lowest_safe is None:
        return "whether that is enough is not known"
    if found.stated is None or found.stated < found.lowest_safe:
        return f"write {found.lowest_safe}"
    if found.stated > found.lowest_safe:
        return f"it may be lowered to {found.lowest_safe}"
    return "it may not be lowered"


class _Places:
    """Writes places of a document with their offsets."""

    def __init__(self, page: Page, document: Document) -> None:
        self._page = page
        self._size = document.size

    def of(self, words: str, field: Field | None) -> str:
        """Return words with the offset that they are about."""
        if field is None or field.is_root:
            return words
        return f"{words} ({self._page.place(field.start, self._size)})"

    def reason(self, reason: Reason) -> str:
        """Return ``4: graph.initializer["w"] (1378) is not also an input``."""
        field = reason.places[0]
        path = self.of(safe(field.named_path) or "the file", field)
        more = f"; and {reason.count - 1:,} more" if reason.count > 1 else ""
        return f"{reason.ir_version}: {path} {reason.says}".rstrip() + more


def _reasons(place: _Places, found: Needed) -> Iterator[str]:
    """Yield the reasons; an opset_import is worth a line only where nothing needs more."""
    least = min(found.needed, WITH_IMPORTS + 1)
    yield from (place.reason(r) for r in found.reasons if r.ir_version >= least)
    if not found.reasons:
        yield "1: nothing in it is newer"


def _opsets(place: _Places, found: Needed) -> Iterator[str]:
    """Yield where the opsets of ONNX come from, and how many others there are."""
    known = [opset for opset in found.opsets if standard_domain(opset.domain) in NEWEST]
    for opset in known[: block.LISTED]:
        named = place.of(f"{_domain(opset)} {opset.version}", opset.field)
        if opset.release is None:
            yield f"{named} came out with no release that is known"
        else:
            yield f"{named} came out with IR {opset.release.ir_version} (onnx {opset.release.onnx})"
    others = len(found.opsets) - len(known[: block.LISTED])
    if others:
        yield f"{'and ' if known else ''}{plural(others, 'domain')} that ONNX does not release"


def _means(found: Needed) -> Iterator[str]:
    """Yield what follows from it, in sentences."""
    if found.unsure:
        yield f"{found.unsure[0].upper()}{found.unsure[1:]}"
    newest = [o for o in found.opsets if o.release and o.release.ir_version == found.paired]
    if newest and found.paired != found.needed:
        pair = f"{_domain(newest[0])} {newest[0].version} with IR {found.paired}"
        yield f"Fields need IR {found.needed}; writers pair {pair}"
    if found.lowest_safe is not None and (found.stated or 0) > found.lowest_safe:
        yield "A lower number changes no opset; a reader must know those too"


def _domain(opset: Opset) -> str:
    return safe(opset.domain, 200) or "ai.onnx"


def ir_json(document: Document) -> Json:
    """Return the same as JSON (format 1)."""
    found = needed(document)
    return {
        "format": FORMAT,
        "stated": plain(found.stated),
        "needed": found.needed,
        "lowest_safe": found.lowest_safe,
        "unsure": found.unsure or None,
        "reasons": [_reason_json(reason) for reason in found.reasons],
        "breaks": [_reason_json(reason) for reason in found.breaks],
        "paired": found.paired,
        "opset_import": [_opset_json(opset) for opset in found.opsets],
    }


def _reason_json(reason: Reason) -> Json:
    place = reason.places[0]
    return {
        "ir_version": reason.ir_version,
        "what": reason.what,
        "path": place.path,
        "offset": place.start,
        "count": reason.count,
    }


def _opset_json(opset: Opset) -> Json:
    return {
        "domain": text(opset.domain),
        "version": plain(opset.version),
        "ir_version": opset.release.ir_version if opset.release else None,
        "onnx": opset.release.onnx if opset.release else None,
        "path": opset.field.path,
        "offset": opset.field.start,
    }
