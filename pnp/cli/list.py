"""`pnp list`."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.cli.options import DEBUG, KITS, PROJECT, name_papers
from pnp.cli.printing import count, emit, plain
from pnp.model.units import show

if TYPE_CHECKING:
    from pnp.model.document import Booklet
    from pnp.model.kit import Deck, Kit, Rulebook
    from pnp.model.sheet import Run, Tile
    from pnp.outcome import Outcome


@click.command("list")
@KITS
@click.option(
    "--paper",
    "papers",
    multiple=True,
    default=("letter", "a4"),
    show_default="letter and a4",
    metavar="PAPER",
    callback=name_papers,
    help="Which paper to count sheets of: a name or a size, as for `pnp build`.",
)
@click.option("--icons", is_flag=True, help="Show the names of the icons that they may use instead.")
@PROJECT
@DEBUG
def list_kits(*, kits: tuple[str, ...], papers: tuple[str, ...], icons: bool, project: Path | None) -> None:
    """Show the kits: their components, counts, sheets and rulebooks."""
    from pnp.build import survey_kit
    from pnp.cli.selection import select_kits

    selected = select_kits(project, kits)
    if icons:
        files = {name for folder in selected.folders for name in selected.project.roots(folder).names("icons", ".svg")}
        names = sorted(file.removeprefix("icons/").removesuffix(".svg") for file in files)
        emit("\n".join(map(plain, names)))
        return
    for folder in selected.folders:
        outcome = survey_kit(selected.project, folder, tuple(dict.fromkeys(papers)))
        emit("\n".join(plain(line) for line in _describe_kit(outcome)))


def _describe_kit(outcome: "Outcome") -> Iterator[str]:
    from pnp.cli.levels import tell_levels

    kit = outcome.kit
    yield f"{kit.id}: {kit.title}" + (f" (version {kit.version})" if kit.version else "")
    for job in kit.jobs:
        yield f"  {job.name}: {job.stock}"
        yield from (f"    {_describe_deck(kit.deck(deck))}" for deck in job.decks if _has(kit, deck))
        yield from (f"    {_describe_run(run)}" for run in outcome.runs if run.job.name == job.name)
    for rulebook in kit.rulebooks:
        yield f"  {rulebook.name}: {rulebook.stock}"
        yield f"    {rulebook.file}: {count(rulebook.columns, 'column')}, {show(rulebook.size)} pt"
        yield from (f"    {_describe_booklet(each)}" for each in outcome.booklets if _of(each, rulebook))
    yield from (f"  {line.removeprefix(f'{kit.id}: ')}" for line in tell_levels(kit))
    if kit.faults:
        met = f"{count(len(kit.faults), 'problem')} met on reading"
        yield f"  {met}; `pnp check {kit.id}` shows what is wrong"


def _has(kit: "Kit", deck: str) -> bool:
    return any(each.id == deck for each in kit.decks)


def _of(booklet: "Booklet", rulebook: "Rulebook") -> bool:
    return booklet.document.rulebook.name == rulebook.name


def _describe_deck(deck: "Deck") -> str:
    designs = f", {count(len(deck.cards), 'design')}" if len(deck.cards) != deck.size else ""
    called = deck.size_name or ("" if deck.outline is None else deck.shape)
    size = f"{show(deck.width)} x {show(deck.height)} mm" + (f" ({called})" if called else "")
    return f"{deck.id}: {count(deck.size, 'card')}{designs}, {size}"


def _describe_booklet(booklet: "Booklet") -> str:
    pages = f"{booklet.paper}: {count(booklet.pages, 'page')}"
    if booklet.signature is None:
        return pages
    return f"{pages} as a booklet, {count(booklet.sheets, 'sheet')}, both sides, flip on the short edge"


def _describe_parts(tile: "Tile") -> str:
    """How a piece is parted that is larger than the paper."""
    return f"{tile.rows * tile.columns} parts ({count(tile.rows, 'row')} of {tile.columns})"


def _describe_run(run: "Run") -> str:
    tiles = {piece.component: piece.tile for sheet in run.sheets for piece in sheet.pieces if piece.tile}
    alone = len(run.per_sheet) == 1
    fits = ", ".join(
        f"{component} in {_describe_parts(tiles[component])}"
        if component in tiles
        else (f"{number} a sheet" if alone else f"{number} {component} a sheet")
        for component, number in run.per_sheet
    )
    sides = f"both sides, flip on the {run.flip.replace('-', ' ')}" if run.duplex else "one side"
    sides += ", backs to be folded behind" if any(sheet.folded for sheet in run.sheets) else ""
    return f"{run.paper}: {fits}, {count(len(run.sheets), 'sheet')}, {sides}"
