"""What is wrong with the fonts that a text was set in."""

from collections.abc import Iterable, Iterator, Sequence

from pnp.faces.text.layout import Laid
from pnp.faces.workshop import Workshop


def judge_fonts(laid: Laid, tag: str, shop: Workshop) -> Sequence[tuple[str, str]]:
    """What is missing for a text in a `tag`: a family, a style, or leave to print the font; and the cure."""
    files = dict.fromkeys([run.font for run in laid.runs])
    if not laid.absent and not laid.inexact and not any(map(shop.font_refusal, files)):
        return ()
    return tuple(_tell_faults(laid, tag, shop, files))


def _tell_faults(laid: Laid, tag: str, shop: Workshop, files: Iterable[str]) -> Iterator[tuple[str, str]]:
    if laid.absent:
        have = ", ".join(shop.book.families()) or "no font at all"
        for family in laid.absent:
            named = f"there is no font {family}" if family != "no font-family" else f"<{tag}> names no font-family"
            yield named, f"fonts/ holds {have}"
    for file in files:
        refusal = shop.font_refusal(file)
        if refusal:
            cure = "Choose another font, or get it anew from its maker: a PDF carries its fonts with it."
            yield f"{shop.shown(file)} {refusal}", cure
    for pair in laid.inexact:
        name, _, wanted = pair.rpartition(" for ")
        if wanted != "regular":
            cure = "choose a family that has it, or add the font file to fonts/"
            yield f"there is no {wanted} style of {name}", cure
