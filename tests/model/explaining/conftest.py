"""Fixtures for tests of explanations."""

from collections.abc import Callable
from typing import Any

import pytest

from onnxlens import api


@pytest.fixture
def said() -> Callable[..., list[str]]:
    """A function: what a table of explanations says of the field at a path of a message.

    The message is one of the onnx package, or bytes with the name of their message.
    """

    def say(explains: dict[str, Any], message: Any, path: str = "", kind: str = "") -> list[str]:
        data = message if isinstance(message, bytes) else message.SerializeToString()
        document = api.open(data, kind or type(message).__name__)
        field = document[path]
        names = [field.spec.qualified] if field.spec else []
        names += [field.content.name] if field.content else []
        return [text for name in names if name in explains for text in explains[name](field, str)]

    return say
