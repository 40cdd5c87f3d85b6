"""Drawings as people and programs make them: each is drawn right or said to be wrong, by its file's name."""

import io
import itertools
from typing import Any, NamedTuple

import pikepdf
import pypdfium2
import pytest
from timing import within

from faces.gallery import CORPUS, DOTS, SHOWN, Colour, Gallery, Seen, near, said
from pnp.model.face import Box, Face, Words

WHITE, BLACK = (255, 255, 255), (0, 0, 0)
GREEN, RED, BLUE = (0, 136, 0), (204, 0, 0), (0, 102, 204)
CRIMSON = (204, 51, 51)
PICTURE_RED = (200, 30, 30)


class Drawn(NamedTuple):
    """A drawing's size in mm, colours at places in mm, and the checks that speak of it (none stops it)."""

    size: tuple[float, float]
    colours: dict[tuple[float, float], Colour]
    checks: tuple[str, ...] = ()


LEFT_OUT = ("undrawn-svg",)
# A disc of radius 15 in the middle of 40 x 40.
DISC = Drawn((40, 40), {(20, 20): (255, 204, 0), (20, 6): (255, 204, 0), (7, 7): WHITE, (20, 4): WHITE, (1, 1): WHITE})
FRAME: dict[tuple[float, float], Colour] = {
    (2, 44): (0, 51, 102),
    (61, 44): (0, 51, 102),
    (31, 2): (0, 51, 102),
    (31, 86): (0, 51, 102),
    (31, 44): WHITE,
}

DRAWN = {
    "size_px_no_viewbox": Drawn(
        (63.5, 88.9), {(31.75, 44.45): CRIMSON, (5.8, 44.45): CRIMSON, (31.75, 70.4): CRIMSON, (5, 44.45): WHITE}
    ),
    "size_viewbox_only": Drawn((63, 88), FRAME),
    "size_percent": Drawn((63, 88), FRAME),
    "size_mm": Drawn((63, 88), {(1, 44): BLACK, (62, 44): BLACK, (31, 1): BLACK, (31, 87): BLACK, (31, 44): WHITE}),
    "size_inch_pt_mix": Drawn((63.5, 88.9), {(31.75, 20): WHITE, (10, 60): WHITE}),
    "size_em_percent": Drawn(
        (63, 88), {(4.5, 4.5): (0, 153, 0), (35, 11.5): (0, 153, 0), (36, 8): WHITE, (3.5, 8): WHITE, (20, 12.5): WHITE}
    ),
    "size_negative_origin": Drawn((50, 50), {(25, 25): (255, 204, 0), (3, 25): (255, 204, 0), (25, 47): (255, 204, 0)}),
    "size_par_none": Drawn(
        (63, 88), {(0.6, 44): BLUE, (62.4, 44): BLUE, (31.5, 0.6): BLUE, (31.5, 87.4): BLUE, (3, 3): (221, 221, 221)}
    ),
    "size_par_slice": Drawn(
        (63, 88), {(0.6, 44): BLUE, (62.4, 44): BLUE, (31.5, 0.6): BLUE, (0.6, 0.6): (221, 221, 221), (0.6, 20): BLUE}
    ),
    "css_class": Drawn((63, 88), {(30, 10): RED, (5, 50): (0, 0, 204), (30, 50): WHITE, (30, 25): WHITE}),
    "css_priority": Drawn((40, 40), {(20, 6): (0, 170, 0), (20, 20): (255, 170, 0), (20, 33): (0, 0, 255)}),
    "css_import": Drawn((20, 20), {(10, 10): GREEN}, LEFT_OUT),
    "nested_svg": Drawn((63, 88), {(21, 11): CRIMSON, (39, 29): CRIMSON, (19, 20): WHITE, (41, 20): WHITE}),
    "nested_svg_overflow": Drawn((40, 40), {(11, 11): CRIMSON, (19, 19): CRIMSON, (21, 15): WHITE, (15, 21): WHITE}),
    "use_symbol": Drawn(
        (60, 20), {(10, 10): RED, (30, 10): (0, 170, 0), (50, 10): (0, 0, 204), (1, 1): WHITE, (19.8, 10): RED}
    ),
    "clip_outside_defs": DISC,
    "clip_after_use": DISC,
    "rect_rx_only": Drawn((40, 20), {(20, 10): (102, 51, 153), (0.6, 10): (102, 51, 153), (1, 1): WHITE}),
    "opacity_group": Drawn((40, 40), {(5, 5): (255, 128, 128), (20, 20): (255, 128, 128), (35, 5): WHITE}),
    "filter_blur": Drawn((40, 40), {(20, 20): BLACK, (5, 5): WHITE}, LEFT_OUT),
    "drop_shadow_offset": Drawn((40, 40), {(7, 7): RED, (24, 24): RED, (27, 27): WHITE}, LEFT_OUT),
    "blend_mode": Drawn((40, 40), {(20, 20): (0, 255, 255), (5, 5): (255, 255, 0)}, LEFT_OUT),
    "foreign_object": Drawn((63, 88), {(20, 20): WHITE}, ("missing-font", "undrawn-svg")),
    "switch_lang": Drawn((40, 20), {(1, 1): WHITE}, ("missing-font",)),
    "transform_origin": Drawn((40, 40), {(20, 11): BLUE, (20, 29): BLUE, (12, 20): WHITE, (28, 20): WHITE}),
    "script_onload": Drawn((10, 10), {(5, 5): GREEN}, LEFT_OUT),
    "animate": Drawn((10, 10), {(5, 5): GREEN}, LEFT_OUT),
    "dash_cutline": Drawn((63, 88), {(31, 44): WHITE, (1, 1): WHITE}),
    "text_length": Drawn((60, 20), {(55, 9): WHITE}, LEFT_OUT),
    "text_on_path": Drawn((60, 40), {(30, 10): WHITE}, LEFT_OUT),
    "image_data_xlink": Drawn((40, 40), {(6, 6): PICTURE_RED, (34, 34): PICTURE_RED, (4, 20): WHITE}),
    "image_data_href": Drawn((40, 40), {(6, 6): PICTURE_RED, (34, 34): PICTURE_RED, (4, 20): WHITE}),
    "image_data_wrong_mime": Drawn((40, 40), {(6, 6): PICTURE_RED, (34, 34): PICTURE_RED, (4, 20): WHITE}),
    "image_no_size": Drawn((40, 40), {(6, 6): PICTURE_RED, (12.5, 12.5): PICTURE_RED, (13.5, 9): WHITE}),
    # 60 x 84 pixels in a square of 40: white on both sides.
    "image_relative": Drawn((40, 40), {(8, 8): (220, 20, 20), (30, 8): (20, 160, 20), (3, 20): WHITE, (37, 20): WHITE}),
    "image_space_name": Drawn((40, 40), {(8, 30): (20, 20, 220), (30, 30): (240, 240, 240), (3, 20): WHITE}),
    "doctype_plain": Drawn((20, 20), {(10, 10): GREEN}),
    "entity_internal": Drawn((20, 20), {(10, 10): GREEN}),
    "no_namespace": Drawn((20, 20), {(10, 10): GREEN}),
}


