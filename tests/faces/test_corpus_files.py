"""Pictures, templates and fonts as people have them: each is used right or said to be wrong, by its file's name."""

import io
import zlib
from typing import NamedTuple

import pikepdf
import pytest
from PIL import Image
from timing import within

from faces.conftest import Bench
from faces.gallery import CORPUS, SHOWN, Colour, Gallery, near, said
from pnp.model.face import Face
from pnp.rules.topics.edges import stopping_sides

WHITE, YELLOW, DARK = (255, 255, 255), (255, 255, 0), (30, 30, 30)
QUARTERS: tuple[Colour, ...] = ((220, 20, 20), (20, 160, 20), (20, 20, 220), (240, 240, 240))
GREYS: tuple[Colour, ...] = ((80, 80, 80), (102, 102, 102), (43, 43, 43), (240, 240, 240))
BLACKS: tuple[Colour, ...] = ((0, 0, 0),) * 4
SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:pnp"'


def show(
    bench: Bench,
    name: str,
    attributes: str = 'width="60" height="84"',
    ground: str = "#ff0",
    size: tuple[float, float] = (60, 84),
    bleed: float = 0,
) -> tuple[Gallery, Face]:
    """A card whose picture lies over a ground; (0, 0) is the corner of the whole drawing."""
    width, height = (side + 2 * bleed for side in size)
    bench.write(
        "project/picture.svg.j2",
        f'{SVG} width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">\n'
        f'<rect width="{width}" height="{height}" fill="{ground}"/>\n'
        f'<image href="{{{{ card.art }}}}" {attributes}/>\n</svg>',
    )
    gallery = Gallery(bench.folder / "project")
    return gallery, gallery.face("picture.svg.j2", *size, bleed=bleed, art=name)


def quarters(colours: tuple[Colour, ...]) -> dict[tuple[float, float], Colour]:
    return dict(zip(((15, 21), (45, 21), (15, 63), (45, 63)), colours, strict=True))


def mixed(colour: Colour, share: float) -> Colour:
    """The colour over yellow."""
    red, green, blue = (round(share * own + (1 - share) * below) for own, below in zip(colour, YELLOW, strict=True))
    return red, green, blue


class Good(NamedTuple):
    colours: dict[tuple[float, float], Colour]
    odd: str = ""
    tolerance: int = 14


GOOD = {
    "rgb8.png": Good(quarters(QUARTERS)),
    "gray8.png": Good(quarters(GREYS)),
    "bit1.png": Good({(45, 63): WHITE}, "", 40),
    "palette.png": Good(quarters(QUARTERS), "", 60),
    "palette_trns.png": Good({**quarters(QUARTERS), (45, 63): YELLOW}),
    "rgba_gradient.png": Good(
        {(15, 0.6): YELLOW, (15, 21): mixed(QUARTERS[0], 0.25), (45, 63): mixed(QUARTERS[3], 0.75)}
    ),
    "la.png": Good({(15, 0.6): YELLOW, (45, 83.4): (240, 240, 240)}, "", 20),
    "rgba_all_opaque.png": Good(quarters(QUARTERS)),
    "rgba16.png": Good({(30, 42): mixed((255, 0, 0), 0.5), (59, 42): (255, 0, 0), (1, 42): YELLOW}, "", 20),
    "interlaced.png": Good(
        {(20, 30): QUARTERS[0], (40, 30): QUARTERS[1], (20, 54): QUARTERS[2], (40, 54): QUARTERS[3]}
    ),
    "cmyk_adobe.jpg": Good(quarters(QUARTERS)),
    "cmyk_no_marker.jpg": Good(quarters(BLACKS), "is a CMYK JPEG that does not say how to read its inks"),
    "gray.jpg": Good(quarters(GREYS)),
    "progressive.jpg": Good(quarters(QUARTERS)),
    "exif_orient_3.jpg": Good(quarters(QUARTERS)),
    "exif_orient_6.jpg": Good(quarters(QUARTERS)),
    "exif_orient_8.jpg": Good(quarters(QUARTERS)),
    "dpi72.jpg": Good(quarters(QUARTERS)),
    "low_res.png": Good(quarters(QUARTERS)),
    "aspect_wide.png": Good({(15, 35): QUARTERS[0], (45, 50): QUARTERS[3], (30, 29): YELLOW, (30, 55): YELLOW}),
    "art two ü.png": Good(quarters(QUARTERS)),
    "UPPER.PNG": Good(quarters(QUARTERS)),
    "really_jpeg.png": Good(quarters(QUARTERS), "holds a JPEG"),
    "photo.webp": Good(quarters(QUARTERS)),
    "two_frames.gif": Good(quarters(QUARTERS), "has 2 frames, of which the first is printed", 60),
    "scan.tiff": Good(quarters(QUARTERS)),
    "old.bmp": Good(quarters(QUARTERS)),
    "one_px.png": Good(dict.fromkeys(((0.5, 12.5), (59.5, 12.5), (0.5, 71.5), (59.5, 71.5)), (9, 9, 9))),
    "with_metadata.png": Good(quarters(QUARTERS)),
    "white_edge.png": Good(quarters(QUARTERS)),
    "rounded_corners_alpha.png": Good({(30, 42): DARK, (0.6, 0.7): YELLOW}),
}


