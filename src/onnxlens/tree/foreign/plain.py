"""Text that is no notation of a model."""

from .kind import Foreign
from .lines import after_comments
from .rewritten import is_utf8
from .window import Window


def plain_text(window: Window) -> Foreign | None:
    """Tell UTF-8 text without control characters; facts: ``line`` and ``number`` of the first
    line that is not blank."""
    if window.text is None or not is_utf8(window.head):
        return None
    _, facts = after_comments(window.text, ())
    return Foreign("text", facts)
