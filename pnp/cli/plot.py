"""A picture of odds: bars for how numbers are spread and dice tables fall, lines for how likely totals are."""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import accumulate
from typing import TYPE_CHECKING

from pnp.cli.printing import plain

if TYPE_CHECKING:
    from pnp.rules.odds import Spread, Survey, TableOdds

# Pixels: the whole, a panel within it, a table's, and the space that the panel's axes take.
_WIDTH, _PANEL, _WIDE, _HEIGHT, _LEFT, _TOP = 840, 330, 654, 150, 46, 46
_ROW = _HEIGHT + 84
# A row of the legend, and the width of a letter of 11 and of 9 pixels.
_ENTRY, _LETTER, _SMALL = 13, 6.2, 5.2
_INK, _PALE, _BAR = "#222", "#ccc", "#4a6fa5"
# A colour for how many cards are drawn, a dash for the modifier; the width tells the cards apart in grey, too.
_COLOURS = ("#1b4f8f", "#b3541e", "#3a7d44", "#7a3b8f", "#555555")
_DASHES = ("none", "7 3", "2 3", "9 3 2 3", "14 4")
# Between these are the shades of a table's modifiers: red, green and blue of the roll alone, and of the last one.
_RIM = f'stroke="{_INK}" stroke-width="0.5"'
_DARK, _LIGHT = (0x24, 0x49, 0x6E), (0xF2, 0xF5, 0xF9)
# Of more values than these, some are named.
_MOST_NAMED, _SOME_NAMED = 24, 12


def draw_plot(surveys: "Sequence[Survey]") -> str:
    """An SVG with a row for each spread of numbers (the bars, and beside them the lines, if any) and each table."""
    spreads = [(each.kit.title, spread) for each in surveys for spread in each.spreads]
    tables = [(each.kit.title, table) for each in surveys for table in each.tables]
    heights = [_high(len(spread.draws) * len(spread.modifiers)) for _title, spread in spreads]
    heights += [_high(len(table.modifiers)) for _title, table in tables]
    tops = list(accumulate(heights, initial=0))
    height = max(_ROW, tops[-1]) + 16
    parts = [part for top, (title, spread) in zip(tops, spreads, strict=False) for part in _row(title, spread, top)]
    rest = zip(tops[len(spreads) :], tables, strict=False)
    parts += [part for top, (title, table) in rest for part in _table(title, table, top)]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" viewBox="0 0 {_WIDTH} {height}" '
        'font-family="sans-serif" font-size="11">'
    )
    return "\n".join([head, f'<rect width="{_WIDTH}" height="{height}" fill="#fff"/>', *parts, "</svg>", ""])


def _high(entries: int) -> int:
    """The height of a row whose legend has so many entries."""
    return max(_ROW, _TOP + 24 + entries * _ENTRY)


def _row(title: str, spread: "Spread", top: float) -> Iterator[str]:
    yield _headline(f"{title}: {spread.title}, {float(spread.single.mean):.2f} on average", top)
    yield from _bars(spread, _LEFT, top + _TOP)
    if spread.passing:
        yield from _lines(spread, _LEFT + _PANEL + 60, top + _TOP)


def _bars(spread: "Spread", left: float, top: float) -> Iterator[str]:
    counts = spread.counts
    most = max(many for _value, many in counts)
    step = _PANEL / len(counts)
    named = 1 if len(counts) <= _MOST_NAMED else -(-len(counts) // _SOME_NAMED)
    yield _axis(left, top)
    for number, (value, many) in enumerate(counts):
        height = many / most * (_HEIGHT - 16)
        x = left + number * step
        yield _bar(x + step * 0.12, top + _HEIGHT - height, step * 0.76, height, _BAR)
        middle = x + step / 2
        if len(counts) <= _MOST_NAMED:
            yield _label(middle, top + _HEIGHT - height - 4, f"{many}")
        if number % named == 0:
            yield _label(middle, top + _HEIGHT + 14, f"{float(value):g}")


def _table(title: str, table: "TableOdds", top: float) -> Iterator[str]:
    """A group of bars for each row of a dice table, a bar for each modifier."""
    yield _headline(f"{title}: {table.title}, {table.dice}", top)
    top += _TOP
    likely = max(float(chance) for fall in table.falls for chance in fall.chances)
    whole = next(share for share in (0.125, 0.25, 0.5, 1) if likely <= share)
    yield from _grid(_LEFT, top, _WIDE, whole)
    group, many = _WIDE / len(table.falls), len(table.modifiers)
    wide = group * 0.8 / many
    longest = max(len(fall.on) for fall in table.falls)
    named = min(1 + int(longest * _LETTER / group), _SOME_NAMED) if len(table.falls) > _SOME_NAMED else 1
    for number, fall in enumerate(table.falls):
        left = _LEFT + number * group + group * 0.1
        for place, chance in enumerate(fall.chances):
            height = float(chance) / whole * _HEIGHT
            x, y = left + place * wide, top + _HEIGHT - height
            yield _bar(x, y, wide, height, _shade(place, many), _RIM)
            if wide > len("100%.") * _SMALL:
                digits = 1 if wide > len("100.0%.") * _SMALL else 0
                yield _label(x + wide / 2, y - 3, f"{float(chance):.{digits}%}", 9)
        if number % named == 0:
            yield _label(left + group * 0.4, top + _HEIGHT + 14, _cut(fall.on, named * group))
    for place, modifier in enumerate(table.modifiers):
        y = top + 10 + place * _ENTRY
        x = _LEFT + _WIDE + 16
        yield _bar(x, y - 8, 14, 8, _shade(place, many), _RIM)
        yield _entry(x + 19, y, f"roll {modifier:+d}" if modifier else "roll")


def _shade(place: int, many: int) -> str:
    """A shade for each of so many modifiers, the first the darkest."""
    part = place / (many - 1) if many > 1 else 0
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in zip(_DARK, _LIGHT, strict=True))


