"""Levels that a kit gives take effect, and are themselves looked at."""

import pytest

from pnp.model.finding import Fault, Finding, Level, LevelChange
from pnp.model.place import Where
from pnp.rules.engine import inspect, settle
from pnp.rules.levels import changed_levels, is_fixed
from pnp.rules.registry import CHECKS

from .nouns import EVENTS, face, plain_kit, text, waiver

RULES = Where("content/game/rules.yaml", 2, 3)


def check(*changes: tuple[str, Level], faults: tuple[Fault, ...] = ()) -> list[Finding]:
    levels = tuple(LevelChange(name, level, RULES) for name, level in changes)
    game = plain_kit(faults=faults)._replace(levels=levels)
    small = face(texts=(text(size=5.0),))
    return settle(game, inspect(game, [game, small]))


def levels(findings: list[Finding]) -> list[tuple[str, Level]]:
    return [(finding.check, finding.level) for finding in findings]


@pytest.mark.parametrize("level", Level)
def test_a_finding_weighs_what_the_kit_says(level: Level) -> None:
    assert levels(check()) == [("small-type", Level.WARNING)]
    assert levels(check(("small-type", level))) == [("small-type", level)]
    assert levels(check(("text-overflow", level))) == [("small-type", Level.WARNING)]


@pytest.mark.parametrize("name", [name for name, check in CHECKS.items() if is_fixed(check)])
@pytest.mark.parametrize("level", [Level.WARNING, Level.INFORMATION])
def test_what_cannot_be_waived_stays_an_error(name: str, level: Level) -> None:
    found = check((name, level), faults=(Fault(name, Where(EVENTS, 11, 5), "odd"),))
    assert (name, Level.ERROR) in levels(found)
    (told,) = [finding for finding in found if finding.check == "bad-level" and finding.where == RULES]
    assert told.message == f'"{name}" stays an error: what would be printed is not what the files say'


def test_errors_of_reading_are_among_those() -> None:
    fixed = {name for name, check in CHECKS.items() if is_fixed(check)}
    assert {"yaml-syntax", "unknown-key", "wrong-type", "missing-file", "template-error", "missing-glyph"} <= fixed
    assert fixed.isdisjoint({"small-type", "unused-file", "deck-size", "text-overflow", "needless-waiver"})


def test_calling_an_error_an_error_is_fine() -> None:
    assert levels(check(("missing-file", Level.ERROR))) == [("small-type", Level.WARNING)]


def test_an_unknown_check_is_found_and_guessed() -> None:
    found = check(("smal-type", Level.ERROR))
    assert levels(found) == [("small-type", Level.WARNING), ("bad-level", Level.ERROR)]
    assert (found[1].where, found[1].message, found[1].help) == (
        RULES,
        'there is no check "smal-type"',
        'Did you mean "small-type"?',
    )


def test_a_waiver_takes_a_finding_whatever_it_weighs() -> None:
    game = plain_kit(waiver("small-type", on="mall"))._replace(levels=(LevelChange("small-type", Level.ERROR, RULES),))
    assert settle(game, inspect(game, [game, face(texts=(text(size=5.0),))])) == []


def test_what_a_kit_calls_an_error_does_not_keep_others_from_being_told() -> None:
    odd = Fault("odd-image", Where(EVENTS, 11, 5), "odd")
    game = plain_kit(waiver("small-type", on="mall"), faults=(odd,))._replace(
        levels=(LevelChange("odd-image", Level.ERROR, RULES),),
    )
    found = settle(game, inspect(game, [game]))
    assert levels(found) == [("odd-image", Level.ERROR), ("needless-waiver", Level.WARNING)]


def test_the_levels_that_take_effect() -> None:
    changes = (("small-type", Level.ERROR), ("missing-file", Level.WARNING), ("qqq", Level.ERROR))
    game = plain_kit()._replace(levels=tuple(LevelChange(name, level, RULES) for name, level in changes))
    assert changed_levels(game, CHECKS) == {"small-type": Level.ERROR}
