"""Checks of faces as they would be printed, judged from what each face recorded of its texts and shapes."""

import math
import unicodedata
from collections.abc import Iterable, Iterator

from pnp.model.face import Face, Text
from pnp.model.finding import Level
from pnp.model.units import show
from pnp.rules.check import Context, Said, check
from pnp.rules.topics.edges import stopping_sides
from pnp.rules.topics.quoting import known_by, named, origin, quoted, template_of
from pnp.rules.topics.rims import clearance, stops_at

# Type below this many points cannot be read at arm's length (and fills in on home printers).
SMALLEST_TYPE = 6.0
# Differences below this many mm or points are rounding.
SLACK = 0.02
# Dots per inch of a picture: what printers show of it, and what looks blurred at arm's length.
FINE, COARSE = 300.0, 150.0
# The bleed that print shops ask for (an eighth of an inch), in mm.
BLEED = 3.175
# How many characters a message about missing glyphs names.
NAMED = 5


@check("text-overflow", on=Face)
def text_overflow(face: Face, _context: Context) -> Iterable[Said]:
    """Every text fits into its box, at one of the sizes that its template allows.

    What does not fit runs over the picture, the next text or the edge of the card, and a rule that is cut off cannot
    be played. The text was tried at every size allowed before this is said.

    Bad:
        event: The shutters are half down, and behind them …     # 900 characters in a box for 400

    Good:
        event: The shutters are half down. **Run 3** to get in and out.
    """
    for text in face.texts:
        if text.over > SLACK:
            size = f"{_points(text.size)}, the smallest size allowed" if text.size < text.asked else _points(text.size)
            where, cause = origin(face, text)
            yield Said(
                where,
                f"the text{quoted(text)} stands {_mm(text.over)} out of its box at {size}; {_cut(text)}",
                f"Shorten it, or give the box more room or a smaller size in {template_of(face).file}.",
                cause and f"{cause} overflow",
                text.over,
                (text.where,),
            )


@check("shortened-text", on=Face, level=Level.INFORMATION)
def shortened_text(face: Face, _context: Context) -> Iterable[Said]:
    """A text stands on its card to the end, also where its template may shorten it.

    `fit="ellipsis"` leaves out what does not fit and writes … in its place. That is meant for excerpts; a rule that
    ends in … cannot be played, so each text that was cut is told.

    Bad:
        <pnp:text fit="ellipsis" ...>{{ card.event }}</pnp:text>     # 900 characters in a box for 400

    Good:
        <pnp:text fit="shrink" min-size="7" ...>{{ card.event }}</pnp:text>
    """
    for text in face.texts:
        if text.cut:
            where, cause = origin(face, text)
            count = "1 character" if text.cut == 1 else f"{text.cut} characters"
            yield Said(
                where,
                f"the text{quoted(text)} is shortened: … stands for {count} that did not fit",
                f"Shorten it, or give the box more room or a smaller size in {template_of(face).file}.",
                cause and f"{cause} shortened",
                text.cut,
                (text.where,),
            )


@check("missing-glyph", on=Face, waivable=False)
def missing_glyph(face: Face, _context: Context) -> Iterable[Said]:
    """Every character of a text is drawn by its font or by the font of symbols.

    A character that no font has would be an empty box on the card. Symbols of a game are best drawn as icons,
    `{heart}`.

    Bad:
        event: The 🧟 wakes.

    Good:
        event: The {zombie} wakes.
    """
    for text in face.texts:
        if text.missing:
            where, cause = origin(face, text)
            names = [_character(character) for character in dict.fromkeys(text.missing)]
            more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
            yield Said(
                where,
                f"no font can draw {', '.join(names[:NAMED])}{more}",
                f"Write it otherwise or as an icon. {text.font or 'A stand-in font'} and the font of symbols lack it.",
                cause and f"{cause} glyph {' '.join(names)}",
                places=(text.where,),
            )