@pytest.mark.parametrize("name", GOOD)
def test_pictures_that_are_drawn(bench: Bench, name: str) -> None:
    good = GOOD[name]
    gallery, face = show(bench, f"img/{name}")
    assert [fault.check for fault in face.faults] == (["odd-image"] if good.odd else [])
    assert f"{SHOWN}/img/{name} {good.odd}" in "".join(fault.message for fault in face.faults) or not good.odd
    for seen in gallery.see(face):
        for (x, y), colour in good.colours.items():
            assert near(seen.at(x, y), colour, good.tolerance), (x, y, seen.at(x, y), colour)


BAD = {
    "huge_header.png": "is far too large: at most 40 million pixels",
    "bomb_20000.png": "is far too large: at most 40 million pixels",
    "really_text.png": "is not a picture: it holds text",
    "zero.png": "is empty",
    "truncated.png": "is damaged: image file is truncated",
}


@pytest.mark.parametrize("name", BAD)
def test_pictures_that_are_not(bench: Bench, name: str) -> None:
    link, shown = f"img/{name}", f"{SHOWN}/img/{name}"
    if not (CORPUS / link).exists():
        bench.write(f"project/{name}", bomb(20_000))
        link, shown = name, f"fonts/{name}"
    with within(0.5):
        gallery, face = show(bench, link)
    assert said(face.faults) == [("bad-image", f"{SHOWN}/cards.yaml", 10)]
    assert f"{shown} {BAD[name]}" in face.faults[0].message
    for seen in gallery.see(face):
        assert near(seen.at(30, 42), YELLOW)  # not even half of it


def bomb(side: int) -> bytes:
    """A picture of one bit a pixel and `side` pixels each way, in a few kilobytes."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")

    rows = zlib.compressobj(9)
    row = b"\0" * (1 + side // 8)
    data = b"".join(rows.compress(row * 1000) for _ in range(side // 1000)) + rows.flush()
    head = side.to_bytes(4, "big") * 2 + b"\x01\x00\x00\x00\x00"
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def pictures(pdf: bytes) -> tuple[int, int]:
    """How many pictures the PDF holds, masks aside, and how many of them have a soft mask."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        found = [o for o in opened.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]
        masks = sum("/SMask" in picture for picture in found)
        return len(found) - masks, masks


@pytest.mark.parametrize(
    ("name", "masks"),
    [("rgba_gradient.png", 1), ("la.png", 1), ("rgba16.png", 1), ("palette_trns.png", 1), ("rgba_all_opaque.png", 0)],
)
def test_a_soft_mask_only_where_something_shines_through(bench: Bench, name: str, masks: int) -> None:
    gallery, face = show(bench, f"img/{name}")
    assert pictures(gallery.pdf(face)) == (1, masks)


def test_a_picture_that_is_opaque_takes_no_more_room_for_its_alpha(bench: Bench) -> None:
    sizes = [
        len(gallery.pdf(face)) for gallery, face in (show(bench, f"img/{n}.png") for n in ("rgb8", "rgba_all_opaque"))
    ]
    assert sizes[1] < 1.2 * sizes[0]


