"""Which IR version and which operator sets each release of onnx brought.

Sources: the table "Released Versions" in docs/Versioning.md of onnx, of which ``VERSION_TABLE`` in
onnx/helper.py is a copy; the dates in the comments of the enum ``Version`` in onnx-ml.proto.
"""

from __future__ import annotations

from .operators import canonical

ML, TRAINING, PREVIEW = "ai.onnx.ml", "ai.onnx.preview.training", "ai.onnx.preview"
_SPELT = {"ai.onnx.training": TRAINING}  # what some releases called it


class Release:
    """A release of onnx: its IR version, and its newest opset version of each domain.

    ``opsets`` has the empty domain for ``ai.onnx``; a domain that is not in it came later.
    """

    __slots__ = ("ir_version", "onnx", "opsets")

    def __init__(self, onnx: str, ir_version: int, *versions: int) -> None:
        self.onnx = onnx
        self.ir_version = ir_version
        self.opsets = dict(zip(("", ML, TRAINING), versions, strict=False))

    def __repr__(self) -> str:
        return f"<Release {self.onnx}>"


# oldest first: onnx, IR version, opset versions of ai.onnx, ai.onnx.ml, ai.onnx.preview.training
RELEASES = (
    Release("1.0", 3, 1, 1),
    Release("1.1", 3, 5, 1),
    Release("1.1.2", 3, 6, 1),
    Release("1.2", 3, 7, 1),
    Release("1.3", 3, 8, 1),
    Release("1.4.1", 4, 9, 1),
    Release("1.5.0", 5, 10, 1),
    Release("1.6.0", 6, 11, 2),
    Release("1.7.0", 7, 12, 2, 1),
    Release("1.8.0", 7, 13, 2, 1),
    Release("1.8.1", 7, 13, 2, 1),
    Release("1.9.0", 7, 14, 2, 1),
    Release("1.10.0", 8, 15, 2, 1),
    Release("1.10.1", 8, 15, 2, 1),
    Release("1.10.2", 8, 15, 2, 1),
    Release("1.11.0", 8, 16, 3, 1),
    Release("1.12.0", 8, 17, 3, 1),
    Release("1.13.0", 8, 18, 3, 1),
    Release("1.13.1", 8, 18, 3, 1),
    Release("1.14.0", 9, 19, 3, 1),
    Release("1.14.1", 9, 19, 3, 1),
    Release("1.15.0", 9, 20, 4, 1),
    Release("1.16.0", 10, 21, 5, 1),
    Release("1.16.1", 10, 21, 5, 1),
    Release("1.16.2", 10, 21, 5, 1),
    Release("1.17.0", 10, 22, 5, 1),
    Release("1.18.0", 11, 23, 5, 1),
    Release("1.19.0", 12, 24, 5, 1),
    Release("1.19.1", 12, 24, 5, 1),
    Release("1.20.0", 13, 25, 5, 1),
    Release("1.20.1", 13, 25, 5, 1),
    Release("1.21.0", 13, 26, 5, 1),
    Release("1.22.0", 13, 27, 5, 1),
    Release("1.23.0", 14, 28, 5, 1),
)

# when each IR version was published, as the comments say; that of 14 still says TBD
PUBLISHED = {
    1: "2017-10-10", 2: "2017-10-30", 3: "2017-11-03", 4: "2019-01-22", 5: "2019-03-18",
    6: "2019-09-19", 7: "2020-05-08", 8: "2021-07-30", 9: "2023-05-05", 10: "2024-03-25",
    11: "2025-05-12", 12: "2025-08-26", 13: "2025-11-06",
}  # fmt: skip

NEWEST_IR = RELEASES[-1].ir_version
# the newest opset version of each domain of the standard (the table leaves out ai.onnx.preview)
NEWEST = {**RELEASES[-1].opsets, PREVIEW: 1}


def standard_domain(domain: str) -> str:
    """The one spelling of a domain: the empty string for ``ai.onnx``, and that of training."""
    return _SPELT.get(domain, canonical(domain))


def release_of_ir(version: int) -> Release | None:
    """The first release of an IR version; None where none had it (1 and 2, or above 14)."""
    return next((release for release in RELEASES if release.ir_version == version), None)


def release_of_opset(domain: str, version: int) -> Release | None:
    """The first release that has an opset version of a domain.

    None for a domain or a version that the table does not have. The opset versions 2 to 4 of
    ai.onnx were never the newest of a release; they came out with the next one.
    """
    known = standard_domain(domain)
    found = (release for release in RELEASES if version <= release.opsets.get(known, 0))
    return next(found, None) if version > 0 else None
