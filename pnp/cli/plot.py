"""A picture of odds: bars for how numbers are spread, lines for how likely totals are."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pnp.rules.odds import Spread, Survey

# Pixels: the whole, a panel within it, and the space that the panel's axes take.
_WIDTH, _PANEL, _HEIGHT, _LEFT, _TOP = 840, 330, 150, 46, 46
_ROW = _HEIGHT + 84
_INK, _PALE, _BAR = "#222", "#ccc", "#4a6fa5"
# A colour for how many cards are drawn, a dash for the modifier; the width tells the cards apart in grey, too.
_COLOURS = ("#1b4f8f", "#b3541e", "#3a7d44", "#7a3b8f", "#555555")
_DASHES = ("none", "7 3", "2 3", "9 3 2 3", "14 4")


def draw_plot(surveys: "Sequence[Survey]") -> str:
    """An SVG with a row for each spread of numbers: the bars, and beside them the lines, if there are chances."""
    rows = [(each.kit.title, spread) for each in surveys for spread in each.spreads]
    height = max(1, len(rows)) * _ROW + 16
    parts = [part for number, (title, spread) in enumerate(rows) for part in _row(title, spread, number * _ROW)]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" viewBox="0 0 {_WIDTH} {height}" '
        'font-family="sans-serif" font-size="11">'
    )
    return "\n".join([head, f'<rect width="{_WIDTH}" height="{height}" fill="#fff"/>', *parts, "</svg>", ""])


def _row(title: str, spread: "Spread", top: float) -> Iterator[str]:
    mean = f"{float(spread.single.mean):.2f} on average"
    head = escape(f"{title}: {spread.title}, {mean}")
    yield f'<text x="16" y="{top + 24:g}" font-size="14" fill="{_INK}">{head}</text>'
    yield from _bars(spread, _LEFT, top + _TOP)
    if spread.passing and len(spread.difficulties) > 1:
        yield from _lines(spread, _LEFT + _PANEL + 60, top + _TOP)


def _bars(spread: "Spread", left: float, top: float) -> Iterator[str]:
    counts = spread.counts
    most = max(many for _value, many in counts)
    step = _PANEL / len(counts)
    yield _axis(left, top)
    for number, (value, many) in enumerate(counts):
        height = many / most * (_HEIGHT - 16)
        x = left + number * step
        yield (
            f'<rect x="{x + step * 0.12:.2f}" y="{top + _HEIGHT - height:.2f}" width="{step * 0.76:.2f}" '
            f'height="{height:.2f}" fill="{_BAR}"/>'
        )
        if len(counts) <= 24:
            middle = x + step / 2
            yield _label(middle, top + _HEIGHT - height - 4, f"{many}")
            yield _label(middle, top + _HEIGHT + 14, f"{float(value):g}")


def _lines(spread: "Spread", left: float, top: float) -> Iterator[str]:
    """A line for each number of cards and each modifier."""
    low, high = min(spread.difficulties), max(spread.difficulties)
    width = _PANEL - 60
    yield _axis(left, top, width)
    for share in (0, 0.5, 1):
        y = top + _HEIGHT - share * _HEIGHT
        yield f'<line x1="{left:g}" x2="{left + width:g}" y1="{y:g}" y2="{y:g}" stroke="{_PALE}" stroke-width="0.5"/>'
        yield _label(left - 18, y + 4, f"{share:.0%}")
    marked = spread.difficulties if len(spread.difficulties) <= 12 else (low, (low + high) // 2, high)
    yield _label(left + width / 2, top + _HEIGHT + 28, "difficulty")
    for difficulty in marked:
        yield _label(_across(difficulty, low, high, left, width), top + _HEIGHT + 14, str(difficulty))
    lines = [(drawn, modifier) for modifier in spread.modifiers for drawn in spread.draws]
    for number, (drawn, modifier) in enumerate(lines):
        style, dash = spread.draws.index(drawn), _DASHES[spread.modifiers.index(modifier) % len(_DASHES)]
        colour, thick = _COLOURS[style % len(_COLOURS)], 1 + 0.7 * (style % len(_COLOURS))
        along = sorted(
            (each.difficulty, float(each.chance))
            for each in spread.passing
            if (each.drawn, each.modifier) == (drawn, modifier)
        )
        points = " ".join(
            f"{_across(difficulty, low, high, left, width):.2f},{top + _HEIGHT - chance * _HEIGHT:.2f}"
            for difficulty, chance in along
        )
        stroke = f'fill="none" stroke="{colour}" stroke-width="{thick:g}" stroke-dasharray="{dash}"'
        yield f'<polyline points="{points}" {stroke}/>'
        called = "the roll" if spread.rolled else f"{drawn} card{'s' if drawn > 1 else ''}"
        called += f" {modifier:+d}" if modifier else ""
        y = top + 10 + number * 13
        yield f'<polyline points="{left + width + 4:g},{y - 4:g} {left + width + 20:g},{y - 4:g}" {stroke}/>'
        yield f'<text x="{left + width + 23:g}" y="{y:g}" font-size="9" fill="{_INK}">{escape(called)}</text>'


def _across(value: int, low: int, high: int, left: float, width: float) -> float:
    return left + (value - low) / (high - low) * width


def _axis(left: float, top: float, width: float = _PANEL) -> str:
    y = top + _HEIGHT
    return f'<line x1="{left:g}" x2="{left + width:g}" y1="{y:g}" y2="{y:g}" stroke="{_INK}"/>'


def _label(x: float, y: float, text: str) -> str:
    return f'<text x="{x:.2f}" y="{y:.2f}" text-anchor="middle" fill="{_INK}">{escape(text)}</text>'
