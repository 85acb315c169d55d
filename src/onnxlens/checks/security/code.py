"""A rule about operators that run code which is not in the model."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ...tree.names import quote
from ..context import Context
from ..rule import Found, rule

_RELATED = 8
_FRAMEWORK = "runs an operator of PyTorch that is chosen by name"
_PYTHON = "runs Python code that is chosen by name"
_ANY = "*"

# domain, operator -> what it does. Sources: onnxruntime docs (PythonOp of com.microsoft, and PyOp
# with module and class_name in a domain of one's own), onnxruntime-extensions (PyOp), torch.onnx
# (ATEN_FALLBACK writes ATen of org.pytorch.aten, FALLTHROUGH the domains aten and prim), and
# TensorFlow (PyFunc and its kin, tf.py_function and tf.numpy_function).
_CODE = {
    ("com.microsoft", "PythonOp"): _PYTHON,
    ("com.microsoft", "PythonOpGrad"): _PYTHON,
    ("org.pytorch.aten", "ATen"): _FRAMEWORK,
    ("com.microsoft", "ATen"): _FRAMEWORK,
    ("com.microsoft", "ATenOp"): _FRAMEWORK,
    ("", "ATen"): _FRAMEWORK,
    ("aten", _ANY): _FRAMEWORK,
    ("prim", "PythonOp"): _PYTHON,
    (_ANY, "PyOp"): _PYTHON,
    (_ANY, "PyFunc"): _PYTHON,
    (_ANY, "PyFuncStateless"): _PYTHON,
    (_ANY, "EagerPyFunc"): _PYTHON,
}


@rule("X007", "warning")
def operator_runs_code(context: Context) -> Iterator[Found]:
    """
    Finds:
    A node that calls code outside of the model by its name: PythonOp, PyOp, PyFunc and the ATen
    operators of PyTorch. All nodes that are alike are told at once.

    Why:
    The model alone does not say what runs. A runtime that has the operator looks the code up by a
    name in an attribute, so that whoever writes the model chooses among all that can be called.

    Fix:
    Export the model with operators of ONNX. Run a model from others only where these operators are
    switched off.
    """
    for call in context.calls.shapes:
        if call.signature is not None:
            continue
        for key in ((call.domain, call.name), (call.domain, _ANY), (_ANY, call.name)):
            if key in _CODE and call.name:
                first, *rest = islice(call.nodes, 1 + _RELATED)
                count = len(call.rows)
                which = f"{count:,} nodes call" if count > 1 else "calls"
                of = f" of domain {quote(call.domain[:80])}" if call.domain else ""
                text = f"{which} {quote(call.name[:80])}{of}, which {_CODE[key]}"
                yield Found(first, text, *((node, "the same") for node in rest))
                break
