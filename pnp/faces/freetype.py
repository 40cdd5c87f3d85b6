"""Cairo font faces from font files: FreeType is asked directly, so no system font is ever used."""

import os
from ctypes.util import find_library
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

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


class Made(NamedTuple):
    """A cairo font face, and what must live as long as it: the file's bytes and FreeType's face."""

    face: Any
    kept: tuple[Any, ...]


class Foundry:
    """Makes cairo font faces. PnpError where cairo or FreeType cannot be found."""

    def __init__(self) -> None:
        self._ffi = cffi.FFI()
        self._ffi.include(cairocffi.ffi)
        self._ffi.cdef(DECLARATIONS)
        self._cairo = _open(self._ffi, CAIRO, CAIRO_FILES)
        self._freetype = _open(self._ffi, FREETYPE, FREETYPE_FILES)
        library = self._ffi.new("FT_Library *")
        if self._freetype.FT_Init_FreeType(library) != 0:
            raise PnpError("FreeType does not start", "reinstall libcairo2 (it brings FreeType); `pnp doctor` says how")
        self._library = library[0]

    def cast(self, content: bytes) -> Made:
        """The cairo font face of a font file's bytes; PnpError if FreeType cannot read them."""
        buffer = self._ffi.from_buffer("unsigned char[]", content)
        face = self._ffi.new("FT_Face *")
        if self._freetype.FT_New_Memory_Face(self._library, buffer, len(content), 0, face) != 0:
            raise PnpError("FreeType cannot read a font", "replace it by a TrueType or OpenType file")
        flags = FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP
        pointer = self._cairo.cairo_ft_font_face_create_for_ft_face(face[0], flags)
        made = cairocffi.FontFace._from_pointer(cairocffi.ffi.cast("cairo_font_face_t *", pointer), incref=False)
        return Made(made, (content, buffer, face))


@cache
def foundry() -> Foundry:
    """The process's foundry: FreeType starts once."""
    return Foundry()


@cache
def cast_face(content: bytes) -> Made:
    """The cairo font face of a font file's bytes, kept for the life of the process: cairo's caches hold on to it."""
    return foundry().cast(content)


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
