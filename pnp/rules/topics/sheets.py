"""Checks of sheets and of the jobs that fill them: do the pieces fit on the paper, is everything printed."""

from pnp.model.finding import Level
from pnp.model.kit import Kit
from pnp.model.sheet import Run
from pnp.rules.check import recorded


@recorded("unknown-deck", on=Kit)
def unknown_deck() -> None:
    """A print job names decks that the kit has.

    A deck with a misspelled name would be left out of the print, and the box would lack its cards.

    Bad:
        print:
          - {name: cards, decks: [evnts]}

    Good:
        print:
          - {name: cards, decks: [events]}
    """


@recorded("does-not-fit", on=Run)
def does_not_fit() -> None:
    """Every piece fits on the paper, within the margin that a printer cannot reach.

    What lies beyond the printable edge comes out of the printer white, and a piece that is larger than the paper has
    to be printed elsewhere or in parts.

    Bad:
        size: 250 x 300 mm          # letter paper is 215.9 x 279.4 mm

    Good:
        size: 200 x 260 mm
    """


@recorded("bad-layout", on=Run)
def bad_layout() -> None:
    """What a print job says of its layout can be, and leaves paper for its pieces.

    A margin of half the paper, or one below nothing, cannot be printed; it is most often a wrong unit. More pieces a
    sheet than fit, or a gutter other than the `up` beside it asks for, would have to be scaled or cut off.

    Bad:
        print:
          - {name: cards, decks: [events], margin: 42 cm}

    Good:
        print:
          - {name: cards, decks: [events], margin: 4.2 mm}
    """


@recorded("mark-past-margin", on=Run, level=Level.WARNING)
def mark_past_margin() -> None:
    """Corrected for a printer that misses, every cut mark still lies where the printer reaches.

    A sheet is moved, turned and stretched against the printer's error, and marks that end at the margin come to lie
    beyond it: they are printed short, or not at all. A card that would be cut off so is an error, `does-not-fit`.

    Bad:
        margin: 4.2 mm              # and the printer misses by 3 mm

    Good:
        margin: 7.2 mm
    """
