import shutil
from pathlib import Path

import pytest

from pnp.faces.fontfiles import slugify
from pnp.faces.fonts import Font, FontBook
from pnp.model.roots import Root, Roots


def get(book: FontBook, family: str, bold: bool = False, italic: bool = False) -> Font:
    font = book.find(family, bold, italic)
    assert font is not None
    return font


@pytest.mark.parametrize(
    ("family", "bold", "italic", "file", "exact"),
    [
        ("Source Serif 4", False, False, "source-serif-4/SourceSerif4_400Regular.ttf", True),
        ("source serif 4", True, False, "source-serif-4/SourceSerif4_700Bold.ttf", True),
        ("Source Serif 4", True, True, "source-serif-4/SourceSerif4_700Bold_Italic.ttf", True),
        ("Source Serif 4", False, True, "source-serif-4/SourceSerif4_400Regular_Italic.ttf", True),
        ("Bangers", True, False, "bangers/Bangers_400Regular.ttf", False),
        ("Bangers", False, True, "bangers/Bangers_400Regular.ttf", False),
        ("Oxanium", False, False, "oxanium/Oxanium_700Bold.ttf", False),
        ("fonts/bangers/Bangers_400Regular.ttf", False, False, "bangers/Bangers_400Regular.ttf", True),
    ],
)
def test_family_and_style_give_the_nearest_file(
    book: FontBook, family: str, bold: bool, italic: bool, file: str, exact: bool
) -> None:
    font = get(book, family, bold, italic)
    assert (font.file, font.exact) == (f"fonts/{file}", exact)


def test_a_family_that_is_not_there_is_none(book: FontBook) -> None:
    assert book.find("Comic Sans") is None
    assert book.find("fonts/Comic.ttf") is None
    assert book.find("../fonts/bangers/Bangers_400Regular.ttf") is None
    assert book.find("") is None


def test_families_are_named_for_people(book: FontBook) -> None:
    assert book.families() == (
        "Bangers",
        "Barlow Condensed",
        "Barlow Semi Condensed",
        "Creepster",
        "Noto Sans Symbols 2",
        "Oxanium",
        "Saira Stencil One",
        "Source Serif 4",
        "Special Elite",
    )
    assert [font.name for font in book.fallbacks] == ["Noto Sans Symbols 2"]
    assert get(book, "Barlow Semi Condensed", bold=True, italic=True).name == "Barlow Semi Condensed Bold Italic"


def test_measures_are_those_of_the_file(book: FontBook) -> None:
    font = get(book, "Special Elite")
    assert (font.upem, font.ascender, font.descender) == (2048, 0.703125, 0.296875)
    barlow = get(book, "Barlow Semi Condensed")
    assert (barlow.cap_height, barlow.x_height) == (0.7, 0.506)
    assert 0.7 < barlow.rise < 0.8
    assert 0.15 < barlow.depth < 0.25
    assert barlow.covers("−")
    assert not barlow.covers("★")


def test_a_file_that_is_no_font_is_passed_over(tmp_path: Path, roots: Roots) -> None:
    folder = tmp_path / "fonts" / "my-face"
    folder.mkdir(parents=True)
    whole = (roots.folders[0].folder / "fonts/bangers/Bangers_400Regular.ttf").read_bytes()
    (folder / "MyFace_400Regular.ttf").write_bytes(whole[:3000])
    (folder / "MyFace_400Regular_Italic.ttf").write_bytes(b"")
    book = FontBook(Roots((Root(tmp_path, "content/game"),)))
    assert book.find("My Face") is None
    assert book.unusable() == (
        "content/game/fonts/my-face/MyFace_400Regular.ttf",
        "content/game/fonts/my-face/MyFace_400Regular_Italic.ttf",
    )
    (folder / "MyFace_700Bold.ttf").write_bytes(whole)
    font = FontBook(book.roots).find("My Face")
    assert font is not None
    assert (font.file, font.exact) == ("fonts/my-face/MyFace_700Bold.ttf", False)


def test_a_font_beside_the_families_is_one_of_its_own(tmp_path: Path, roots: Roots) -> None:
    (tmp_path / "fonts").mkdir()
    shutil.copy(roots.folders[0].folder / "fonts/bangers/Bangers_400Regular.ttf", tmp_path / "fonts/Scrawl.ttf")
    book = FontBook(Roots((Root(tmp_path, ""), *roots.folders)))
    assert get(book, "Scrawl").file == get(book, "fonts/Scrawl.ttf").file == "fonts/Scrawl.ttf"
    assert get(book, "Scrawl").name == "Scrawl"


def test_each_file_is_read_once(book: FontBook) -> None:
    assert book.find("Bangers") is book.find("Bangers")
    assert get(book, "Bangers", bold=True).shaper is get(book, "Bangers").shaper


def test_slugs() -> None:
    assert slugify(" Source  Serif 4 ") == "source-serif-4"
