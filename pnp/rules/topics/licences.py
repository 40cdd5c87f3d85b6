"""The check of where files come from: a licence and a name for each that the kit brings along."""

from collections.abc import Iterable
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

from pnp.model.finding import Level
from pnp.model.kit import Assets
from pnp.model.place import Where
from pnp.rules.check import Context, Said, check

# Files that somebody made: pictures and fonts.
MADE = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".svg", ".ttf", ".otf", ".ttc", ".woff")


@check("uncredited-file", on=Assets, level=Level.WARNING)
def uncredited_file(assets: Assets, context: Context) -> Iterable[Said]:
    """Every picture and font that a kit brings along has its maker and its licence in kit.yaml.

    Who prints or shares the game has to know what may be done with its art, and most free licences ask for the name.
    What comes with `pnp` has its own.

    Bad:
        picture: art/zombie.png         # and no word of who drew it

    Good:
        assets:                         # in kit.yaml
          - {file: art/*.png, by: Ann Ample, licence: CC BY 4.0}
    """
    folder = PurePosixPath(context.kit.where.file).parent
    own = {str(folder / file): file for file in assets.files}
    for shown in sorted(own.keys() & assets.used):
        file = own[shown]
        credited = any(fnmatchcase(file, row.files) for row in context.kit.provenance)
        if file.lower().endswith(MADE) and not credited:
            yield Said(
                Where(shown),
                f"nothing says who made {file}, and how it may be used",
                f"Add to kit.yaml under `assets:` {{file: {file}, by: the maker, licence: CC BY 4.0}}.",
            )
