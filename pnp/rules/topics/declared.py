"""Checks of what a kit declares of itself in rules.yaml: its own rules and its worked examples."""

from collections.abc import Iterable

from pnp.model.finding import Level
from pnp.model.rule import Breach, Example, Rule, Verdict
from pnp.rules.check import Context, Said, check


@check("kit-rule", on=Verdict)
def kit_rule(verdict: Verdict, context: Context) -> Iterable[Said]:
    """What the kit's own rules say holds for its cards.

    The designer wrote down what the game needs: so many cards, harder tests that pay more, no number off the track.
    An edit that breaks it is found before it is printed.

    Bad:
        # rules.yaml
        rules:
          - id: runs-in-range
            says: A Run value lies between -1 and 3.
            for: card in deck("events")
            expect: -1 <= card.run <= 3
        # events.yaml
        - id: pharmacy-run
          run: 4

    Good:
        # events.yaml
        - id: pharmacy-run
          run: 3
    """
    if isinstance(verdict.of, Rule):
        told = {fault.where for fault in context.kit.faults}  # what is missing or misread follows from that
        yield from (
            _say(breach, verdict.of.level)
            for breach in verdict.breaches
            if told.isdisjoint((breach.where, *breach.places[:1]))
        )


@check("broken-rule", on=Verdict, waivable=False)
def broken_rule(verdict: Verdict, _context: Context) -> Iterable[Said]:
    """A rule of the kit can be read, and the names in it are those of the kit.

    A rule with a misspelled field proves nothing, whatever the cards say.

    Bad:
        for: card in deck("events")
        expect: card.rnu <= 3

    Good:
        for: card in deck("events")
        expect: card.run <= 3
    """
    if verdict.trouble is not None:
        yield _say(verdict.trouble)


@check("idle-rule", on=Verdict, level=Level.WARNING, waits=True)
def idle_rule(verdict: Verdict, _context: Context) -> Iterable[Said]:
    """A rule of the kit looks at something.

    Where no card passes its `if`, or the list is empty, a rule holds whatever is changed: it was made for cards that
    are called otherwise now. So does one that asks what holds without something that is not on the board.

    Bad:
        - id: traps-are-loud
          says: A trap is loud.
          for: card in deck("events")
          if: card.kind == "trpa"
          expect: card.loud

    Good:
        - id: traps-are-loud
          says: A trap is loud.
          for: card in deck("events")
          if: card.kind == "trap"
          expect: card.loud
    """
    rule = verdict.of
    if isinstance(rule, Rule) and verdict.trouble is None and verdict.looked_at == 0:
        where = (rule.only or rule.each or rule.form or rule).where
        message = f"the rule {rule.id} looks at nothing: there is no thing that it is about"
        yield Said(where, message, "Correct what it looks for, or take it out.", names=(rule.id,))
    elif verdict.doubt is not None:
        yield Said(verdict.doubt.where, verdict.doubt.message, verdict.doubt.help, names=verdict.doubt.names)


@check("worked-example", on=Verdict)
def worked_example(verdict: Verdict, _context: Context) -> Iterable[Said]:
    """A worked example in the rulebook comes to what the rules give.

    Players believe the example more than the rule. One that is wrong by a point settles every later quarrel wrongly.

    Bad:
        examples:
          - id: two-short
            given: {difficulty: 4, drawn: [2, -1]}
            printed: 2
            by_rule: difficulty - sum(drawn)

    Good:
        examples:
          - id: three-short
            given: {difficulty: 4, drawn: [2, -1]}
            printed: 3
            by_rule: difficulty - sum(drawn)
    """
    if isinstance(verdict.of, Example):
        yield from (_say(breach) for breach in verdict.breaches)


def _say(breach: Breach, level: Level | None = None) -> Said:
    return Said(breach.where, breach.message, breach.help, places=breach.places, level=level, names=breach.names)
