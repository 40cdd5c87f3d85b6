"""Checks of templates: can a face be made of them, and is all that they draw understood."""

from pnp.model.document import Document
from pnp.model.face import Face
from pnp.model.finding import Level
from pnp.rules.check import recorded


@recorded("missing-template", on=Face)
def missing_template() -> None:
    """The templates that a deck names exist.

    Without its template a card has no face. It is looked for in the kit's folder, in the project's `templates`, and
    among those that come with `pnp`.

    Bad:
        front: zed/evnt.svg.j2

    Good:
        front: zed/event.svg.j2
    """


@recorded("template-error", on=Face)
def template_error() -> None:
    """A template can be filled in for every card.

    A name that no card has, or a bracket that is not closed, leaves the card without a face.

    Bad:
        <pnp:text ...>{{ card.titel }}</pnp:text>

    Good:
        <pnp:text ...>{{ card.title }}</pnp:text>
    """


@recorded("bad-svg", on=Face)
def bad_svg() -> None:
    """What a template gives is SVG: every element closed, every number a number.

    A drawing that is broken off has no right half, and which half is right nobody can tell; so none of it is printed.

    Bad:
        <rect x="0" y="0" width="63,5" height="88.9">

    Good:
        <rect x="0" y="0" width="63.5" height="88.9"/>
    """


@recorded("unsupported-svg", on=Face)
def unsupported_svg() -> None:
    """A face draws only with the parts of SVG that are printed as they look on the screen.

    Masks, flowed text and words that SVG does not know would come out otherwise on paper, or not at all, without a
    word. What is not supported is said here and not found on the sheet, with what to use in its place.

    Bad:
        <rect mask="url(#fade)" .../>

    Good:
        <rect fill="url(#fade)" .../>       # a gradient with stop-opacity
    """


@recorded("undrawn-svg", on=Face, level=Level.WARNING, waivable=True)
def undrawn_svg() -> None:
    """A face needs nothing of SVG that is left out in print.

    Filters, blend modes, scripts and animations are for screens. The face is drawn without them: a shadow is missing,
    a colour lies flat. Look at the card, and draw what it lacks as shapes.

    Bad:
        <rect filter="url(#blur)" .../>

    Good:
        <rect fill-opacity="0.5" .../>
    """


@recorded("hidden-text", on=Face, level=Level.WARNING, waivable=True)
def hidden_text() -> None:
    """Every text of a face can be seen.

    A text under a shape that was painted after it, outside of its clip, scaled to nothing or with an opacity of 0 is
    not on the card. What it says, nobody at the table knows.

    Bad:
        <pnp:text ...>Lose two hearts.</pnp:text> <rect ... fill="#e8e4d8"/>

    Good:
        <rect ... fill="#e8e4d8"/> <pnp:text ...>Lose two hearts.</pnp:text>
    """


@recorded("unsupported-markdown", on=Document)
def unsupported_markdown() -> None:
    """A rulebook's text uses only the marks that are printed.

    A picture, a block of code or a block that nobody knows would be left out of the printed rules without a word, and
    an instruction with it.

    Bad:
        ::: warning
        Never look back.
        :::

    Good:
        ::: note
        Never look back.
        :::
    """


@recorded("unknown-icon", on=Face)
def unknown_icon() -> None:
    """Every icon that a text or a template names exists.

    The players would see a gap where the symbol should tell them what to do. Icons are files in `icons/`, named
    without their ending.

    Bad:
        event: Lose one {haert}.

    Good:
        event: Lose one {heart}.
    """


@recorded("missing-font", on=Face)
def missing_font() -> None:
    """Every font that a template names is in a `fonts/` folder.

    Fonts of the machine are never used, so that a game looks the same wherever it is built. A font that is not there
    would change every line break.

    Bad:
        <pnp:text font="Barlow Semicondensed" ...>

    Good:
        <pnp:text font="Barlow Semi Condensed" ...>
    """


@recorded("face-size", on=Face)
def face_size() -> None:
    """A face is as large as its deck's cards, or as large as them with bleed on each side.

    A face of any other size would be scaled or cut, and the card would not match its back or its neighbours.

    Bad:
        <svg width="60mm" height="90mm" ...>        # the deck says poker, 63.5 x 88.9 mm

    Good:
        <svg width="69.85mm" height="95.25mm" viewBox="-3.175 -3.175 69.85 95.25" ...>
    """
