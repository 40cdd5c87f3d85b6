"""Faces in an ink: every colour that there can be is gray, and all of it is still drawing and text."""

import io
import re
from collections.abc import Iterator

import pikepdf
import pytest
from PIL import Image, ImageChops

from faces.conftest import Bench
from faces.test_drawing import FONT, RICH, picture, words
from pnp.faces.drawing import draw_pages, draw_picture
from pnp.faces.studio import Studio
from pnp.model.colours import dip
from pnp.model.face import FaceKey
from pnp.model.kit import Kit
from pnp.model.place import Where

KEY = FaceKey("cards", "ant", "front")
COLOURS = (
    '<defs><pattern id="dots" width="3" height="3" patternUnits="userSpaceOnUse"><rect width="2" height="2" '
    'fill="#f80"/></pattern></defs><rect x="40" y="5" width="20" height="10" fill="url(#dots)"/>'
    '<image href="photo.jpg" x="5" y="26" width="20" height="20"/><image href="logo.png" x="30" y="5" width="9" '
    'height="9"/><rect x="50" y="16" width="9" height="9" fill="#ff0000"/>'
    f'<pnp:text x="5" y="5" width="40" height="8" {FONT} size="12" fill="#b00020">Crimson '
    "{{ '{heart}' }} words</pnp:text>"
    '<g opacity=".6" fill="rgb(0,90,200)"><text x="6" y="60" font-family="Barlow Semi Condensed" font-size="5" '
    'opacity=".9">azure</text></g>'
    '{{ icon("star", 30, 62, 8, "#c60") }}'
)


def studio(bench: Bench, theme: str, *themes: str) -> Studio:
    bench.face(RICH + COLOURS)  # writes the template
    photo = Image.linear_gradient("L").resize((64, 64))
    out = io.BytesIO()
    Image.merge("RGB", (photo, photo.rotate(90), photo.rotate(180))).save(out, "JPEG", quality=95, subsampling=0)
    bench.write("content/kit/photo.jpg", out.getvalue())
    out = io.BytesIO()
    Image.new("RGBA", (30, 30), (0, 120, 255, 180)).save(out, "PNG")
    bench.write("content/kit/logo.png", out.getvalue())
    deck = bench.deck({"ant": {}})
    return Studio(
        Kit("kit", "The Kit", Where("content/kit/kit.yaml"), decks=(deck,), themes=themes), bench.roots, theme
    )


def spread(image: Image.Image) -> int:
    """The largest distance between the channels of any pixel."""
    return max(max(pixel) - min(pixel) for _, pixel in image.convert("RGB").getcolors(1 << 24) or ())  # type: ignore[arg-type]


def painted(pdf: pikepdf.Pdf) -> Iterator[tuple[float, ...]]:
    """The operands of every operator that sets a colour, in all streams."""
    for found in pdf.objects:
        if isinstance(found, pikepdf.Stream) and found.get("/Subtype") != "/Image" and "/FunctionType" not in found:
            content = found.read_bytes()
            for numbers in re.findall(rb"((?:[\d.]+ ){3})(?:rg|RG|scn?|SCN?)\b", content):
                yield tuple(map(float, numbers.split()))


def test_every_pixel_is_gray_and_the_words_are_there(bench: Bench) -> None:
    usual, gray = (studio(bench, theme).compose(KEY) for theme in ("", "gray"))
    assert [fault for fault in gray.faults if fault.check != "odd-image"] == []
    before, after = (draw_pages([face], bench.roots) for face in (usual, gray))
    assert spread(picture(before, dpi=150)) > 200
    assert spread(picture(after, dpi=150)) == 0
    assert spread(Image.open(io.BytesIO(draw_picture(gray, bench.roots, 100)))) == 0
    assert words(before) == words(after)
    assert "Crimson" in words(after)
    assert "azure" in words(after)


