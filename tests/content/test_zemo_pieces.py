"""Space Station Zemo: tokens, stand-ups, mats, Health Track and slips, as their finished sheets have them."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise, product

import pypdfium2
import pytest
from faces.conftest import REPOSITORY
from press.paths import Path, cut_paths
from press.reading import read

from pnp.jobs import Jobs, Laid
from pnp.kit.project import Project
from pnp.kit.reading import read_kit
from pnp.model.face import Box
from pnp.model.kit import Card, Kit, Value
from pnp.model.sheet import Run
from pnp.outcome import Options
from pnp.press.assembly import print_run
from pnp.work.crew import Crew, quiet

ZEMO = REPOSITORY / "content/space-station-zemo"
PAPERS = {"letter": (215.9, 279.4), "a4": (210.0, 297.0)}
POINT = 25.4 / 72
EXACT = 0.01  # mm
COUNTS = {
    **{f"health-{name}": 1 for name in ("chuckie", "mush", "floyd", "pete", "rats")},
    "code": 3,
    "airlock": 1,
    "gravity": 1,
    "life-support": 1,
    "floyd-form": 1,
    "rat-pack-1": 1,
    "rat-pack-2": 1,
    "decoder-ring": 5,
    "gumball": 6,
    "polyp": 12,
    "technoplant": 25,
}
# What a character of these figures starts with: health, then what it adds to a move and to a combat roll.
FIGURES = {"chuckie": (20, -1, 2), "mush": (19, 0, 2), "floyd": (18, 0, 0), "pete": (13, 0, 0), "rats": (9, 1, 0)}


@cache
def kit() -> Kit:
    return read_kit(ZEMO, "content/space-station-zemo")


@cache
def laid(name: str) -> Laid:
    """A job of the kit on both papers."""
    (job,) = (job for job in kit().jobs if job.name == name)
    with Crew(kit(), Project(REPOSITORY).roots(ZEMO), draw=True) as crew:
        return Jobs(kit(), [job], crew, Options(tuple(PAPERS)), draw=True).lay(quiet)[0]


@cache
def printed(name: str, paper: str) -> tuple[Run, bytes]:
    (run,) = (run for run in laid(name).runs if run.paper == paper)
    return run, print_run(run, laid(name).pages, draft=False)


def cards(deck: str) -> dict[str, Card]:
    return {card.id: card for card in kit().deck(deck).cards}


def group(value: Value) -> Mapping[str, Value]:
    assert isinstance(value, Mapping)
    return value


def said(page: pypdfium2.PdfTextPage, box: Box) -> str:
    """The words of a page inside a box."""
    height = page.page.get_height()
    edges = [box.left / POINT, height - box.bottom / POINT, box.right / POINT, height - box.top / POINT]
    return " ".join(page.get_text_bounded(*edges).split())


def mirrored(box: Box, width: float) -> Box:
    return Box(width - box.right, box.top, width - box.left, box.bottom)


def test_there_are_as_many_tokens_as_the_rules_need() -> None:
    assert {card.id: card.copies for card in kit().deck("tokens").cards} == COUNTS
    assert sum(COUNTS.values()) == 62


@pytest.mark.parametrize("paper", PAPERS)
def test_the_back_of_each_token_lies_behind_its_front(paper: str) -> None:
    """By the words that are printed there: a sheet that is turned over its long edge shows them on the same spot."""
    run, content = printed("tokens", paper)
    assert (run.flip, len(run.sheets)) == ("long-edge", 1)
    front, back = read(content)
    width = PAPERS[paper][0]
    assert (front.width, back.width) == pytest.approx((width, width), abs=EXACT)
    behind = sorted(mirrored(each.box, width) for each in back.placed)
    for one, other in zip(sorted(each.box for each in front.placed), behind, strict=True):
        assert one == pytest.approx(other, abs=EXACT)
    pairs: Counter[tuple[str, str]] = Counter()
    with pypdfium2.PdfDocument(content) as pdf:
        texts = pdf[0].get_textpage(), pdf[1].get_textpage()
        for each in front.placed:
            pairs[said(texts[0], each.box), said(texts[1], mirrored(each.box, width))] += 1
    wanted: Counter[tuple[str, str]] = Counter()
    for card in kit().deck("tokens").cards:
        wanted[words_of(card, "front"), words_of(card, "back")] += card.copies
    assert pairs == wanted


def words_of(card: Card, side: str) -> str:
    face = group(card.values[side])
    return " ".join(str(face[key]) for key in ("letter", "word") if face.get(key))


@pytest.mark.parametrize("paper", PAPERS)
def test_only_backs_of_tokens_have_lines_to_cut(paper: str) -> None:
    run, content = printed("tokens", paper)
    assert cut_paths(content, 0) == []
    (sheet,) = run.sheets
    assert sheet.back is not None
    lines = [each for each in cut_paths(content, 1) if not each.filled]
    around = [box_of(points) for each in lines for points in each.subpaths]
    wanted = [tuple(slot.trim) for slot in sheet.back.slots]
    assert sorted(around) == [pytest.approx(box, abs=EXACT) for box in sorted(wanted)]
    sides = [math.dist(*pair) for each in lines for points in each.subpaths for pair in pairwise(points)]
    assert sides == pytest.approx([19.05 / math.sqrt(3)] * 6 * 62, abs=EXACT)


def box_of(points: Sequence[tuple[float, float]]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


@pytest.mark.parametrize("page", [0, 1])
def test_what_is_on_a_token_stays_inside_the_circle_of_its_hexagon(page: int) -> None:
    """So round tokens and hexagons are both right: around the ring there is nothing but the ground."""
    run, content = printed("tokens", "letter")
    side = (run.sheets[0].front, run.sheets[0].back)[page]
    assert side is not None
    with pypdfium2.PdfDocument(content) as pdf:
        picture = pdf[page].render(scale=150 / 72).to_pil().convert("RGB")
    assert len(side.slots) == 62
    for slot in side.slots:
        face = group(cards("tokens")[slot.face.card].values[("front", "back")[page]])
        ground = tuple(int(str(face["ground"])[at : at + 2], 16) for at in (1, 3, 5))
        for angle, radius in product(range(0, 360, 5), (8.9, 9.15)):
            x = slot.x + slot.width / 2 + radius * math.sin(math.radians(angle))
            y = slot.y + slot.height / 2 + radius * math.cos(math.radians(angle))
            seen = picture.getpixel((int(x * 150 / 25.4), int(y * 150 / 25.4)))
            assert isinstance(seen, tuple)
            assert max(abs(one - other) for one, other in zip(seen, ground, strict=True)) < 12, slot.face


@pytest.mark.parametrize("paper", PAPERS)
def test_stand_ups_fold_to_panels_of_equal_height(paper: str) -> None:
    """Dashed lines around 25.4 x 114.3 mm, and three solid ones from side to side: tab, picture, picture, tab."""
    run, content = printed("standups", paper)
    (sheet,) = run.sheets
    found = [(bool(each.dash), box_of(points)) for each in lines_of(content) for points in each.subpaths]
    cuts = sorted(box for dashed, box in found if dashed)
    assert cuts == [pytest.approx(tuple(slot.trim), abs=EXACT) for slot in sheet.front.slots]
    assert len(cuts) == 6
    for left, top, right, bottom in cuts:
        assert (right - left, bottom - top) == pytest.approx((25.4, 114.3), abs=EXACT)
        folds = sorted(box for dashed, box in found if not dashed and box[0] == pytest.approx(left, abs=EXACT))
        assert [fold[2] for fold in folds] == pytest.approx([right] * 3, abs=EXACT)
        levels = [top, *(fold[1] for fold in folds), bottom]
        heights = [low - high for high, low in pairwise(levels)]
        assert heights == pytest.approx([12.7, 44.45, 44.45, 12.7], abs=EXACT)


def lines_of(content: bytes) -> list[Path]:
    """The black lines of the first page's cut layer; what is filled is the white between dashes."""
    return [each for each in cut_paths(content) if not each.filled and each.colour in ((0.0,), (0.0, 0.0, 0.0))]