def test_what_a_picture_says_of_itself_stays_out(bench: Bench) -> None:
    content = (CORPUS / "img/with_metadata.png").read_bytes()
    with Image.open(io.BytesIO(content)) as image:
        image.load()
        secrets = [str(value) for value in image.info.values()]
    assert secrets
    gallery, face = show(bench, "img/with_metadata.png")
    with pikepdf.open(io.BytesIO(gallery.pdf(face))) as pdf:
        whole = b"".join(o.read_bytes() for o in pdf.objects if isinstance(o, pikepdf.Stream))
    assert not any(secret.encode() in whole + gallery.pdf(face) for secret in secrets)


@pytest.mark.parametrize(
    ("name", "size", "dpi"),
    [("dpi72.jpg", (63, 88), 300.2), ("low_res.png", (63, 88), 40.3), ("rgb8.png", (60, 84), 25.4)],
)
def test_how_finely_a_picture_is_printed(bench: Bench, name: str, size: tuple[float, float], dpi: float) -> None:
    box = f'width="{size[0]}" height="{size[1]}" preserveAspectRatio="none"'
    (art,) = show(bench, f"img/{name}", box, size=size)[1].art
    assert (art.file, art.where.file, art.where.line) == (f"{SHOWN}/img/{name}", f"{SHOWN}/cards.yaml", 10)
    assert art.dpi == pytest.approx(dpi, abs=0.1)


@pytest.mark.parametrize(
    ("attributes", "dpi"),
    [
        ('width="30" height="84"', 60 / 30),
        ('width="30" height="84" preserveAspectRatio="xMidYMid slice"', 84 / 84),
        ('width="60" height="42" preserveAspectRatio="none"', 60 / 60),
        ('width="60" height="84" transform="scale(.5)"', 2),
        ('width="60" height="84" transform="rotate(90) scale(.5 .25)"', 2),
    ],
)
def test_its_dots_are_counted_where_they_are_widest_apart(bench: Bench, attributes: str, dpi: float) -> None:
    (art,) = show(bench, "img/rgb8.png", attributes)[1].art
    assert art.dpi == pytest.approx(dpi * 25.4)


@pytest.mark.parametrize(
    "attributes",
    [
        'width="60" height="0"',
        'width="9" height="9" visibility="hidden"',
        'x="99" width="9" height="9" clip-path="url(#c)"',
    ],
)
def test_a_picture_that_is_not_seen_has_no_fineness(bench: Bench, attributes: str) -> None:
    bench.write("project/clip.j2", "")
    face = show(bench, "img/rgb8.png", f'{attributes}/><clipPath id="c"><rect width="5" height="5"/></clipPath><g')[1]
    assert face.art == ()


def test_aspect_wide_is_fitted_covers_or_is_stretched_as_asked(bench: Bench) -> None:
    for aspect, corner, middle in (
        ("none", QUARTERS[0], True),
        ("xMidYMid slice", QUARTERS[0], True),
        ("", YELLOW, False),
    ):
        box = f'width="60" height="84" preserveAspectRatio="{aspect}"' if aspect else 'width="60" height="84"'
        gallery, face = show(bench, "img/aspect_wide.png", box)
        for seen in gallery.see(face):
            assert near(seen.at(1, 1), corner)
            assert near(seen.at(15, 70), QUARTERS[2]) == middle


def test_white_edge_and_the_bleed(bench: Bench) -> None:
    # To the trim only: there is no bleed, which is said. To the bleed: the white line lies in what is cut away.
    _, face = show(bench, "img/white_edge.png", size=(60, 84))
    assert stopping_sides(face, 3) == ("left", "right", "top", "bottom")
    gallery, face = show(bench, "img/white_edge.png", 'width="66" height="90" preserveAspectRatio="none"', bleed=3)
    assert stopping_sides(face, 3) == ()
    for seen in gallery.see(face):
        for x, y in ((3.1, 20), (62.9, 20), (20, 3.1), (20, 86.9)):
            assert not near(seen.at(x, y), WHITE)


def test_rounded_corners_alpha_shows_the_ground(bench: Bench) -> None:
    gallery, face = show(
        bench, "img/rounded_corners_alpha.png", 'x="3" y="3" width="60" height="84"', "#1e1e1e", bleed=3
    )
    for seen in gallery.see(face):
        for x, y in ((3.2, 3.2), (62.8, 3.2), (3.2, 86.8), (1, 1), (33, 45)):
            assert near(seen.at(x, y), DARK)


# --- templates ---


