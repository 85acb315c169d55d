"""Takes pictures of the page in its main states, to be looked at.

    python tools/screenshots.py FOLDER [MODEL]

Each picture is a row of STATES. MODEL is the file that most of them show; the example if none is
named. `docs/images` has two of them, taken with `--only explorer,damaged`.
"""

import argparse
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import bench_models
import chromium
import make_example
from serving import serving

WIDE, NARROW, VAST = (1440, 900), (320, 640), (2560, 1440)
SETTLED = 700  # milliseconds after which nothing moves any more
PATIENCE = 20_000


class State(NamedTuple):
    """One picture: what is open, at which address, at which size, after which clicks."""

    name: str
    file: str = "model"  # or "broken", "foreign", "huge"; none for the page without a file
    address: str = ""
    size: tuple[int, int] = WIDE
    scheme: str = "light"
    clicks: tuple[str, ...] = ()


NODE = "#path=graph.node[0]"
STATES = (
    State("explorer"),
    State("dark", scheme="dark"),
    State("node", address=NODE),
    State("narrow", size=NARROW),
    State("narrow-bytes", size=NARROW, clicks=("#segments button:nth-of-type(2)",)),
    State("narrow-meaning", size=NARROW, clicks=("#segments button:nth-of-type(3)",)),
    State("tablet", size=(1024, 768)),
    State("vast", size=VAST),
    State("search", address=f"{NODE}&q=weight&tab=search"),
    State("no-hit", address=f"{NODE}&q=zzzzzz&tab=search"),
    State("findings", address=f"{NODE}&tab=findings", clicks=("#panel-findings [role=row]",)),
    State("tensors", address=f"{NODE}&tab=tensors"),
    State("histogram", address="#path=graph.initializer[0]&tab=tensors"),
    State("symbols", address=f"{NODE}&tab=symbols"),
    State("summary", address=f"{NODE}&tab=summary"),
    State("reference", address=f"{NODE}&tab=reference&ref=TypeProto.Tensor"),
    State("reference-dark", address=f"{NODE}&tab=reference&ref=Conv", scheme="dark"),
    State("zoomed", address=f"{NODE}&map=0:200"),
    State("keys", clicks=("#help",)),
    State("damaged-light", file="broken"),
    State("damaged", file="broken", scheme="dark"),
    State("foreign", file="foreign"),
    State("nothing", file=""),
    State("empty-file", file="no-bytes"),
    State("huge", file="huge", address="#offset=2500000000"),
)


def files(folder: Path, model: Path | None) -> dict[str, Path]:
    """Write what the pictures show into a folder, and return it by name."""
    data = model.read_bytes() if model else make_example.tiny_model()
    made = {name: folder / name for name in ("model", "broken", "foreign", "huge", "no-bytes")}
    named = {name: path.with_suffix(".onnx") for name, path in made.items()}
    if model:
        named["model"] = model
    else:
        named["model"].write_bytes(data)
    named["broken"].write_bytes(data[: len(data) * 2 // 3])
    named["foreign"].write_text("<html><head><title>Sign in</title></head><body></body></html>")
    named["no-bytes"].write_bytes(b"")
    bench_models.make_huge(named["huge"])
    return named


def take(browser: Any, state: State, address: str, out: Path) -> None:
    """Take one picture; what the console says is printed."""
    width, height = state.size
    view = {"width": width, "height": height}
    page = browser.new_page(viewport=view, color_scheme=state.scheme, reduced_motion="reduce")
    page.on("console", lambda message: print(f"{state.name}: {message.text}"))
    page.on("pageerror", lambda error: print(f"{state.name}: {error}"))
    page.set_default_timeout(PATIENCE)
    page.goto(address + state.address)
    ready = "html[data-ready]" if state.file else "#empty:not([hidden])"
    page.locator(ready).wait_for(state="attached")
    for click in state.clicks:
        page.locator(click).first.click()
    page.wait_for_timeout(SETTLED)
    page.screenshot(path=out / f"{state.name}.png")
    page.close()


def main() -> None:
    """Take all pictures, or those that are named."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("model", nargs="?", default="")
    parser.add_argument("--only", help="names with commas between them")
    options = parser.parse_args()
    names = (options.only or ",".join(state.name for state in STATES)).split(",")
    options.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, chromium.running() as browser:
        made = files(Path(folder), Path(options.model) if options.model else None)
        for state in [state for state in STATES if state.name in names]:
            shown = [made[state.file]] if state.file else []
            with serving(*shown) as (address, _):
                take(browser, state, address, options.folder)


if __name__ == "__main__":
    main()
