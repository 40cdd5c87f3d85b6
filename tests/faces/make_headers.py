"""Writes pnp/faces/cairo/headers.py from the cairocffi that is installed: `python tests/faces/make_headers.py`."""

import hashlib
import tempfile
from importlib.util import find_spec
from pathlib import Path

HEADERS = Path(__file__).parent.parent.parent / "pnp" / "faces" / "cairo" / "headers.py"
FORM = '''\
"""cairo's declarations as cffi keeps them once it has read them from C, for the cairocffi whose files have this digest.

Made by tests/faces/make_headers.py; pnp.faces.cairo.libcairo says what for.
"""

# ruff: noqa: E501
# mypy: ignore-errors
# fmt: off
{made}
DIGEST = "{digest}"
'''


def make_headers() -> str:
    """The module's text."""
    from cffi import FFI

    found = find_spec("cairocffi")
    assert found is not None
    assert found.origin is not None
    constants, ffi = (Path(found.origin).with_name(name).read_bytes() for name in ("constants.py", "ffi.py"))
    names: dict[str, str] = {}
    exec(constants, names)
    reader = FFI()
    reader.cdef(names["_CAIRO_HEADERS"])
    reader.set_source("cairo", None, compiler_verbose=0)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cairo.py"
        reader.emit_python_code(str(path))
        made = path.read_text("utf-8").removeprefix("# auto-generated file\n")
    return FORM.format(made=made, digest=hashlib.sha256(constants + ffi).hexdigest())


if __name__ == "__main__":
    HEADERS.write_text(make_headers(), "utf-8", newline="\n")
