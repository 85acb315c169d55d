"""Near misses: the standard word that somebody probably meant."""

from __future__ import annotations

from collections.abc import Iterable

from ..words import word as shown

_LONGEST = 64  # characters; a longer text is no misspelt word
_SHORTEST = 3
_LETTERS_AN_EDIT = 6  # one wrong letter is forgiven for so many; always one, at most three
_MOST_EDITS = 3


def near_miss(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that ``word`` is probably meant to be; None if it is one, or like none.

    Words are alike if they differ only in case, or also by few letters that are wrong, missing,
    too many or swapped: by one, two from twelve letters on, three from eighteen on.
    """
    words = tuple(known)
    if word in words or not _SHORTEST <= len(word) <= _LONGEST:
        return None
    close = [(_edits(word.lower(), other.lower()), other) for other in words]
    fitting = [(edits, other) for edits, other in close if edits <= _allowed(word, other)]
    return min(fitting, key=lambda pair: pair[0])[1] if fitting else None


def meant(word: str, near: str) -> str:
    """Return how a near miss is told."""
    if word.lower() == near.lower():  # where case does not matter that is no miss
        return f"{shown(word)}: the standard word is {near}; case counts"
    return f"{shown(word)}: did you mean {near}"


def _allowed(word: str, other: str) -> int:
    return min(max(len(word), len(other), _LETTERS_AN_EDIT) // _LETTERS_AN_EDIT, _MOST_EDITS)


def _edits(word: str, other: str) -> int:
    """Return how many letters to insert, delete, replace or swap with a neighbour.

    Optimal string alignment, three rows at a time.
    """
    if abs(len(word) - len(other)) > _MOST_EDITS:
        return _MOST_EDITS + 1
    before: list[int] = []
    last = list(range(len(other) + 1))
    for i, letter in enumerate(word, 1):
        row = [i]
        for j, wanted in enumerate(other, 1):
            edits = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and word[i - 2] == wanted:
                edits = min(edits, before[j - 2] + 1)
            row.append(edits)
        before, last = last, row
    return last[-1]
