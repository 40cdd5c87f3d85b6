"""Every check, by its id: an explicit table of topics, so that `grep` and a reader find each of them."""

from collections.abc import Mapping
from types import MappingProxyType, ModuleType

from pnp.rules import baseline, levels, waivers
from pnp.rules.check import Check
from pnp.rules.topics import (
    alike,
    blanks,
    boards,
    cards,
    contrast,
    decks,
    declared,
    faces,
    files,
    laid,
    licences,
    limits,
    looks,
    maps,
    marks,
    names,
    nets,
    numbers,
    phrases,
    printing,
    reading,
    references,
    rulebook,
    shapes,
    sheets,
    spelling,
    supplies,
    tables,
    templates,
    tracks,
    vision,
    words,
)

# The topics in the order in which a kit comes through the rooms.
TOPICS: tuple[ModuleType, ...] = (
    reading,
    cards,
    decks,
    alike,
    blanks,
    numbers,
    supplies,
    tables,
    boards,
    maps,
    laid,
    tracks,
    declared,
    templates,
    limits,
    files,
    faces,
    shapes,
    nets,
    sheets,
    words,
    marks,
    names,
    phrases,
    spelling,
    rulebook,
    contrast,
    looks,
    vision,
    printing,
    licences,
    references,
    waivers,
    levels,
    baseline,
)


def gather_checks(topics: tuple[ModuleType, ...]) -> Mapping[str, Check]:
    """The checks of the topics by their ids; ValueError if two have one id."""
    checks: dict[str, Check] = {}
    for topic in topics:
        for value in vars(topic).values():
            if isinstance(value, Check):
                if value.id in checks:
                    raise ValueError(f"two checks are called {value.id}")
                checks[value.id] = value
    return MappingProxyType(checks)


CHECKS: Mapping[str, Check] = gather_checks(TOPICS)


def topic_of(check: Check) -> str:
    """The topic that a check stands in: `cards`, `decks`."""
    return next(topic.__name__.rpartition(".")[2] for topic in TOPICS if check in vars(topic).values())
