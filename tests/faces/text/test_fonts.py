import shutil
from io import BytesIO
from pathlib import Path, PurePosixPath
from xml.etree.ElementTree import fromstring

import pytest

from faces.conftest import REPOSITORY, Bench
from pnp.faces.drawing import draw_pages
from pnp.faces.text.fitting import TextBox
from pnp.faces.text.fontfiles import slugify
from pnp.faces.text.fonts import Font, FontBook
from pnp.faces.text.layout import lay_out
from pnp.faces.text.svgtext import set_text
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
    for asked, file in (
        ("My Face", "fonts/my-face/MyFace_400Regular.ttf"),
        ("fonts/my-face/MyFace_400Regular_Italic.ttf", "fonts/my-face/MyFace_400Regular_Italic.ttf"),
    ):
        said = f"content/game/{file} is no usable font, expected a TrueType or OpenType file (.ttf, .otf)"
        assert book.explain(asked) == said
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


REFUSED = {
    "woff2": (b"wOF2\0\1\0\0", "is WOFF2"),
    "woff": (b"wOFF\0\1\0\0", "is WOFF"),
    "ttc": (b"ttcf\0\1\0\0", "is a collection of fonts"),
    "pfb": (b"\x80\x01\0\0", "is Type 1"),
    "otf": (b"ttcf\0\1\0\0", "is a collection of fonts"),
    "ttf": (b"nothing", "is no usable font"),
}


@pytest.mark.parametrize("suffix", REFUSED)
def test_files_of_other_kinds_are_refused_by_name(tmp_path: Path, roots: Roots, suffix: str) -> None:
    content, reason = REFUSED[suffix]
    file = tmp_path / f"fonts/my-face/MyFace_400Regular.{suffix}"
    file.parent.mkdir(parents=True)
    file.write_bytes(content)
    book = FontBook(Roots((Root(tmp_path, "content/game"), *roots.folders)))
    shown = f"content/game/fonts/my-face/MyFace_400Regular.{suffix}"
    told = f"{shown} {reason}, expected a TrueType or OpenType file (.ttf, .otf)"
    assert (book.find("My Face"), book.explain("My Face")) == (None, told)
    assert book.explain("Comic Sans", f"fonts/my-face/MyFace_400Regular.{suffix}") == told
    laid = lay_out(TextBox("a", 0, 0, 30, 30, "My Face", (4,)), book)
    assert (laid.absent, laid.font, len(laid.runs)) == ((f"My Face: {told}",), "", 1)
    svg = set_text(fromstring("<text>a</text>"), {"font-family": "'My Face', serif"}, book)
    assert svg.absent == (f"'My Face', serif: {told}",)


def test_a_family_without_files_needs_no_reason(book: FontBook) -> None:
    assert book.explain("Comic Sans") == ""


def test_a_kit_lends_before_the_project_does(tmp_path: Path, world: FontBook) -> None:
    hebrew = get(world, "Noto Sans Hebrew")
    (tmp_path / "fonts").mkdir()
    shutil.copy(hebrew.path, tmp_path / "fonts/Zz.ttf")
    book = FontBook(Roots((Root(tmp_path, "content/game"), *world.roots.folders)))
    assert [font.file for font in book.lenders("א", bold=False, italic=False)][:2] == ["fonts/Zz.ttf", hebrew.file]
    assert world.lenders("א", bold=False, italic=False)[0].file == hebrew.file
    assert world.lenders("\U0001e900", bold=False, italic=False) == ()


@pytest.mark.parametrize(
    ("letter", "family"),
    [
        ("ก", "noto-sans-thai"),
        ("ب", "noto-naskh-arabic"),
        ("漢", "m-plus-1p"),
        ("か", "m-plus-1p"),
    ],
)
def test_scripts_are_lent_by_what_covers_them(world: FontBook, letter: str, family: str) -> None:
    laid = lay_out(TextBox(letter, 0, 0, 30, 30, "Special Elite", (4,)), world)
    assert (laid.missing, PurePosixPath(laid.runs[0].font).parts[1]) == ((), family)