def test_names_of_stand_ups_are_upright_on_both_tabs() -> None:
    """On the sheet the upper one stands on its head, as it must to be read once the strip is folded."""
    run, content = printed("standups", "letter")
    with pypdfium2.PdfDocument(content) as pdf:
        page, height = pdf[0], pdf[0].get_height() * POINT
        letters = page.get_textpage()
        text = letters.get_text_range(0, letters.count_chars())
        for slot in run.sheets[0].front.slots:
            name = str(cards("standups")[slot.face.card].values["name"]).upper()
            ways = {}
            at = text.find(name)
            while at >= 0:
                first, last = (letters.get_charbox(at + step) for step in (0, len(name) - 1))
                x, y = first[0] * POINT - slot.x, height - first[1] * POINT - slot.y
                if 0 <= x <= slot.width:
                    ways["upper" if y < 57 else "lower"] = last[0] - first[0]
                at = text.find(name, at + 1)
            assert ways["upper"] < 0 < ways["lower"], name


def test_mats_have_what_a_character_starts_with() -> None:
    found = {card.id: card.values for card in kit().deck("characters").cards}
    assert {key: (each["start_health"], each["move"], each["combat"]) for key, each in found.items()} == FIGURES
    assert {key for key, each in found.items() if each["actions"] == 2} == {"pete"}
    forms = found["floyd"]["forms"]
    assert isinstance(forms, tuple)
    worth = [[group(each)[key] for key in ("move", "combat", "capacity")] for each in forms]
    assert worth == [[3, 0, 5], [0, 3, 5], [0, 0, 8]]


@pytest.mark.parametrize("paper", PAPERS)
def test_mats_and_track_take_four_sheets_of_either_paper(paper: str) -> None:
    run, content = printed("mats", paper)
    assert len(run.sheets) == 4
    with pypdfium2.PdfDocument(content) as pdf:
        track = pdf[3].get_textpage().get_text_range()
    assert all(name in track for name in ("CHUCKIE", "MUSH", "FLOYD", "PETE", "THE RATS"))
    shown = Counter(track.split())
    assert all(shown[str(number)] >= 1 for number in range(31))


def test_a_sheet_of_slips_is_for_three_games_of_five() -> None:
    codes = cards("slips")["code-slip"].values["codes"]
    assert isinstance(codes, tuple)
    assert sorted(str(code) for code in codes) == sorted("".join(each) for each in product("AB", repeat=3))
    for paper in PAPERS:
        run, content = printed("slips", paper)
        assert [len(sheet.pieces) for sheet in run.sheets] == [15]
        with pypdfium2.PdfDocument(content) as pdf:
            assert said(pdf[0].get_textpage(), run.sheets[0].front.slots[0].trim).split()[-8:] == [
                str(code) for code in codes
            ]
