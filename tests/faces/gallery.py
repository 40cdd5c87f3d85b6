"""Faces from the files in tests/faces/corpus, and a look at their pictures: colours at places in mm, and ink."""

import io
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import pypdfium2
from PIL import Image, ImageChops

from faces.conftest import REPOSITORY
from pnp.faces.drawing import draw_pages, draw_picture
from pnp.faces.studio import Studio
from pnp.model.face import Box, Face, FaceKey
from pnp.model.finding import Fault
from pnp.model.kit import Card, Deck, Kit
from pnp.model.place import Where
from pnp.model.roots import Root, Roots

CORPUS = Path(__file__).parent / "corpus"
SHOWN = "content/corpus"
DOTS = 5  # pixels a mm
Colour: TypeAlias = tuple[int, int, int]

# The corpus names fonts that only some machines have: here the project has families of these names.
_BARLOW = "fonts/barlow-semi-condensed/BarlowSemiCondensed_"
_SERIF = "fonts/source-serif-4/SourceSerif4_"
_FONTS = {
    "dejavu-sans/DejaVuSans_400Regular.ttf": f"{_BARLOW}400Regular.ttf",
    "dejavu-sans/DejaVuSans_400Regular_Italic.ttf": f"{_BARLOW}400Regular_Italic.ttf",
    "dejavu-sans/DejaVuSans_700Bold.ttf": f"{_BARLOW}700Bold.ttf",
    "dejavu-sans-mono/DejaVuSansMono_400Regular.ttf": f"{_SERIF}400Regular.ttf",
}


@dataclass(frozen=True, slots=True)
class Seen:
    """A picture of a whole face."""

    image: Image.Image

    def at(self, x: float, y: float) -> Colour:
        """The colour at a place in mm from the drawing's corner."""
        found = self.image.getpixel((int(x * DOTS), int(y * DOTS)))
        assert isinstance(found, tuple)
        return found[0], found[1], found[2]

    def ink(self, area: Box | None = None) -> Box:
        """The box in mm around all that is not white, in the area; AssertionError where there is nothing."""
        left, top = (0.0, 0.0) if area is None else area[:2]
        part = self.image if area is None else self.image.crop(_in_dots(area))
        box = ImageChops.invert(part).point(lambda level: 255 if level > 60 else 0).getbbox()
        assert box is not None, "nothing is drawn there"
        return Box(left + box[0] / DOTS, top + box[1] / DOTS, left + box[2] / DOTS, top + box[3] / DOTS)

    def blank(self) -> bool:
        """Whether everything is white."""
        return ImageChops.invert(self.image).point(lambda level: 255 if level > 30 else 0).getbbox() is None


def _in_dots(area: Box) -> tuple[int, int, int, int]:
    left, top, right, bottom = (int(side * DOTS) for side in area)
    return left, top, right, bottom


@dataclass(frozen=True, slots=True)
class Gallery:
    """Faces of the corpus; `folder` holds further fonts."""

    folder: Path

    @property
    def roots(self) -> Roots:
        package = Root(REPOSITORY / "templates", "templates")
        return Roots((Root(CORPUS, SHOWN), Root(self.folder, "fonts"), package))

    def face(self, front: str, width: float, height: float, bleed: float = 0.0, **values: Any) -> Face:
        """The face of one card whose front is a file of the corpus (or of the templates)."""
        card = Card("ant", "Ant", 1, Where(f"{SHOWN}/cards.yaml", 10), values)
        deck = Deck("cards", "Cards", Where(f"{SHOWN}/cards.yaml"), width, height, front, bleed=bleed, cards=(card,))
        kit = Kit("corpus", "Corpus", Where(f"{SHOWN}/kit.yaml"), decks=(deck,))
        return Studio(kit, self.roots).compose(FaceKey("cards", "ant", "front"))

    def see(self, face: Face) -> tuple[Seen, Seen]:
        """The face as its page of a PDF shows it, and as a PNG."""
        page = pypdfium2.PdfDocument(self.pdf(face))[0].render(scale=DOTS * 25.4 / 72).to_pil().convert("RGB")
        png = Image.open(io.BytesIO(draw_picture(face, self.roots, DOTS * 25.4))).convert("RGB")
        return Seen(page), Seen(png)

    def pdf(self, face: Face) -> bytes:
        """The face as a PDF."""
        return draw_pages([face], self.roots)


def open_gallery(folder: Path) -> Gallery:
    """A gallery that has the fonts which the corpus names."""
    for name, source in _FONTS.items():
        (folder / "fonts" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(REPOSITORY / "templates" / source, folder / "fonts" / name)
    return Gallery(folder)


def said(faults: tuple[Fault, ...]) -> list[tuple[str, str, int]]:
    """Check, file and line of each fault."""
    return [(fault.check, fault.where.file, fault.where.line) for fault in faults]


def near(one: Colour, other: Colour, tolerance: int = 14) -> bool:
    """Whether two colours look alike."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) <= tolerance
