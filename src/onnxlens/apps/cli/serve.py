"""The command serve: a page in the browser where bytes, fields and meaning are one thing."""

from __future__ import annotations

import gc
import os
import sys
import threading
from contextlib import suppress
from importlib import import_module
from typing import Any

import click

from .common import open_file, reads_file, write
from .complete import files as complete_files
from .pipe import flush

_SERVER = "onnxlens.apps.web.server"  # takes as long to load as all other modules together
_ABOUT_LINES = ("color", "hex_offsets")  # options of commands that write lines


@click.command("serve")
@click.argument("files", nargs=-1, metavar="[FILE]...", shell_complete=complete_files)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, help="The port; any free one if not given."
)
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@reads_file
def serve_command(files: tuple[str, ...], port: int, no_browser: bool, **options: Any) -> None:
    """onnxlens serve model.onnx

    A page in the browser where bytes, fields and meaning answer each other.

    The address is printed once the server listens. It answers this machine alone, and only who has
    that address; Ctrl-C ends it. Without FILE the page is empty, and a file can be dropped on it.
    """
    from ..web.documents import Session
    from ..web.keys import Keys
    from ..web.listening import address, check_installed, listen

    check_installed()
    # while the records are found, which leaves a processor free
    threading.Thread(target=_load, daemon=True).start()
    session, keys = Session(options["max_records"]), Keys()
    for file in files or ((None,) if options["hex_input"] is not None else ()):
        session.add(open_file(file, options), options["kind"])
    gc.disable()  # open_file turned it on; what is loaded now is kept as well
    listener = listen(port)
    write([address(listener, keys.token)])
    flush()
    if not no_browser and keys.once is not None:
        _open_browser(address(listener, keys.once))
    with suppress(KeyboardInterrupt):  # a person ends the server; that is no fault
        from ..web.server import run

        gc.freeze()
        gc.enable()
        run(listener, session, keys)
    _leave()


serve_command.params[:] = [each for each in serve_command.params if each.name not in _ABOUT_LINES]


def _load() -> None:
    import_module(_SERVER).load()


def _open_browser(address: str) -> None:
    """Open a browser where there is a screen for one; the address is printed in any case."""
    screen = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    if sys.platform in ("win32", "darwin") or any(map(os.environ.get, screen)):
        import webbrowser

        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _leave() -> None:
    """End now where a thread still works on an answer that nobody waits for."""
    working = [t for t in threading.enumerate() if t is not threading.main_thread()]
    if any(not thread.daemon for thread in working):
        sys.stderr.flush()
        os._exit(0)
