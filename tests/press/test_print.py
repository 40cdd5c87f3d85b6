"""The finished PDF, read back by its operators."""

import hashlib
import io
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

from pnp.model.face import Box, FaceKey, Pages
from pnp.model.finding import PnpError
from pnp.model.sheet import Line, Piece, Run, Side
from pnp.press.assembly import print_run
from press.nouns import POKER, colours, draw, faces_of, lay, make_pieces
from press.reading import Placed, ReadPage, Stroke, read

EXACT = 0.01  # mm


def close(one: tuple[float, ...] | Box | Line | None, other: tuple[float, ...] | Box | Line) -> bool:
    return one is not None and all(abs(a - b) < EXACT for a, b in zip(one, other, strict=True))


def printed(pieces: list[Piece], paper: str = "letter", **settings: Any) -> tuple[Run, bytes]:
    run = lay(pieces, paper, **settings)
    return run, print_run(run, draw(pieces), False)


def compare(side: Side, page: ReadPage, pieces: list[Piece]) -> None:
    """A page is what the side says: faces, clips, turns, marks, halos, ruler and boxes."""
    names = {colour: key for key, colour in colours(pieces).items()}
    bleed = {key: piece.bleed for piece in pieces for key in (piece.front, piece.back)}
    assert [names[placed.colour] for placed in page.placed] == [slot.face for slot in side.slots]
    for placed, slot in zip(page.placed, side.slots, strict=True):
        reach = bleed[slot.face]
        whole = Box(slot.x - reach, slot.y - reach, slot.trim.right + reach, slot.trim.bottom + reach)
        assert close(placed.box, whole)
        assert close(placed.clip, slot.bleed)
        assert (placed.turn, placed.layer) == (slot.turn, "/Art")
    assert len(page.marks) == len(side.marks)
    for stroke, mark in zip(page.marks, side.marks, strict=True):
        assert close(stroke.line, mark.line)
        assert stroke.width == pytest.approx(0.15, abs=1e-4)
    halos = [mark for mark in side.marks if mark.halo]
    for stroke, mark in zip(page.halos, halos, strict=True):
        assert stroke.width > 0.5
        assert close(stroke.line[2:], mark.line[2:])
    if side.slots:
        trims, bleeds = [slot.trim for slot in side.slots], [slot.bleed for slot in side.slots]
        assert close(page.trim, around(trims))
        assert close(page.bleed, around(bleeds))
    else:
        assert page.trim is None


