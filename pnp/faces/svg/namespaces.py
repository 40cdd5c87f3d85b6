"""Prefixes and the namespaces that they stand for: the drawing library reads them, and stops where they are wrong."""

from functools import lru_cache
from xml.parsers import expat

from pnp.model.face import Slice

SVG = "http://www.w3.org/2000/svg"


@lru_cache(maxsize=256)
def find_name_break(piece: Slice) -> str:
    """Why a reader that knows namespaces cannot read the slice as a drawing; empty if it can."""
    parser = expat.ParserCreate("utf-8", "}")
    groups = "".join(piece.groups)
    whole = f"{piece.head}{piece.definitions}{groups}{piece.markup}{'</g>' * len(piece.groups)}</svg>"
    try:
        parser.Parse(whole.encode("utf-8", "surrogatepass"), True)
    except expat.ExpatError as error:
        return expat.ErrorString(error.code)
    return ""
