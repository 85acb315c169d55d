"""Lines of a text: the first that says something, and the comments in front of it."""

from .kind import TEXT_LIMIT, Facts


def after_comments(text: str, marks: tuple[str, ...]) -> tuple[str, Facts]:
    """Return ``text`` from its first line that is neither blank nor begins with a mark.

    The facts are that line (``line``), its number from 1 (``number``), and ``comments`` = ``//``
    where lines in front of it begin so: no parser takes those, only test suites have them.
    """
    facts: Facts = {}
    start, number = 0, 1
    while start < len(text):
        end = text.find("\n", start)
        line = text[start : end if end >= 0 else len(text)].strip()
        if line and not line.startswith(marks):
            return text[start:], facts | {"line": line[:TEXT_LIMIT], "number": number}
        if line.startswith("//"):
            facts["comments"] = "//"
        start, number = (end + 1, number + 1) if end >= 0 else (len(text), number)
    return "", facts
