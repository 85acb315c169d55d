"""Which rule hands the meaning of axes on through which operator."""

from __future__ import annotations

from collections.abc import Iterator

from . import moving, products, rows, shaping, staying
from .call import Call, Rule, SteeredError
from .constants import given
from .meaning import Meaning

_SAME = (
    "Abs Acos Acosh Asin Asinh Atan Atanh BatchNormalization Bernoulli Binarizer BitCast "
    "BitwiseNot Cast CastLike CategoryMapper Ceil Celu Clip Cos Cosh CumProd CumSum "
    "DequantizeLinear DynamicQuantizeLinear Elu Erf Exp EyeLike Floor Gelu GroupNormalization "
    "HardSigmoid HardSwish Hardmax Identity Imputer InstanceNormalization IsInf IsNaN LRN "
    "LabelEncoder LeakyRelu Log LogSoftmax LpNormalization MeanVarianceNormalization Mish Neg "
    "Normalizer Not PRelu QuantizeLinear RMSNormalization RandomNormalLike RandomUniformLike "
    "Reciprocal RegexFullMatch Relu ReverseSequence RotaryEmbedding Round Scaler Scatter "
    "ScatterElements ScatterND Selu Shrink Sigmoid Sign Sin Sinh Softmax Softplus Softsign Sqrt "
    "Swish Tan Tanh TensorScatter ThresholdedRelu Trilu"
)
_BROADCAST = (
    "Add And BitShift BitwiseAnd BitwiseOr BitwiseXor Div Equal Greater GreaterOrEqual Less "
    "LessOrEqual Max Mean Min Mod Mul Or Pow StringConcat Sub Sum SwiGLU Where Xor"
)
_REDUCE = (
    "ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax ReduceMean ReduceMin ReduceProd "
    "ReduceSum ReduceSumSquare"
)
_ROWS = (
    "FeatureVectorizer LinearRegressor Multinomial SVMRegressor TreeEnsemble TreeEnsembleRegressor"
)
_OPERATORS: list[tuple[Rule, str]] = [
    (staying.same, _SAME),
    (staying.same_twice, "Dropout"),
    (staying.broadcast, _BROADCAST),
    (staying.resized, "Pad Resize StringNormalizer Tile Upsample"),
    (staying.pool, "AveragePool LpPool MaxPool MaxUnpool"),
    (staying.pool_all, "GlobalAveragePool GlobalLpPool GlobalMaxPool"),
    (staying.rearranged, "DepthToSpace SpaceToDepth"),
    (staying.layer_norm, "LayerNormalization"),
    (staying.split, "Split"),
    (staying.top, "TopK"),
    (staying.cut, "Slice"),
    (staying.cropped, "CenterCropPad"),
    (staying.picked, "Compress Unique"),
    (staying.dft, "DFT"),
    (staying.stft, "STFT"),
    (moving.transpose, "Transpose"),
    (moving.reduce, _REDUCE),
    (moving.arg, "ArgMax ArgMin"),
    (moving.squeeze, "Squeeze"),
    (moving.unsqueeze, "Unsqueeze"),
    (moving.determinant, "Det"),
    (moving.concat, "Concat"),
    (moving.gather, "Gather"),
    (moving.gather_elements, "GatherElements"),
    (moving.gather_nd, "GatherND"),
    (moving.one_hot, "OneHot"),
    (moving.one_more, "OneHotEncoder StringSplit"),
    (moving.loss, "NegativeLogLikelihoodLoss SoftmaxCrossEntropyLoss"),
    (shaping.flatten, "Flatten"),
    (shaping.reshape, "Reshape"),
    (shaping.expand, "Expand"),
    (products.matmul, "MatMul MatMulInteger"),
    (products.quantized_matmul, "QLinearMatMul"),
    (products.gemm, "Gemm"),
    (products.einsum, "Einsum"),
    (products.conv, "Conv ConvInteger ConvTranspose DeformConv QLinearConv"),
    (products.causal_conv, "CausalConvWithState"),
    (products.rnn, "GRU LSTM RNN"),
    (products.attention, "Attention"),
    (products.linear_attention, "LinearAttention"),
    (products.regions, "MaxRoiPool RoiAlign"),
    (products.grid_sample, "GridSample"),
    (products.affine_grid, "AffineGrid"),
    (products.col2im, "Col2Im"),
    (rows.scores, _ROWS),
    (rows.classes, "LinearClassifier SVMClassifier TreeEnsembleClassifier"),
    (rows.n_grams, "TfIdfVectorizer"),
    (rows.features, "ArrayFeatureExtractor"),
]
RULES: dict[str, Rule] = {op: rule for rule, ops in _OPERATORS for op in ops.split()}
# Operators whose outputs mean nothing: they give sizes, places and counts, make their axes anew, or
# take and give what is no tensor.
_SILENT = (
    "BlackmanWindow CastMap ConcatFromSequence ConstantOfShape DictVectorizer HammingWindow "
    "HannWindow ImageDecoder MelWeightMatrix NonMaxSuppression NonZero Optional OptionalGetElement "
    "OptionalHasElement RandomNormal RandomUniform Range SequenceAt SequenceConstruct "
    "SequenceEmpty SequenceErase SequenceInsert SequenceLength SequenceMap Shape Size "
    "SplitToSequence ZipMap"
)
SILENT = frozenset(_SILENT.split())
# operators whose first output is the first input of another size or kind of element: it is still
# an image if that was one
_KEEP = "Cast CastLike CenterCropPad Clip Dropout Identity Pad Resize Slice Transpose Upsample"
_KEEP_TYPE = frozenset(_KEEP.split())


def apply(call: Call) -> list[Meaning]:
    """Return the meaning of each output; none for an operator without a rule."""
    if call.op == "Constant":
        return [given(call.node)]
    rule = RULES.get(call.op)
    return list(_meanings(call, rule)) if rule is not None else []


def _meanings(call: Call, rule: Rule) -> Iterator[Meaning]:
    before = next((meaning for meaning in call.inputs if meaning.known), call.meaning())
    kept = call.meaning().denotation if call.op in _KEEP_TYPE else None
    try:
        found = rule(call)
    except SteeredError:
        found = []
    for number, axes in enumerate(found or [None]):
        yield Meaning(axes, None if number else kept, call.row, before)
