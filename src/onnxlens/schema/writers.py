"""Metadata keys of well-known writers: no standard, but what stands in real files.

A row is a writer, the levels on which it writes the key, the key, the form of the value, and one
sentence. Sources: ultralytics/engine/exporter.py and yolov5/export.py of ultralytics; the export
scripts and ``sherpa-onnx/csrc/*-model.cc`` of k2-fsa/sherpa-onnx; "Metadata" in the PyTorch page on
the torch.export-based ONNX exporter; onnxscript (rewriter, optimizer); quant_utils.py and
inference_session_utils.h of onnxruntime; AddOliveMetadata of Microsoft Olive; RapidAI/RapidOCR#42;
the page "Adding metadata to ONNX model" of the QGIS plugin Deepness.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

LEVELS = ("model", "graph", "function", "node", "value info", "tensor")

# how the value is written: as it is; digits; digits with a point; JSON; a Python literal (JSON
# reads often too); words or numbers with commas between
TEXT, INTEGER, NUMBER, JSON, PYTHON, LIST = "text", "integer", "number", "json", "python", "list"

_M = ("model",)
_G = ("graph",)
_N = ("node",)
_V = ("value info",)
_VT = ("value info", "tensor")
_ANY = LEVELS

_YOLO, _K2, _ORT, _OLIVE = "ultralytics", "sherpa-onnx", "onnxruntime", "Olive"
_TORCH, _SCRIPT, _QGIS = "PyTorch", "onnxscript", "Deepness"
_SPEC = "pkg.torch.export.graph_signature."

# writer, levels, key or prefix ending with *, form, note
_ROWS: tuple[tuple[str, tuple[str, ...], str, str, str], ...] = (
    (_YOLO, _M, "names", PYTHON, "Names of the classes by number."),
    (_YOLO, _M, "stride", INTEGER, "Pixels of which both sides of an image are multiples."),
    (_YOLO, _M, "task", TEXT, "What it does: detect, segment, classify, pose or obb."),
    (_YOLO, _M, "imgsz", PYTHON, "Height and width of an input image in pixels."),
    (_YOLO, _M, "batch", INTEGER, "Images in a batch."),
    (_YOLO, _M, "channels", INTEGER, "Channels of an input image."),
    (_YOLO, _M, "kpt_shape", PYTHON, "Number of key points and numbers for each."),
    (_YOLO, _M, "kpt_names", PYTHON, "Names of the key points of each class."),
    (_YOLO, _M, "end2end", PYTHON, "Whether the model needs no suppression of overlapping boxes."),
    (_YOLO, _M, "args", PYTHON, "Options of the export."),
    (_YOLO, _M, "description", TEXT, "Name of the model and the data that it was trained on."),
    (_YOLO, _M, "author", TEXT, "Who wrote the software."),
    (_YOLO, _M, "date", TEXT, "When it was exported."),
    (_YOLO, _M, "version", TEXT, "Version of the ultralytics package."),
    (_YOLO, _M, "license", TEXT, "Licence, with a URL."),
    (_YOLO, _M, "docs", TEXT, "Where the documentation is."),
    (_K2, _M, "model_type", TEXT, "Kind of model, by which the reader chooses its code."),
    (_K2, _M, "sample_rate", INTEGER, "Samples of sound in a second."),
    (_K2, _M, "version", TEXT, "Version of the conversion, which some readers check."),
    (_K2, _M, "comment", TEXT, "What the model is; some readers look for words in it."),
    (_K2, _M, "language", TEXT, "Languages of the model."),
    (_K2, _M, "url", TEXT, "Where the original model is."),
    (_K2, _M, "vocab_size", INTEGER, "Number of tokens."),
    (_K2, _M, "context_size", INTEGER, "Tokens that the decoder of a transducer looks back on."),
    (_K2, _M, "blank_id", INTEGER, "Number of the blank token."),
    (_K2, _M, "feat_dim", INTEGER, "Features of one frame of sound."),
    (_K2, _M, "output_dim", INTEGER, "Numbers in the embedding of a speaker."),
    (_K2, _M, "subsampling_factor", INTEGER, "Frames that go in for one that comes out."),
    (_K2, _M, "normalize_samples", INTEGER, "1: samples from -1 to 1; 0: from -32768 to 32767."),
    (_K2, _M, "normalize_type", TEXT, "How features are normalised; empty for not at all."),
    (_K2, _M, "feature_normalize_type", TEXT, "How features are normalised."),
    (_K2, _M, "lfr_window_size", INTEGER, "Frames that are joined to one."),
    (_K2, _M, "lfr_window_shift", INTEGER, "Frames from one joined frame to the next."),
    (_K2, _M, "neg_mean", LIST, "What is added to each feature."),
    (_K2, _M, "inv_stddev", LIST, "What each feature is multiplied by."),
    (_K2, _M, "with_itn", INTEGER, "Number that asks for numerals and punctuation."),
    (_K2, _M, "without_itn", INTEGER, "Number that asks for spoken words as they are."),
    (_K2, _M, "pred_rnn_layers", INTEGER, "Layers of the prediction network."),
    (_K2, _M, "pred_hidden", INTEGER, "Width of the prediction network."),
    (_K2, _M, "T", INTEGER, "Frames that the streaming encoder takes at a time."),
    (_K2, _M, "decode_chunk_len", INTEGER, "Frames between two calls of the streaming encoder."),
    (_K2, _M, "encoder_dims", LIST, "Width of each stack of the encoder."),
    (_K2, _M, "query_head_dims", LIST, "Query width of a head, for each stack."),
    (_K2, _M, "value_head_dims", LIST, "Value width of a head, for each stack."),
    (_K2, _M, "num_heads", LIST, "Attention heads of each stack."),
    (_K2, _M, "num_encoder_layers", LIST, "Layers of each stack."),
    (_K2, _M, "cnn_module_kernels", LIST, "Kernel size of each stack."),
    (_K2, _M, "left_context_len", LIST, "Frames that each stack looks back on."),
    (_K2, _M, "n_speakers", INTEGER, "Number of voices."),
    (_K2, _M, "speaker_names", LIST, "Names of the voices in order of their numbers."),
    (_K2, _M, "voice", TEXT, "Voice of espeak-ng that turns text into sounds."),
    (_K2, _M, "has_espeak", INTEGER, "1 where espeak-ng turns text into sounds."),
    (_TORCH, _N, "namespace", TEXT, "Modules around the node, each with its class."),
    (_TORCH, _N, "pkg.torch.onnx.class_hierarchy", PYTHON, "Classes of the modules around it."),
    (_TORCH, _N, "pkg.torch.onnx.name_scopes", PYTHON, "Names of the modules around it."),
    (_TORCH, _N, "pkg.torch.onnx.fx_node", TEXT, "Node of the FX graph that it was made of."),
    (
        _TORCH, _N, "pkg.torch.onnx.stack_trace", TEXT,
        "Source lines that made it, with paths of the machine that exported the model.",
    ),
    (_TORCH, _VT, "pkg.torch.onnx.original_node_name", TEXT, "Name in the FX graph."),
    (
        _TORCH, _G, "pkg.torch.export.ExportedProgram.graph_signature", TEXT,
        "Inputs and outputs of the exported program, with the role of each.",
    ),
    (
        _TORCH, _G, "pkg.torch.export.ExportedProgram.range_constraints", TEXT,
        "Least and greatest size of each symbol.",
    ),
    (_TORCH, _V, _SPEC + "InputSpec.kind", TEXT, "Role of the input, such as USER_INPUT."),
    (_TORCH, _V, _SPEC + "InputSpec.persistent", PYTHON, "Whether a buffer is saved."),
    (_TORCH, _V, _SPEC + "OutputSpec.kind", TEXT, "Role of the output, such as USER_OUTPUT."),
    (_TORCH, _ANY, "pkg.torch.*", TEXT, "Note of the exporter."),
    (_SCRIPT, _N, "pkg.onnxscript.rewriter.rule_name", TEXT, "Rule that put the node here."),
    (_SCRIPT, _V, "pkg.onnxscript.optimizer.folded_from", PYTHON, "Values folded into it."),
    (_SCRIPT, _ANY, "pkg.onnxscript.*", TEXT, "Note of rewriter or optimizer."),
    (_ORT, _M, "onnx.infer", TEXT, "Sign that shapes were inferred before quantisation."),
    (_ORT, _M, "onnx.quant.pre_process", TEXT, "Sign that it was prepared for quantisation."),
    (_ORT, _M, "ort_config", JSON, "Session options, taken if ORT_LOAD_CONFIG_FROM_MODEL is 1."),
    (_OLIVE, _M, "olive_version", TEXT, "Version of Olive."),
    (_OLIVE, _M, "hf_model_name", TEXT, "Name of the model at Hugging Face."),
    (_OLIVE, _M, "hf_task", TEXT, "Task of the model at Hugging Face."),
    (_OLIVE, _M, "optimization_passes", LIST, "Passes that were run."),
    (_OLIVE, _M, "quantization_config", PYTHON, "How it was quantised."),
    ("RapidOCR", _M, "character", TEXT, "Characters that it can read, one a line."),
    (_QGIS, _M, "model_type", JSON, "Kind of model, such as Segmentor or Detector."),
    (_QGIS, _M, "class_names", JSON, "Names of the classes by number."),
    (_QGIS, _M, "resolution", NUMBER, "Centimetres of ground to a pixel."),
    (_QGIS, _M, "tiles_size", INTEGER, "Side of a tile in pixels."),
)  # fmt: skip


class WriterKey:
    """One key of a writer.

    ``levels`` are of ``LEVELS``; ``key`` ends with ``*`` where it is a prefix; ``form`` is one of
    the six words above; ``note`` is one sentence.
    """

    __slots__ = ("form", "key", "levels", "note", "writer")

    def __init__(
        self, writer: str, levels: tuple[str, ...], key: str, form: str, note: str
    ) -> None:
        self.writer = writer
        self.levels = levels
        self.key = key
        self.form = form
        self.note = note

    def __repr__(self) -> str:
        return f"<WriterKey {self.writer} {self.key}>"


def writer_keys(key: str, level: str) -> list[WriterKey]:
    """Return what well-known writers mean by a key on a level, none to several rows.

    Where no row has the key itself, those with a prefix of it.
    """
    rows = _by_key.get(key)
    if rows is None:
        prefix = next((prefix for prefix in _PREFIXES if key.startswith(prefix)), None)
        rows = _by_key[prefix + "*"] if prefix else []
    return [row for row in rows if level in row.levels]


def profiles(keys: Collection[str]) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield writers whose readers ask for certain keys of a model, where at least two are there.

    ``keys`` are those of the model; each writer comes with the keys that are there and those that
    are not.
    """
    for writer, asked in _ASKED.items():
        has = [key for key in asked if key in keys]
        if len(has) > 1:
            yield writer, has, [key for key in asked if key not in keys]


# keys without which readers of the writer refuse a model, or guess: autobackend.py of ultralytics
_ASKED = {_YOLO: ("names", "stride", "task", "imgsz", "batch")}
WRITER_KEYS = tuple(WriterKey(*row) for row in _ROWS)
_by_key: dict[str, list[WriterKey]] = {}
for _row in WRITER_KEYS:
    _by_key.setdefault(_row.key, []).append(_row)
_PREFIXES = [key[:-1] for key in _by_key if key.endswith("*")]  # none begins like another
