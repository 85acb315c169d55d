"""The decision which message is the root of a file."""

from typing import NamedTuple

from ... import schema
from ...schema import MessageSpec
from ...source import Source
from ...source.memory import MemorySource
from ...wire.kinds import LEN, VARINT
from ..foreign import Foreign, identify, identify_rewritten, identify_weak
from . import weights
from .fit import bound, score
from .reader import Reader
from .survey import Level, Survey
from .tidied import identify_tidied

_ELEM_TYPE = 2 << 3 | VARINT  # of SequenceProto and OptionalProto
_VALUES = tuple(number << 3 | LEN for number in range(3, 8))  # their value fields


class Candidate(NamedTuple):
    """A message that a file may hold; ``score`` is how well its bytes fit, 0 to 1."""

    message: MessageSpec
    score: float


class Verdict:
    """What a file was found to hold.

    ``root`` is the message that is believed, or None. ``candidates`` are all messages that fit
    well enough to be believed, best first; ``equal`` counts those that fit as well as the first,
    so that 2 or more says that the bytes alone cannot decide. ``foreign`` is the format where it
    is not ONNX protobuf, or what was done to ONNX protobuf (line ends that were rewritten).
    ``because`` says what there was beside the bytes to go by, such as a model; it may be empty.
    """

    __slots__ = ("because", "candidates", "foreign", "root")

    def __init__(
        self,
        root: MessageSpec | None,
        candidates: tuple[Candidate, ...] = (),
        foreign: Foreign | None = None,
    ) -> None:
        self.root = root
        self.candidates = candidates
        self.foreign = foreign
        self.because = ""

    @classmethod
    def named(cls, root: MessageSpec) -> "Verdict":
        """Return the verdict of a person who names the root: no candidates."""
        return cls(root)

    @property
    def equal(self) -> int:
        """How many candidates fit as well as the first; 0 without any."""
        return sum(other.score == self.candidates[0].score for other in self.candidates)

    def __repr__(self) -> str:
        return f"Verdict({self.root}, {self.candidates}, {self.foreign})"


def detect(source: Source) -> Verdict:
    """Return which message a source holds, told from its bytes alone.

    Other formats that are sure come first, then the best of all messages, then formats that a
    file merely seems to have. At most 1,000 records of the top level are looked at and 1 MiB of
    the file is read, beside the few places that other formats are told by; payloads are skipped
    by their length. Nothing raises on content; what the source raises passes through.

    Where SequenceProto and OptionalProto fit equally, which is so unless a value field occurs
    twice, the first named is OptionalProto for exactly one value (sequences of one are rarer)
    and for an ``elem_type`` of 0 or none at all without a value (how an optional says that it is
    empty); otherwise SequenceProto.
    """
    reader = Reader(source)
    foreign = identify(reader.far, reader.size)
    if foreign is not None:
        return Verdict(None, (), foreign)
    survey = Survey(reader)
    level = survey.top()
    candidates = _candidates(survey, level)
    foreign = _second_look(reader, level, candidates)
    if foreign is not None:
        candidates = _after(foreign, reader, candidates)
    return Verdict(candidates[0].message if candidates else None, candidates, foreign)


def _second_look(reader: Reader, level: Level, candidates: tuple[Candidate, ...]) -> Foreign | None:
    """Return the format that a file without a root or with a broken one seems to have, or what
    was done to one that fits badly."""
    if not candidates:
        return identify_tidied(reader, level) or identify_weak(reader.far, reader.size)
    if level.lost or level.open:
        return identify_weak(reader.far, reader.size)
    if candidates[0].score < weights.DOUBTFUL:
        return identify_rewritten(reader.far, reader.size)
    return None


def _after(
    foreign: Foreign, reader: Reader, candidates: tuple[Candidate, ...]
) -> tuple[Candidate, ...]:
    """Return what is still believed of the candidates, when a file seems to be foreign.

    A file that was rewritten keeps its root, best told without what was put in. Any other format
    is preferred to a message that is broken: text that begins with a line feed or a quote reads
    as a string that is cut off.
    """
    if foreign.kind == "crlf":
        return _undone(reader) or candidates
    return candidates if foreign.kind == "utf8-replaced" else ()


def _undone(reader: Reader) -> tuple[Candidate, ...]:
    """Return the candidates of the beginning of a file as it was before 0D was put in."""
    head = MemorySource(reader.head.replace(b"\r\n", b"\n"))
    survey = Survey(Reader(head))
    return _candidates(survey, survey.top())


def _candidates(survey: Survey, level: Level) -> tuple[Candidate, ...]:
    """Return the messages that may be believed, best first."""
    found = []
    for message in schema.messages() if level.groups else ():
        prior = weights.PRIOR.get(message.name, 1)
        if prior * bound(message, level) >= weights.THRESHOLD:
            fit = prior * score(survey, message, level)
            found.append(Candidate(message, min(fit, 1.0)))
    hint = _hint(level)
    found.sort(key=lambda each: (-each.score, each.message.name != hint, each.message.id))
    return tuple(each for each in found if each.score >= weights.THRESHOLD)


def _hint(level: Level) -> str:
    """Return which of SequenceProto and OptionalProto to name first; see ``detect``."""
    values = sum(level.groups[tag].count for tag in _VALUES if tag in level.groups)
    elem_type = level.groups.get(_ELEM_TYPE)
    empty = values == 0 and (elem_type is None or not any(elem_type.values))
    return "OptionalProto" if values == 1 or empty else "SequenceProto"
