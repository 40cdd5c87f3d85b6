"""Loads cairo quickly.

cairocffi reads a page of C, with a parser that it loads for that, and asks a compiler for libcairo: both are seldom
needed, and each takes as long as a small deck.
"""

import hashlib
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path


def load_cairo() -> None:
    """Import cairocffi, and with it libcairo. OSError if there is none."""
    if "cairocffi" not in sys.modules:
        _lay_out_headers()
    if sys.platform != "linux":
        import_module("cairocffi")
        return
    import ctypes.util  # with all that starts a process, which a check has no use for

    # Under its usual name the loader finds it by itself; `find_library` would start `ldconfig`, `gcc` and `ld`.
    ask = ctypes.util.find_library
    ctypes.util.find_library = _find_nothing
    try:
        import_module("cairocffi")
    except OSError:
        ctypes.util.find_library = ask
        import_module("cairocffi")
    finally:
        ctypes.util.find_library = ask


def _lay_out_headers() -> None:
    """Put the declarations as they were read beforehand in the place of cairocffi's own, if those are the same."""
    try:
        from pnp.faces.cairo import headers
    except ImportError:  # another cffi, which keeps them in another form
        return
    found = find_spec("cairocffi")
    files = (
        [] if found is None or found.origin is None else map(Path(found.origin).with_name, ("constants.py", "ffi.py"))
    )
    content = b"".join(file.read_bytes() for file in files if file.is_file())
    if hashlib.sha256(content).hexdigest() == headers.DIGEST:
        sys.modules["cairocffi.ffi"] = headers


def _find_nothing(name: str) -> str | None:  # noqa: ARG001 - it stands in for a function that has it
    return None
