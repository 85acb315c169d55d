"""Git LFS pointers: the few lines that stand in a checkout for a file that was not fetched."""

from .kind import Facts, Foreign
from .window import Window

# https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md: below 1,024 bytes. Merge-conflict
# markers around several of them take a few times that.
_LARGEST = 8192

_VERSION = r"(?m)^version https?://(git-lfs\.github\.com/spec/v1|hawser\.github\.com/spec/v1)\s*$"
_OID = r"(?m)^oid sha256:([0-9a-f]{64})\s*$"
_SIZE = r"(?m)^size ([0-9]{1,19})\s*$"


def lfs_pointer(window: Window) -> Foreign | None:
    """Tell a Git LFS pointer by its version line; also inside merge-conflict markers.

    Facts: ``size`` in bytes and ``oid``, 64 hexadecimal digits, of the first file it names;
    ``conflict``, the number of oids, where such markers are there.
    """
    text = window.text
    if text is None or window.size > _LARGEST or "version http" not in text:
        return None
    import re

    if not re.search(_VERSION, text):
        return None
    facts: Facts = {}
    oid, size = re.search(_OID, text), re.search(_SIZE, text)
    if size:
        facts["size"] = int(size[1])
    if oid:
        facts["oid"] = oid[1]
    if re.search(r"(?m)^<{7}( |\s*$)", text):
        facts["conflict"] = text.count("oid sha256:")
    return Foreign("lfs-pointer", facts)
