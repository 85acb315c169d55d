"""The command that follows denotations through a model."""

from __future__ import annotations

from typing import Any

import click

from .common import open_file, page, reads_file, write
from .complete import files
from .look import ending, not_onnx


@click.command("denotations")
@click.argument("file", required=False, shell_complete=files)
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@reads_file
def denotations_command(file: str | None, as_json: bool, **options: Any) -> int:
    """onnxlens denotations model.onnx

    Which denotation flows where, and where axes come in an order that an operator does not expect.
    """
    document = open_file(file, options)
    if not_onnx(document, as_json, options):
        return 3
    from ...model.flow.flow import Flow
    from ...views import json
    from ...views.denotations import denotation_json, denotation_lines

    flow = Flow(document)
    write(
        [json.dump(denotation_json(flow), 2)] if as_json else denotation_lines(page(options), flow)
    )
    return ending(document)
