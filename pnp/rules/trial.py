"""The kits' own rules and worked examples, tried on the kit: what came of each is a Verdict."""

import ast
from collections.abc import Iterator
from itertools import takewhile

from pnp.model.board import Board, Space
from pnp.model.kit import Card, Deck, Kit
from pnp.model.place import Where
from pnp.model.rule import LOOP_NAME, SPACE_NAME, Breach, Example, Odds, Rule, Verdict
from pnp.rules.forms import look, regard
from pnp.rules.language.budget import MOST_OF_A_KIT, MOST_STEPS, Budget
from pnp.rules.language.decks import component, see_facts, see_kit
from pnp.rules.language.functions import LOOKING
from pnp.rules.language.message import Message
from pnp.rules.language.names import calls, fields_of
from pnp.rules.language.scope import Scope
from pnp.rules.language.stumble import StumbleError
from pnp.rules.language.values import Datum, Thing, items, show
from pnp.rules.language.writer import FIXED
from pnp.rules.odds import try_odds
from pnp.rules.sight import Found
from pnp.rules.topics.examples import try_example
from pnp.rules.written import MishapError, Written, read_formula, read_test

_MOST_SHOWN = 3
# What `on:` says of a rule about the game as a whole.
_WHOLE = "kit"
# The fields that say which thing it is, and not what is on it.
_NAMES = ("id", "deck", "board")


def try_rules(kit: Kit) -> tuple[Verdict, ...]:
    """The verdicts on all rules, examples and odds of the kit, in their order."""
    if not (kit.rules or kit.examples or kit.odds):
        return ()
    whole = Budget(MOST_OF_A_KIT)
    seen, facts = see_kit(kit), see_facts(kit.facts)
    declared: tuple[Rule | Example | Odds, ...] = (*kit.rules, *kit.examples, *kit.odds)
    verdicts: list[Verdict] = []
    for each in declared:
        verdicts.append(_tried(each, seen, facts, whole))
        if whole.left <= 0:
            verdicts[-1] = _ended(each, verdicts[-1])
            break
    if kit.faults:  # what could not be read has been told of, and is no fault of the rule
        verdicts = [verdict._replace(trouble=None) if verdict.read else verdict for verdict in verdicts]
    return tuple(verdicts)


def _tried(each: Rule | Example | Odds, kit: Thing, facts: Thing, whole: Budget) -> Verdict:
    """The verdict on one rule, within its own budget and the kit's."""
    budget = Budget(min(MOST_STEPS, whole.left))
    before = budget.left
    scope = Scope({"kit": kit, "facts": facts}, budget, kit)
    if isinstance(each, Rule):
        scope.strict = False
        verdict = _Trial(each, scope).verdict()
    else:
        verdict = try_example(each, scope) if isinstance(each, Example) else try_odds(each, scope)
    whole.left -= before - max(budget.left, 0)
    return verdict


def _ended(each: Rule | Example | Odds, verdict: Verdict) -> Verdict:
    """The verdict on the rule at which the steps of all of them together come to an end."""
    message = "the rules of this kit together take too many steps: this one and those below it are not tried"
    cure = "Look at fewer things at a time in those above: avoid a loop inside of a loop."
    return verdict._replace(trouble=Breach(each.where, message, cure))


