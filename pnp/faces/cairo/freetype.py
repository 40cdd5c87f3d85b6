"""Cairo font faces from font files: FreeType is asked directly, so no system font is ever used.

Through ctypes: cffi would read a page of C for three functions each time, and load a parser for it.
"""

import ctypes
import os
from ctypes.util import find_library
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import cairocffi

from pnp.model.finding import PnpError

# FreeType's own flags: outlines as designed, never a bitmap strike.
FT_LOAD_NO_HINTING = 1 << 1
FT_LOAD_NO_BITMAP = 1 << 3

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
        freetype, cairo = _open(FREETYPE, FREETYPE_FILES), _open(CAIRO, CAIRO_FILES)
        self._new = freetype.FT_New_Memory_Face
        self._new.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_long, ctypes.c_long, ctypes.c_void_p)
        self._cast = cairo.cairo_ft_font_face_create_for_ft_face
        self._cast.argtypes, self._cast.restype = (ctypes.c_void_p, ctypes.c_int), ctypes.c_void_p
        self._library = ctypes.c_void_p()
        if freetype.FT_Init_FreeType(ctypes.byref(self._library)) != 0:
            raise PnpError("FreeType does not start", "reinstall libcairo2 (it brings FreeType); `pnp doctor` says how")

    def cast(self, content: bytes) -> Made:
        """The cairo font face of a font file's bytes; PnpError if FreeType cannot read them."""
        face = ctypes.c_void_p()
        if self._new(self._library, content, len(content), 0, ctypes.byref(face)) != 0:
            raise PnpError("FreeType cannot read a font", "replace it by a TrueType or OpenType file")
        address = self._cast(face, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP)
        pointer = cairocffi.ffi.cast("cairo_font_face_t *", address)
        made = cairocffi.FontFace._from_pointer(pointer, incref=False)
        return Made(made, (content, face))


@cache
def foundry() -> Foundry:
    """The process's foundry: FreeType starts once."""
    return Foundry()


@cache
def cast_face(content: bytes) -> Made:
    """The cairo font face of a font file's bytes, kept for the life of the process: cairo's caches hold on to it."""
    return foundry().cast(content)


def _open(names: tuple[str, ...], files: tuple[str, ...]) -> ctypes.CDLL:
    folders = (*os.environ.get("CAIROCFFI_DLL_DIRECTORIES", "").split(os.pathsep), *FOLDERS)
    beside = (str(path) for folder in folders if folder for file in files if (path := Path(folder) / file).is_file())
    # Asking the system by name comes last: on Linux it starts a compiler.
    asked = (found for name in names if (found := find_library(name)))
    for candidate in chain(files, beside, asked):
        try:
            return ctypes.CDLL(candidate)
        except OSError:
            continue
    raise PnpError(f"the library {names[0]} was not found", "install libcairo2; `pnp doctor` says how")
