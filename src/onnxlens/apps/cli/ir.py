"""The command that tells which IR version a file needs: ir."""

from __future__ import annotations

from typing import Any

import click

from .common import open_file, page, reads_file, write
from .complete import files
from .look import ending, not_onnx


@click.command("ir")
@click.argument("file", required=False, shell_complete=files)
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@reads_file
def ir_command(file: str | None, as_json: bool, **options: Any) -> int:
    """onnxlens ir model.onnx

    The IR version that the content needs, and why.
    """
    from ...views import ir

    document = open_file(file, options)
    if not_onnx(document, as_json, options):
        return 3
    if as_json:
        from ...views import json

        write([json.dump(ir.ir_json(document), 2)])
    else:
        write(ir.ir_lines(page(options), document))
    return ending(document)
