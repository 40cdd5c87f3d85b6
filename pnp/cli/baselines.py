"""The file of known findings that `pnp check` sets aside, read and written."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pnp.cli.printing import count
from pnp.kit.project import Project
from pnp.model.files import LARGEST_TEXT, BulkyError, follow, read_file
from pnp.model.finding import Finding, PnpError
from pnp.model.kit import Kit
from pnp.rules.baseline import make_baseline, read_baseline, set_aside
from pnp.rules.levels import changed_levels
from pnp.rules.registry import CHECKS

OUTDATED = "outdated-baseline"


def apply_baseline(
    path: Path, findings: Sequence[Finding], kits: Sequence[Kit], project: Project, *, write: bool
) -> tuple[list[Finding], list[str]]:
    """The findings that the file does not set aside, and what there is to say of it; PnpError if it is no baseline.

    If it is to be written, it gets the findings first; what it knows of other kits stays, as long as those are there.
    A file that is there and is no baseline is left as it is.
    """
    names = [kit.id for kit in kits]
    shown = project.shown(follow(path))
    known = read_baseline(_read(path), shown) if path.exists() or not write else ()
    said = []
    if write:
        others = [entry for entry in known if entry.key.kit not in names and (project.folder / entry.key.file).exists()]
        text = make_baseline(findings, others)
        known = read_baseline(text, shown)
        _write(path, text)
        said.append(f"wrote {shown}")
    kept = set_aside(findings, known, names)
    aside = len(findings) - sum(finding.check != OUTDATED for finding in kept)
    levels = {(kit.id, OUTDATED): changed_levels(kit, CHECKS).get(OUTDATED) for kit in kits}
    kept = [replace(finding, level=levels.get((finding.kit, finding.check)) or finding.level) for finding in kept]
    return kept, [*said, f"{shown} sets {count(aside, 'finding')} aside"]


def _read(path: Path) -> str:
    """The text of the file; PnpError where it is no file that can be read."""
    if path.exists() and not path.is_file():
        raise PnpError(f"{path} is no file", "Name the file that `pnp check --write-baseline` wrote.")
    try:
        return read_file(path, LARGEST_TEXT).decode("utf-8", errors="replace")
    except BulkyError as error:
        raise PnpError(f"{path} {error}", "Is this the right file?") from error


def _write(path: Path, text: str) -> None:
    """Put the text in place of the file, which is whole at every moment."""
    target = follow(path)
    draft = target.with_name(f".{target.name}.new")
    try:
        draft.write_text(text, "utf-8", newline="\n")
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
