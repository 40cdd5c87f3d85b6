"""What is drawn: the picture is CairoSVG's own, the words can be searched, what is shared is drawn once."""

import io
import os
import subprocess
import sys
from typing import Any

import cairosvg
import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from faces.conftest import HEAD, Bench
from pnp.faces.cairo.undrawn import UndrawnError
from pnp.faces.drawing import draw_pages, draw_picture
from pnp.model.face import Face
from pnp.model.finding import PnpError

FONT = 'font="Barlow Semi Condensed"'
FULL = '<rect x="-3.175" y="-3.175" width="69.85" height="95.25" fill="#fff"/>'
RICH = (
    '<defs><linearGradient id="g" x1="0" x2="1"><stop offset="0" stop-color="#f00"/>'
    '<stop offset="1" stop-color="#00f" stop-opacity=".2"/></linearGradient>'
    '<radialGradient id="r"><stop stop-color="#fff"/><stop offset="1" stop-color="#080"/></radialGradient>'
    '<clipPath id="c"><circle cx="30" cy="30" r="12"/></clipPath><path id="star" d="M0 -5L3 4L-5 -2H5L-3 4z"/>'
    '<pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"><rect width="2" height="4"/></pattern>'
    '<marker id="m" orient="auto" markerWidth="4" markerHeight="4" refX="2" refY="2" viewBox="0 0 4 4">'
    '<path d="M0 0L4 2L0 4z"/></marker>'
    '<symbol id="s" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5"/></symbol></defs>'
    f'{FULL}<rect x="5" y="5" width="50" height="20" rx="4" fill="url(#g)" stroke="#222" stroke-dasharray="2 1"/>'
    '<g clip-path="url(#c)"><rect width="60" height="60" fill="url(#r)"/>'
    '<circle cx="30" cy="25" r="9" opacity=".4"/></g>'
    '<g transform="translate(10 50) rotate(30)" fill="#a0a"><use href="#star"/><use href="#star" x="12"/></g>'
    '<g opacity=".5"><rect x="30" y="50" width="15" height="15" fill="red"/>'
    '<rect x="38" y="58" width="15" height="15"/></g>'
    '<rect x="3" y="70" width="30" height="10" fill="url(#p)"/><path d="M40 75h15" stroke="#000" marker-end="url(#m)"/>'
    '<use href="#s" x="45" y="30" width="12" height="12" fill="#c60"/>'
    '<style>.k{fill:#06c;stroke:#000;stroke-width:.5}</style><ellipse class="k" cx="50" cy="84" rx="9" ry="3"/>'
)


def faces(bench: Bench, body: str, cards: dict[str, dict[str, Any]], **deck: Any) -> list[Face]:
    bench.write("templates/card.svg.j2", f"{HEAD}{body}</svg>")
    studio = bench.studio(cards, **deck)
    made = [studio.compose(piece.front) for piece in studio.pieces(bench.deck(cards, **deck))]
    assert [fault for face in made for fault in face.faults if fault.check != "odd-image"] == []
    return made


def picture(pdf: bytes, page: int = 0, dpi: float = 100) -> Image.Image:
    shown: Image.Image = pypdfium2.PdfDocument(pdf)[page].render(scale=dpi / 72).to_pil()
    return shown.convert("RGB")


def words(pdf: bytes, page: int = 0) -> str:
    return str(pypdfium2.PdfDocument(pdf)[page].get_textpage().get_text_bounded())