class _Trial:
    """One rule as it is tried."""

    def __init__(self, rule: Rule, scope: Scope) -> None:
        self.rule = rule
        self.scope = scope
        self.looked_at = 0
        self.source: Written | None = None
        self.name = LOOP_NAME
        self.only: Written | None = None
        self.expect: Written | None = None
        self.message: Message | None = None

    def verdict(self) -> Verdict:
        """What comes of it."""
        breaches: list[Breach] = []
        trouble, read = None, False
        try:
            self.read()
            read = True
            breaches.extend(self.breaches())
        except MishapError as mishap:
            message = f"the rule {self.rule.id} cannot be tried: {mishap.error.message}"
            trouble = Breach(mishap.where, message, mishap.error.help, (self.rule.id,))
        except StumbleError as error:
            message = f"the rule {self.rule.id} cannot be tried: {error.message}"
            trouble = Breach(self.rule.where, message, error.help, (self.rule.id,))
        doubt = self.doubt() if self.scope.doubtful and not breaches and trouble is None else None
        return Verdict(self.rule, tuple(breaches), trouble, self.looked_at, read, doubt)

    def doubt(self) -> Breach | None:
        """The first name that stands for nothing: what holds without that holds whatever is changed."""
        budget, looked_at, self.scope.strict = self.scope.budget, self.looked_at, True
        left, budget.left = budget.left, MOST_STEPS
        self.scope.memo.clear()
        try:
            any(True for _breach in self.breaches())
        except MishapError as mishap:
            message = f"the rule {self.rule.id} takes away what is not there: {mishap.error.message}"
            return Breach(mishap.where, message, mishap.error.help, (self.rule.id,))
        finally:
            self.looked_at = looked_at
            budget.left += left - MOST_STEPS
        return None

    def read(self) -> None:
        """Read the expressions of the rule."""
        rule = self.rule
        if rule.each is not None:
            name, _, source = rule.each.text.partition(" in ")
            if not name.strip().isidentifier() or not source.strip():
                cure = 'Write it as in `for: card in deck("events")`.'
                raise MishapError(StumbleError("this is no loop", cure), rule.each.where)
            self.name = name.strip()
            if self.name in FIXED:
                cure = "Choose another name."
                raise MishapError(StumbleError(f'"{self.name}" is the name of something else', cure), rule.each.where)
            self.source = read_formula(rule.each, len(rule.each.text) - len(source))
        self.only = read_test(rule.only) if rule.only else None
        self.expect = read_test(rule.expect) if rule.expect else None
        if rule.message is not None:
            try:
                self.message = Message(rule.message.text)
            except StumbleError as error:
                raise MishapError(error, rule.message.place(max(error.offset, 0))) from None

    def things(self) -> Iterator[Datum]:
        """What the rule looks at, each in the scope under its name: those alone that pass the `if`."""
        if self.source is None and (not self.rule.on or (self.rule.on == _WHOLE and self.rule.form is None)):
            candidates: tuple[Datum, ...] = (None,)
        else:
            candidates = self.candidates()
        for each in candidates:
            if each is not None:
                self.scope.names[self.name] = each
            if self.passes(self.only):
                self.looked_at += 1
                yield each

    def passes(self, test: "Written | None", *, unread: bool = False) -> bool:
        """Whether the test, if there is one, holds; `unread` where it asks for a value that could not be read."""
        try:
            return test is None or test.holds(self.scope)
        except MishapError as mishap:
            if mishap.error.silent:
                return unread
            raise

    def candidates(self) -> tuple[Datum, ...]:
        """What the loop goes through, or the cards of the deck that the rule is on."""
        if self.source is not None:
            value = self.source.evaluate(self.scope)
            try:
                return items(value)
            except StumbleError as error:
                raise MishapError(error, self.source.formula.place(self.source.start)) from None
        try:
            found = component(self.scope, self.rule.on)
            self.name = LOOP_NAME if found.board is None else SPACE_NAME
            return items(found)
        except StumbleError as error:
            raise MishapError(error, self.rule.on_where or self.rule.where) from None

    def breaches(self) -> Iterator[Breach]:
        """What the rule does not hold for."""
        if self.rule.form is not None:
            cards = [each for each in self.things() if isinstance(each, Thing)]
            try:
                found = look(self.rule.form, component(self.scope, self.rule.on), cards, self.scope)
            except StumbleError as error:
                raise MishapError(error, self.rule.form.place(error.key)) from None
            self.looked_at = regard(self.rule.form, cards)
            for each in found:
                yield self.of_form(each)
            return
        for thing in self.things():
            if self.expect is not None and not self.passes(self.expect, unread=True):
                yield self.of_expression(thing, self.expect)

    def of_expression(self, thing: Datum, expect: Written) -> Breach:
        """The breach of an expression, at the value that it looks at, or at what its values of the thing stand in."""
        failing = expect.run.failing(self.scope)
        paths = [path for path in fields_of(failing, self.name) if path[0] not in _NAMES]
        where = self.spot(thing, _shared(paths), self.fact(failing) or expect.formula.where)
        return self.breach(thing, where, self.seen(thing, paths, expect))

    def fact(self, failing: ast.expr) -> Where | None:
        """Where the fact stands that the expression asks for, or what its facts stand in; None if it asks for more."""
        facts, path = self.scope.names["facts"], _shared(list(fields_of(failing, "facts")))
        if not isinstance(facts, Thing) or calls(failing, LOOKING):
            return None
        return next((facts.places[path[:end]] for end in range(len(path), 0, -1) if path[:end] in facts.places), None)

    def spot(self, thing: Datum, path: tuple[str, ...], otherwise: Where) -> Where:
        """Where the thing stands, or the value of its that is looked at."""
        whole = _subject(thing)
        if whole is not None:
            return whole.place(*path) if path and isinstance(whole, Card | Space) else whole.where
        if isinstance(thing, Thing) and thing.group is not None:
            card, group = thing.group
            return card.place(*group, *path)
        if isinstance(thing, Thing) and thing.spot is not None:
            return thing.places.get(path, thing.spot)
        return otherwise

    def of_form(self, found: Found) -> Breach:
        """The breach of a form."""
        self.scope.names["value"] = found.value
        if found.card is not None:
            self.scope.names[self.name] = found.card
        return self.breach(found.card, found.where, found.message)

    def breach(self, thing: Datum, where: Where, seen: str) -> Breach:
        """The breach with its message: the rule's own, or its sentence and what was seen."""
        rule = self.rule
        sentence = rule.says.strip().rstrip(".")
        whole = _subject(thing)
        called = f'"{_title(whole)}"' if whole else show(thing) if thing is not None else ""
        if self.message is not None and rule.message is not None:
            try:
                said = self.message.fill(self.scope).rstrip(".")
            except StumbleError as error:
                raise MishapError(error, rule.message.place(max(error.offset, 0))) from None
            named = not called or (_title(whole) in said if whole else called.startswith("`"))
            message, cure = said if named else f"{called}: {said}", f"The rule: {sentence}."
        else:
            breaks = f'{called} breaks the rule "{sentence}"' if called else f'the rule "{sentence}" is broken'
            message, cure = f"{breaks}: {seen}" if seen else breaks, "Change what breaks it, or the rule."
        called_by = whole.id if whole else _id(thing)
        names = (f"{rule.id}/{called_by}", rule.id, called_by) if called_by else (rule.id,)
        places = (self.spot(thing, (), rule.where), rule.where)
        return Breach(where, f"{message} ({rule.called})", cure, names, places)

    def seen(self, thing: Datum, paths: list[tuple[str, ...]], expect: Written) -> str:
        """The values that the expression looked at: `run is 4`, or what it comes to."""
        if isinstance(thing, Thing):
            parts = []
            for path in paths[:_MOST_SHOWN]:
                value: Datum = thing
                for name in path:
                    value = value.fields.get(name) if isinstance(value, Thing) else None
                parts.append(f"{'.'.join(path)} is {show(value)}")
            return ", ".join(parts)
        try:
            return expect.run.sides(self.scope)
        except StumbleError:  # it came to nothing with the last of the budget
            return ""


def _subject(thing: Datum) -> Card | Deck | Space | Board | None:
    """What of the kit's own the thing is, the smallest part of it."""
    return (thing.card or thing.space or thing.deck or thing.board) if isinstance(thing, Thing) else None


def _shared(paths: list[tuple[str, ...]]) -> tuple[str, ...]:
    """What the paths begin with, all of them: `test` of test.run and test.supplies; a single one is that itself."""
    steps = zip(*paths, strict=False)
    return tuple(each[0] for each in takewhile(lambda each: len(set(each)) == 1, steps))


def _id(thing: Datum) -> str:
    """What a thing is called by in waivers, if anything."""
    name = thing.fields.get("id") if isinstance(thing, Thing) else None
    return name if isinstance(name, str) else ""


def _title(whole: Card | Deck | Space | Board) -> str:
    return (whole.name if isinstance(whole, Space) else whole.title) or whole.id
