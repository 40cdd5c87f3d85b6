"""The gate before the drawing: what would not be drawn right is a problem, with its line and the cure.

The subset that passes is in pnp.faces.svg.subset and, for designers, in templates/README.md.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pnp.faces.filters import near
from pnp.faces.svg import subset
from pnp.faces.svg.elements import read_elements, style
from pnp.faces.svg.namespaces import find_name_break
from pnp.faces.svg.scan import MOST_DEPTH
from pnp.faces.svg.slices import Cut, Item
from pnp.faces.svg.studies import LEFT_OUT, Problem, Study, check_own, study_markup
from pnp.faces.svg.stumbles import find_stumbles
from pnp.model.face import Slice

MOST_DRAWN = 20_000
# A drawing is cut at its root: what would hold for the whole of it stands on a group instead.
NOT_AT_ROOT = frozenset(("class", "clip-path", "display", "opacity", "style", "transform", "visibility"))


class Verdict(NamedTuple):
    """The problems in the order of their lines, and the places of the items that are not to be drawn."""

    problems: tuple[Problem, ...]
    unsafe: frozenset[int]


class CircleError(Exception):
    """A definition that needs itself."""


class TargetError(Exception):
    """A reference to something of the wrong kind."""


class Gate:
    """Examines cut SVGs; equal pieces are studied once."""

    def __init__(self) -> None:
        self._studies: dict[str, Study] = {}
        self._clean: dict[Slice, int] = {}
        self._foreign: tuple[Cut | None, bool] = None, False
        self._breaks: dict[tuple[str, str], str] = {}
        self._sound: dict[int, Mapping[str, str]] = {}
        self._roots: dict[tuple[object, ...], tuple[Problem, ...]] = {}

    def examine(self, cut: Cut) -> Verdict:
        """All that is wrong with the SVG but its size, its texts' fonts and its images' files."""
        found: dict[Problem, None] = {}
        for name, line in cut.scope.twice:
            message = f"the id {name} is used twice, for different things"
            found[Problem(line, "", message, "give each its own id")] = None
        sheet = [*self._examine_root(cut), *_examine_sheet(cut)]
        found.update(dict.fromkeys(sheet))
        spoilt = [d.markup for d in cut.definitions.values() if self.study(d.markup).problems]
        for definition in cut.definitions.values() if spoilt else ():
            found.update(dict.fromkeys(_shifted(self.study(definition.markup), definition.line)))
        unsafe: set[int] = set()
        drawn = len(cut.items)
        for place, item in enumerate(cut.items):
            weight = self._clean.get(item.slice)
            if weight is None:
                problems, weight = self._examine_item(cut, item)
                found.update(dict.fromkeys(problems))
                if problems or (sheet and item.said is None) or any(m in item.slice.definitions for m in spoilt):
                    unsafe.add(place)
                else:
                    self._clean[item.slice] = weight
            drawn += weight
        if drawn > MOST_DRAWN:
            message = f"its references draw {drawn:,} elements: at most {MOST_DRAWN:,} are allowed"
            cure = "repeat less, or link a picture with <image>"
            found[Problem(_find_heaviest(cut), "use", message, cure, "bad-svg")] = None
            unsafe.update(range(len(cut.items)))
        return Verdict(tuple(sorted(found, key=lambda problem: problem.line)), frozenset(unsafe))

    def study(self, markup: str) -> Study:
        """What is known of the markup."""
        known = self._studies.get(markup)
        if known is None:
            known = self._studies[markup] = study_markup(markup)
        return known

    def _examine_root(self, cut: Cut) -> tuple[Problem, ...]:
        """The problems of the root's own attributes, which are mostly those of all other faces."""
        key = (cut.line, *cut.attributes.items())
        if key not in self._roots:
            self._roots[key] = tuple(_examine_root(cut))
        return self._roots[key]

    def _examine_groups(self, item: Item) -> list[Problem]:
        """What is wrong with the groups around the item, which mostly have been met around others."""
        found: list[Problem] = []
        for _, attributes, _, line in item.groups:
            if id(attributes) not in self._sound:
                problems = tuple(check_own("g", attributes, line))
                found += problems
                if not problems:
                    self._sound[id(attributes)] = attributes  # kept, so that no others come to have their number
        return found

    def _examine_item(self, cut: Cut, item: Item) -> tuple[list[Problem], int]:
        """The item's problems, and how many elements it draws."""
        found = self._examine_groups(item)
        found += [
            Problem(item.line, item.tag, f"#{name} does not exist", _mend(name, cut), "bad-svg") for name in item.lost
        ]
        if item.said is not None:
            if item.slice.markup.count("<") - item.slice.markup.count("<!") > 2:
                cure = "write **bold**, *italic* and {icon} inside it"
                found.append(Problem(item.line, item.tag, "<pnp:text> holds elements, which are not drawn", cure))
            return found, 1
        study = self.study(item.slice.markup)
        found += _shifted(study, item.line)
        found += self._examine_names(cut, item, study)
        if "marker" in item.slice.markup or "marker" in "".join((cut.scope.style, *item.slice.groups)):
            stumbles = find_stumbles(study.elements, (group.attributes for group in item.groups), cut.sheet.rules)
            found += [Problem(item.line + line - 1, tag, message, cure) for line, tag, message, cure in stumbles]
        weight = study.weight
        try:
            weight += sum([self._cost(cut, reference, ()) for reference in study.references])
        except CircleError as circle:
            found.append(Problem(item.line, item.tag, f"{circle} needs itself", "break the circle", "bad-svg"))
        except TargetError as wrong:
            found.append(Problem(item.line, item.tag, str(wrong), "refer to what it can show"))
        return found, weight

    def _examine_names(self, cut: Cut, item: Item, study: Study) -> Iterator[Problem]:
        """What is wrong with the prefixes of names."""
        why = self._find_break(cut, item.slice, study)
        if why:
            cure = 'Declare each prefix as xmlns:prefix="…", or take out what is named with it.'
            message = f"the names in the drawing do not fit together: {why}"
            yield Problem(item.line, item.tag, message, cure, "bad-svg")
        for prefix in study.prefixes:
            if f"xmlns:{prefix}" not in cut.attributes:
                message = f"the prefix {prefix}: is not declared"
                yield Problem(item.line, item.tag, message, f'write xmlns:{prefix}="…"', "bad-svg")

    def _find_break(self, cut: Cut, piece: Slice, study: Study) -> str:
        """Where names do not fit together: in what the slice shares with many, which is read once, or in itself."""
        if cut.root != "svg":
            return find_name_break(piece)
        shared = (piece.head, piece.definitions)
        if shared not in self._breaks:
            definitions = piece.definitions if self._is_foreign(cut) else cut.scope.style
            self._breaks[shared] = find_name_break(Slice(piece.head, definitions, (), ""))
        return self._breaks[shared] or (find_name_break(piece) if study.foreign else "")

    def _is_foreign(self, cut: Cut) -> bool:
        """Whether names in the definitions of the drawing need a closer look; asked of all of them once a drawing."""
        if self._foreign[0] is not cut:
            self._foreign = cut, any(self.study(each.markup).foreign for each in cut.definitions.values())
        return self._foreign[1]

    def _cost(self, cut: Cut, reference: tuple[str, str], around: tuple[str, ...]) -> int:
        """How many elements a reference draws."""
        name, by = reference
        if name in around or len(around) > MOST_DEPTH:
            raise CircleError(f"#{name}")
        definition = cut.definitions.get(name)
        if definition is None:
            return 0
        study = self.study(definition.markup)
        if by in subset.TARGETS and study.elements[0].tag not in subset.TARGETS[by]:
            raise TargetError(f"{by} refers to #{name}, a <{study.elements[0].tag}>")
        if name not in cut.scope.costs:
            inner = sum(self._cost(cut, other, (*around, name)) for other in study.references)
            cut.scope.costs[name] = min(10**9, study.weight + inner)
        return cut.scope.costs[name]


