"""Bad games, each with the outcome and the exit code that it should have: geometry (I108-I120), paths (I121-I126)."""

import json
import os
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import pytest

from .conftest import BACK, CARDS, DECK, FRONT, KIT, Game

TRIM = 'width="63.5mm" height="88.9mm" viewBox="0 0 63.5 88.9"'
BLEED = 'width="69.85mm" height="95.25mm" viewBox="-3.175 -3.175 69.85 95.25"'
SHAPE = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:pnp" {}><rect width="999" height="999" fill="#eee"/></svg>'
)


class Bad(NamedTuple):
    """What is changed in the game, the exit code of a build, and words that it has to say."""

    change: Callable[[Game], object]
    code: int
    words: tuple[str, ...]


def deck(old: str, new: str) -> Callable[[Game], object]:
    return lambda game: game.write("cards.yaml", (DECK + CARDS).replace(old, new))


def job(rest: str) -> Callable[[Game], object]:
    return lambda game: game.write("kit.yaml", f"{KIT}print:\n  - {{{rest}, decks: [cards]}}\n")


def front(more: str) -> Callable[[Game], object]:
    return lambda game: game.write("front.svg.j2", FRONT.replace("</svg>", f"{more}</svg>"))


def ids(*names: str) -> Callable[[Game], object]:
    cards = "".join(f"  - {{id: {json.dumps(name, ensure_ascii=False)}, title: T}}\n" for name in names)
    return lambda game: game.write("cards.yaml", DECK + cards)


def large(game: Game) -> None:
    game.write("cards.yaml", (DECK + CARDS).replace("poker", "207.6 x 260 mm"))
    for name in ("front", "back"):
        game.write(f"{name}.svg.j2", SHAPE.format('width="207.6mm" height="260mm" viewBox="0 0 207.6 260"'))


def no_cards(game: Game) -> None:
    game.write("cards.yaml", DECK.replace("cards:\n", "cards: []\n"))


def evil_kit(game: Game) -> None:
    game.write("kit.yaml", KIT.replace("kit: game", "kit: ../../evil"))


def link_out(game: Game) -> None:
    secret = game.folder.parent / "secret.svg.j2"
    secret.write_text(FRONT, "utf-8")
    (game.kit / "linked.svg.j2").symlink_to(secret)
    game.write("cards.yaml", (DECK + CARDS).replace("front.svg.j2", "linked.svg.j2"))


def odd_names(game: Game) -> None:
    (game.kit / "art").mkdir()
    for name in (b"art/\nline.png", b"art/\xff.png", b"\x1b[31mred.png"):
        (game.kit / os.fsdecode(name)).write_bytes(b"x")