def _lines(spread: "Spread", left: float, top: float) -> Iterator[str]:
    """A line for each number of cards and each modifier; dots where one difficulty is all that is asked for."""
    low, high = min(spread.difficulties), max(spread.difficulties)
    width = _PANEL - 60
    yield from _grid(left, top, width, 1)
    marked = spread.difficulties if len(spread.difficulties) <= 12 else (low, (low + high) // 2, high)
    yield _label(left + width / 2, top + _HEIGHT + 28, "difficulty")
    for difficulty in marked:
        yield _label(_across(difficulty, low, high, left, width), top + _HEIGHT + 14, str(difficulty))
    lines = [(drawn, modifier) for modifier in spread.modifiers for drawn in spread.draws]
    for number, (drawn, modifier) in enumerate(lines):
        style, dash = spread.draws.index(drawn), _DASHES[spread.modifiers.index(modifier) % len(_DASHES)]
        colour, thick = _COLOURS[style % len(_COLOURS)], 1 + 0.7 * (style % len(_COLOURS))
        points = [
            (_across(difficulty, low, high, left, width), top + _HEIGHT - chance * _HEIGHT)
            for difficulty, chance in _along(spread, drawn, modifier)
        ]
        stroke = f'fill="none" stroke="{colour}" stroke-width="{thick:g}" stroke-dasharray="{dash}"'
        called = "the roll" if spread.rolled else f"{drawn} card{'s' if drawn > 1 else ''}"
        called += f" {modifier:+d}" if modifier else ""
        if len(points) == 1:
            yield from _dot(left + (number + 1) / (len(lines) + 1) * width, points[0][1], colour, called)
            continue
        yield f'<polyline points="{" ".join(f"{x:.2f},{y:.2f}" for x, y in points)}" {stroke}/>'
        y = top + 10 + number * _ENTRY
        yield f'<polyline points="{left + width + 4:g},{y - 4:g} {left + width + 20:g},{y - 4:g}" {stroke}/>'
        yield _entry(left + width + 23, y, called)


def _dot(x: float, y: float, colour: str, called: str) -> Iterator[str]:
    yield f'<circle cx="{x:.2f}" cy="{y:.2f}" r="4" fill="{colour}"/>'
    yield _label(x, y - 7, called, 9)


def _along(spread: "Spread", drawn: int, modifier: int) -> list[tuple[int, float]]:
    """How likely so many cards with the modifier reach each difficulty, the lowest first."""
    found = (each for each in spread.passing if (each.drawn, each.modifier) == (drawn, modifier))
    return sorted((each.difficulty, float(each.chance)) for each in found)


def _across(value: int, low: int, high: int, left: float, width: float) -> float:
    return left + ((value - low) / (high - low) if high > low else 0.5) * width


def _grid(left: float, top: float, width: float, whole: float) -> Iterator[str]:
    """The axis of a panel, and lines at nothing, half and the whole of what it shows."""
    yield _axis(left, top, width)
    for share in (0, 0.5, 1):
        y = top + _HEIGHT - share * _HEIGHT
        yield f'<line x1="{left:g}" x2="{left + width:g}" y1="{y:g}" y2="{y:g}" stroke="{_PALE}" stroke-width="0.5"/>'
        yield _label(left - 20, y + 4, f"{share * whole * 100:g}%")


def _axis(left: float, top: float, width: float = _PANEL) -> str:
    y = top + _HEIGHT
    return f'<line x1="{left:g}" x2="{left + width:g}" y1="{y:g}" y2="{y:g}" stroke="{_INK}"/>'


def _bar(x: float, y: float, width: float, height: float, fill: str, more: str = "") -> str:
    return (
        f'<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}" fill="{fill}"{more and " " + more}/>'
    )


def _headline(text: str, top: float) -> str:
    return f'<text x="16" y="{top + 24:g}" font-size="14" fill="{_INK}">{_text(text)}</text>'


def _label(x: float, y: float, text: str, size: int = 0) -> str:
    sized = f' font-size="{size}"' if size else ""
    return f'<text x="{x:.2f}" y="{y:.2f}" text-anchor="middle"{sized} fill="{_INK}">{_text(text)}</text>'


def _entry(x: float, y: float, text: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="9" fill="{_INK}">{_text(text)}</text>'


def _cut(text: str, width: float) -> str:
    """The text, or as much of it as there is room for."""
    most = max(1, int(width / _LETTER))
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _text(text: str) -> str:
    """The text as SVG can hold it, on one line."""
    return escape(plain(text))
