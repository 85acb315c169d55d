"""Words for files that are not ONNX protobuf: what was found, what was needed, what is next."""

from ..tree.foreign import Foreign
from .text import quote, size

# A template is text with values in braces: the facts of the kind, {here} = the size of the file,
# {name} = its name. What stands between two | is left out where one of its values is missing;
# so is a line that comes out empty.
_Lines = tuple[tuple[str, str], ...]

_TEXT = 200  # characters of the file's own text in a line
_NEEDED = "; needed ONNX protobuf"
_ANOTHER_FILE = "fetch the model; this is another file"
_COMPILED = "take the .onnx that it was made from; it does not turn back"
_NO_GRAPH = "it holds weights, no graph; load it in the model's own code, then torch.onnx.export"
_COMMENTS = (
    "comments",
    "|lines begin with {comments}; a parser refuses them, the command drops them|",
)

# Each writes converted.onnx. External data is neither opened nor copied.
_FROM_PROTOBUF_TEXT = (
    "python -c 'import onnx, sys; "
    'open(sys.argv[2], "wb").write(onnx.load(sys.argv[1], format="textproto", '
    "load_external_data=False).SerializeToString())' {name} converted.onnx"
)
_FROM_PART = (
    "|python -c 'import onnx, sys; from google.protobuf import text_format; "
    'open(sys.argv[2], "wb").write(text_format.Parse(open(sys.argv[1], "rb").read(), '
    "onnx.{type}()).SerializeToString())' {name} converted.pb|"
)
_READ = r're.sub(r"(?m)^\s*//.*", "", open(sys.argv[1], encoding="utf-8-sig").read())'
_FROM_ONNX_TEXT = (
    "python -c 'import onnx, re, sys; "
    f'open(sys.argv[2], "wb").write(onnx.parser.parse_model({_READ})'
    ".SerializeToString())' {name} converted.onnx"
)
_FROM_JSON = (
    "python -c 'import onnx, re, sys; "
    f'open(sys.argv[2], "wb").write(onnx.load_model_from_string({_READ}, format="json")'
    ".SerializeToString())' {name} converted.onnx"
)

_HOLDS = ("holds", "|{entry_1}||, {entry_2}||, {entry_3}||; {entries} entries in all|")
_FIRST = ("first entry", "|{entry_1}|")

