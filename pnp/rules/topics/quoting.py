"""How findings call a face and its texts, and where these are to be mended."""

from pnp.model.face import Face, Text
from pnp.model.place import Where

# How much of a text a message repeats.
EXCERPT = 24


def template_of(face: Face) -> Where:
    """The face's template as a place, or the face's own where it is not known."""
    for file in face.files:
        if file == face.template or file.endswith(f"/{face.template}"):
            return Where(file)
    return face.where


def origin(face: Face, text: Text) -> tuple[Where, str]:
    """Where the text is to be mended, and what is behind it if that is the template: words that are no card's value."""
    return (text.where, "") if text.field else (text.at or template_of(face), known_by(face, text))


def known_by(face: Face, text: Text) -> str:
    """What a text is known by at its place in the template: its field, or its words.

    Where all that a line of the template gives the face reads alike, it is one text on every face, whatever it says.
    """
    if text.field or text.at is None:
        return text.field or text.words
    alone = all(other.words == text.words for other in face.texts if other.at == text.at)
    return "the text" if alone else text.words


def quoted(text: Text) -> str:
    """The beginning of a text that no place in a file leads to."""
    if text.field:
        return ""
    words = " ".join(text.words.split())
    return f' "{words}"' if len(words) <= EXCERPT else f' "{words[:EXCERPT].rstrip()}…"'


def named(text: Text) -> str:
    """Which of a template's texts it is."""
    return f' of "{text.field}"' if text.field else quoted(text)
