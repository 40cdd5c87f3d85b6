"""Pictures decoded for cairo: each file once, upright, in RGB, with alpha only where it has any."""

from functools import cache
from io import BytesIO
from typing import Any

import cairocffi
from PIL import Image, ImageChops, ImageFilter, ImageOps

from pnp.faces.art.pictures import Picture
from pnp.model.colours import GRAY, INKS

UNIQUE_ID = "application/x-cairo.uuid"
_KEPT_SEGMENTS = (0xE0, 0xEE)  # JFIF and Adobe say how to read the colours; the rest is private
# Shades of each channel from which an ink is worked out; between them it is a straight line, within two levels of 255.
_SHADES = 33
# A photograph stays a JPEG in another ink, finer than most come.
_QUALITY = 92


def decode(picture: Picture, ink: str = "") -> Any:
    """The picture as a cairo surface, in an ink if there is one; a plain JPEG goes into the PDF with its own bytes."""
    with Image.open(BytesIO(picture.content)) as opened:
        upright = opened.getexif().get(0x0112, 1) == 1
        passed = opened.format == "JPEG" and upright and opened.mode in ("RGB", "L")
        image = _in_rgb(_right(ImageOps.exif_transpose(opened), opened))
    if "A" in image.getbands() and image.getchannel("A").getextrema() == (255, 255):
        image = image.convert("RGB")
    if ink:
        image = image.filter(_make_table(ink))
    if image.mode == "RGBA":
        surface = _surface(cairocffi.FORMAT_ARGB32, image, image.convert("RGBa").tobytes("raw", "BGRa"))
    else:
        surface = _surface(cairocffi.FORMAT_RGB24, image, image.convert("RGB").tobytes("raw", "BGRX"))
    if passed:
        surface.set_mime_data("image/jpeg", _pack(image, ink) if ink else strip_jpeg(picture.content))
    # Equal files are one object in the PDF, whatever they are called.
    surface.set_mime_data(UNIQUE_ID, (picture.digest + ink).encode())
    return surface


@cache
def _make_table(ink: str) -> ImageFilter.Color3DLUT:
    """What an ink makes of all colours."""
    return ImageFilter.Color3DLUT.generate(_SHADES, lambda red, green, blue: INKS[ink]((red, green, blue)))


def _pack(image: Image.Image, ink: str) -> bytes:
    """The picture as a JPEG, of one channel if it is gray."""
    out = BytesIO()
    (image.convert("L") if ink == GRAY else image).save(out, "JPEG", quality=_QUALITY)
    return out.getvalue()


def strip_jpeg(content: bytes) -> bytes:
    """The JPEG without its comments and application segments (cameras write there where and when they were)."""
    kept, at = [content[:2]], 2
    while at + 4 <= len(content) and content[at] == 0xFF and content[at + 1] != 0xDA:
        marker, length = content[at + 1], int.from_bytes(content[at + 2 : at + 4], "big")
        private = (0xE0 <= marker <= 0xEF and marker not in _KEPT_SEGMENTS) or marker == 0xFE
        if not private:
            kept.append(content[at : at + 2 + length])
        at += 2 + length
    return b"".join((*kept, content[at:]))


def _surface(form: int, image: Image.Image, pixels: bytes) -> Any:
    return cairocffi.ImageSurface(form, image.width, image.height, bytearray(pixels), image.width * 4)


def _right(image: Image.Image, opened: Image.Image) -> Image.Image:
    """The picture with its inks the right way round: Pillow takes every CMYK JPEG for one that Adobe turned over."""
    plain = opened.format == "JPEG" and image.mode == "CMYK" and "adobe" not in opened.info
    return ImageChops.invert(image) if plain else image


def _in_rgb(image: Image.Image) -> Image.Image:
    if image.mode.startswith("I;16"):
        # Pillow would cut 16 bits at 255 instead of scaling them.
        image = image.convert("I").point(lambda value: value / 256).convert("L")
    if image.mode in ("RGB", "RGBA"):
        return image
    return image.convert("RGBA" if image.has_transparency_data else "RGB")