def around(boxes: list[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


@pytest.mark.parametrize("flip", ["long-edge", "short-edge"])
@pytest.mark.parametrize("paper", ["letter", "a4"])
@pytest.mark.parametrize(("count", "gutter"), [(1, 0), (8, 0), (9, 0), (10, 0), (5, 3), (9, 6.35)])
def test_everything_lies_where_arithmetic_puts_it(count: int, gutter: float, paper: str, flip: str) -> None:
    pieces = make_pieces(count)
    run, content = printed(pieces, paper, gutter=gutter, flip=flip)
    pages = read(content)
    assert len(pages) == 2 * len(run.sheets)
    for number, sheet in enumerate(run.sheets):
        assert sheet.back is not None
        front, back = pages[2 * number], pages[2 * number + 1]
        assert close((front.width, front.height), (sheet.width, sheet.height))
        assert close((back.width, back.height), (sheet.width, sheet.height))
        compare(sheet.front, front, pieces)
        compare(sheet.back, back, pieces)


def test_nine_poker_cards_on_letter_by_hand() -> None:
    """Against numbers of one's own: a mistake in the layout would not show against the layout."""
    pieces = make_pieces(9)
    front, back = read(printed(pieces)[1])
    names = {colour: key.card for key, colour in colours(pieces).items()}
    for number, placed in enumerate(front.placed):
        row, column = divmod(number, 3)
        left, top = 12.7 + 63.5 * column, 6.35 + 88.9 * row
        assert names[placed.colour] == f"deck-{number + 1}"
        assert close(placed.box, (left - 3.175, top - 3.175, left + 66.675, top + 92.075))
        behind = next(other for other in back.placed if names[other.colour] == f"deck-{number + 1}")
        mirrored = 215.9 - left - 63.5
        assert close(behind.box, (mirrored - 3.175, top - 3.175, mirrored + 66.675, top + 92.075))
    assert close(front.trim, (12.7, 6.35, 203.2, 273.05))
    assert close(front.bleed, (9.525, 4.2, 206.375, 275.2))
    uprights = sorted({round(s.line.x1, 2) for s in front.marks if s.line.x1 == s.line.x2})
    levels = sorted({round(s.line.y1, 2) for s in front.marks if s.line.y1 == s.line.y2})
    assert uprights == [12.7, 76.2, 139.7, 203.2]
    assert levels == [6.35, 95.25, 184.15, 273.05]


def picture(content: bytes, page: int, names: dict[tuple[int, int, int], str], places: list[Box]) -> str:
    """What the middle of each place shows, as a letter, and a dot where there is bare paper."""
    with pypdfium2.PdfDocument(content) as pdf:
        image = pdf[page].render(scale=25.4 / 72).to_pil()  # 1 pixel a millimetre
    shown = [image.getpixel((round((box.left + box.right) / 2), round((box.top + box.bottom) / 2))) for box in places]
    return "".join("." if colour == (255, 255, 255) else names[colour] for colour in shown)


@pytest.mark.parametrize(("flip", "back"), [("long-edge", "cbafed.hg"), ("short-edge", "gh.defabc")])
def test_the_picture_of_a_sheet(flip: str, back: str) -> None:
    pieces = make_pieces(8)
    _, content = printed(pieces, flip=flip)
    paint = colours(pieces)
    names = {paint[key]: "abcdefgh"[n] for n, p in enumerate(pieces) for key in (p.front, p.back) if key}
    places = [
        Box(12.7 + 63.5 * c, 6.35 + 88.9 * r, 76.2 + 63.5 * c, 95.25 + 88.9 * r) for r in (0, 1, 2) for c in (0, 1, 2)
    ]
    assert picture(content, 0, names, places) == "abcdefgh."
    assert picture(content, 1, names, places) == back
    # The square in each face's corner: on backs that are turned it is in the opposite one.
    corners = [Box(12.7 + 3, 6.35 + 3, 12.7 + 9, 6.35 + 9), Box(76.2 - 9, 95.25 - 9, 76.2 - 3, 95.25 - 3)]
    names[0, 0, 0] = "#"
    assert [picture(content, 0, names, [box]) == "#" for box in corners] == [True, False]
    turned = [picture(content, 1, names, [box]) == "#" for box in corners]
    assert turned == ([True, False] if flip == "long-edge" else [False, True])


def test_no_mark_lies_in_any_trim_of_the_file() -> None:
    for gutter in (0, 3, 6.35):
        for page in read(printed(make_pieces(8), gutter=gutter)[1]):
            trims = [trim_of(placed) for placed in page.placed]
            assert page.marks
            for stroke in (*page.marks, *page.halos):
                assert not any(crosses(trim, stroke) for trim in trims)


def trim_of(placed: Placed) -> Box:
    left, top, right, bottom = placed.box
    return Box(left + 3.175, top + 3.175, right - 3.175, bottom - 3.175)


def crosses(box: Box, stroke: Stroke) -> bool:
    x1, y1, x2, y2 = stroke.line
    half = 0 if abs(x1 - x2) > EXACT else stroke.width / 2
    high = 0 if abs(y1 - y2) > EXACT else stroke.width / 2
    if stroke.grey == 0:
        half = high = 0
    return (
        min(x1, x2) - half < box.right - EXACT
        and max(x1, x2) + half > box.left + EXACT
        and min(y1, y2) - high < box.bottom - EXACT
        and max(y1, y2) + high > box.top + EXACT
    )


@pytest.mark.parametrize(("paper", "upright"), [("letter", True), ("a4", False)])
def test_printer_scale_ruler_is_a_hundred_millimetres(paper: str, upright: bool) -> None:
    front, _ = read(printed(make_pieces(9), paper)[1])
    foot, *ticks = front.rules
    assert len(ticks) == 101
    ends = (foot.line.y1, foot.line.y2) if upright else (foot.line.x1, foot.line.x2)
    assert abs(ends[1] - ends[0]) == pytest.approx(100, abs=EXACT)
    places = [tick.line.y1 if upright else tick.line.x1 for tick in ticks]
    assert abs(places[-1] - places[0]) == pytest.approx(100, abs=EXACT)
    assert all(abs(abs(b - a) - 1) < EXACT for a, b in pairwise(places))


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_notes_can_be_read_and_lie_in_their_boxes(paper: str) -> None:
    run, content = printed(make_pieces(10), paper)
    sides = [side for sheet in run.sheets for side in (sheet.front, sheet.back) if side]
    with pypdfium2.PdfDocument(content) as pdf:
        for number, side in enumerate(sides):
            text = pdf[number].get_textpage()
            words = text.get_text_bounded().replace("\r\n", " ")
            height = run.sheets[0].height
            assert sorted(words.split()) == sorted(" ".join(note.text for note in side.notes).split())
            for note in side.notes:
                found = text.search(note.text).get_next()
                assert found is not None
                boxes = [text.get_charbox(found[0] + n) for n in range(found[1])]
                for left, bottom, right, top in boxes:
                    assert left * 25.4 / 72 >= note.box.left - EXACT
                    assert right * 25.4 / 72 <= note.box.right + EXACT
                    assert height - top * 25.4 / 72 >= note.box.top - EXACT
                    assert height - bottom * 25.4 / 72 <= note.box.bottom + EXACT


def test_letters_that_the_font_lacks_come_from_another_or_are_question_marks() -> None:
    pieces = make_pieces(1)
    run = lay(pieces)
    odd = type(run)(run.job, run.kit, run.title, "1.0 Игра ★ 漢", run.paper, run.flip, run.sheets)
    note = run.sheets[0].front.notes[0]
    label = type(note)(note.kind, note.box, note.turn, f"{odd.version} · front")
    front = Side(run.sheets[0].front.slots, (), (label,))
    sheet = type(run.sheets[0])(run.sheets[0].width, run.sheets[0].height, run.sheets[0].pieces, front)
    content = print_run(type(run)(run.job, "k", "t", "", "letter", "long-edge", (sheet,)), draw(pieces), False)
    with pypdfium2.PdfDocument(content) as pdf:
        assert pdf[0].get_textpage().get_text_bounded() == "1.0 Игра ★ ? · front"
    assert all_fonts_embedded(content)


def all_fonts_embedded(content: bytes) -> bool:
    with pikepdf.open(io.BytesIO(content)) as pdf:
        fonts = [
            thing for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/Font"
        ]
        assert fonts
        return all("/FontFile2" in font.FontDescriptor or "/FontFile3" in font.FontDescriptor for font in fonts)


@pytest.mark.parametrize(
    ("flip", "back", "duplex"),
    [
        ("long-edge", "each", "/DuplexFlipLongEdge"),
        ("short-edge", "each", "/DuplexFlipShortEdge"),
        ("long-edge", "none", "/Simplex"),
    ],
)
def test_viewers_are_told_how_to_print(flip: str, back: str, duplex: str) -> None:
    _, content = printed(make_pieces(1, back=back), flip=flip)
    with pikepdf.open(io.BytesIO(content)) as pdf:
        preferences = pdf.Root.ViewerPreferences
        assert [str(preferences.PrintScaling), str(preferences.Duplex)] == ["/None", duplex]
        assert len(pdf.pages) == (1 if back == "none" else 2)


def test_layers_title_and_producer() -> None:
    _, content = printed(make_pieces(9))
    with pikepdf.open(io.BytesIO(content)) as pdf:
        assert [str(layer.Name) for layer in pdf.Root.OCProperties.OCGs] == ["Art", "Cut lines", "Notes"]
        assert sorted(pdf.pages[0].resources.Properties.keys()) == ["/Art", "/Cut", "/Notes"]
        assert str(pdf.docinfo["/Title"]) == "The Game: cards (letter, version 1.2)"
        assert str(pdf.docinfo["/Producer"]).startswith("pnp ")
        assert sorted(pdf.docinfo.keys()) == ["/Producer", "/Title"]
        metadata = pdf.Root.Metadata.read_bytes()
    assert b"The Game: cards (letter, version 1.2)" in metadata
    assert b"Date" not in metadata


def test_nothing_is_left_over() -> None:
    """Each face once, each layout once, each label once, and no placeholder, cairo date or forgotten font."""
    pieces = make_pieces(20, back="shared")
    _, content = printed(pieces)
    with pikepdf.open(io.BytesIO(content)) as pdf:
        forms = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
        assert len(forms) == 21
        layouts = {page.Contents[0].objgen for page in pdf.pages}
        labels = {page.Contents[1].objgen for page in pdf.pages}
        assert (len(pdf.pages), len(layouts), len(labels)) == (6, 4, 6)
        streams = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and "/Type" not in o and "/Subtype" not in o]
        fonts = [o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font"]
        assert len(fonts) == 1
        assert len(streams) == 4 + 6 + 2  # and the font's file and its letters
        assert not any("/ASCII85Decode" in str(stream.get("/Filter")) for stream in streams)
        every = b"".join(o.read_bytes() for o in pdf.objects if isinstance(o, pikepdf.Stream))
        assert b"cairo" not in every
        assert all_fonts_embedded(content)


def test_a_run_that_needs_few_faces_has_few_faces() -> None:
    pieces = make_pieces(30)
    pages = draw(pieces, chunk=7)
    some = print_run(lay(pieces[20:23]), pages, False)
    assert [p.colour for p in read(some)[0].placed] == [colours(pieces)[p.front] for p in pieces[20:23]]
    with pikepdf.open(io.BytesIO(some)) as pdf:
        assert sum(isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form" for o in pdf.objects) == 6


def test_faces_in_several_files_give_the_same_sheets() -> None:
    pieces = make_pieces(20)
    run = lay(pieces)
    one, many = (read(print_run(run, draw(pieces, chunk), False)) for chunk in (250, 7))
    assert one == many


def test_a_face_without_bleed_lies_on_its_trim() -> None:
    pieces = make_pieces(1)
    bare = draw(make_pieces(1, bleed=0))
    front, _ = read(print_run(lay(pieces), bare, False))
    assert close(front.placed[0].box, (12.7, 6.35, 76.2, 95.25))


def test_a_face_that_was_not_drawn_leaves_its_place_empty() -> None:
    pieces = make_pieces(3)
    pages = draw(pieces)
    at = {key: place for key, place in pages.at.items() if key.card != "deck-2"}
    run = lay(pieces)
    front, back = read(print_run(run, Pages(pages.files, at, pages.digests), False))
    assert (len(front.placed), len(back.placed), len(front.marks)) == (2, 2, 12)
    assert read(print_run(run, Pages((), {}, {}), False))[0].placed == []


def test_sheets_that_differ_in_their_marks_alone_are_drawn_apart() -> None:
    bare = [*make_pieces(9, back="none"), *make_pieces(2, (64, 87), deck="tall", back="none")]
    pieces = [*bare, *make_pieces(1, (50, 50), deck="square")]
    run, content = printed(pieces)
    pages = read(content)
    for number, sheet in enumerate(run.sheets):
        assert sheet.back is not None
        compare(sheet.front, pages[2 * number], pieces)
        compare(sheet.back, pages[2 * number + 1], pieces)
    assert [(len(page.placed), len(page.marks)) for page in pages[1::2]] == [(0, 16), (0, 10), (1, 8)]


def test_sheets_that_differ_in_the_size_of_their_faces_alone_are_drawn_apart() -> None:
    pieces = make_pieces(18)
    bare, whole = draw(make_pieces(18, bleed=0)), draw(pieces)
    at = {key: place if key in faces_of(pieces[:9]) else (1, place[1]) for key, place in whole.at.items()}
    pages = read(print_run(lay(pieces), Pages((*bare.files, *whole.files), at, {}), False))
    lefts = [round(min(placed.box.left for placed in page.placed), 1) for page in pages]
    assert lefts == [12.7, 12.7, 9.5, 9.5]


def test_no_page_is_empty() -> None:
    mixed = [*make_pieces(9, back="none"), *make_pieces(2, deck="two")]
    _, content = printed(mixed)
    with pypdfium2.PdfDocument(content) as pdf:
        assert len(pdf) == 4
        for page in pdf:
            assert page.render(scale=0.5).to_pil().convert("L").getextrema()[0] < 255


def test_drafts_are_stamped_on_every_page() -> None:
    pieces = make_pieces(10)
    run = lay(pieces)
    pages = draw(pieces)
    draft, final = print_run(run, pages, True), print_run(run, pages, False)
    with pypdfium2.PdfDocument(draft) as pdf, pypdfium2.PdfDocument(final) as plain:
        assert all("DRAFT" in page.get_textpage().get_text_bounded().replace("\r\n", "") for page in pdf)
        assert not any("DRAFT" in page.get_textpage().get_text_bounded() for page in plain)
        stamped, bare = (one[0].render(scale=0.2).to_pil().tobytes() for one in (pdf, plain))
    assert sum(a != b for a, b in zip(stamped, bare, strict=True)) > len(bare) / 20
    assert all_fonts_embedded(draft)


def test_a_run_without_sheets_cannot_be_printed() -> None:
    with pytest.raises(PnpError, match="nothing to print"):
        print_run(lay([]), Pages((), {}, {}), False)


PRINT = """
import hashlib, sys
sys.path.insert(0, sys.argv[1])
from press.nouns import draw, lay, make_pieces
from pnp.press.assembly import print_run
pieces = make_pieces(20, back="shared")
print(hashlib.sha256(print_run(lay(pieces), draw(pieces), True)).hexdigest())
"""


def test_two_runs_give_the_same_bytes(tmp_path: Path) -> None:
    pieces = make_pieces(20, back="shared")
    here = hashlib.sha256(print_run(lay(pieces), draw(pieces), True)).hexdigest()
    again = hashlib.sha256(print_run(lay(pieces), draw(pieces), True)).hexdigest()
    surroundings = {"PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo", "LANG": "de_DE.UTF-8", "PATH": "/usr/bin:/bin"}
    other = subprocess.run(
        [sys.executable, "-c", PRINT, str(Path(__file__).parent.parent)],
        cwd=tmp_path,
        env={**os.environ, **surroundings},
        capture_output=True,
        text=True,
        check=True,
    )
    assert here == again == other.stdout.strip()


def test_paths_of_this_machine_are_not_in_the_file() -> None:
    _, content = printed(make_pieces(1, POKER))
    with pikepdf.open(io.BytesIO(content)) as pdf:
        plain = io.BytesIO()
        pdf.save(plain, qdf=True, static_id=True)
    assert b"templates" not in plain.getvalue()
    assert str(Path.cwd()).encode() not in plain.getvalue()


def test_a_landscape_page_is_wide() -> None:
    run, content = printed(make_pieces(8), "a4", gutter=6.35)
    assert run.sheets[0].width == 297
    (front, _) = read(content)
    assert close((front.width, front.height), (297, 210))
    assert FaceKey("deck", "deck-8", "front") == run.sheets[0].front.slots[7].face
    assert close(front.trim, (11.975, 12.925, 285.025, 197.075))
