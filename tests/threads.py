"""Reading from several threads at once."""

import threading

from onnxlens.source import Source


def wrongly_read(source: Source, data: bytes) -> list[int]:
    """Return the offsets at which four threads that read together got other bytes than ``data``."""
    wrong: list[int] = []

    def read_all() -> None:
        for offset in range(0, len(data), 11):
            if source.read(offset, 13) != data[offset : offset + 13]:
                wrong.append(offset)

    threads = [threading.Thread(target=read_all) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return wrong
