from collections.abc import Mapping
from xml.etree.ElementTree import fromstring

import pytest

from pnp.faces.text.fonts import Font, FontBook
from pnp.faces.text.layout import Laid
from pnp.faces.text.shaping import shape
from pnp.faces.text.svgtext import set_text
from pnp.model.face import Glyphs

DEFAULTS = {"font-family": "Barlow Semi Condensed", "font-size": "10"}


def lay(book: FontBook, svg: str, inherited: Mapping[str, str] = DEFAULTS) -> Laid:
    return set_text(fromstring(svg.replace("<text", '<text xmlns="http://www.w3.org/2000/svg"', 1)), inherited, book)


def regular(book: FontBook, family: str = "Barlow Semi Condensed") -> Font:
    font = book.find(family)
    assert font is not None
    return font


def start(run: Glyphs) -> tuple[float, float]:
    _, x, y = run.glyphs[0]
    return x, y


def test_text_starts_at_its_place(book: FontBook) -> None:
    laid = lay(book, '<text x="5" y="7">To win</text>')
    (run,) = laid.runs
    assert (run.text, run.size, run.fill, start(run)) == ("To win", 10, "#000000", (5, 7))
    assert laid.area.right == pytest.approx(5 + 10 * shape(regular(book), "To win").advance)
    assert (laid.words, laid.font, laid.over, laid.lines) == ("To win", "Barlow Semi Condensed", 0, 1)


@pytest.mark.parametrize(("anchor", "share"), [("start", 0), ("middle", 0.5), ("end", 1)])
def test_an_anchor_moves_the_whole_chunk(book: FontBook, anchor: str, share: float) -> None:
    laid = lay(
        book,
        f'<text x="50" y="7" text-anchor="{anchor}">Run <tspan fill="red">3</tspan> now'
        '<tspan x="50" y="20">next</tspan></text>',
    )
    width = 10 * sum(shape(regular(book), text).advance for text in ("Run ", "3", " now"))
    assert [run.text for run in laid.runs] == ["Run ", "3", " nownext"]
    assert start(laid.runs[0])[0] == pytest.approx(50 - share * width)
    last = laid.runs[2].glyphs[4]
    assert last[1:] == pytest.approx((50 - share * 10 * shape(regular(book), "next").advance, 20))


def test_blanks_around_lines_move_no_anchor(book: FontBook) -> None:
    plain = lay(book, '<text text-anchor="middle"><tspan x="9" y="1">ab</tspan><tspan x="9" y="9">c</tspan></text>')
    broken = lay(
        book,
        '<text text-anchor="middle">\n  <tspan x="9" y="1">ab</tspan>\n  <tspan x="9" y="9">c</tspan>\n</text>',
    )
    assert start(broken.runs[0]) == start(plain.runs[0])
    assert (broken.words, broken.lines) == ("ab c", 2)


def test_white_space_is_one_space_unless_preserved(book: FontBook) -> None:
    assert lay(book, "<text>  a \n  b<tspan> </tspan> c </text>").words == "a b c"
    kept = lay(book, '<text xml:space="preserve"> a  b\n</text>')
    assert kept.words == " a  b "


def test_moves_add_up(book: FontBook) -> None:
    laid = lay(book, '<text x="5" y="7" dx="1">a<tspan dx="2" dy="-3" fill="red">b</tspan>c</text>')
    a, b, c = laid.runs
    width = 10 * shape(regular(book), "a").advance
    assert start(a) == (6, 7)
    assert start(b) == pytest.approx((8 + width, 4))
    assert start(c) == pytest.approx((8 + width + 10 * shape(regular(book), "b").advance, 4))


@pytest.mark.parametrize(
    ("size", "units"),
    [
        ("12", 12),
        ("12px", 12),
        ("9pt", 12),
        ("25.4mm", 96),
        ("1in", 96),
        ("2em", 20),
        ("150%", 15),
        ("1e1", 10),
        ("medium", 16),
        ("nonsense", 10),
        ("-3", 10),
    ],
)
def test_sizes_in_all_units(book: FontBook, size: str, units: float) -> None:
    (run,) = lay(book, f'<text font-size="{size}">a</text>').runs
    assert run.size == pytest.approx(units)


def test_attributes_styles_and_inheritance(book: FontBook) -> None:
    laid = lay(
        book,
        '<text fill="#111" style="font-weight: 700; fill: #222">a'
        '<tspan font-style="italic">b</tspan><tspan font-weight="normal" fill="inherit">c</tspan></text>',
        DEFAULTS | {"fill": "#000", "font-style": "normal"},
    )
    assert [(run.text, run.font.rpartition("Condensed_")[2], run.fill) for run in laid.runs] == [
        ("a", "700Bold.ttf", "#222"),
        ("b", "700Bold_Italic.ttf", "#222"),
        ("c", "400Regular.ttf", "#222"),
    ]


def test_the_first_family_that_exists_is_taken(book: FontBook) -> None:
    laid = lay(book, """<text font-family="Nope, 'Special Elite', Bangers">a</text>""")
    assert (laid.font, laid.absent) == ("Special Elite", ())
    lost = lay(book, '<text font-family="Nope, serif">a</text>')
    assert (lost.font, lost.absent, lost.words) == ("", ("Nope, serif",), "a")
    assert len(lost.runs) == 1
    assert lay(book, "<text>a</text>", {}).absent == ("no font-family",)
    assert lay(book, '<text font-family="Bangers" font-weight="bold">a</text>').inexact == ("Bangers for bold",)


def test_letters_are_spaced(book: FontBook) -> None:
    plain = lay(book, "<text>AVfi</text>").runs[0]
    spaced = lay(book, '<text letter-spacing="0.5">AVfi</text>')
    xs = [x for _, x, _ in spaced.runs[0].glyphs]
    loose = shape(regular(book), "AVfi", ligatures=False)
    assert xs == pytest.approx([10 * x + 0.5 * n for n, (_, x, _) in enumerate(loose.glyphs)])
    assert len(plain.glyphs) == 3
    assert spaced.area.right == pytest.approx(10 * loose.advance + 2)


@pytest.mark.parametrize(
    ("baseline", "drop"), [("auto", 0), ("middle", 2.53), ("central", 4), ("hanging", 8), ("text-after-edge", -2)]
)
def test_baselines(book: FontBook, baseline: str, drop: float) -> None:
    (run,) = lay(book, f'<text y="3" dominant-baseline="{baseline}">a</text>').runs
    assert start(run)[1] == pytest.approx(3 + drop)


def test_what_is_not_painted_has_no_runs(book: FontBook) -> None:
    laid = lay(book, '<text><tspan fill="none">a</tspan>b</text>')
    assert [run.text for run in laid.runs] == ["b"]
    assert lay(book, '<text font-size="0">a</text>').runs == ()
    empty = lay(book, '<text x="4" y="5"/>')
    assert (empty.runs, empty.area, empty.words) == ((), (4, 5, 4, 5), "")


def test_titles_are_not_text_and_missing_glyphs_are_told(book: FontBook) -> None:
    laid = lay(book, "<text><title>no</title>a木★木</text>")
    assert (laid.words, laid.missing) == ("a木★木", ("木",))
    for run in laid.runs:
        assert sum(size for size, _ in run.clusters) == len(run.text.encode())