CASES = {
    "I108 0.1 mm too wide": Bad(large, 1, ("does-not-fit", "0.1 mm")),
    "I117 no cards": Bad(no_cards, 1, ("empty-deck",)),
    "I117 one card": Bad(ids("ace"), 0, ("wrote output/game/game-cards-letter.pdf",)),
    "I118 no width": Bad(deck("poker", "0 x 88.9 mm"), 1, ("out-of-range", "5 to 1000 mm")),
    "I118 less than none": Bad(deck("poker", "-5 x 88.9 mm"), 1, ("unknown-choice", "-5 x 88.9 mm")),
    "I118 a million points": Bad(deck("poker", "352777.8 x 88.9 mm"), 1, ("out-of-range", "5 to 1000 mm")),
    "I121 art": Bad(front('<image href="../../../secret.png" width="9" height="9"/>'), 1, ("outside the project",)),
    "I121 include": Bad(front("{% include '../../../secret.j2' %}"), 1, ("missing-template", "secret.j2")),
    "I121 absolute": Bad(front("{% include '/etc/passwd' %}"), 1, ("missing-template", "/etc/passwd")),
    "I121 link": Bad(link_out, 1, ("missing-template", "linked.svg.j2")),
    "I121 output of the kit": Bad(evil_kit, 1, ("bad-value", "../../evil")),
    "I121 output of a job": Bad(job("name: ../../../evil"), 1, ("bad-value", "../../../evil")),
    # Ids of cards name no files, so they keep their text; those of kits and jobs, which do, are refused (I121).
    "I122 odd": Bad(
        ids("CON", "nul", "x" * 300, "a/b", "a:b", "x.", "..", "a b", "-"), 0, ("wrote output/game/game-cards-letter",)
    ),
    "I122 empty": Bad(ids(""), 1, ("bad-value", "id is empty")),
    "I122 unseen": Bad(ids("a\u202eb"), 1, ("bad-value", "Write a-b.")),
    "I124 two spellings of an accent": Bad(ids("caf\u00e9", "cafe\u0301"), 1, ("duplicate-id",)),
    "I125 names of files": Bad(odd_names, 0, ("art/\\nline.png", "art/\\udcff.png", "\\x1b[31mred.png", "unused-file")),
    "I125 256 bytes": Bad(front(f'<image href="{"z" * 256}.png" width="9" height="9"/>'), 1, ("missing-file",)),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_bad_input_has_its_outcome(name: str, game: Game) -> None:
    case = CASES[name]
    case.change(game)
    said = game.run("build")
    assert [word for word in case.words if word not in said.out] == []
    assert said.code == case.code
    assert "Traceback" not in said.err
    assert "\x1b" not in said.out
    # What is not built leaves nothing behind, here or elsewhere.
    assert bool(list(game.folder.parent.rglob("*.pdf"))) == (case.code == 0)


def test_i062_what_a_template_gave_that_is_no_svg_is_kept(game: Game) -> None:
    game.write("cards.yaml", DECK + "  - {id: ace, title: Ace}\n  - {id: a/b, title: A & B}\n")
    front("{% if card.id != 'queen' %}<g>{{ card.title }}{% endif %}")(game)
    debug = game.folder / "output" / "debug" / "game"
    said = game.run("build")
    assert said.code == 1
    assert "the SVG is not well-formed: line 1: mismatched tag at column" in said.out
    assert "game: kept output/debug/game/cards-ace-front.svg, which is no SVG, to be looked at\n" in said.out
    names = sorted(path.name for path in debug.iterdir())
    assert names[1] == "cards-ace-front.svg"
    assert names[0].startswith("cards-a-b-front-")
    assert (debug / names[0]).read_text("utf-8").endswith("<g>A &amp; B</svg>")
    assert game.run("check").code == 1
    front("")(game)
    assert game.run("build").code == 0
    assert list(debug.iterdir()) == []


def test_i062_a_link_in_the_place_of_what_is_kept_is_not_followed(game: Game) -> None:
    precious = game.folder / "precious.txt"
    precious.write_text("precious", "utf-8")
    debug = game.folder / "output" / "debug" / "game"
    debug.mkdir(parents=True)
    (debug / "cards-ace-front.svg").symlink_to(precious)
    front("<g>")(game)
    assert game.run("build").code == 1
    assert precious.read_text("utf-8") == "precious"
    assert not (debug / "cards-ace-front.svg").is_symlink()


def ticket(game: Game) -> list[dict[str, object]]:
    pieces: list[dict[str, object]] = []
    for file in json.loads((game.out / "job.json").read_text("utf-8"))["files"]:
        pieces += [piece for sheet in file["sheets"] for piece in sheet["pieces"]]
    return pieces


def test_i109_bleeds_wider_than_half_the_gutter_end_at_its_middle_and_it_is_said(game: Game) -> None:
    """The neighbour's art is never covered: the bleed is clipped, so it is printed, with a warning."""
    job("name: cards, gutter: 2")(game)
    said = game.run("build")
    assert said.code == 0
    assert "warning: narrow-gutter: the gutter of 2 mm has room for 1 mm of bleed on each side" in said.out
    assert '"cards" has 3.175 mm: it ends in the middle' in said.out
    assert "help: Write `gutter: 6.35 mm`" in said.out
    assert game.run("check", "--strict").code == 1
    assert "with 1 mm bleed on each card (it has 3.175 mm)" in said.out


def test_i110_art_that_ends_with_a_card_without_bleed_is_warned_of(game: Game) -> None:
    game.write("cards.yaml", (DECK + CARDS).replace("size: poker", "size: poker\nbleed: 0"))
    for name in ("front", "back"):
        game.write(f"{name}.svg.j2", SHAPE.format(TRIM))
    said = game.run("build")
    assert said.code == 0
    said_at = "content/game/front.svg.j2:1:1: warning: art-stops-at-trim: "
    assert f"{said_at}the art reaches the trim on all four sides, and the deck has no bleed" in said.out
    assert game.run("check", "--strict").code == 1


def test_i112_every_front_has_its_back(game: Game) -> None:
    """Backs are made of the same cards, so there cannot be more or fewer of them."""
    game.write("back.svg.j2", BACK.replace("</svg>", "<!-- {{ card.id }} --></svg>"))
    game.write("cards.yaml", DECK + "  - {id: ace, title: Ace, copies: 4}\n  - {id: king, title: King, copies: 9}\n")
    assert game.run("build").code == 0
    pieces = ticket(game)
    assert len(pieces) == 13
    assert all("back" in piece for piece in pieces)


@pytest.mark.parametrize(("name", "flip"), [("I113", "long-edge"), ("I114", "short-edge")])
def test_i113_i114_backs_lie_behind_their_fronts_on_a_half_full_sheet(game: Game, name: str, flip: str) -> None:
    job(f"name: cards, flip: {flip}")(game)
    game.write("back.svg.j2", BACK.replace("</svg>", "<!-- {{ card.id }} --></svg>"))
    game.write("cards.yaml", DECK + "  - {id: ace, title: Ace, copies: 11}\n")
    assert game.run("build").code == 0
    for piece in ticket(game):
        back = piece["back"]
        assert isinstance(back, dict)
        x, y = float(str(piece["x_mm"])), float(str(piece["y_mm"]))
        mirrored = (215.9 - x - 63.5, y) if flip == "long-edge" else (x, 279.4 - y - 88.9)
        assert (back["x_mm"], back["y_mm"]) == pytest.approx(mirrored, abs=0.01)


def test_i116_trims_have_their_size_in_the_file(game: Game) -> None:
    """Measured on the page itself, so that no mix-up of millimetres, points and pixels stays hidden."""
    import pypdfium2

    game.write("cards.yaml", DECK + "  - {id: ace, title: Ace, copies: 9}\n")
    assert game.run("build").code == 0
    with pypdfium2.PdfDocument(BytesIO((game.out / "game-cards-letter.pdf").read_bytes())) as pdf:
        left, bottom, right, top = pdf[0].get_trimbox()
        width, height = pdf[0].get_size()
    mm = 25.4 / 72
    assert ((right - left) * mm, (top - bottom) * mm) == pytest.approx((3 * 63.5, 3 * 88.9), abs=0.01)
    assert (width * mm, height * mm) == pytest.approx((215.9, 279.4), abs=0.01)


def test_i117_ten_thousand_cards_are_printed(game: Game) -> None:
    game.write("cards.yaml", DECK + "".join(f"  - {{id: c{n}, title: T, copies: 1000}}\n" for n in range(10)))
    said = game.run("build")
    assert said.code == 0
    file, guide = json.loads((game.out / "job.json").read_text("utf-8"))["files"]
    assert guide["run"] == "guide"
    assert (len(file["sheets"]), file["pages"]) == (1112, 2224)


def test_i120_marks_have_a_layer_of_their_own(game: Game) -> None:
    import pikepdf

    assert game.run("build").code == 0
    with pikepdf.open(game.out / "game-cards-letter.pdf") as pdf:
        layers = [str(layer.Name) for layer in pdf.Root.OCProperties.OCGs]
    assert layers == ["Art", "Cut lines", "Notes"]


@pytest.mark.parametrize("name", ["a b #1 100% ü 日本", "d" * 200, "quote'\"$(x)", "-rf"])
def test_i126_a_project_may_lie_anywhere(name: str, tmp_path: Path) -> None:
    game = Game(tmp_path / name / ("e" * 60))
    art = game.kit / "my art #2.png"
    art.write_bytes(PIXEL)
    front('<image href="my art%20%232.png" width="9" height="9"/>')(game)
    said = game.run("build")
    assert (said.code, said.err.count("Traceback")) == (0, 0)
    assert (game.out / "game-cards-letter.pdf").is_file()


def make_pixel() -> bytes:
    from PIL import Image

    out = BytesIO()
    Image.new("RGB", (300, 300), (9, 9, 9)).save(out, "PNG")
    return out.getvalue()


PIXEL = make_pixel()
