"""The cut files of a run: one SVG and one DXF for each kind of sheet."""

import logging

from pnp.export.drawing import draw_sheet
from pnp.model.finding import PnpError
from pnp.model.sheet import Run, Sheet
from pnp.press.delivery.ticket import Cut


def require_dxf() -> None:
    """PnpError with the cure where ezdxf is not installed."""
    # It keeps a list of the system's fonts in the user's home, and warns where it cannot: no font is in a cut file.
    logging.getLogger("ezdxf").setLevel(logging.ERROR)
    try:
        import ezdxf  # noqa: F401
    except ImportError as error:
        raise PnpError("cut files need ezdxf, which is not installed", "pip install 'pnp-kit[dxf]'") from error


def write_cuts(run: Run, *, draft: bool = False) -> tuple[Cut, ...]:
    """The files of the run. Sheets with the same paths share theirs; one without paths has none."""
    from pnp.export.dxf import write_dxf
    from pnp.export.svg import write_svg

    kinds: dict[str, list[tuple[int, Sheet]]] = {}
    for number, sheet in enumerate(run.sheets, 1):
        if sheet.front.traces:
            kinds.setdefault(sheet.template, []).append((number, sheet))
    files = []
    for count, (template, alike) in enumerate(kinds.items(), 1):
        drawing = draw_sheet(alike[0][1], f"{run.title}: {run.job.name}, {run.paper}")
        numbers = tuple(number for number, _ in alike)
        for ending, write in (("svg", write_svg), ("dxf", write_dxf)):
            files.append(Cut(run, f"-cut-{count}.{ending}", write(drawing), template, numbers, draft))
    return tuple(files)
