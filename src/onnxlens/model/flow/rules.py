"""Which rule hands the meaning of axes on through which operator."""

from __future__ import annotations

from collections.abc import Callable

from . import moving, products, staying
from .call import Call
from .meaning import Axes, Meaning

Rule = Callable[[Call], list[Axes]]

_SAME = (
    "Abs Acos Acosh Asin Asinh Atan Atanh Bernoulli BitwiseNot Cast CastLike Ceil Celu Clip Cos "
    "Cosh CumSum DequantizeLinear Elu Erf Exp Floor Gelu HardSigmoid HardSwish Hardmax Identity "
    "IsInf IsNaN LRN LeakyRelu Log LogSoftmax LpNormalization MeanVarianceNormalization Mish Neg "
    "Not QuantizeLinear RandomNormalLike RandomUniformLike Reciprocal Relu ReverseSequence Round "
    "ScatterElements ScatterND Scatter Selu Shrink Sigmoid Sign Sin Sinh Softmax Softplus Softsign "
    "Sqrt Swish Tan Tanh ThresholdedRelu Trilu InstanceNormalization GroupNormalization "
    "RMSNormalization BatchNormalization LayerNormalization Binarizer Normalizer Scaler Imputer "
    "TensorScatter RotaryEmbedding"
)
_BROADCAST = (
    "Add And BitShift BitwiseAnd BitwiseOr BitwiseXor Div Equal Greater GreaterOrEqual Less "
    "LessOrEqual Max Mean Min Mod Mul Or PRelu Pow Sub Sum Where Xor"
)
_REDUCE = (
    "ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax ReduceMean ReduceMin ReduceProd "
    "ReduceSum ReduceSumSquare"
)
_RESIZED = (
    "AveragePool DepthToSpace GlobalAveragePool GlobalLpPool GlobalMaxPool LpPool MaxPool Resize "
    "SpaceToDepth Tile Upsample Slice Compress TopK CenterCropPad"
)
_CONV = "Conv ConvInteger ConvTranspose DeformConv QLinearConv"
_OTHERS = {
    "arg": "ArgMax ArgMin", "concat": "Concat", "expand": "Expand", "flatten": "Flatten",
    "gather": "Gather", "gemm": "Gemm", "matmul": "MatMul MatMulInteger", "pad": "Pad",
    "reshape": "Reshape", "rnn": "GRU LSTM RNN", "split": "Split", "squeeze": "Squeeze",
    "transpose": "Transpose", "unsqueeze": "Unsqueeze", "same_twice": "Dropout",
}  # fmt: skip


def _rules() -> dict[str, Rule]:
    """Return the rule of each operator."""
    named = {"same": _SAME, "broadcast": _BROADCAST, "reduce": _REDUCE, "resized": _RESIZED}
    found: dict[str, Rule] = {}
    for name, operators in {**named, "conv": _CONV, **_OTHERS}.items():
        homes = (module for module in (staying, moving, products) if hasattr(module, name))
        found |= dict.fromkeys(operators.split(), getattr(next(homes), name))
    return found


RULES = _rules()
# operators whose output is the input of another shape: the denotation of its type goes with it
_KEEP_TYPE = "Identity Cast CastLike Transpose Clip Dropout Pad Resize Upsample Slice"


def apply(call: Call) -> list[Meaning] | None:
    """Return the meaning of each output; None for an operator without a rule.

    An operator whose meaning is not handed on has no rule, and its outputs mean nothing.
    """
    rule = RULES.get(call.op)
    if rule is None:
        return None
    before = call.meaning()
    denotation = before.denotation if call.op in _KEEP_TYPE.split() else None
    return [Meaning(axes, denotation, call.row, before) for axes in rule(call)]
