"""`levels:` in rules.yaml: how much the findings of a check weigh in this kit."""

from pnp.kit.parsing.tree import Mapping, Scalar
from pnp.kit.reader import as_mapping
from pnp.kit.report import Report
from pnp.kit.wording import clip, near
from pnp.model.finding import Level, LevelChange


def read_levels(root: Mapping, report: Report) -> tuple[LevelChange, ...]:
    """The levels that the kit gives, in the order of the file; one that is no level is noted and left out."""
    entry = root.entries.get("levels")
    if entry is None or (isinstance(entry.value, Scalar) and entry.value.empty):
        return ()
    mapping = as_mapping(entry.value, report, "`levels`")
    changes = []
    for key, each in mapping.entries.items():
        word = each.value.text if isinstance(each.value, Scalar) else ""
        if word in list(Level):
            changes.append(LevelChange(key, Level(word), report.where(each)))
        else:
            message = f'the level of "{clip(key)}" is "{clip(word)}"' if word else f'"{clip(key)}" is given no level'
            report.note("unknown-choice", each.value, message, near(word, list(Level)))
    return tuple(changes)
