"""What stands at each input and output of a node by the signature of what it calls, in words."""

from __future__ import annotations

from ...schema.operators import OPTIONAL, SINGLE, VARIADIC, OperatorSpec, Parameter
from ...tree.field import Field
from ...tree.names import quote
from ..words import NAME_LIMIT, word

# states of an input or output
GIVEN = "given"
OMITTED = "omitted"  # an empty name for an optional one
TRAILING = "trailing omitted"  # the same, and no name follows: without it the node means the same
LEFT_OUT = "left out"  # nothing stands, and nothing need stand
REQUIRED = "required"  # an empty name, or nothing, where something must stand
HOLE = "hole"  # an empty name in a variadic one
SURPLUS = "surplus"  # more than the operator takes

# what chose a signature
FUNCTION = "functions"  # the model has a function of that name
IMPORT = "opset_import"  # of the function around the node, else of the model
EARLY = "ir_version"  # below 3 there are no imports: the checker of onnx takes opset version 1
NEWEST = "newest"  # nothing says an opset version, so the newest signature that is known

_DYNAMIC = ("Optional", "OptionalGetElement", "OptionalHasElement")


class Side:
    """The inputs or the outputs of a signature; ``noun`` is ``input`` or ``output``.

    A node needs ``minimum`` names, empty ones counted.
    """

    __slots__ = ("minimum", "noun", "parameters")

    def __init__(self, noun: str, parameters: tuple[Parameter, ...], minimum: int) -> None:
        self.noun = noun
        self.parameters = parameters
        self.minimum = minimum

    def at(self, index: int) -> tuple[Parameter | None, int | None]:
        """Return the parameter at an index, None for a surplus one; if it is variadic, also which
        of its elements is meant, from 0.
        """
        last = len(self.parameters) - 1
        if 0 <= last <= index and self.parameters[last].option == VARIADIC:
            return self.parameters[last], index - last
        return (self.parameters[index] if index <= last else None), None

    def state(self, index: int, named: bool, last: int) -> str:
        """Return the state of a record: whether it has a name, and where the last name stands."""
        parameter, _ = self.at(index)
        if parameter is None:
            return SURPLUS
        if named:
            return GIVEN
        if parameter.option != OPTIONAL:
            return HOLE if parameter.option == VARIADIC else REQUIRED
        return OMITTED if index < last or index < self.minimum else TRAILING

    def missing(self, index: int) -> str:
        """Return the state of a parameter for which no record stands."""
        needed = self.parameters[index].option == SINGLE or index < self.minimum
        return REQUIRED if needed else LEFT_OUT


class Signature:
    """What a node calls: an operator of the standard (``spec``) or of the model (``function``).

    ``origin`` is FUNCTION, IMPORT, EARLY or NEWEST. ``opset_version`` is the one that chose the
    spec, None for FUNCTION and NEWEST. ``domain`` is empty for ``ai.onnx``. The parameters of a
    function have no types, and a caller may leave any of them out.
    """

    __slots__ = (
        "domain",
        "function",
        "inputs",
        "name",
        "opset_version",
        "origin",
        "outputs",
        "overload",
        "spec",
    )

    def __init__(
        self,
        identity: tuple[str, str, str],
        inputs: Side,
        outputs: Side,
        origin: str,
        spec: OperatorSpec | None = None,
        opset_version: int | None = None,
        function: Field | None = None,
    ) -> None:
        self.domain, self.name, self.overload = identity
        self.inputs = inputs
        self.outputs = outputs
        self.origin = origin
        self.spec = spec
        self.opset_version = opset_version
        self.function = function

    def __repr__(self) -> str:
        return f"<Signature {self.title}>"

    @property
    def since_version(self) -> int | None:
        """The opset version that brought this signature; None for a function of the model."""
        return self.spec.since_version if self.spec else None

    @property
    def title(self) -> str:
        """Its name in a sentence: ``Conv``, ``the function my.domain.Foo:overload``."""
        if self.function is None:
            return word(_cut(self.name))
        domain = f"{_cut(self.domain)}." if self.domain else ""
        overload = f":{_cut(self.overload)}" if self.overload else ""
        return f"the function {word(domain + _cut(self.name) + overload)}"


class Given:
    """One input or output of a node: what stands at ``index``, and what the signature says of it.

    ``field`` is the record of its name, None where nothing stands. ``parameter`` is None for a
    surplus one. ``element`` counts from 0 in a variadic parameter, else it is None. ``state`` is
    one of the states above.
    """

    __slots__ = ("element", "field", "index", "parameter", "state")

    def __init__(self, field: Field | None, index: int, side: Side, state: str) -> None:
        self.field = field
        self.index = index
        self.parameter, self.element = side.at(index)
        self.state = state

    def __repr__(self) -> str:
        return f"<Given {self.index} {self.state}>"


def words(signature: Signature, side: Side, given: Given) -> str:
    """Return what a record is to the operator, such as ``input X of Conv``, without a full stop."""
    text = _place(signature.title, side, given)
    if signature.spec and signature.domain == "" and signature.name in _DYNAMIC:
        text += _dynamic(signature.name) if side.noun == "input" else ""
    if signature.spec and signature.origin == NEWEST:
        text += (
            f"; no opset_import says which {signature.title}, so this is the newest known, "
            f"of opset version {signature.spec.since_version}"
        )
    return text


def _place(title: str, side: Side, given: Given) -> str:
    if given.parameter is None:
        return f"surplus: {title} takes {_room(side)}, this is number {given.index + 1}"
    named = given.parameter.name
    shown = quote(named) if named == side.noun else word(_cut(named))  # "input input" puzzles
    name = f"{side.noun} {shown} of {title}"
    if given.state == HOLE:
        return f"omitted inside the variadic {name}: undefined by the standard, runtimes differ"
    if given.state == REQUIRED:
        return f"required {name} is empty"
    if given.state in (OMITTED, TRAILING):
        end = ", at the end: may be dropped" if given.state == TRAILING else ""
        return f"omitted (optional {name}){end}"
    if given.element is None:
        return name
    least = side.minimum - len(side.parameters) + 1
    bound = f", which takes at least {least}" if least > 0 else ""
    return f"element {given.element} of the variadic {name}{bound}"


def _room(side: Side) -> str:
    most = len(side.parameters)
    bound = "" if side.minimum == most else "at most "
    return f"{bound}{most or 'no'} {side.noun}{'' if most == 1 else 's'}"


def _dynamic(name: str) -> str:
    return (
        f"; {name} works on dynamic optionals (IR version 8): values that may hold nothing at run "
        "time, which is not the same as an omitted input"
    )


def _cut(text: str) -> str:
    return text if len(text) <= NAME_LIMIT else text[:NAME_LIMIT] + "…"
