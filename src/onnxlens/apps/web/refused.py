"""The exception for a question over HTTP that is not answered."""


class Refused(Exception):  # noqa: N818 - it is no fault of ours
    """A question that gets ``status`` and words; ``next`` is advice, ``nearest`` a path."""

    def __init__(
        self, status: int, words: str, *, next: str | None = None, nearest: str | None = None
    ) -> None:
        super().__init__(words)
        self.status = status
        self.next = next
        self.nearest = nearest
