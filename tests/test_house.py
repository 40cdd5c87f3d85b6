"""The house keeps its rules: imports go one way and rooms stay small."""

import ast
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "pnp"

# What each room may import besides itself, from the ground up.
MAY_IMPORT = {
    "model": set(),
    "kit": {"model"},
    "faces": {"model"},
    "press": {"model"},
    "rules": {"model"},
    "export": {"model", "press"},
    "work": {"model", "faces", "rules"},
    "outcome": {"model", "press"},
    "jobs": {"model", "faces", "press", "rules", "work", "outcome"},
    "build": {"model", "kit", "faces", "press", "export", "rules", "work", "outcome", "jobs"},
    "since": {"model", "kit", "press", "export", "rules", "work", "outcome", "jobs", "build"},
    "cli": {"model", "kit", "faces", "press", "export", "rules", "work", "outcome", "jobs", "build", "since"},
}

# The rooms of the press, from the ground up; `sheets` and `assembly` put together what these make.
PRESS = {
    "layout": set(),
    "cutting": {"layout"},
    "imposition": {"layout", "cutting"},
    "lock": set(),
    "printers": {"layout", "lock"},
    "rulebook": {"layout"},
    "exhibits": {"layout", "rulebook"},
    "delivery": {"cutting", "exhibits", "lock", "printers"},
    "guide": {"layout", "cutting", "rulebook", "exhibits", "printers", "delivery"},
    "sheets": {"cutting", "imposition", "printers"},
    "assembly": {"printers", "sheets"},
}

# Libraries that few modules may know: the one that is named, or those of a folder. Sheets and rulebooks are two kinds
# of page: each has its own way of drawing on reportlab's canvas and of putting faces in place by pikepdf.
KNOWN_BY = {
    "yaml": ("kit/parsing/document.py",),
    "jinja2": (
        "faces/templates.py",
        "faces/jinja/parsing.py",
        "faces/jinja/sandbox.py",
        "faces/jinja/sayings.py",
        "faces/jinja/tokens.py",
        "faces/jinja/trees.py",
        "faces/jinja/writer.py",
    ),
    "markdown_it": ("faces/document/markdown.py",),
    "cairosvg": ("faces/drawing.py",),
    "reportlab": (
        "press/printers/calibration/drawing.py",
        "press/sheets.py",
        "press/cutting/strokes.py",
        "press/rulebook/canvas.py",
    ),
    "svgwrite": ("export/svg.py",),
    "ezdxf": ("export/dxf.py", "export/cutfiles.py"),
    "pikepdf": ("press/assembly.py", "press/exhibits/crops.py", "press/rulebook/binding.py"),
    "pypdfium2": ("press/exhibits/wording.py",),
}


def modules() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if "templates" not in path.parts)


def imports(path: Path) -> list[str]:
    names = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            names += (
                [f"{node.module}.{alias.name}" for alias in node.names] if node.module == "pnp" else [node.module or ""]
            )
    return names


def room(path: Path) -> str:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return parts[0]


def test_imports_go_one_way() -> None:
    wrong = []
    for path in modules():
        here = room(path)
        for name in imports(path):
            parts = name.split(".")
            if parts[0] != "pnp" or len(parts) == 1 or parts[1] in ("__version__", here):
                continue
            if here not in ("__init__", "__main__") and parts[1] not in MAY_IMPORT[here]:
                wrong.append(f"{path.relative_to(PACKAGE)} imports {name}")
    assert wrong == []


def test_imports_of_the_press_go_one_way() -> None:
    wrong = []
    for path in modules():
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        if parts[0] != "press" or parts[1] == "__init__":
            continue
        for name in imports(path):
            other = name.split(".")[2] if name.startswith("pnp.press.") else parts[1]
            if other != parts[1] and other not in PRESS[parts[1]]:
                wrong.append(f"{path.relative_to(PACKAGE)} imports {name}")
    assert wrong == []


def test_each_library_is_known_where_it_belongs() -> None:
    for library, allowed in KNOWN_BY.items():
        knowing = [
            path.relative_to(PACKAGE).as_posix()
            for path in modules()
            if any(n.split(".")[0] == library for n in imports(path))
        ]
        assert set(knowing) <= set(allowed), f"{library} is known by {knowing}"


def test_rooms_are_small() -> None:
    long = {str(path): n for path in modules() if (n := len(path.read_text("utf-8").splitlines())) > 320}
    assert long == {}


def test_functions_are_short() -> None:
    long = []
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef):
                body = node.body[1:] if ast.get_docstring(node) else node.body
                lines = body[-1].end_lineno - body[0].lineno + 1 if body and body[-1].end_lineno else 0
                if lines > 45:
                    long.append(f"{path.name}:{node.name} {lines}")
    assert long == []
