"""Measures speed and memory beside the onnx package, as ratios within one run.

    python tools/bench.py [--samples N] [NAME ...]

Each sample is taken in a fresh process, ours and the peer's by turns; medians are shown. What is
measured is made once and kept in the folder for temporary files. Names choose parts of the table.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple

import bench_page
import chromium
from bench_models import MAKERS, PAIR
from bench_samples import SAMPLES, Facts
from serving import lens

FOLDER = Path(tempfile.gettempdir()) / "onnxlens-bench"
MIB = 1 << 20


class Line(NamedTuple):
    """One line of the table: ``value`` is held against ``target``, and shown as ``ratio``."""

    what: str
    ours: str
    peer: str
    ratio: str
    value: float
    target: float


def child(what: str, path: Path, **environment: str) -> Facts:
    """Run one task in a fresh process and return what it says of itself."""
    done = subprocess.run(
        [sys.executable, __file__, "--child", what, str(path)],
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        check=True,
    )
    return dict(json.loads(done.stdout or "{}"))


def command(*args: str) -> Facts:
    """Return the wall time and the peak of memory of a whole process."""
    start = time.perf_counter()
    with subprocess.Popen(args, stdout=subprocess.DEVNULL, env=_kept()) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - start
    if process.returncode:
        raise SystemExit(f"{' '.join(args)}: exit status {process.returncode}")
    return {"s": seconds, "peak": usage.ru_maxrss * 1024}


def _kept() -> dict[str, str]:
    """Return an environment in which byte code is kept, as it is where a person installs."""
    return {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}


def made(name: str) -> Path:
    """Return a file to measure on, made now if it is not there."""
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / name
    if not path.exists():
        part = path.with_suffix(f".{os.getpid()}")
        child(name, part)
        part.replace(path)
    return path


def by_turns(samples: int, *takers: Callable[[], Facts]) -> list[Facts]:
    """Return the medians of each taker's facts."""
    taken: list[list[Facts]] = [[] for _ in takers]
    for _ in range(samples):
        for taker, facts in zip(takers, taken, strict=True):
            facts.append(taker())
    return [{key: median(f[key] for f in facts) for key in facts[0]} for facts in taken]


def ms(facts: Facts) -> str:
    """Return a time for people."""
    return f"{facts['s'] * 1000:,.1f} ms"


def mib(facts: Facts) -> str:
    """Return a peak of memory for people."""
    return f"{facts['peak'] / MIB:,.0f} MiB"


def time_line(what: str, ours: Facts, peer: Facts, target: float) -> Line:
    """Return the line of a ratio of times."""
    ratio = ours["s"] / peer["s"]
    return Line(what, ms(ours), ms(peer), f"{ratio:.2f}", ratio, target)


def peak_line(what: str, ours: Facts, peer: Facts, target: float) -> Line:
    """Return the line of a ratio of memory."""
    ratio = ours["peak"] / peer["peak"]
    return Line(what, mib(ours), mib(peer), f"{ratio:.2f}", ratio, target)


def large(samples: int) -> Iterator[Line]:
    """Index against parse, in time and in memory."""
    path = made("large.onnx")
    size = f"{path.stat().st_size / 1e6:.0f} MB"
    ours, peer = by_turns(samples, lambda: child("index", path), lambda: child("upb", path))
    kind = "" if ours["compiled"] else ", plain"
    yield time_line(f"index of {size}{kind} / upb parse", ours, peer, 0.35)
    yield peak_line("the same, peak memory added", ours, peer, 0.6)
    record = ours["record"]
    yield Line("the same, bytes a record", f"{record:.1f}", "", "", record, 20)
    plain, peer = by_turns(
        (samples + 2) // 3,
        lambda: child("index", path, ONNXLENS_PURE="1"),
        lambda: child("upb", path),
    )
    yield time_line("index in plain Python / upb parse", plain, peer, 25)


