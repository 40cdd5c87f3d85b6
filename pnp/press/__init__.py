"""Faces onto sheets, sheets into PDF: imposition, marks, notes, job ticket, safe output."""

import sys
from types import ModuleType

# What reportlab would run from Python's path or the user's home: it would change what is printed, and reportlab does
# not even start where the home is no folder (a service's is `/dev/null`).
for _name in ("reportlab_mods", "reportlab_settings"):
    sys.modules.setdefault(_name, ModuleType(_name))
