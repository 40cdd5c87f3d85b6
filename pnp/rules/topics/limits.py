"""Checks of what faces and rulebooks cost: can they be made in good time and in the memory there is."""

from pnp.model.face import Face
from pnp.rules.check import recorded


@recorded("too-slow", on=Face)
def too_slow() -> None:
    """A face, or a rulebook's text, is done in 10 seconds.

    One takes some milliseconds, as a rule. What takes longer than 10 seconds would probably never end, and all who wait
    for the cards would wait with it; so it is stopped, and the others are made.

    Bad:
        {% for a in range(9999) %}{% for b in range(9999) %}...     # a hundred million dots

    Good:
        {% for hit in range(card.hits) %}...
    """


@recorded("too-big", on=Face)
def too_big() -> None:
    """A face, or a rulebook's text, is made in a gigabyte of memory.

    A picture is unpacked to be drawn: 40 million pixels are more than a poster needs, and on a card nobody sees them.
    What takes more than a gigabyte can bring the whole machine to a halt; so it is stopped, and the others are made.

    Bad:
        <image href="art/scan-at-2400-dpi.tif" width="60" .../>

    Good:
        <image href="art/scan-at-600-dpi.jpg" width="60" .../>
    """


@recorded("crashed", on=Face)
def crashed() -> None:
    """The libraries that draw a face, or read its pictures and fonts, survive it.

    A damaged picture or font can bring down the library that reads it. The other cards are checked all the same; but as
    nobody can tell how the face would have looked, it is not printed, and the command ends with 2.

    Bad:
        <image href="art/half-downloaded.tif" .../>

    Good:
        <image href="art/saved-anew.png" .../>
    """