@check("small-type", on=Face, level=Level.WARNING)
def small_type(face: Face, _context: Context) -> Iterable[Said]:
    """Text is printed at 6 points or more.

    Smaller type is not read at the table, least of all on a home printer and by lamplight.

    Bad:
        <pnp:text size="9 5" ...>       # a long text shrinks to 5 pt

    Good:
        <pnp:text size="9 6.5" ...>
    """
    for text in face.texts:
        if text.size < SMALLEST_TYPE - SLACK and text.words.strip():
            asked_for = text.asked < SMALLEST_TYPE - SLACK
            where, cause = origin(face, text)
            if asked_for:
                where, cause = text.at or template_of(face), known_by(face, text)
            shrunk = "is set in" if asked_for else f"shrank from {_points(text.asked)} to"
            yield Said(
                where,
                f"the text{named(text)} {shrunk} {_points(text.size)}; below 6 pt it is hard to read",
                "Ask for 6 pt or more in the template." if asked_for else "Shorten it, or give its box more room.",
                cause and f"{cause} small",
                SMALLEST_TYPE - text.size,
                (text.where,),
            )


@check("unsafe-text", on=Face, level=Level.WARNING)
def unsafe_text(face: Face, context: Context) -> Iterable[Said]:
    """Text keeps the deck's safe margin to the trim.

    A cut is seldom better than a millimetre, and corners are rounded; letters near the edge are cut away or look
    crooked. The margin is the deck's `safe`, 3 mm if it says none.

    Bad:
        <pnp:text x="1" y="1" width="61.5" ...>     # 1 mm from the trim

    Good:
        <pnp:text x="4" y="4" width="55.5" ...>
    """
    outline = context.deck.of_side(face.key.side).outline if context.deck else None
    for text in face.texts:
        if text.over > SLACK or not text.words.strip():
            continue  # what does not fit is reported as that
        if outline is not None:
            yield from _judge_shaped(face, text, clearance(outline, text.around))
            continue
        gaps = {
            "on the left": text.box.left,
            "on the right": face.width - text.box.right,
            "at the top": text.box.top,
            "at the bottom": face.height - text.box.bottom,
        }
        near = {side: gap for side, gap in gaps.items() if gap < face.safe - SLACK}
        if near:
            yield Said(
                text.at or template_of(face),
                f"the text{named(text)} {_distances(near)}; {show(face.safe)} mm should stay free",
                "Move its box inward in the template, or lower `safe` in the deck.",
                f"{known_by(face, text)} unsafe {' '.join(near)}",
                face.safe - min(near.values()),
                (text.where,),
            )


def _judge_shaped(face: Face, text: Text, gap: float) -> Iterator[Said]:
    """What there is to say of a text that stays so far within the outline of its piece."""
    if gap < face.safe - SLACK:
        near = f"is {_mm(gap)} from the outline"
        if gap < 0:
            near = f"reaches {_mm(-gap)} beyond the outline and is cut off"
        yield Said(
            text.at or template_of(face),
            f"the text{named(text)} {near}; {show(face.safe)} mm should stay free",
            "Move its box inward in the template, or lower `safe` in the deck.",
            f"{known_by(face, text)} unsafe",
            face.safe - gap,
            (text.where,),
        )


@check("art-stops-at-trim", on=Face, level=Level.WARNING)
def art_stops_at_trim(face: Face, context: Context) -> Iterable[Said]:
    """Art that reaches the trim goes on to the end of the bleed.

    Paper moves in the printer, and no knife is quite on the line. Where the colour ends with the card, a white sliver
    stays on one side. A white border, or art that ends well within the card, is fine.

    Bad:
        <rect x="0" y="0" width="63.5" height="88.9" fill="#223"/>

    Good:
        <rect x="-3.175" y="-3.175" width="69.85" height="95.25" fill="#223"/>
    """
    deck = context.deck.of_side(face.key.side) if context.deck else None
    bleed = face.bleed or (deck.bleed if deck else 0.0)
    if deck is not None and deck.outline is not None:
        if face.bleed and stops_at(face, deck.outline, face.bleed):
            message = f"the art stops at the outline along which it is cut; draw on to {show(bleed)} mm beyond it"
            cure = "Paint the ground over the whole drawing, bleed and all."
            yield Said(template_of(face), message, cure, "art outline")
        return
    sides = stopping_sides(face, bleed)
    if sides and not bleed:
        yield Said(
            template_of(face),
            f"the art reaches the trim {_sides(sides)}, and the deck has no bleed for it to go on in",
            f"Give the deck a bleed of {show(BLEED)} mm and draw on into it, or keep the art within the trim.",
            f"art {' '.join(sides)}",
        )
    elif sides:
        full = f"{show(face.width + 2 * bleed)} x {show(face.height + 2 * bleed)} mm"
        yield Said(
            template_of(face),
            f"the art stops at the trim {_sides(sides)}; draw on to {show(bleed)} mm beyond it",
            f"With its bleed the drawing is {full}; it begins at {show(-bleed)}, {show(-bleed)}.",
            f"art {' '.join(sides)}",
        )