# Kind: what follows the name on line 1; the lines under it, the last of which is "next".
_WORDS: dict[str, tuple[str, _Lines]] = {
    # Nothing, and what stands for the model
    "empty": (
        "empty, {here}",
        (
            (
                "next",
                "fetch it again; 0 bytes are a valid empty message: --as ModelProto shows it",
            ),
        ),
    ),
    "zeros": (
        "nothing but bytes 00|, as far as its first {window} bytes and its end show|, {here}",
        (("next", "fetch it again; a download that stops early leaves such a file"),),
    ),
    "lfs-pointer": (
        "Git LFS pointer, {here}; the model itself is not here",
        (
            ("model", "|{size}, sha256 {oid}|"),
            ("conflict", "|merge-conflict markers around {conflict} oids; resolve that first|"),
            ("next", "git lfs pull --include {name}"),
        ),
    ),
    "html": (
        "an HTML page, {here}|, title {title}|",
        (("next", "the download was answered with a page; fetch the raw file"),),
    ),
    "xml": (
        "an XML document, {here}|, root {root}||, code {code}|",
        (
            ("message", "|{message}|"),
            ("next", "the download was answered with a page; fetch the raw file"),
        ),
    ),
    "json-error": (
        "an answer in JSON, {here}|, key {key_1}||: {message}|",
        (("next", "the download was answered with an error; fetch the raw file"),),
    ),
    "appledouble": (
        "AppleDouble, {here}: what macOS keeps beside a file on another disk",
        (("next", "take the file whose name lacks the ._ in front"),),
    ),
    # Damage that turned a binary file into another
    "crlf": (
        "line ends were rewritten|: {pairs} of {line_feeds} bytes 0A follow 0D|"
        "| in the first {window} bytes|",
        (("next", "fetch it again in binary mode; in git: *.onnx binary"),),
    ),
    "utf8-replaced": (
        "decoded as text, {here}|: EF BF BD stands {replaced} times for bytes that are not UTF-8|"
        "| in the first {window} bytes|",
        (("next", "fetch it again in binary mode; the replaced bytes are lost"),),
    ),
    "utf-16": (
        "text in UTF-16, {here}|, line 1 {line}|",
        (("next", "a shell's > may have rewritten it; let the program write the file itself"),),
    ),
    # ONNX in other notations
    "protobuf-text": (
        "protobuf text, not binary| (line {number} {line})|",
        (
            ("command", _FROM_PROTOBUF_TEXT),
            ("next", 'convert it with the onnx package: onnx.load(…, format="textproto")'),
        ),
    ),
    "protobuf-text-part": (
        "protobuf text of a| {type}, no ModelProto,| not binary| (line {number} {line})|",
        (
            ("command", _FROM_PART),
            ("next", "convert it with the protobuf package: google.protobuf.text_format.Parse"),
        ),
    ),
    "onnx-text": (
        "ONNX text, not binary| (line {number} {line})|",
        (
            _COMMENTS,
            ("command", _FROM_ONNX_TEXT),
            ("next", "convert it with the onnx package: onnx.parser.parse_model(…)"),
        ),
    ),
    "json": (
        "ONNX JSON, not binary| (key {key})|",
        (
            _COMMENTS,
            ("command", _FROM_JSON),
            ("next", 'convert it with the onnx package: onnx.load(…, format="json")'),
        ),
    ),
    # Archives and packed files
    "torch-zip": (
        f"zip holding data.pkl, a PyTorch checkpoint{_NEEDED}",
        (("next", "export it with torch.onnx.export"),),
    ),
    "keras-zip": (
        f"zip holding model.weights.h5, a Keras model{_NEEDED}",
        (("next", 'load it with keras, then model.export("model.onnx", format="onnx")'),),
    ),
    "onnx-zip": (
        f"zip|, {{entries}} entries|, with an ONNX model in it|, {{inside}}|{_NEEDED}",
        (("next", "unzip {name}"),),
    ),
    "npz": (
        f"numpy arrays (.npz), {{here}}{_NEEDED}",
        (_HOLDS, ("next", "numpy.load reads it; onnx.numpy_helper.from_array makes tensors")),
    ),
    "zip": (f"zip, {{here}}{_NEEDED}", (_HOLDS, ("next", "unzip {name}"))),
    "tar": (f"tar, {{here}}{_NEEDED}", (_FIRST, ("next", "tar -xf {name}"))),
    "tar-gzip": (
        f"gzip holding a tar, {{here}}{_NEEDED}",
        (_FIRST, ("next", "tar -xzf {name}")),
    ),
    "gzip": (
        f"gzip|, of {{entry_1}}|, {{here}}{_NEEDED}",
        (("next", "gzip -dc {name} > unpacked.onnx"),),
    ),
    "bzip2": (f"bzip2, {{here}}{_NEEDED}", (("next", "bzip2 -dc {name} > unpacked.onnx"),)),
    "xz": (f"xz, {{here}}{_NEEDED}", (("next", "xz -dc {name} > unpacked.onnx"),)),
    "zstd": (f"zstd, {{here}}{_NEEDED}", (("next", "zstd -dc {name} > unpacked.onnx"),)),
    "lz4": (f"lz4, {{here}}{_NEEDED}", (("next", "lz4 -dc {name} > unpacked.onnx"),)),
    "7z": (f"7z, {{here}}{_NEEDED}", (("next", "7z x {name}"),)),
    "rar": (f"rar, {{here}}{_NEEDED}", (("next", "unrar x {name}"),)),
    "openssl": (
        f"encrypted by openssl enc, {{here}}{_NEEDED}",
        (("next", "openssl enc -d, with the cipher and the password that it was made with"),),
    ),
    # Models of other kinds
    "ort": (
        f"ORT format, onnxruntime's own FlatBuffers|, version {{version}}|, {{here}}{_NEEDED}",
        (("next", "onnxruntime runs it as it is; for the fields take the .onnx it was made from"),),
    ),
    "ort-checkpoint": (
        f"training checkpoint of onnxruntime, {{here}}{_NEEDED}",
        (("next", "take the training artifacts: training_model.onnx stands beside it"),),
    ),
    "tflite": (
        f"TFLite, {{here}}{_NEEDED}",
        (("next", "python -m tf2onnx.convert --tflite {name} --output converted.onnx"),),
    ),
    "tensorflow-savedmodel": (
        f"TensorFlow SavedModel|, written by TensorFlow {{version}}|, {{here}}{_NEEDED}",
        (
            (
                "next",
                'python -m tf2onnx.convert --saved-model "$(dirname {name})" '
                "--output converted.onnx",
            ),
        ),
    ),
    "tensorflow-graphdef": (
        f"TensorFlow GraphDef|, first node {{node}} ({{op}})|, {{here}}{_NEEDED}",
        (
            (
                "next",
                "python -m tf2onnx.convert --graphdef {name} --inputs NAME:0 --outputs NAME:0 "
                "--output converted.onnx",
            ),
        ),
    ),
    "tensorflow-metagraph": (
        f"TensorFlow MetaGraphDef of a checkpoint|, written by TensorFlow {{version}}|, {{here}}"
        f"{_NEEDED}",
        (
            (
                "next",
                "python -m tf2onnx.convert --checkpoint {name} --inputs NAME:0 --outputs NAME:0 "
                "--output converted.onnx",
            ),
        ),
    ),
    "tensorflow-text": (
        f"TensorFlow protobuf text|, a {{type}}|, {{here}}{_NEEDED}",
        (("next", "convert it with tf2onnx once TensorFlow has read it"),),
    ),
    "caffe-text": (
        f"Caffe network as protobuf text, {{here}}{_NEEDED}",
        (("next", "convert it together with its .caffemodel, which holds the weights"),),
    ),
    "hdf5": (
        f"HDF5 (as Keras .h5), {{here}}{_NEEDED}",
        (("next", "python -m tf2onnx.convert --keras {name} --output converted.onnx"),),
    ),
    "coreml": (
        f"Core ML model|, specification version {{version}}|, {{here}}{_NEEDED}",
        (("next", "take the model that it was made from; onnxmltools reads only older ones"),),
    ),
    "openvino": (
        f"OpenVINO IR, {{here}}{_NEEDED}",
        (("next", _COMPILED),),
    ),
    "tensorrt": (
        f"TensorRT engine|, serialization version {{version}}|, {{here}}{_NEEDED}",
        (("metadata", "|{metadata}|"), ("next", _COMPILED)),
    ),
    "executorch": (f"ExecuTorch program, {{here}}{_NEEDED}", (("next", _COMPILED),)),
    "torch-flatbuffer": (
        f"PyTorch Mobile FlatBuffers, {{here}}{_NEEDED}",
        (("next", "export the model that it was made from with torch.onnx.export"),),
    ),
    "torch-pickle": (
        f"PyTorch checkpoint of before 1.6, a pickle, {{here}}{_NEEDED}",
        (("next", "export it with torch.onnx.export"),),
    ),
    "hailo": (f"Hailo HEF, compiled for a chip, {{here}}{_NEEDED}", (("next", _COMPILED),)),
    "rknn": (f"RKNN, compiled for a chip, {{here}}{_NEEDED}", (("next", _COMPILED),)),
    # Weights, tokenizers, objects
    "gguf": (
        f"GGUF|, version {{version}}, {{tensors}} tensors|, {{here}}{_NEEDED}",
        (("next", "gguf-dump {name} lists it; it holds weights, no graph"),),
    ),
    "ggml": (
        f"GGML weights of before GGUF, {{here}}{_NEEDED}",
        (("next", "it holds weights, no graph; fetch the model as ONNX"),),
    ),
    "safetensors": (
        f"safetensors|, {{tensors}} tensors|, {{here}}{_NEEDED}",
        (("next", _NO_GRAPH),),
    ),
    "pickle": (
        f"Python pickle|, protocol {{protocol}}|, {{here}}{_NEEDED}",
        (("next", "python -m pickletools {name} lists it; loading it runs what it says"),),
    ),
    "numpy": (
        f"numpy array (.npy), {{here}}{_NEEDED}",
        (("next", "numpy.load reads it; onnx.numpy_helper.from_array makes a tensor"),),
    ),
    "sentencepiece": (
        f"sentencepiece tokenizer, {{here}}{_NEEDED}",
        (("next", "fetch the model; this file only cuts text into pieces"),),
    ),
    # Other files
    "json-other": (
        f"JSON, {{here}}|, keys {{key_1}}||, {{key_2}}||, {{key_3}}||, {{key_4}}|{_NEEDED}",
        (("next", _ANOTHER_FILE),),
    ),
    "svg": (f"an SVG picture, {{here}}{_NEEDED}", (("next", _ANOTHER_FILE),)),
    "png": (f"a PNG picture, {{here}}{_NEEDED}", (("next", _ANOTHER_FILE),)),
    "jpeg": (f"a JPEG picture, {{here}}{_NEEDED}", (("next", _ANOTHER_FILE),)),
    "gif": (f"a GIF picture, {{here}}{_NEEDED}", (("next", _ANOTHER_FILE),)),
    "pdf": (f"a PDF document, {{here}}{_NEEDED}", (("next", _ANOTHER_FILE),)),
    "elf": (f"an ELF program or library, {{here}}{_NEEDED}", (("next", _ANOTHER_FILE),)),
    "mach-o": (f"a macOS program or library, {{here}}{_NEEDED}", (("next", _ANOTHER_FILE),)),
    "pe": (f"a Windows program or library, {{here}}{_NEEDED}", (("next", _ANOTHER_FILE),)),
    "text": (
        f"text, {{here}}| (line {{number}} {{line}})|{_NEEDED}",
        (("next", _ANOTHER_FILE),),
    ),
}


