"""The picture of the house: which room may import which, read off every import statement."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = "onnxlens"
SOURCE = Path(__file__).resolve().parent.parent / "src" / PACKAGE

# The picture. A room may import itself and what stands in a lower line; rooms of one line are
# siblings and never import each other. A module outside every room is a fault.
PICTURE = (
    ("apps",),
    ("api",),
    ("views",),
    ("checks", "edit", "diff", "survey"),
    ("model",),
    ("tree",),
    ("wire", "schema"),
    ("source",),
    ("finding", "change"),
    ("span", "errors"),
)
LEAVES = {"finding", "change", "span", "errors"}
ONLY = {"schema": LEAVES}  # the standard without bytes: it knows no source
# modules at the top that speak for a room
FACES = {"__init__": "api", "__main__": "apps"}
FLOOR = {room: floor for floor, rooms in enumerate(PICTURE) for room in rooms}

C_SUFFIXES = {".c", ".h", ".cc", ".cpp", ".hpp", ".pyx", ".pxd", ".rs"}


def modules(root: Path) -> Iterator[tuple[str, Path]]:
    """Yield the dotted name of each module under the folder of a package, and its file."""
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root.parent).with_suffix("").parts
        yield ".".join(parts).removesuffix(".__init__"), path


def room_of(module: str) -> str | None:
    """Return the room of a dotted name of the package; None for one that stands in no room."""
    _, _, inside = module.partition(".")
    first = inside.partition(".")[0] or "__init__"
    return FACES.get(first, first if first in FLOOR else None)


def imports(module: str, path: Path, names: set[str]) -> Iterator[str]:
    """Yield the dotted names of all that a module imports, wherever in it the statement stands."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _absolute(package, node)
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                yield inner if inner in names else base


def _absolute(package: str, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    parts = package.split(".")
    parts = parts[: len(parts) - node.level + 1]
    return ".".join([*parts, node.module] if node.module else parts)


def faults(root: Path) -> list[str]:
    """Return every import under a package's folder that is not in the picture."""
    known = dict(modules(root))
    found = []
    for module, path in known.items():
        if room_of(module) is None:
            found.append(f"{module} stands in no room")
            continue
        for target in imports(module, path, set(known)):
            why = _fault(module, target)
            if why:
                found.append(f"{module} imports {target}: {why}")
    return found


def _fault(module: str, target: str) -> str | None:
    if target.partition(".")[0] != PACKAGE:
        return "the standard's own package" if target.partition(".")[0] == "onnx" else None
    room, other = room_of(module), room_of(target)
    if other is None:
        return "no such room"
    if room == other:
        return None
    if FLOOR[other] <= FLOOR[room]:
        return "siblings" if FLOOR[other] == FLOOR[room] else "upwards"
    if room in ONLY and other not in ONLY[room]:
        return f"{room} may import only {', '.join(sorted(ONLY[room]))}"
    return None


# The package itself


def test_every_import_points_down():
    assert faults(SOURCE) == []


def test_the_package_has_modules_in_its_lower_rooms():
    rooms = {room_of(module) for module, _ in modules(SOURCE)}
    assert {"source", "wire", "schema", "tree", "span", "errors"} <= rooms


@pytest.mark.parametrize("path", [path for _, path in modules(SOURCE)], ids=lambda p: p.name)
def test_a_module_opens_with_a_docstring_of_one_sentence(path: Path):
    docstring = ast.get_docstring(ast.parse(path.read_text()))
    assert docstring, f"{path} has no docstring"
    assert sentences(docstring.split("\n\n")[0]) == 1, f"{path}: {docstring}"


def sentences(text: str) -> int:
    """Number of sentences, 0 where the last one has no end."""
    text = " ".join(text.split())
    return len(re.findall(r"[.!?](?= [A-Z`]|$)", text)) if re.search(r"[.!?]$", text) else 0


def test_every_folder_of_modules_is_a_package():
    # one without __init__.py would be left out of the wheel
    folders = {path.parent for _, path in modules(SOURCE)}
    assert {folder for folder in folders if not (folder / "__init__.py").exists()} == set()


def test_only_the_kernel_is_not_python():
    foreign = {p for p in SOURCE.rglob("*") if p.suffix in C_SUFFIXES}
    assert {p.relative_to(SOURCE).as_posix() for p in foreign} == {"wire/_scan.c", "wire/_scan.h"}


# The test itself: each kind of fault is found


def house(root: Path, files: dict[str, str]) -> list[str]:
    """Return the faults of a package made of some files."""
    for name, text in files.items():
        path = root / PACKAGE / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return faults(root / PACKAGE)


@pytest.mark.parametrize(
    ("name", "line", "why"),
    [
        ("wire/fill.py", "from ..tree import names", "upwards"),
        ("wire/fill.py", "from ..schema import message", "siblings"),
        ("schema/notes.py", "from onnxlens.wire.kinds import LEN", "siblings"),
        ("schema/notes.py", "from ..source import Source", "may import only"),
        ("source/base.py", "import onnxlens.wire.scan", "upwards"),
        ("checks/rules.py", "from ..edit import splice", "siblings"),
        ("span.py", "from .errors import OnnxLensError", "siblings"),
        ("errors.py", "from . import source", "upwards"),
        ("tree/foreign/kind.py", "from ...views import text", "upwards"),
        ("tree/foreign/kind.py", "from ... import open", "upwards"),
        ("model/types.py", "def late():\n    from .. import apps", "upwards"),
        ("model/types.py", "if TYPE_CHECKING:\n    from ..api import Document", "upwards"),
        ("tree/values.py", "try:\n    import onnx\nexcept ImportError: pass", "own package"),
        ("tree/values.py", "from onnx.helper import make_node", "own package"),
        ("attic/box.py", "import os", "stands in no room"),
        ("helpers.py", "import os", "stands in no room"),
        ("tree/values.py", "from ..attic import box", "no such room"),
        ("views/__init__.py", "from ..apps import cli", "upwards"),
    ],
)
def test_a_fault_is_found(tmp_path: Path, name: str, line: str, why: str):
    rooms = {f"{room}/__init__.py": "" for floor in PICTURE for room in floor if room not in LEAVES}
    (fault,) = house(tmp_path, {"__init__.py": "", **rooms, name: line})
    assert why in fault


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("__init__.py", "from .api import open"),
        ("__main__.py", "from onnxlens.apps.cli.main import main"),
        ("apps/cli/main.py", "from ... import open\nfrom ...views import text"),
        ("api/document.py", "from ..checks import rules\nfrom ..edit import splice"),
        ("wire/fill.py", "from ..source import Source\nfrom . import scan, _scan"),
        ("finding.py", "from .span import Span"),
        (
            "tree/foreign/kind.py",
            "from .. import names\nfrom .magic import MAGIC\nimport onnxruntime",
        ),
        ("schema/notes.py", "from ..errors import SchemaError\nfrom ..span import Span"),
    ],
)
def test_what_is_in_the_picture_is_no_fault(tmp_path: Path, name: str, line: str):
    rooms = {f"{room}/__init__.py": "" for floor in PICTURE for room in floor if room not in LEAVES}
    assert house(tmp_path, {"__init__.py": "", **rooms, name: line}) == []


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("One thing.", 1),
        ("Reads tiny.onnx, e.g. by hand.", 1),
        ("One thing. Another.", 2),
        ("No end", 0),
        ("One thing over\ntwo lines.", 1),
    ],
)
def test_sentences_are_counted(text: str, count: int):
    assert sentences(text) == count
