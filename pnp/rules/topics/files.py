"""Checks of the files around the YAML: pictures that are not there, and files that nothing needs."""

from collections.abc import Iterable
from pathlib import PurePosixPath

from pnp.model.face import Face
from pnp.model.finding import Level
from pnp.model.guess import guess
from pnp.model.kit import Assets, Kit
from pnp.model.place import Where
from pnp.rules.check import Context, Said, check, recorded
from pnp.rules.topics.licences import MADE

# Files that people read and no card shows: what is said of a kit, of a font, of pictures. None is a picture itself.
FOR_READERS = (
    *("readme", "license", "licence", "copying", "copyright", "notice", "ofl", "ufl", "fontlog", "trademark"),
    *("authors", "contributors", "credits", "attribution", "changelog"),
)


@recorded("missing-file", on=Face)
def missing_file() -> None:
    """Every file that a deck, a card or a template names exists.

    Without its picture a card would be printed with a hole in it, without its table a deck would have no cards. Names
    are exact: `Zombie.png` is not `zombie.png` on every machine.

    Bad:
        picture: art/zombi.png

    Good:
        picture: art/zombie.png
    """


@recorded("bad-image", on=Face)
def bad_image() -> None:
    """Every picture can be opened, is of a known kind, and is of a sensible size.

    A download that broke off, or a web page saved under the name of a picture, leaves a hole in the card.

    Bad:
        picture: art/zombie.png     # the file holds 0 bytes

    Good:
        picture: art/zombie.png     # a PNG or a JPEG
    """


@recorded("odd-image", on=Face, level=Level.WARNING, waivable=True)
def odd_image() -> None:
    """Every picture is what its name says, and one picture.

    Of a file that moves only the first frame can be printed, a JPEG that is called PNG will puzzle the next program,
    and inks without a word on how to read them may come out as their opposite. The picture is drawn as well as it can
    be.

    Bad:
        picture: art/zombie.gif     # 24 frames

    Good:
        picture: art/zombie.png     # the frame that is meant
    """


@check("unused-file", on=Assets, level=Level.WARNING, waits=True)
def unused_file(assets: Assets, context: Context) -> Iterable[Said]:
    """Every file in a kit's folder is used by it.

    A picture that no card shows is often one that a card should show, or the old state of one that was drawn anew.
    `README`, `LICENSE`, `OFL`, `CREDITS` and the like, unless they are pictures, and hidden files are left alone.

    Bad:
        content/zed-deck/art/zombie-old.png         # no card names it

    Good:
        content/zed-deck/art/zombie.png             # picture: art/zombie.png
    """
    folder = PurePosixPath(context.kit.where.file).parent
    used = {_shown(file, folder) for file in (*context.kit.read, *_templates(context.kit))} | assets.used
    files = [_shown(file, folder) for file in assets.files]
    for file in files:
        if file not in used and not _is_for_readers(file, folder):
            names = sorted(PurePosixPath(other).name for other in used)
            near = guess(PurePosixPath(file).name, names, 0.8)
            cure = f' "{near}", which is used, has a name much like it.' if near else ""
            yield Said(
                Where(file), "nothing in the kit uses this file", f"Use it, or take it out of the kit's folder.{cure}"
            )


def _shown(file: str, folder: PurePosixPath) -> str:
    """The file as messages write it, whether it was given so or from the kit's folder on."""
    path = PurePosixPath(file)
    return str(path if path.is_relative_to(folder) else folder / path)


def _templates(kit: Kit) -> Iterable[str]:
    """The templates that the decks name; without a card, none is drawn by them."""
    return [name for deck in kit.decks for name in (deck.front, deck.back) if name]


def _is_for_readers(file: str, folder: PurePosixPath) -> bool:
    path = PurePosixPath(file).relative_to(folder)
    name = path.name.lower()
    told = name.startswith(FOR_READERS) and not name.endswith(MADE)
    return told or any(part.startswith(".") for part in path.parts)