def test_undefined_var(gallery: Gallery) -> None:
    face = gallery.face("templates/undefined_var.svg.j2", 63, 88, name="Fox")
    assert said(face.faults) == [("template-error", f"{SHOWN}/templates/undefined_var.svg.j2", 1)]
    assert face.faults[0].message == "card has no nmae (card ant)"
    assert face.faults[0].help == "did you mean name?"
    assert face.items == ()


def test_autoescape(gallery: Gallery) -> None:
    face = gallery.face("templates/autoescape.svg.j2", 63, 88, name="Salt & Iron <3")
    assert {fault.check for fault in face.faults} == {"missing-font"}
    assert [text.words for text in face.texts] == ["Salt & Iron <3"]


def test_attr_quote(gallery: Gallery) -> None:
    face = gallery.face("templates/attr_quote.svg.j2", 63, 88, name='The "Fox"')
    assert {fault.check for fault in face.faults} == {"missing-font"}
    assert "The &#34;Fox&#34;" in str(face.items) or [text.words for text in face.texts] == ["x"]


def test_syntax_error(gallery: Gallery) -> None:
    face = gallery.face("templates/syntax_error.svg.j2", 63, 88, cost=3)
    assert said(face.faults) == [("template-error", f"{SHOWN}/templates/syntax_error.svg.j2", 3)]
    assert "endif" in face.faults[0].message


@pytest.mark.parametrize(("name", "words"), [("endless", "range"), ("file_read", "unsafe")])
def test_templates_that_reach_too_far(gallery: Gallery, name: str, words: str) -> None:
    with within(1):
        face = gallery.face(f"templates/{name}.svg.j2", 63, 88)
    assert said(face.faults) == [("template-error", f"{SHOWN}/templates/{name}.svg.j2", 1)]
    assert words in face.faults[0].message


# --- fonts ---


def write(bench: Bench, font: str, words: str) -> tuple[Gallery, Face]:
    bench.write(
        "project/words.svg.j2",
        f'{SVG} width="60mm" height="20mm" viewBox="0 0 60 20">\n'
        f'<pnp:text x="2" y="2" width="56" height="16" font="{font}" size="20">{{{{ card.words }}}}</pnp:text></svg>',
    )
    gallery = Gallery(bench.folder / "project")
    return gallery, gallery.face("words.svg.j2", 60, 20, words=words)


@pytest.mark.parametrize("file", ["CorpusBox.ttf", "CorpusBoxCFF.otf"])
def test_fonts_that_are_used(bench: Bench, file: str) -> None:
    gallery, face = write(bench, f"fonts/{file}", "ABC")
    assert (face.faults, face.texts[0].missing) == ((), ())
    assert f"{SHOWN}/fonts/{file}" in face.files
    with pikepdf.open(io.BytesIO(gallery.pdf(face))) as pdf:
        fonts = [o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/FontDescriptor"]
        assert [("/FontFile2" in font) or ("/FontFile3" in font) for font in fonts] == [True]
    for seen in gallery.see(face):
        assert seen.ink().right > 12


def test_a_letter_that_a_font_lacks_is_told(bench: Bench) -> None:
    assert write(bench, "fonts/CorpusBox.ttf", "Abc")[1].texts[0].missing == ("b", "c")


def test_not_a_font(bench: Bench) -> None:
    _, face = write(bench, "fonts/not_a_font.ttf", "ABC")
    (fault,) = face.faults
    assert fault.check == "missing-font"
    assert f"{SHOWN}/fonts/not_a_font.ttf" in fault.message


def test_every_file_has_its_test() -> None:
    assert sorted({*GOOD, *BAD} - {"bomb_20000.png"}) == sorted(
        path.name for path in (CORPUS / "img").rglob("*") if path.is_file()
    )
    assert len(list((CORPUS / "templates").iterdir())) == 6
    assert len(list((CORPUS / "fonts").iterdir())) == 3


@pytest.mark.parametrize(("height", "said"), [(5000, []), (5001, ["bad-image"])])
def test_a_picture_has_at_most_40_million_pixels(bench: Bench, height: int, said: list[str]) -> None:
    saved = io.BytesIO()
    Image.new("1", (8000, height)).save(saved, "PNG")
    bench.write("content/kit/a.png", saved.getvalue())
    face = bench.face('<image href="a.png" width="9" height="9"/>')
    assert [fault.check for fault in face.faults] == said
