"""SHA-1 of data files beside what tensors state."""

import hashlib

import pytest

from onnxlens.model.external.checksum import check, compare, sha1_of
from onnxlens.model.external.files import DataFiles
from onnxlens.source import MemorySource

DATA = bytes(range(256)) * 5000  # over one chunk
SHA1 = hashlib.sha1(DATA).hexdigest()


@pytest.mark.parametrize("size", [0, 1, 1 << 20, (1 << 20) + 1, len(DATA)])
def test_the_digest_is_that_of_all_bytes(size):
    seen = []
    assert sha1_of(MemorySource(DATA[:size]), seen.append) == hashlib.sha1(DATA[:size]).hexdigest()
    assert seen == sorted(seen) and (seen[-1:] == [size] or size == 0)


@pytest.mark.parametrize(
    ("stated", "verdict"),
    [(None, "absent"), (SHA1, "match"), (SHA1.upper(), "match"), ("deadbeef", "mismatch"),
     ("", "mismatch"), (SHA1[:-1], "mismatch")],
)  # fmt: skip
def test_a_checksum_is_compared_in_any_case(stated, verdict):
    assert compare(stated, SHA1) == verdict


def test_the_tensors_of_a_file_are_sorted_by_their_checksum(tmp_path, tensor, need):
    (tmp_path / "w.bin").write_bytes(DATA)
    place = ("location", "w.bin")
    (file,) = need(
        tmp_path,
        tensor("good", place, ("checksum", SHA1.upper())),
        tensor("bad", place, ("checksum", "deadbeef")),
        tensor("none", place),
    )
    with DataFiles(tmp_path) as files:
        found = check(file, files.source(file.location))
    names = [[use.tensor.called for use in uses]
             for uses in (found.match, found.mismatch, found.absent)]  # fmt: skip
    assert names == [["good"], ["bad"], ["none"]]
    assert found.sha1 == SHA1


def test_a_file_without_checksums_is_not_read(tensor, need):
    (file,) = need(None, tensor("w", ("location", "w.bin")))

    class Unread(MemorySource):
        def read(self, offset, size):
            pytest.fail("was read")

    found = check(file, Unread(DATA))
    assert (found.sha1, len(found.absent)) == (None, 1)
