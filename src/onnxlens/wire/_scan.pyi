"""Types of the compiled kernel's binding, _scan.c."""

def scan(
    state: bytearray,
    window: bytes | memoryview,
    base: int,
    *buffers: bytearray | memoryview,
) -> int: ...
def resize(array: bytearray, size: int) -> None: ...