def _find_heaviest(cut: Cut) -> int:
    """The line of the definition that draws most; that of the root if there is none."""
    heaviest = cut.definitions.get(max(cut.scope.costs, key=cut.scope.costs.__getitem__, default=""))
    return cut.line if heaviest is None else heaviest.line


def _mend(name: str, cut: Cut) -> str:
    return near(name, sorted(cut.definitions)) or "define it, or mend the name"


def _shifted(study: Study, line: int) -> Iterator[Problem]:
    for problem in study.problems:
        yield problem._replace(line=problem.line + line - 1)


def _examine_root(cut: Cut) -> Iterator[Problem]:
    for name in cut.attributes:
        if name in NOT_AT_ROOT:
            yield Problem(cut.line, "svg", f"the root has {name}", "put it on a <g> around what it shall apply to")
    yield from check_own("svg", cut.attributes, cut.line)


def _examine_sheet(cut: Cut) -> Iterator[Problem]:
    for selector in cut.sheet.strange:
        line = _find_in_sheet(cut, selector)
        if selector in subset.LEFT_OUT_AT:
            cure = "Write the rules into the drawing. Nothing is fetched; fonts are taken from fonts/."
            yield Problem(line, "style", f"<style> says {selector}, which is left out", cure, LEFT_OUT)
            continue
        message = f"<style> says {selector}, which is not understood"
        yield Problem(line, "style", message, "select by an element's name, class or id alone, without @-rules")
    for rule in cut.sheet.rules:
        for name, value in rule.declarations:
            found = tuple(check_own("style", {name: value}, cut.line))
            line = _find_in_sheet(cut, value or name, name) if found else cut.line
            yield from (problem._replace(line=line) for problem in found)
    if "clip-rule" in cut.scope.style:
        yield from _examine_clips(cut)


def _find_in_sheet(cut: Cut, *words: str) -> int:
    """The line of the style sheet on which the first of the words stands that does; else that of its element."""
    for word in words:
        for line, text in cut.scope.sheets:
            before, found, _ = text.partition(word)
            if found:
                return line + before.count("\n")
    return cut.scope.sheets[0][0] if cut.scope.sheets else cut.line


def _examine_clips(cut: Cut) -> Iterator[Problem]:
    """Clip paths whose shapes have a rule from the style sheet that is not drawn."""
    harmless, cure = subset.REFUSED["clip-rule"]
    for definition in cut.definitions.values():
        top = read_elements(definition.markup)[0]
        for element in top.walk() if top.tag == "clipPath" else ():
            rule = style(element, cut.sheet.rules).get("clip-rule", harmless[0])
            if rule not in harmless:
                line = definition.line + element.line - 1
                message = f'<{element.tag}> has clip-rule="{rule}", which is not drawn'
                yield Problem(line, element.tag, message, cure)