def forms(pdf: bytes) -> int:
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        return sum(isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form" for o in opened.objects)


def images(pdf: bytes) -> list[tuple[str, bool, bytes]]:
    """Filter, whether it has a soft mask, and raw bytes of each picture that is no mask itself."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        found = [o for o in opened.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]
        masks = [o.SMask.objgen for o in found if "/SMask" in o]
        return [(str(o.Filter), "/SMask" in o, o.read_raw_bytes()) for o in found if o.objgen not in masks]


def apart(one: Image.Image, other: Image.Image, tolerance: int = 24) -> float:
    """The share of pixels that differ by more than the tolerance."""
    assert one.size == other.size
    histogram = ImageChops.difference(one, other).convert("L").histogram()
    return sum(histogram[tolerance:]) / sum(histogram)


@pytest.mark.parametrize("copies", [1, 3])
def test_the_picture_is_that_of_cairosvg(bench: Bench, copies: int) -> None:
    made = faces(bench, RICH, {f"c{n}": {} for n in range(copies)})
    plain = picture(cairosvg.svg2pdf(bytestring=f"{HEAD}{RICH}</svg>".encode()))
    assert len(ImageStat.Stat(plain).extrema) == 3
    for page in range(copies):
        assert apart(picture(draw_pages(made, bench.roots), page), plain) < 0.0005
    drawn = Image.open(io.BytesIO(draw_picture(made[0], bench.roots, 100))).convert("RGB")
    assert apart(drawn, plain, 60) < 0.02


def test_what_several_faces_share_is_one_form(bench: Bench) -> None:
    body = f'{FULL}<rect width="9" height="9" fill="{{{{ card.ink }}}}"/><circle r="{{{{ card.number }}}}"/>'
    inks = ["red", "blue", "red", "blue", "red", "lime"]
    pdf = draw_pages(faces(bench, body, {f"c{n}": {"ink": ink} for n, ink in enumerate(inks)}), bench.roots)
    # The ground, the red square, the blue one; lime and the circles stand on one face each.
    assert forms(pdf) == 3
    assert picture(pdf, 5, 72).getpixel((31, 31)) == (0, 255, 0)
    assert picture(pdf, 4, 72).getpixel((31, 31)) == (255, 0, 0)


def test_neighbours_that_all_faces_share_are_one_form(bench: Bench) -> None:
    pdf = draw_pages(faces(bench, RICH, {"a": {}, "b": {}}), bench.roots)
    plain = draw_pages(faces(bench, FULL, {"a": {}, "b": {}}), bench.roots)
    assert forms(plain) == 1
    assert forms(pdf) <= 6  # the form of all, and the groups and patterns within it


def test_every_word_is_there_and_can_be_searched(bench: Bench) -> None:
    body = (
        f'{FULL}<pnp:text x="5" y="5" width="50" height="40" {FONT} size="10">{{{{ card.rules }}}}</pnp:text>'
        f'<g opacity=".5"><pnp:text x="5" y="50" width="50" {FONT} size="8">faint words</pnp:text></g>'
        '<g transform="rotate(180 31.75 70)"><text x="9" y="70" font-family="Bangers" font-size="5">upside</text></g>'
        '<text x="9" y="80" font-family="Bangers" font-size="5" opacity=".5">a <tspan font-size="3">span</tspan></text>'
    )
    rules = "When a player Avoids the officer, **draw** two affine cards & keep *one* — To AVA"
    pdf = draw_pages(faces(bench, body, {"a": {"rules": rules}, "b": {"rules": "other"}}), bench.roots)
    found = words(pdf).split()
    for word in [*rules.replace("*", "").split(), "faint", "words", "upside", "a", "span"]:
        assert word in found
    assert "other" in words(pdf, 1)


def test_every_font_is_embedded_and_from_the_project(bench: Bench) -> None:
    body = f'<pnp:text x="5" y="5" width="50" {FONT} size="10">a **b** *c* ☃</pnp:text>'
    pdf = pikepdf.open(io.BytesIO(draw_pages(faces(bench, body, {"a": {}}), bench.roots)))
    descriptors = [o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/FontDescriptor"]
    names = sorted(str(d.FontName).partition("+")[2] for d in descriptors)
    assert [name.replace("-", "") for name in names] == [
        "BarlowSemiCondensedBold",
        "BarlowSemiCondensedItalic",
        "BarlowSemiCondensedRegular",
        "NotoSansSymbols2Regular",
    ]
    assert all("/FontFile2" in d or "/FontFile3" in d for d in descriptors)


def test_words_stand_where_the_face_says(bench: Bench) -> None:
    box = f'<pnp:text x="20" y="30" width="60" {FONT} size="20">HHH</pnp:text>'
    (face,) = faces(bench, f'{FULL}<g transform="translate(10 20) scale(.5)">{box}</g>', {"a": {}})
    ink = ImageChops.invert(picture(draw_pages([face], bench.roots), dpi=254)).getbbox()
    assert ink is not None
    left, top, _right, bottom = (edge / 10 - 3.175 for edge in ink)
    assert left == pytest.approx(20, abs=1)
    assert face.texts[0].box.left == pytest.approx(20)
    # Capitals of 20 pt are 0.7 em high in this font.
    assert bottom - top == pytest.approx(0.7 * 20 * 25.4 / 72, abs=0.15)
    assert face.texts[0].box.top - 0.2 <= top
    assert bottom <= face.texts[0].box.bottom


def test_pages_are_drawn_to_their_very_edge_whatever_their_size(bench: Bench) -> None:
    made = []
    for width, height in ((18.6, 18.6), (18.6, 18.6), (10.3, 33.3), (10.3, 33.3), (254, 25.4), (18.6, 18.6)):
        bench.write(
            "templates/card.svg.j2",
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm">'
            f'<rect width="100%" height="100%" fill="#f00"/></svg>',
        )
        studio = bench.studio({"a": {}}, width=width, height=height, bleed=0)
        made.append(studio.compose(studio.pieces(bench.deck({"a": {}}))[0].front))
    document = pypdfium2.PdfDocument(draw_pages(made, bench.roots))
    for page, face in zip(document, made, strict=True):
        assert page.get_size() == pytest.approx((face.width * 72 / 25.4, face.height * 72 / 25.4), abs=0.001)
        shown = page.render(scale=5).to_pil().convert("RGB")
        width, height = (int(side * 5) for side in page.get_size())
        for x, y in ((1, 1), (width - 2, 1), (1, height - 2), (width - 2, height - 2)):
            assert shown.getpixel((x, y)) == (255, 0, 0), (face.width, face.height, x, y)


def test_icons_in_text_are_drawn_in_the_colour_of_the_text(bench: Bench) -> None:
    bench.write("content/kit/icons/box.svg", '<svg viewBox="0 0 9 9"><path fill="currentColor" d="M0 0h9v9H0z"/></svg>')
    box = f'<pnp:text x="0" y="0" width="50" {FONT} size="40" fill="#c00">{{{{ card.sign }}}}</pnp:text>'
    pdf = draw_pages(faces(bench, FULL + box, {"a": {"sign": "{box}"}, "b": {"sign": "{box} {box}"}}), bench.roots)
    ink = picture(pdf, dpi=254).getpixel((100, 80))
    assert ink == (204, 0, 0)
    assert forms(pdf) == 2


def jpeg(image: Image.Image, **options: Any) -> bytes:
    out = io.BytesIO()
    image.save(out, "JPEG", quality=95, **options)
    return out.getvalue()


def quadrants(mode: str = "RGB", size: tuple[int, int] = (60, 84)) -> Image.Image:
    image = Image.new("RGB", size)
    across, down = size[0] // 2, size[1] // 2
    for colour, corner in (("red", (0, 0)), ("lime", (across, 0)), ("blue", (0, down)), ("white", (across, down))):
        image.paste(colour, (*corner, corner[0] + across, corner[1] + down))
    return image.convert(mode)


def exif(turn: int) -> Image.Exif:
    made = Image.Exif()
    made[0x0112] = turn
    made[0x010E] = "a private remark"
    return made


def saved(image: Image.Image, kind: str = "PNG", **options: Any) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


PICTURES = {
    "plain.jpg": jpeg(quadrants()),
    "turned.jpg": jpeg(quadrants().transpose(Image.Transpose.ROTATE_90), exif=exif(6)),
    "cmyk.jpg": jpeg(quadrants("CMYK")),
    "palette.png": saved(quadrants("P")),
    "alpha.png": saved(quadrants("RGBA")),
    "two.gif": saved(quadrants("P"), "GIF", save_all=True, append_images=[Image.new("P", (60, 84))]),
    "lossless.webp": saved(quadrants(), "WEBP", lossless=True),
    "scan.tiff": saved(quadrants(), "TIFF"),
    "old.bmp": saved(quadrants(), "BMP"),
}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_of_every_kind_come_out_right(bench: Bench, name: str) -> None:
    bench.write(f"content/kit/art/{name}", PICTURES[name])
    made = faces(bench, f'{FULL}<image href="art/{name}" width="60" height="84"/>', {"a": {}, "b": {}})
    pdf = draw_pages(made, bench.roots)
    for shown in (picture(pdf, 1, 72), Image.open(io.BytesIO(draw_picture(made[0], bench.roots, 72))).convert("RGB")):
        for (x, y), colour in {(15, 21): (255, 0, 0), (45, 21): (0, 255, 0), (15, 63): (0, 0, 255)}.items():
            found = shown.getpixel((int((x + 3.175) * 72 / 25.4), int((y + 3.175) * 72 / 25.4)))
            assert isinstance(found, tuple)
            assert max(abs(a - b) for a, b in zip(found, colour, strict=True)) < 12, (name, x, y, found)
    assert len(images(pdf)) == 1


def test_a_jpeg_goes_into_the_pdf_as_it_is_but_without_what_the_camera_wrote(bench: Bench) -> None:
    content = jpeg(quadrants(), exif=exif(1), comment=b"a private remark")
    bench.write("content/kit/art/a.jpg", content)
    bench.write("content/kit/art/b.jpg", content)
    body = '<image href="art/a.jpg" width="60" height="84"/><image href="art/b.jpg" width="6" height="8"/>'
    pdf = draw_pages(faces(bench, body, {"a": {}, "b": {}}), bench.roots)
    ((kind, masked, found),) = images(pdf)
    assert (kind, masked) == ("/DCTDecode", False)
    assert b"private" in content
    assert b"private" not in found
    assert content.endswith(found[-500:])


def test_sixteen_bits_and_transparency(bench: Bench) -> None:
    grey = Image.new("I;16", (4, 4), 0x8000)
    bench.write("content/kit/art/deep.png", saved(grey))
    bench.write("content/kit/art/half.png", saved(Image.new("RGBA", (4, 4), (255, 0, 0, 128))))
    body = (
        f'{FULL}<image href="art/deep.png" width="20" height="20"/>'
        '<image href="art/half.png" x="30" width="20" height="20"/>'
    )
    pdf = draw_pages(faces(bench, body, {"a": {}}), bench.roots)
    shown = picture(pdf, dpi=25.4)
    assert shown.getpixel((13, 13)) == pytest.approx((128, 128, 128), abs=2)
    assert shown.getpixel((43, 13)) == pytest.approx((255, 127, 127), abs=3)
    assert sorted(masked for _, masked, _ in images(pdf)) == [False, True]


SCRIPT = """
import hashlib, sys
from pathlib import Path
sys.path.insert(0, "tests")
from faces.conftest import Bench
bench = Bench(Path(sys.argv[1]))
cards = {"ant": {"rules": "One **two**"}, "bee": {"rules": "Three"}}
studio = bench.studio(cards)
faces = [studio.compose(piece.front) for piece in studio.pieces(bench.deck(cards))]
heavy = [name for name in ("cairocffi", "cairosvg", "PIL") if name in sys.modules]
from pnp.faces.cairo.undrawn import UndrawnError
from pnp.faces.drawing import draw_pages
print(hashlib.sha256(draw_pages(faces, bench.roots)).hexdigest(), *(face.digest for face in faces), heavy)
"""


def test_bytes_and_digests_are_equal_whatever_the_folder_the_zone_and_the_seed(bench: Bench, tmp_path: Any) -> None:
    said = []
    for seed, zone in (("1", "UTC"), ("2", "Asia/Tokyo")):
        other = Bench(tmp_path / f"ünder {seed}")
        box = f'<pnp:text x="5" y="5" width="50" {FONT} size="10">{{{{ card.rules }}}}</pnp:text>'
        other.write("templates/card.svg.j2", f"{HEAD}{RICH}{box}</svg>")
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "LANG": "C"}
        run = [sys.executable, "-c", SCRIPT, str(other.folder)]
        said.append(subprocess.run(run, env=environment, capture_output=True, text=True, check=True).stdout)
    assert said[0] == said[1]
    assert said[0].endswith(" []\n"), "a face was composed without cairo"


def test_the_digest_changes_with_what_is_drawn_and_with_nothing_else(bench: Bench) -> None:
    bench.write("content/kit/art/a.png", saved(quadrants()))
    body = '<image href="art/a.png" width="{{ card.size }}" height="9"/>'
    first, again = bench.face(body, size=9), bench.face(body, size=9)
    assert first.digest == again.digest
    assert bench.face(body, size=8).digest != first.digest
    bench.write("content/kit/art/a.png", saved(quadrants(size=(30, 30))))
    assert bench.face(body, size=9).digest != first.digest


def test_cairosvg_is_left_as_it_was(bench: Bench) -> None:
    before = dict(cairosvg.surface.TAGS)
    draw_pages(faces(bench, RICH, {"a": {}}), bench.roots)
    assert dict(cairosvg.surface.TAGS) == before


def test_the_pdf_tells_no_date(bench: Bench) -> None:
    pdf = pikepdf.open(io.BytesIO(draw_pages(faces(bench, FULL, {"a": {}}), bench.roots)))
    assert str(pdf.docinfo["/CreationDate"]).removeprefix("D:").startswith("20000101")


def test_a_picture_that_fills_its_box_is_cut_at_it_and_solid_to_its_edge(bench: Bench) -> None:
    bench.write("content/kit/art/tiny.png", saved(Image.new("RGB", (4, 2), "red")))
    box = '<image href="art/tiny.png" x="10" y="10" width="20" height="20" preserveAspectRatio="xMidYMid slice"/>'
    made = faces(bench, FULL + box, {"a": {}})
    for shown in (
        picture(draw_pages(made, bench.roots), dpi=254),
        Image.open(io.BytesIO(draw_picture(made[0], bench.roots, 254))).convert("RGB"),
    ):
        ink = ImageChops.invert(shown).getbbox()
        assert ink == pytest.approx((131.75, 131.75, 331.75, 331.75), abs=1)
        for corner in ((134, 134), (329, 134), (134, 329), (329, 329)):
            assert shown.getpixel(corner) == (255, 0, 0)


def test_what_stumbles_past_the_gate_names_the_template_and_the_card(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = faces(bench, FULL, {"ant": {}})
    monkeypatch.setitem(cairosvg.surface.TAGS, "rect", lambda *_: 1 / 0)
    with pytest.raises(PnpError, match=r"card\.svg\.j2 cannot be drawn for ant: ZeroDivisionError"):
        draw_pages(made, bench.roots)


@pytest.mark.parametrize(
    ("written", "apart"),
    [
        ('<svg x="9" y="9" width="20" height="20" viewBox="-1-1 5 5">@</svg>', 'viewBox="-1 -1 5 5"'),
        ('<svg x="9" y="9" width="20" height="28" viewBox="1.01.0 7 9">@</svg>', 'viewBox="1.01 .0 7 9"'),
        ('<symbol id="s" viewBox="-1-1 5 5">@</symbol><use href="#s" x="9" y="9" width="20" height="20"/>', ""),
        ('<polygon points="10+12 15+50 15+18"/>', 'points="10 12 15 50 15 18"'),
        ('<path d="M10+12L15+50L1e1.2e1z"/>', 'd="M10 12L15 50L1e1 .2e1z"'),
        ('<g transform="translate(10+12)">@</g>', 'transform="translate(10 12)"'),
    ],
)
def test_numbers_that_run_together_are_drawn_as_if_they_stood_apart(bench: Bench, written: str, apart: str) -> None:
    written = written.replace("@", '<rect width="3" height="3"/>')
    name, _, value = (apart or 'viewBox="-1 -1 5 5"').partition("=")
    start = written.index(f"{name}=")
    end = written.index('"', start + len(name) + 2) + 1
    plain = f"{written[:start]}{name}={value}{written[end:]}"
    shown = [draw_picture(faces(bench, FULL + body, {"a": {}})[0], bench.roots, 50) for body in (written, plain, "")]
    assert shown[0] == shown[1] != shown[2]


def test_numbers_of_the_root_may_run_together(bench: Bench) -> None:
    body = '<rect x="10" y="10" width="9" height="9"/></svg>'
    shown = []
    for view in ("-3.175-3.175 69.85 95.25", "-3.175 -3.175 69.85 95.25"):
        face = bench.face(HEAD.replace("-3.175 -3.175 69.85 95.25", view) + body, whole=True)
        shown.append(draw_picture(face, bench.roots, 50))
    assert shown[0] == shown[1]


def test_numbers_of_an_icon_may_run_together(bench: Bench) -> None:
    inner = '<svg viewBox="@ 5 5"><path d="M0 0h3v3z"/></svg>'
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{inner}</svg>'
    bench.write("content/kit/icons/one.svg", drawing.replace("@", "-1-1"))
    bench.write("content/kit/icons/two.svg", drawing.replace("@", "-1 -1"))
    box = f'{FULL}<pnp:text x="9" y="9" width="30" height="9" size="20" {FONT}>{{@}}</pnp:text>'
    one, two = (draw_picture(bench.face(box.replace("@", name)), bench.roots, 50) for name in ("one", "two"))
    assert one == two


def test_every_face_that_stumbles_is_named(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    body = FULL + '<rect width="{{ card.w }}" height="3"/><circle r="{{ card.w }}"/>'
    made = faces(bench, body, {"ant": {"w": 1}, "bee": {"w": 2}, "cow": {"w": 3}})
    ours = cairosvg.surface.TAGS["circle"]

    def stumble(surface: Any, node: Any) -> None:
        if node["r"] != "2":
            raise ValueError("no")
        ours(surface, node)

    monkeypatch.setitem(cairosvg.surface.TAGS, "circle", stumble)
    with pytest.raises(UndrawnError) as caught:
        draw_pages(made, bench.roots)
    assert [(each.number, each.reason, each.markup) for each in caught.value.stumbles] == [
        (0, "ValueError (no)", '<circle r="1"/>'),
        (2, "ValueError (no)", '<circle r="3"/>'),
    ]