@pytest.mark.parametrize("name", DRAWN)
def test_what_is_drawn(gallery: Gallery, name: str) -> None:
    drawn = DRAWN[name]
    face = gallery.face(f"svg/{name}.svg", *drawn.size)
    assert {fault.check for fault in face.faults} == set(drawn.checks)
    pages = gallery.see(face)
    assert (face.width, face.height, face.bleed) == (*drawn.size, 0)
    points = pypdfium2.PdfDocument(gallery.pdf(face))[0].get_size()
    assert points == pytest.approx([side * 72 / 25.4 for side in drawn.size], abs=0.01)
    for seen, ((x, y), colour) in itertools.product(pages, drawn.colours.items()):
        assert near(seen.at(x, y), colour), (x, y, seen.at(x, y), colour)


class Refused(NamedTuple):
    """The check, the line of the file, and words of the message and its cure."""

    check: str
    line: int
    words: tuple[str, ...]
    size: tuple[float, float] = (40, 40)


REFUSED = {
    "size_zero": Refused("bad-svg", 1, ("has no size", 'width="0"')),
    "size_huge": Refused("bad-svg", 1, ("larger than 5 m", "1000000mm")),
    "css_variables": Refused("unsupported-svg", 2, ("var(--k)", "#rrggbb")),
    "use_bomb_small": Refused("bad-svg", 2, ("222,223 elements", "20,000")),
    "use_cycle": Refused("bad-svg", 2, ("#b needs itself", "break the circle")),
    "clip_bbox_units": Refused("unsupported-svg", 2, ("clipPathUnits", "units of the drawing")),
    "mask_luminance": Refused("unsupported-svg", 2, ("<mask> is not drawn", "clip-path")),
    "color_forms": Refused("unsupported-svg", 2, ("#ff0000ff", "fill-opacity"), (80, 10)),
    "marker_arrow": Refused("unsupported-svg", 2, ("<marker> has no viewBox", "viewBox="), (40, 20)),
    "text_missing_font": Refused("missing-font", 2, ("No Such Font 123", "Barlow Condensed, "), (60, 20)),
    "image_missing": Refused("missing-file", 2, ("there is no picture img/not_here.png", SHOWN)),
    "image_http": Refused("missing-file", 2, ("http://127.0.0.1:9/a.png", "outside the project", "Nothing is fetched")),
    "image_escape_dir": Refused("missing-file", 2, ("etc/hostname is outside the project", "into the kit")),
    "image_self": Refused("bad-image", 2, ("image_self.svg is not a picture: it holds an SVG", "{% include %}")),
    "xxe_entity": Refused("bad-svg", 2, ("entity x lies outside the file", "plain SVG"), (60, 20)),
    "enc_wrong_decl": Refused("template-error", 2, ("is not UTF-8", "0xf6 in line 2, column 191"), (40, 12)),
    "bad_ampersand": Refused("bad-svg", 1, ("at column 135", "Salt & Iron", "a bare &"), (40, 12)),
    "bad_truncated": Refused("bad-svg", 1, ("line 1: unclosed token",), (40, 12)),
    "bad_empty": Refused("bad-svg", 1, ("bad_empty.svg is empty",), (40, 12)),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(gallery: Gallery, name: str) -> None:
    wrong = REFUSED[name]
    with within(1):
        face = gallery.face(f"svg/{name}.svg", *wrong.size)
    fault = next(fault for fault in face.faults if wrong.words[0] in fault.message)
    assert (fault.check, fault.where.file, fault.where.line) == (wrong.check, f"{SHOWN}/svg/{name}.svg", wrong.line)
    for words in wrong.words:
        assert words in f"{fault.message} {fault.help}"
    assert "Traceback" not in fault.message


@pytest.mark.parametrize("name", ["mask_luminance", "clip_bbox_units", "image_missing", "use_cycle", "marker_arrow"])
def test_what_is_refused_is_not_drawn_some_other_way(gallery: Gallery, name: str) -> None:
    for seen in gallery.see(gallery.face(f"svg/{name}.svg", *REFUSED[name].size)):
        assert seen.blank()


def test_what_stands_beside_it_is_drawn(gallery: Gallery) -> None:
    face = gallery.face("svg/image_http.svg", 40, 40)
    assert [near(seen.at(2, 2), GREEN) and near(seen.at(8, 8), WHITE) for seen in gallery.see(face)] == [True, True]


def test_no_file_from_outside_is_shown(gallery: Gallery) -> None:
    face = gallery.face("svg/xxe_entity.svg", 60, 20)
    assert (face.items, face.texts) == ((), ())


# --- lengths ---


def test_size_units_equal(gallery: Gallery) -> None:
    for seen in gallery.see(gallery.face("svg/size_units_equal.svg", 120, 80)):
        bars = [seen.ink(Box(0, 5 + 10 * n - 1, 120, 10 + 10 * n + 1)) for n in range(7)]
        for bar in bars:
            assert (bar.left, bar.right) == pytest.approx((10, 35.4), abs=0.25)
    face = gallery.face("svg/size_units_equal.svg", 120, 80)
    lengths = [shape.box.right - shape.box.left for shape in face.shapes[1:]]
    assert lengths == pytest.approx([25.4] * 7, abs=0.001)


def test_size_font_units_equal(gallery: Gallery) -> None:
    face = gallery.face("svg/size_font_units_equal.svg", 200, 120)
    assert [text.size for text in face.texts] == pytest.approx([36] * 7)
    for seen in gallery.see(face):
        letters = [seen.ink(Box(0, 2 + 14 * n, 50, 15.5 + 14 * n)) for n in range(7)]
        heights = [ink.bottom - ink.top for ink in letters]
        assert max(heights) - min(heights) <= 0.21
        assert heights[0] == pytest.approx(0.7 * 12.7, abs=0.25)  # capitals are 0.7 em high


def test_size_inch_pt_mix(gallery: Gallery) -> None:
    line = gallery.face("svg/size_inch_pt_mix.svg", 63.5, 88.9).shapes[1]
    assert sum(line.outlines[0], ()) == pytest.approx((0, 0, 63.5, 88.9))


def test_size_viewbox_only_is_never_cropped_and_keeps_its_proportions(gallery: Gallery) -> None:
    for seen in gallery.see(gallery.face("svg/size_viewbox_only.svg", 70, 120)):
        ink = seen.ink()
        assert (ink.right - ink.left) / (ink.bottom - ink.top) == pytest.approx(60 / 85, abs=0.01)
        assert (ink.left + ink.right, ink.top + ink.bottom) == pytest.approx((70, 120), abs=0.4)
        assert ink.left == pytest.approx(1.5 * 70 / 63, abs=0.2)


def test_a_drawing_without_a_size_fills_the_bleed_where_it_has_its_proportions(gallery: Gallery) -> None:
    assert gallery.face("svg/size_viewbox_only.svg", 60, 85, bleed=1.5).bleed == 1.5
    assert gallery.face("svg/size_viewbox_only.svg", 63, 88, bleed=1.5).bleed == 0


# --- patterns and dashes ---


def _stripes(seen: Seen, y: float) -> list[float]:
    """The widths in mm of the stripes along a row; seams between tiles, a pixel wide, are no stripes."""
    row = [seen.at(x / DOTS, y)[0] > 128 for x in range(10, 60 * DOTS - 10)]
    widths = [len(list(group)) / DOTS for _, group in itertools.groupby(row)]
    return [width for width in widths if width > 0.5]


def test_pattern_stripes(gallery: Gallery) -> None:
    page, png = gallery.see(gallery.face("svg/pattern_stripes.svg", 60, 40))
    for y in (5.0, 17.0, 33.0):
        assert len(_stripes(page, y)) == pytest.approx(len(_stripes(png, y)), abs=1)
        for seen in (page, png):
            # 5 across a stripe is 7.07 along the row.
            assert max(_stripes(seen, y)) == pytest.approx(7.07, abs=0.5)


def test_dash_cutline(gallery: Gallery) -> None:
    with pikepdf.open(io.BytesIO(gallery.pdf(gallery.face("svg/dash_cutline.svg", 63, 88)))) as pdf:
        drawn = pikepdf.parse_content_stream(pdf.pages[0])
        (dashes,) = [op.operands[0] for op in drawn if str(op.operator) == "d" and len(op.operands[0])]
        matrices = [[float(n) for n in op.operands] for op in drawn if str(op.operator) == "cm"]
    scale = 1.0
    for matrix in matrices:
        scale *= abs(matrix[0])
    assert [float(length) * scale * 25.4 / 72 for length in dashes] == pytest.approx([2, 1], abs=0.01)


# --- text ---


def _words(face: Face) -> list[str]:
    return [text.words.strip() for text in face.texts]


@pytest.mark.parametrize(
    ("name", "size", "words"),
    [
        ("text_entity.svg", (60, 20), ["Salt & Iron <3 ©"]),
        ("enc_bom.svg", (40, 12), ["Größe é"]),
        ("enc_utf16.svg", (40, 12), ["Größe é"]),
        ("enc_latin1.svg", (40, 12), ["Größe é"]),
        ("crlf.svg", (40, 12), ["Größe é"]),
        ("packed.svgz", (40, 12), ["Größe é"]),
        ("text_tspan_tail.svg", (100, 20), ["one two three"]),
        ("text_tspan_end.svg", (100, 20), ["Pay one gold"]),
        ("text_tspan_middle.svg", (100, 30), ["Gain two coins", "Gain two coins"]),
        ("text_font_weight.svg", (60, 30), ["Weight", "Weight"]),
        ("text_font_list.svg", (60, 20), ["iiiWWW"]),
    ],
)
def test_what_is_read(gallery: Gallery, name: str, size: tuple[float, float], words: list[str]) -> None:
    face = gallery.face(f"svg/{name}", *size)
    assert face.faults == ()
    assert _words(face) == words
    assert not any(text.missing for text in face.texts)
    for seen in gallery.see(face):
        seen.ink()


def test_switch_lang(gallery: Gallery) -> None:
    assert _words(gallery.face("svg/switch_lang.svg", 40, 20)) == ["RIGHT"]


def test_foreign_object_leaves_the_text_after_it(gallery: Gallery) -> None:
    face = gallery.face("svg/foreign_object.svg", 63, 88)
    assert _words(face) == ["after"]
    assert said(face.faults)[0] == ("undrawn-svg", f"{SHOWN}/svg/foreign_object.svg", 2)
    for seen in gallery.see(face):
        assert seen.ink().top > 70


def test_text_tspan_middle(gallery: Gallery) -> None:
    for seen in gallery.see(gallery.face("svg/text_tspan_middle.svg", 100, 30)):
        for top, bottom in ((5, 13), (15, 23)):
            left, right = seen.ink(Box(5, top, 49, bottom)).left, seen.ink(Box(51, top, 95, bottom)).right
            assert (left + right) / 2 == pytest.approx(50, abs=1)


def test_text_tspan_end(gallery: Gallery) -> None:
    for seen in gallery.see(gallery.face("svg/text_tspan_end.svg", 100, 20)):
        assert seen.ink().right == pytest.approx(95, abs=0.5)
    (words,) = [item for item in gallery.face("svg/text_tspan_end.svg", 100, 20).items if isinstance(item, Words)]
    starts = [run.glyphs[0][1] for run in words.runs]
    assert starts == sorted(starts)


def test_text_tspan_tail(gallery: Gallery) -> None:
    for seen in gallery.see(gallery.face("svg/text_tspan_tail.svg", 100, 20)):
        ink = seen.ink()
        reddish = [
            x / 5 for x in range(500) if any(seen.at(x / 5, y)[0] - seen.at(x / 5, y)[1] > 80 for y in (7, 8, 9))
        ]
        assert ink.left < min(reddish) < max(reddish) < ink.right


def test_text_tspan_lines(gallery: Gallery) -> None:
    for seen in gallery.see(gallery.face("svg/text_tspan_lines.svg", 60, 40)):
        for baseline in (10, 16, 22):
            ink = seen.ink(Box(0, baseline - 4.2, 60, baseline + 1.2))
            assert ink.left == pytest.approx(5.2, abs=0.5)
            assert ink.bottom == pytest.approx(baseline, abs=0.35)


@pytest.mark.parametrize(("name", "wider"), [("text_space_preserve", (1.5, 9)), ("text_letter_spacing", (9.5, 12.5))])
def test_the_second_line_is_wider(gallery: Gallery, name: str, wider: tuple[float, float]) -> None:
    for seen in gallery.see(gallery.face(f"svg/{name}.svg", 60, 20)):
        first, second = seen.ink(Box(0, 0, 60, 10)), seen.ink(Box(0, 11, 60, 20))
        assert wider[0] < (second.right - second.left) - (first.right - first.left) < wider[1]


def test_text_zero_width(gallery: Gallery) -> None:
    face = gallery.face("svg/text_zero_width.svg", 60, 20)
    assert face.faults == ()
    assert not any(text.missing for text in face.texts)
    for seen in gallery.see(face):
        first, second = seen.ink(Box(0, 0, 60, 10)), seen.ink(Box(0, 10.5, 60, 20))
        assert (first.left, first.right) == pytest.approx((second.left, second.right), abs=0.25)


def test_text_baseline(gallery: Gallery) -> None:
    face = gallery.face("svg/text_baseline.svg", 60, 20)
    for seen in gallery.see(face):
        # The d's bowl and the i's stem, below the red line and above it, without the capital.
        i = seen.ink(Box(9, 10.3, 11, 16)).bottom - 10
        assert i == pytest.approx(0.506 * 8 / 2, abs=0.35)  # half of the font's x-height


def test_text_font_weight(gallery: Gallery) -> None:
    face = gallery.face("svg/text_font_weight.svg", 60, 30)
    assert face.texts[0].size == face.texts[1].size
    assert (face.texts[0].font, face.texts[1].font) == ("Dejavu Sans", "Dejavu Sans Bold")
    for seen in gallery.see(face):
        light, bold = (
            sum(255 - seen.at(x / 5, y / 5)[0] for x in range(300) for y in range(top, top + 45)) for top in (10, 60)
        )
        assert bold > 1.25 * light


def test_text_font_list(gallery: Gallery) -> None:
    assert gallery.face("svg/text_font_list.svg", 60, 20).texts[0].font == "Dejavu Sans Mono"


def test_css_class_has_a_bold_letter(gallery: Gallery) -> None:
    (text,) = gallery.face("svg/css_class.svg", 63, 88).texts
    assert (text.words, text.font) == ("T", "Dejavu Sans Bold")
    assert text.size == pytest.approx(6 * 72 / 25.4)


# --- the list is whole ---


def test_every_file_has_its_test() -> None:
    ours: list[Any] = [*DRAWN, *REFUSED]
    ours += [
        "size_units_equal",
        "size_font_units_equal",
        "pattern_stripes",
        "text_entity",
        "text_tspan_tail",
        "text_tspan_end",
    ]
    ours += ["text_tspan_middle", "text_tspan_lines", "text_space_preserve", "text_letter_spacing", "text_zero_width"]
    ours += [
        "text_baseline",
        "text_font_weight",
        "text_font_list",
        "enc_bom",
        "enc_utf16",
        "enc_latin1",
        "crlf",
        "packed",
    ]
    assert sorted(set(ours)) == sorted(path.stem for path in (CORPUS / "svg").iterdir())
