"""Figures of the page in a browser: when it is there, how it scrolls, what it takes."""

import random
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from serving import serving

SIZE = {"width": 1440, "height": 900}
STEPS = 40  # places of a file that are scrolled to
IDLE = 1_000  # milliseconds after which a new page of the browser rests
PATIENCE = 120_000  # milliseconds, until the checks are done too
Facts = dict[str, float]

# all panes have what they show: rows, the bytes of each row in view, the selected field
SHOWN = """() => {
  const rows = [...document.querySelectorAll("#bytes-list [role=row]:not([hidden])")];
  return document.title.includes("·")
    && document.querySelector("#fields-list [role=row][aria-selected=true]")
    && document.querySelector("#meaning-body .title")
    && rows.length > 0 && rows.every((row) => !row.classList.contains("missing"));
}"""
JUDGED = """() => /[0-9]/.test(document.querySelector("#drawer [role=tab]")?.textContent)"""
# set the scrollbar, then wait until other rows are there and all of them have their bytes
SCROLL = """async (places) => {
  const list = document.querySelector("#bytes-list");
  const rows = () => [...list.querySelectorAll("[role=row]:not([hidden])")];
  const first = () => Math.min(...rows().map((row) => Number(row.getAttribute("aria-rowindex"))));
  const drawn = () => rows().every((row) => !row.classList.contains("missing"));
  const scrolls = list.scrollHeight > list.clientHeight;
  const frame = () => new Promise((next) => requestAnimationFrame(next));
  const took = [];
  for (const place of places) {
    const before = first();
    const start = performance.now();
    list.scrollTop = place * (list.scrollHeight - list.clientHeight);
    while ((scrolls && first() === before) || !drawn()) await frame();
    took.push(performance.now() - start);
  }
  return took;
}"""


def view(browser: Any, path: Path) -> Facts:
    """Open a file as a person does, and return seconds, milliseconds and bytes."""
    page = browser.new_page(viewport=SIZE)
    page.set_default_timeout(PATIENCE)
    page.wait_for_timeout(IDLE)
    start = time.perf_counter()
    with closing(page), serving(path) as (address, process):
        page.goto(address)
        page.wait_for_function(SHOWN)
        seconds = time.perf_counter() - start
        page.wait_for_function(JUDGED)
        facts = {"s": seconds, "step": _worst_step(page), "heap": _heap(page)}
        return {**facts, "peak": _peak(process)}


def _worst_step(page: Any) -> float:
    """Return the longest time in milliseconds until the bytes at some place are shown."""
    pick = random.Random(1)
    return float(max(page.evaluate(SCROLL, [pick.random() for _ in range(STEPS)])))


def _heap(page: Any) -> float:
    """Return the bytes that the page's objects take after a collection."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    return float(session.send("Runtime.getHeapUsage")["usedSize"])


def _peak(process: int) -> float:
    """Return the most memory that a process has had, in bytes."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    (line,) = [line for line in lines if line.startswith("VmHWM")]
    return int(line.split()[1]) * 1024.0