def test_what_is_written_into_the_pdf_is_gray(bench: Bench) -> None:
    pages = draw_pages([studio(bench, "gray").compose(KEY)], bench.roots)
    with pikepdf.open(io.BytesIO(pages)) as pdf:
        colours = list(painted(pdf))
        assert len(colours) > 10
        assert [colour for colour in colours if max(colour) - min(colour) > 1e-6] == []
        images = [
            found for found in pdf.objects if isinstance(found, pikepdf.Stream) and found.get("/Subtype") == "/Image"
        ]
        assert [str(image.ColorSpace) for image in images if "/SMask" in image or image.get("/Filter") == "/DCTDecode"]
        assert {str(image.ColorSpace) for image in images} == {"/DeviceGray"}
        assert any(image.get("/Filter") == "/DCTDecode" for image in images), "a photograph stays one"


def test_the_gray_has_the_luminance_of_the_colour(bench: Bench) -> None:
    """Of full red, 0.2126: that is the gray 127. Of a photograph, within three levels of its own."""
    gray = draw_picture(studio(bench, "gray").compose(KEY), bench.roots, 254)
    shown = Image.open(io.BytesIO(gray)).convert("RGB")
    assert shown.getpixel((round((50 + 4.5 + 3.175) * 10), round((16 + 4.5 + 3.175) * 10))) == (127, 127, 127)
    before = draw_picture(studio(bench, "").compose(KEY), bench.roots, 254)
    coloured = Image.open(io.BytesIO(before)).convert("RGB")
    for x, y in ((8, 30), (15, 36), (21, 42), (10, 44)):
        at = (round((x + 3.175) * 10), round((y + 3.175) * 10))
        red, green, blue = coloured.getpixel(at)  # type: ignore[misc]
        wanted = int(dip(f"#{red:02x}{green:02x}{blue:02x}", "gray")[1:3], 16)
        assert abs(shown.getpixel(at)[0] - wanted) <= 3  # type: ignore[index]


def test_facts_are_gray_and_digests_are_others(bench: Bench) -> None:
    usual, gray = (studio(bench, theme).compose(KEY) for theme in ("", "gray"))
    assert {text.fill for text in usual.texts} >= {"#b00020"}
    fills = [text.fill for text in gray.texts] + [shape.fill for shape in gray.shapes if len(shape.fill) == 7]
    assert fills
    assert all(fill[1:3] == fill[3:5] == fill[5:] for fill in fills)
    assert dip("#b00020", "gray") in fills
    assert gray.digest != usual.digest
    assert [(text.words, text.box) for text in gray.texts] == [(text.words, text.box) for text in usual.texts]


def test_a_theme_of_the_kit_that_is_called_gray_is_its_own(bench: Bench) -> None:
    own = studio(bench, "gray", "gray").compose(KEY)
    assert own.ink == ""
    assert own.digest == studio(bench, "").compose(KEY).digest


def test_faces_of_several_inks_share_a_file(bench: Bench) -> None:
    usual = studio(bench, "").compose(KEY)
    faces = [usual._replace(ink=ink) for ink in ("", "gray", "deutan", "")]
    pdf = draw_pages(faces, bench.roots)
    alone = [draw_pages([face], bench.roots) for face in faces]
    for number, single in enumerate(alone):
        difference = ImageChops.difference(picture(pdf, number), picture(single))
        assert max(high for _, high in difference.getextrema()) <= 8  # type: ignore[misc]
    assert picture(pdf, 0).tobytes() == picture(pdf, 3).tobytes()
    assert spread(picture(pdf, 1)) == 0
    red = picture(pdf, 2).getpixel((round((54.5 + 3.175) / 25.4 * 100), round((20.5 + 3.175) / 25.4 * 100)))
    assert red == tuple(int(dip("#ff0000", "deutan")[at : at + 2], 16) for at in (1, 3, 5))


@pytest.mark.parametrize("theme", ["", "gray"])
def test_equal_input_gives_equal_bytes(bench: Bench, theme: str) -> None:
    def draw() -> bytes:
        return draw_pages([studio(bench, theme).compose(KEY)], bench.roots)

    assert draw() == draw()
