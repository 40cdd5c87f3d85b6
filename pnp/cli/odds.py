"""`pnp odds`."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.cli.main import FINDINGS, FINE
from pnp.cli.options import DEBUG, KITS, PROJECT
from pnp.cli.printing import count, emit, mention, plain
from pnp.cli.reports_json import dump_harmless
from pnp.model.finding import Level

if TYPE_CHECKING:
    from pnp.rules.chances import Outcome
    from pnp.rules.odds import Passing, Spread, Survey, TableOdds

FILE = click.Path(path_type=Path, dir_okay=False)
_WIDEST_BAR = 30


@click.command()
@KITS
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text", help="How the odds are written.")
@click.option("--svg", type=FILE, metavar="FILE", help="Draw them into FILE, too.")
@PROJECT
@DEBUG
def odds(kits: tuple[str, ...], form: str, svg: Path | None, project: Path | None) -> int:
    """Show how numbers are spread, and how likely totals are: exact chances, nothing is simulated.

    What is shown stands under `odds:` in a kit's rules.yaml; without it, every number on the cards.
    """
    from pnp.cli.plot import draw_plot
    from pnp.cli.selection import select_kits
    from pnp.kit.reading import read_kit
    from pnp.model.finding import PnpError
    from pnp.rules.odds import survey

    selected = select_kits(project, kits)
    surveys = [survey(read_kit(folder, selected.project.shown(folder))) for folder in selected.folders]
    emit(_write_json(surveys) if form == "json" else "\n".join(plain(line) for line in _write_text(surveys)))
    if svg is not None:
        try:
            svg.write_text(draw_plot(surveys), "utf-8", newline="\n")
            mention(plain(f"wrote {svg}"))
        except OSError as failure:
            cure = "Name a file in a folder of yours."
            raise PnpError(f"{svg} cannot be written: {failure.strerror}", cure) from None
    for each in (each for each in surveys if not each.kit.odds and each.spreads):
        mention(
            plain(f"{each.kit.id}: these are all numbers of its cards; `odds:` in rules.yaml asks for some, with draws")
        )
    missing = [line for each in surveys for line in _tell_missing(each)]
    for line in missing:
        mention(plain(line))
    return FINDINGS if missing else FINE


def _tell_missing(survey: "Survey") -> Iterator[str]:
    """What cannot be shown, and why."""
    for trouble in survey.troubles:
        yield f"{trouble.where}: {trouble.message}"
        if trouble.help:
            yield f"  help: {trouble.help}"
    if survey.kit.faults:
        from pnp.rules.registry import CHECKS

        wrong = sum(fault.check in CHECKS and CHECKS[fault.check].level is Level.ERROR for fault in survey.kit.faults)
        if wrong:
            name = survey.kit.id
            yield f"{name}: numbers may be missing because of {count(wrong, 'error')}; `pnp check {name}` names them"


def _write_text(surveys: "list[Survey]") -> Iterator[str]:
    for number, each in enumerate(surveys):
        if number:
            yield ""
        yield f"{each.kit.id}: {each.kit.title}"
        if not (each.spreads or each.tables):
            yield "  no numbers on its cards"
        for spread in each.spreads:
            yield ""
            yield from _describe(spread)
        for table in each.tables:
            yield ""
            yield from _describe_table(table)


def _describe(spread: "Spread") -> Iterator[str]:
    """The values with bars, then a table of chances for each modifier."""
    of = f"{count(spread.size, 'way')} to fall" if spread.rolled else count(spread.size, "card")
    others = f", {spread.others:,} more without a number" if spread.others else ""
    yield f"  {spread.title}: {of}{others}, {float(spread.single.mean):.2f} on average"
    counts = spread.counts
    most = max(many for _value, many in counts)
    width = max(len(_figure(value)) for value, _many in counts)
    digits = len(f"{most:,}")
    for value, many in counts:
        bar = "█" * max(1, round(many * _WIDEST_BAR / most))
        yield f"    {_figure(value):>{width}}  {many:>{digits},}  {many / spread.size:>6.1%}  {bar}"
    for modifier in spread.modifiers:
        rows = [each for each in spread.passing if each.modifier == modifier]
        if rows:
            yield ""
            yield from _chances(spread, rows, modifier)


def _chances(spread: "Spread", rows: "list[Passing]", modifier: int) -> Iterator[str]:
    added = f", {modifier:+d} to the total" if modifier else ""
    yield f"    pass, and points short on average (a total below 0 counts as 0){added}"
    head = "".join(f"{'the roll' if spread.rolled else count(drawn, 'card'):>16}" for drawn in spread.draws)
    yield f"    difficulty{head}"
    for difficulty in spread.difficulties:
        cells = [each for each in rows if each.difficulty == difficulty]
        yield f"    {difficulty:>10}" + "".join(
            f"{float(each.chance):>9.3f} {float(each.missed):>6.2f}" for each in cells
        )


def _describe_table(table: "TableOdds") -> Iterator[str]:
    yield f"  {table.title}: {table.dice}"
    width = max(len(fall.on) for fall in table.falls)
    yield f"    {'':>{width}}  " + "".join(
        f"{modifier:>+8d}" if modifier else f"{'roll':>8}" for modifier in table.modifiers
    )
    for fall in table.falls:
        yield (
            f"    {fall.on:>{width}}  " + "".join(f"{float(each):>8.1%}" for each in fall.chances) + f"  {fall.effect}"
        )


def _figure(value: "Outcome") -> str:
    return str(_json_number(value))


def _json_number(value: "Outcome") -> int | float:
    return int(value) if value == value // 1 else float(value)


def _write_json(surveys: "list[Survey]") -> str:
    kits = [
        {
            "kit": each.kit.id,
            "odds": [_spread_record(spread) for spread in each.spreads],
            "tables": [_table_record(table) for table in each.tables],
        }
        for each in surveys
    ]
    return dump_harmless({"kits": kits})


def _spread_record(spread: "Spread") -> dict[str, object]:
    return {
        "of": spread.title,
        "size": spread.size,
        "mean": round(float(spread.single.mean), 6),
        "values": [
            {
                "value": _json_number(value),
                "count": many,
                "share": round(many / spread.size, 6),
            }
            for value, many in spread.counts
        ],
        "chances": [
            {
                "difficulty": each.difficulty,
                "cards": each.drawn,
                "modifier": each.modifier,
                "pass": round(float(each.chance), 6),
                "exact": str(each.chance),
                "short": round(float(each.missed), 6),
            }
            for each in spread.passing
        ],
    }


def _table_record(table: "TableOdds") -> dict[str, object]:
    return {
        "of": table.title,
        "dice": table.dice,
        "modifiers": list(table.modifiers),
        "rows": [
            {"on": fall.on, "effect": fall.effect, "chances": [round(float(each), 6) for each in fall.chances]}
            for fall in table.falls
        ],
    }
