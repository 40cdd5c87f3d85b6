"""Cairo font faces from font files: FreeType is asked directly, so no system font is ever used."""

import os
from ctypes.util import find_library
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

import cairocffi
import cffi

from pnp.model.finding import PnpError

# FreeType's own flags: outlines as designed, never a bitmap strike.
FT_LOAD_NO_HINTING = 1 << 1
FT_LOAD_NO_BITMAP = 1 << 3

DECLARATIONS = """
typedef ... *FT_Library;
typedef ... *FT_Face;
int FT_Init_FreeType(FT_Library *library);
int FT_New_Memory_Face(FT_Library library, const unsigned char *data, long size, long index, FT_Face *face);
cairo_font_face_t *cairo_ft_font_face_create_for_ft_face(FT_Face face, int load_flags);
"""

# Homebrew on both kinds of Mac and MacPorts keep their libraries where the loader does not look.
FOLDERS = ("/opt/homebrew/lib", "/usr/local/lib", "/opt/local/lib")
CAIRO = ("cairo-2", "cairo", "libcairo-2")
CAIRO_FILES = ("libcairo.so.2", "libcairo.2.dylib", "libcairo-2.dll")
FREETYPE = ("freetype", "libfreetype-6", "freetype-6")
FREETYPE_FILES = ("libfreetype.so.6", "libfreetype.6.dylib", "libfreetype-6.dll", "freetype.dll")


class Foundry:
    """Makes cairo font faces and keeps what they need alive: the bytes of the files and FreeType's faces."""

    def __init__(self) -> None:
        self._ffi, self._cairo, self._freetype, self._library = _libraries()
        self._kept: dict[str, tuple[Any, ...]] = {}

    def face(self, path: str) -> Any:
        """The cairo font face of the font file at `path`; PnpError if FreeType cannot read it."""
        kept = self._kept.get(path)
        if kept is None:
            kept = self._kept[path] = self._make(path)
        return kept[0]

    def _make(self, path: str) -> tuple[Any, ...]:
        ffi = self._ffi
        content = Path(path).read_bytes()
        buffer = ffi.from_buffer("unsigned char[]", content)
        face = ffi.new("FT_Face *")
        if self._freetype.FT_New_Memory_Face(self._library, buffer, len(content), 0, face) != 0:
            raise PnpError(
                f"FreeType cannot read the font {Path(path).name}", "replace it by a TrueType or OpenType file"
            )
        pointer = self._cairo.cairo_ft_font_face_create_for_ft_face(face[0], FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP)
        made = cairocffi.FontFace._from_pointer(cairocffi.ffi.cast("cairo_font_face_t *", pointer), incref=False)
        return made, content, buffer, face


@lru_cache(maxsize=1)
def _libraries() -> tuple[Any, Any, Any, Any]:
    # One ffi and one FreeType library a process: faces of any foundry may outlive it inside cairo's own caches.
    ffi = cffi.FFI()
    ffi.include(cairocffi.ffi)
    ffi.cdef(DECLARATIONS)
    cairo = _open(ffi, CAIRO, CAIRO_FILES)
    freetype = _open(ffi, FREETYPE, FREETYPE_FILES)
    library = ffi.new("FT_Library *")
    if freetype.FT_Init_FreeType(library) != 0:
        raise PnpError("FreeType does not start", "reinstall libcairo2 (it brings FreeType); `pnp doctor` says how")
    return ffi, cairo, freetype, library[0]


def _open(ffi: Any, names: tuple[str, ...], files: tuple[str, ...]) -> Any:
    folders = (*os.environ.get("CAIROCFFI_DLL_DIRECTORIES", "").split(os.pathsep), *FOLDERS)
    beside = (str(path) for folder in folders if folder for file in files if (path := Path(folder) / file).is_file())
    # Asking the system by name comes last: on Linux it starts a compiler.
    asked = (found for name in names if (found := find_library(name)))
    for candidate in chain(files, beside, asked):
        try:
            return ffi.dlopen(candidate)
        except OSError:
            continue
    raise PnpError(f"the library {names[0]} was not found", "install libcairo2; `pnp doctor` says how")
