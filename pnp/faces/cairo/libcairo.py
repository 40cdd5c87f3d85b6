"""Loads cairo quickly: cairocffi asks a compiler for it, which is seldom needed and takes longer than a small deck."""

import ctypes.util
import sys
from importlib import import_module


def load_cairo() -> None:
    """Import cairocffi, and with it libcairo. OSError if there is none."""
    if sys.platform != "linux":
        import_module("cairocffi")
        return
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


def _find_nothing(name: str) -> str | None:  # noqa: ARG001 - it stands in for a function that has it
    return None