@check("low-resolution", on=Face, level=Level.WARNING)
def low_resolution(face: Face, _context: Context) -> Iterable[Said]:
    """Pictures are printed with 300 dots per inch or more; below 150 they are blurred.

    What is sharp on a screen may have a third of the dots that paper shows. The file's own word for its resolution
    counts for nothing: its pixels are spread over the size at which the card shows it.

    Bad:
        <image href="art/small.png" width="63.5" ...>       # 100 pixels: 40 dpi

    Good:
        <image href="art/large.png" width="63.5" ...>       # 750 pixels: 300 dpi
    """
    for art in face.art:
        if art.dpi < FINE - SLACK:
            coarse = art.dpi < COARSE - SLACK
            yield Said(
                art.where,
                f"{art.file} is printed at {art.dpi:.0f} dpi; {_called(coarse)}",
                f"Use one with {_times(FINE / art.dpi)} times as many pixels a side, or show it smaller.",
                f"{art.file} resolution",
                FINE - art.dpi,
                (face.where,),
                None if coarse else Level.INFORMATION,
            )


def _times(factor: float) -> str:
    return f"{math.ceil(factor * 10 - SLACK) / 10:g}"


def _called(coarse: bool) -> str:
    return f"below {COARSE:.0f} it is blurred" if coarse else f"{FINE:.0f} are as sharp as print can be"


def _cut(text: Text) -> str:
    """How much shorter the text has to be: whole lines if it is too tall, else the share that stands out."""
    length = len(text.words)
    extent = text.box.bottom - text.box.top if text.lines > 1 else text.box.right - text.box.left
    share = text.over / extent if extent > 0 else 1.0
    if text.lines > 1:
        share = math.ceil(share * text.lines - SLACK) / text.lines
    characters = math.ceil(share * length)
    if characters >= length:
        return "the box is too small for any text"
    if characters > 20:
        characters = round(characters, -1)
    return f"cut about {characters} character{'' if characters == 1 else 's'}"


def _character(character: str) -> str:
    """A character as it looks, its code point and its name: `"🧟" (U+1F9DF ZOMBIE)`."""
    code = f"U+{ord(character[0]):04X}" if len(character) == 1 else " ".join(f"U+{ord(each):04X}" for each in character)
    name = unicodedata.name(character, "") if len(character) == 1 else ""
    shown = f'"{character}" ' if character.isprintable() else ""
    return f"{shown}({code} {name})" if name else f"{shown}({code})"


def _distances(near: dict[str, float]) -> str:
    """`stands 1.5 mm from the trim on the left and 0.2 mm beyond it at the top`."""
    parts = [
        f"{show(round(abs(gap), 2))} mm {'beyond' if gap < 0 else 'from'} the trim {side}" for side, gap in near.items()
    ]
    return "stands " + _listed(parts)


def _sides(sides: tuple[str, ...]) -> str:
    if len(sides) == 4:
        return "on all four sides"
    return _listed([f"at the {side}" if side in ("top", "bottom") else f"on the {side}" for side in sides])


def _listed(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _points(size: float) -> str:
    return f"{show(round(size, 2))} pt"


def _mm(length: float) -> str:
    return f"{show(round(length, 1) or round(length, 2))} mm"
