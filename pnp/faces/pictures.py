"""Pictures that faces link to: found inside the roots, looked at but not yet decoded."""

import base64
import binascii
import hashlib
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from pnp.model.roots import Roots

MOST_PIXELS = 60_000_000
FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "TIFF", "BMP")


class Trouble(NamedTuple):
    """Why a link gives no picture: the check that it breaks, what is wrong, and the cure."""

    check: str
    message: str
    help: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture file: its bytes, its size in pixels as it is seen, and whether it hides what lies below."""

    content: bytes
    width: int
    height: int
    opaque: bool
    shown: str

    @property
    def digest(self) -> str:
        """The sha256 of the file."""
        return hashlib.sha256(self.content).hexdigest()


class Pictures:
    """The pictures of a kit, each looked at once."""

    def __init__(self, roots: Roots) -> None:
        self._roots = roots
        self._seen: dict[str, Picture | Trouble] = {}

    def look(self, link: str) -> Picture | Trouble:
        """What the link of an `<image>` leads to."""
        if link not in self._seen:
            self._seen[link] = self._look(link)
        return self._seen[link]

    def _look(self, link: str) -> Picture | Trouble:
        if link.startswith("data:"):
            content = _read_data(link)
            if content is None:
                return Trouble("bad-image", "a data: link that cannot be read", "link a file instead")
            return _open(content, "a data: link")
        if ":" in link.split("/", maxsplit=1)[0] or link.startswith(("//", "#")):
            return Trouble(
                "missing-file", f"{link[:80]} is outside the project", "put the file into the kit and link that"
            )
        name = unquote_to_bytes(link).decode("utf-8", "replace")
        path = self._roots.find(name)
        if path is None:
            places = ", ".join(root.shown or "." for root in self._roots.folders)
            return Trouble("missing-file", f"there is no picture {name}", f"looked in {places}, inside these alone")
        return _open(path.read_bytes(), self._roots.shown(name))


def _read_data(link: str) -> bytes | None:
    head, comma, body = link.partition(",")
    if not comma:
        return None
    content = unquote_to_bytes("".join(body.split()))
    if not head.endswith(";base64"):
        return content
    try:
        return base64.b64decode(content, validate=True)
    except binascii.Error:
        return None


@contextmanager
def _unwarned() -> Iterator[None]:
    """Pillow warns of pictures that are large, or odd but readable: what matters of that is a fault here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _open(content: bytes, shown: str) -> Picture | Trouble:
    from PIL import Image, UnidentifiedImageError

    if not content:
        return Trouble("bad-image", f"{shown} is empty", "save the picture again")
    try:
        with _unwarned(), Image.open(BytesIO(content), formats=FORMATS) as image:
            if image.width * image.height > MOST_PIXELS:
                size = f"{image.width} x {image.height} pixels"
                return Trouble("bad-image", f"{shown} has {size}: at most 60 million are drawn", "save it smaller")
            turned = image.getexif().get(0x0112, 1) in (5, 6, 7, 8)
            opaque = not (image.has_transparency_data or "A" in image.getbands())
            width, height = (image.height, image.width) if turned else image.size
            # A small version proves that the file is whole; other formats have to be read.
            image.draft("L", (max(1, image.width // 8), max(1, image.height // 8)))
            image.load()
    except UnidentifiedImageError:
        return Trouble("bad-image", f"{shown} is not a picture", "PNG, JPEG, WebP, GIF, TIFF and BMP are drawn")
    except Image.DecompressionBombError:
        return Trouble("bad-image", f"{shown} is far too large: at most 60 million pixels are drawn", "save it smaller")
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        return Trouble("bad-image", f"{shown} is damaged: {error}", "save the picture again")
    return Picture(content, width, height, opaque, shown)
