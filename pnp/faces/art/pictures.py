"""Pictures that faces link to: found inside the roots, looked at but not yet decoded."""

import base64
import binascii
import hashlib
import unicodedata
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes

from pnp.faces.art.links import Links, is_remote, read_name
from pnp.model.files import LARGEST_PICTURE, BulkyError, read_file
from pnp.model.roots import Roots

MOST_PIXELS = 40_000_000  # with an alpha they take 0.8 GB to be unpacked and drawn; a worker has 1 GB
FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "TIFF", "BMP")
DRAWN = "PNG, JPEG, WebP, GIF, TIFF and BMP are drawn"
SUFFIXES = {
    "png": "PNG",
    "jpg": "JPEG",
    "jpeg": "JPEG",
    "jpe": "JPEG",
    "webp": "WEBP",
    "gif": "GIF",
    "tif": "TIFF",
    "tiff": "TIFF",
    "bmp": "BMP",
}
# How content that is no picture begins, and what it is.
_KINDS = (
    (b"%PDF", "a PDF", "Save the page as a PNG."),
    (b"PK\x03\x04", "a ZIP archive", "Take the picture out of it."),
    (b"\x1f\x8b", "a packed file", "Unpack it."),
    (b"8BPS", "a Photoshop file", "Save it as a PNG."),
    (b"\x00\x00\x00", "a kind of video or of phone picture", "Save it as a PNG or a JPEG."),
)
_SVG_CURE = "Take the drawing into the template with {% include %}, or make it an icon; or save it as a PNG."


class Trouble(NamedTuple):
    """Why a link gives no picture, or not the one that was meant: the check, what is wrong, and the cure."""

    check: str
    message: str
    help: str


class Picture(NamedTuple):
    """A picture file: its bytes, its size in pixels as it is seen, and whether it hides what lies below.

    `digest` is the sha256 of the file, `odd` are things that it can be drawn in spite of.
    """

    content: bytes
    width: int
    height: int
    opaque: bool
    shown: str
    digest: str
    odd: tuple[Trouble, ...] = ()


class Pictures:
    """The pictures of a kit, each looked at once."""

    def __init__(self, roots: Roots) -> None:
        self._roots = roots
        self._links = Links(roots)
        self._seen: dict[str, Picture | Trouble] = {}

    def look(self, link: str) -> Picture | Trouble:
        """What the link of an `<image>` leads to."""
        if link not in self._seen:
            self._seen[link] = self._look(link)
        return self._seen[link]

    def root(self, svg: str, templates: Sequence[str]) -> str:
        """The SVG with every picture that lies beside one of the templates linked by its name from the root on."""
        return self._links.root(svg, templates)

    def _look(self, link: str) -> Picture | Trouble:
        if link.startswith("data:"):
            content = _read_data(link)
            if content is None:
                return Trouble("bad-image", "a data: link that cannot be read", "Link a file instead.")
            return _open(content, "a data: link")
        if is_remote(link):
            cure = "Nothing is fetched. Put the file into the kit and link that."
            return Trouble("missing-file", f"{link[:80]} is outside the project", cure)
        name = read_name(link)
        path, real = self._roots.find(name), self._links.spell(name)
        if path is None or (real and unicodedata.normalize("NFC", name) != unicodedata.normalize("NFC", real)):
            return self._miss(name, real)
        shown = self._roots.shown(name)
        try:
            return _open(read_file(path, LARGEST_PICTURE), shown)
        except BulkyError as error:
            return Trouble("bad-image", f"{shown} {error}", "Save it smaller.")

    def _miss(self, name: str, real: str) -> Trouble:
        if not name:
            return Trouble("missing-file", "an <image> has an empty href", "Say which picture it shall show.")
        if real and self._roots.find(real) is not None:
            cure = "Write the name with the same capitals: not every machine takes one for the other."
            return Trouble("missing-file", f"there is no picture {name}, but there is {real}", cure)
        if not self._links.leads_outside(name) and (odd := self._links.find_odd(name)):
            return Trouble("missing-file", f"{name} is {odd}, not a picture", "Name a picture file.")
        places = ", ".join(root.shown or "." for root in self._roots.folders)
        if self._links.leads_outside(name):
            cure = f"Put the file into the kit and link that: pictures are taken from {places} alone."
            return Trouble("missing-file", f"{name} is outside the project", cure)
        return Trouble("missing-file", f"there is no picture {name}", f"looked in {places}, inside these alone")


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
                return Trouble("bad-image", f"{shown} has {size}: at most 40 million are drawn", "save it smaller")
            odd = tuple(_find_odd(image, shown))
            turned = image.getexif().get(0x0112, 1) in (5, 6, 7, 8)
            opaque = not (image.has_transparency_data or "A" in image.getbands())
            width, height = (image.height, image.width) if turned else image.size
            # A small version proves that the file is whole; other formats have to be read.
            image.draft("L", (max(1, image.width // 8), max(1, image.height // 8)))
            image.load()
    except UnidentifiedImageError:
        kind, cure = _name_kind(content)
        return Trouble("bad-image", f"{shown} is not a picture: it holds {kind}", cure)
    except Image.DecompressionBombError:
        return Trouble("bad-image", f"{shown} is far too large: at most 40 million pixels are drawn", "save it smaller")
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        return Trouble("bad-image", f"{shown} is damaged: {error}", "save the picture again")
    return Picture(content, width, height, opaque, shown, hashlib.sha256(content).hexdigest(), odd)


def _find_odd(image: Any, shown: str) -> Iterator[Trouble]:
    frames = getattr(image, "n_frames", 1)
    if frames > 1 and image.format != "MPO":  # phones store a second, smaller picture behind the first
        what = "pages" if image.format == "TIFF" else "frames"
        message = f"{shown} has {frames} {what}, of which the first is printed"
        yield Trouble("odd-image", message, "Save the one that is meant as a picture of its own.")
    if image.format == "JPEG" and image.mode == "CMYK" and "adobe" not in image.info:
        message = f"{shown} is a CMYK JPEG that does not say how to read its inks; they are taken as they are written"
        yield Trouble("odd-image", message, "If its colours come out wrong, save it in RGB.")
    suffix = shown.rpartition(".")[2].lower()
    if suffix in SUFFIXES and SUFFIXES[suffix] != ("JPEG" if image.format == "MPO" else image.format):
        message = (
            f"{shown} holds {'an' if image.format[0] in 'AEIOU' else 'a'} {_CALLED.get(image.format, image.format)}"
        )
        yield Trouble("odd-image", message, "Give it the ending of what it is.")


_CALLED = {"WEBP": "WebP"}


def _name_kind(content: bytes) -> tuple[str, str]:
    """What content that is no picture is, and what to do about it."""
    for start, kind, cure in _KINDS:
        if content.startswith(start):
            return kind, f"{cure} {DRAWN}."
    text = content[:2000].decode("utf-8", "replace").lower()
    if "<svg" in text:
        return "an SVG", _SVG_CURE
    if "<html" in text or "<!doctype html" in text:
        return "a web page", f"Save the picture itself. {DRAWN}."
    readable = sum(letter.isprintable() or letter.isspace() for letter in text if letter != "\ufffd")
    return ("text" if readable > 0.95 * len(text) else "something else"), f"{DRAWN}."