def headline(foreign: Foreign, size_text: str) -> str:
    """Return what follows ``NAME: `` on line 1; ``size_text`` is the file's size in words."""
    return _fill(_WORDS[foreign.kind][0], _values(foreign, here=size_text))


def lines(foreign: Foreign, name: str) -> list[tuple[str, str]]:
    """Return the (key, value) lines under the headline; the last key is ``next``.

    ``name`` goes into commands as it is: escaped and quoted as a shell needs it.
    """
    values = _values(foreign, name=name)
    filled = [(key, _fill(template, values)) for key, template in _WORDS[foreign.kind][1]]
    return [(key, text) for key, text in filled if text]


def _values(foreign: Foreign, **given: str) -> dict[str, str]:
    return {key: _worded(key, value) for key, value in foreign.facts.items()} | given


def _worded(key: str, value: str | int) -> str:
    """Return a fact as it is printed: numbers grouped, strings of the file quoted and cut."""
    if isinstance(value, int):
        return size(value) if key == "size" else f"{value:,}"
    if key == "oid" and value.isascii() and value.isalnum():
        return f"{value[:12]}…{value[-8:]}"
    if key == "type" and value.isidentifier():
        return value
    return quote(value, _TEXT)


def _fill(template: str, values: dict[str, str]) -> str:
    """Return a template with its values; see the table for what ``|`` means."""
    filled = ""
    for index, part in enumerate(template.split("|")):
        try:
            filled += part.format_map(values)
        except KeyError:
            if index % 2 == 0:
                raise
    return filled