def tiny(samples: int) -> Iterator[Line]:
    """The whole command on a small model against the import of the onnx package."""
    path = str(made("tiny.onnx"))
    command(lens(), "summary", path)  # compiles what has no byte code yet
    ours, peer = by_turns(
        2 * samples,
        lambda: command(lens(), "summary", path),
        lambda: command(sys.executable, "-c", "import onnx"),
    )
    yield time_line("summary of 233 bytes / import onnx", ours, peer, 0.4)


def huge(samples: int) -> Iterator[Line]:
    """The whole command on a file of 5 GB, which no peer reads."""
    path = str(made("huge.onnx"))
    (ours,) = by_turns(samples, lambda: command(lens(), "summary", path))
    seconds, most = ours["s"], ours["peak"] / 1e6
    yield _plain("summary of 5 GB, in seconds", seconds, 1)
    yield _plain("the same, peak memory in MB", most, 100)


def values(samples: int) -> Iterator[Line]:
    """The values of a tensor of 1 GiB in a model of 2 GiB, against numpy on the same bytes."""
    path = made("pair.onnx")
    ours, peer = by_turns(samples, lambda: child("numpy", path), lambda: child("fromfile", path))
    yield time_line("numpy() of 1 GiB / numpy.fromfile", ours, peer, 1.1)
    over = (ours["peak"] - 20e6) / PAIR
    yield Line("the same, memory less 20 MB / size", mib(ours), "", f"{over:.3f}", over, 1.05)
    read = child("head", path)["bytes"]
    yield Line("head(10) of it, bytes read", f"{read:,.0f}", "", "", read, 65536)


def checks(samples: int) -> Iterator[Line]:
    """All default rules against the official checker, in processor time."""
    for name, what, target in (
        ("valid.onnx", "check of 100,000 nodes / check_model", 3),
        ("heavy.onnx", "check of 1 GiB, 1 node / check_model", 0.1),
    ):
        path = made(name)
        ours, peer = by_turns(
            samples, partial(child, "check", path), partial(child, "checker", path)
        )
        yield time_line(what, ours, peer, target)


def page(samples: int) -> Iterator[Line]:
    """The explorer in a browser: a model of 100,000 nodes, and a file of 5 GB."""
    with chromium.running() as browser:
        for name, what, most in (("large.onnx", "100,000 nodes", 200), ("huge.onnx", "5 GB", 100)):
            bench_page.view(browser, made("tiny.onnx"))  # compiles what has no byte code
            taker = partial(bench_page.view, browser, made(name))
            (found,) = by_turns((samples + 2) // 3, taker)
            yield _plain(f"page of {what}, first view in s", found["s"], 1)
            yield _plain("the same, worst of 40 scrolls in ms", found["step"], 100)
            yield _plain("the same, memory of the server in MB", found["peak"] / 1e6, most)
            yield _plain("the same, heap of the page in MB", found["heap"] / 1e6, 100)


def _plain(what: str, value: float, target: float) -> Line:
    """Return a line that no peer has."""
    return Line(what, f"{value:.2f}" if value < 10 else f"{value:.0f}", "", "", value, target)


PARTS = {
    "index": large, "start": tiny, "huge": huge, "values": values, "check": checks, "page": page,
}  # fmt: skip
FORMAT = "{:<36} {:>11} {:>11} {:>7} {:>7}  {}"


def main() -> None:
    """Print the table, or do what a child is told."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--samples", type=int, default=9)
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("parts", nargs="*", metavar="NAME", help=f"one of {', '.join(PARTS)}")
    options = parser.parse_args()
    if options.child:
        what, path = options.child
        json.dump(({**MAKERS, **SAMPLES})[what](Path(path)) or {}, sys.stdout)
        return
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"no part is named {' or '.join(unknown)}; needed {', '.join(PARTS)}")
    print(FORMAT.format("what", "ours", "peer", "ratio", "target", "").rstrip())
    for name in options.parts or PARTS:
        for line in PARTS[name](options.samples):
            verdict = "ok" if line.value <= line.target else "over"
            print(FORMAT.format(*line[:4], f"{line.target:g}", verdict), flush=True)


if __name__ == "__main__":
    main()