def test_bold_is_lent_by_bold(book: FontBook) -> None:
    laid = lay_out(TextBox("Ж **Ж**", 0, 0, 30, 30, "Barlow Semi Condensed", (4,)), book)
    files = [PurePosixPath(run.font).name for run in laid.runs if run.text == "Ж"]
    assert files == ["SourceSerif4_400Regular.ttf", "SourceSerif4_700Bold.ttf"]


def test_a_font_speaks_a_language(book: FontBook) -> None:
    font = get(book, "Source Serif 4")
    romanian = book.give_voice(font, "ro", small=False)
    assert book.give_voice(font, "", small=False) is font
    assert book.give_voice(font, "ro", small=False) is romanian
    assert (romanian.language, romanian.words is font.words) == ("ro", False)


def test_the_kinds_of_outlines_are_embedded_as_they_are(bench: Bench) -> None:
    pikepdf = pytest.importorskip("pikepdf")
    folder = bench.folder / "content/kit/fonts"
    folder.mkdir()
    names = ("CorpusBox.ttf", "CorpusBoxCFF.otf", "CorpusVariable.ttf")
    body = ""
    for row, name in enumerate(names):
        shutil.copy(REPOSITORY / "tests/fonts/corpus" / name, folder)
        body += f'<pnp:text x="4" y="{4 + 20 * row}" width="50" height="9" font="fonts/{name}" size="12">AXE</pnp:text>'
    face = bench.face(body)
    assert (face.faults, [text.missing for text in face.texts]) == ((), [()] * 3)
    content = draw_pages([face], bench.roots)
    with pikepdf.open(BytesIO(content)) as pdf:
        files = [str(key) for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary) for key in thing]
    assert [files.count(key) for key in ("/FontFile2", "/FontFile3", "/FontFile")] == [2, 1, 0]
    from pypdfium2 import PdfDocument

    page = PdfDocument(content)[0]
    assert page.get_textpage().get_text_range().split() == ["AXE"] * 3
    picture = page.render(scale=4, grayscale=True).to_pil()
    bands = [picture.crop((0, band * 230, picture.width, band * 230 + 230)) for band in range(3)]
    dark = [sum(band.histogram()[:128]) for band in bands]
    assert dark[0] > 1000
    assert dark == pytest.approx([dark[0]] * 3, rel=0.02), "all three draw the same boxes"


def test_small_letters_of_a_font_of_capitals_are_missing(world: FontBook) -> None:
    laid = lay_out(TextBox("ABC abc 1", 0, 0, 30, 30, "fonts/corpus/CorpusBox.ttf", (4,)), world)
    assert laid.missing == ("a", "b", "c", "1")


def test_the_language_chooses_the_forms_of_letters(book: FontBook) -> None:
    def glyphs(language: str) -> list[int]:
        laid = lay_out(TextBox("ş", 0, 0, 30, 30, "Bangers", (4,), language=language), book)
        return [glyph for glyph, _, _ in laid.runs[0].glyphs]

    assert glyphs("ro") != glyphs("")
    assert glyphs("de") == glyphs("")


def test_damaged_text_is_told_even_if_a_font_can_draw_it(world: FontBook) -> None:
    file = "fonts/corpus/CorpusVariable.ttf"
    assert get(world, file).covers("\ufffd")
    laid = lay_out(TextBox("A\ufffdB", 0, 0, 30, 30, file, (4,)), world)
    assert laid.missing == ("\ufffd",)


def test_a_collection_is_refused_though_it_could_be_read(tmp_path: Path, book: FontBook) -> None:
    font = bytearray(get(book, "Bangers").path.read_bytes())
    for table in range(int.from_bytes(font[4:6], "big")):
        at = 12 + 16 * table + 8
        font[at : at + 4] = (int.from_bytes(font[at : at + 4], "big") + 16).to_bytes(4, "big")
    (tmp_path / "fonts").mkdir()
    head = b"ttcf" + (1 << 16).to_bytes(4, "big") + (1).to_bytes(4, "big") + (16).to_bytes(4, "big")
    (tmp_path / "fonts/Two.ttf").write_bytes(head + font)
    alone = FontBook(Roots((Root(tmp_path, "game"),)))
    assert alone.find("Two") is None
    assert alone.explain("Two").startswith("game/fonts/Two.ttf is a collection of fonts")
