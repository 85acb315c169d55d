"""The secrets of one run of the server."""

from secrets import compare_digest, token_urlsafe

_BYTES = 32


class Keys:
    """``token`` lets a browser in, ``cookie`` is what it then has; both are new in every run.

    ``once`` is a token for one use: other users of the machine see the command line of the browser
    that we start, and what they see there must be worth nothing.
    """

    def __init__(self) -> None:
        self.token = token_urlsafe(_BYTES)
        self.cookie = token_urlsafe(_BYTES)
        self.once: str | None = token_urlsafe(_BYTES)

    def fits(self, token: str) -> bool:
        """Tell whether a token lets a browser in; the one for one use is then spent."""
        given = token.encode("utf-8", "surrogateescape")
        if self.once is not None and compare_digest(given, self.once.encode()):
            self.once = None
            return True
        return compare_digest(given, self.token.encode())
