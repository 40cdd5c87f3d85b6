"""Baselines: findings that a project had when it began to be checked, set aside so that new ones are seen.

A baseline knows a finding by its kit, check, file, thing and message. Line numbers are left out, so that it is known
again when lines move; when its text or its numbers change, it is told of anew.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pnp.model.finding import Finding, Level, PnpError
from pnp.model.place import Where
from pnp.rules.check import recorded

# What keeps a whole file or face from being looked at is never set aside: nobody would know what it hides.
NEVER = frozenset({"crashed", "encoding", "wrong-root", "yaml-limits", "yaml-syntax"})

# Characters of a baseline that is read; larger files are none.
LARGEST = 50_000_000

COMMENT = (
    "Findings that `pnp check --baseline` sets aside. Made by `pnp check --write-baseline`: mend some, write it anew,"
    " and let it shrink."
)

_LINES = re.compile(r"\blines? \d+(?:(?:, | and | to )\d+)*|:\d+:\d+\b")
_FACES = re.compile(r" \([^()]*\b(?:on|card|the back of) [^()]*\)$")


class Key(NamedTuple):
    """What a finding is known by: all that stays the same when lines move."""

    kit: str
    file: str
    check: str
    thing: str
    message: str


@dataclass(frozen=True, slots=True)
class Known:
    """An entry of a baseline: so many findings of one key, and where the entry stands."""

    key: Key
    count: int
    where: Where


def key_of(finding: Finding) -> Key:
    """What the finding is known by. Of one that many faces show, their names and number do not matter."""
    message = _LINES.sub("line", finding.message)
    if not finding.thing:
        message = _FACES.sub("", message)
    return Key(finding.kit, finding.where.file, finding.check, finding.thing, message)


def set_aside(findings: Iterable[Finding], baseline: Sequence[Known], kits: Sequence[str]) -> list[Finding]:
    """The findings that the baseline does not know, and for information its entries of these kits that match no more.

    An entry that stands for two findings sets two aside; a third one is told of.
    """
    left: Counter[Key] = Counter()
    for known in baseline:
        left[known.key] += known.count
    kept = []
    for finding in findings:
        key = key_of(finding)
        if left[key] > 0 and finding.check not in NEVER:
            left[key] -= 1
        else:
            kept.append(finding)
    return kept + list(_outdated(baseline, left, kits))


def make_baseline(findings: Iterable[Finding], others: Iterable[Known] = ()) -> str:
    """The text of a baseline of the findings and of `others`, which stay as they are; it depends on nothing else."""
    counts: Counter[Key] = Counter(key_of(finding) for finding in findings if finding.check not in NEVER)
    for known in others:
        counts[known.key] += known.count
    entries = ",\n".join(f"    {_write_entry(key, counts[key])}" for key in sorted(counts))
    listed = f"[\n{entries}\n  ]" if entries else "[]"
    return f'{{\n  "comment": {json.dumps(COMMENT)},\n  "findings": {listed}\n}}\n'


def read_baseline(text: str, shown: str) -> tuple[Known, ...]:
    """The entries of a baseline, `shown` so in messages; PnpError if the text is no baseline."""
    try:
        if len(text) > LARGEST:
            raise ValueError("it is too large")
        written = json.loads(text)
    except (ValueError, RecursionError) as failure:
        raise _no_baseline(shown, f"it is no JSON: {failure}") from failure
    entries = written.get("findings") if isinstance(written, dict) else None
    if not isinstance(entries, list):
        raise _no_baseline(shown, "it has no list of `findings`")
    lines = {line.strip().rstrip(","): number for number, line in reversed(list(enumerate(text.splitlines(), 1)))}
    return tuple(_read_entry(entry, number, lines, shown) for number, entry in enumerate(entries, 1))


@recorded("outdated-baseline", on=Known, level=Level.INFORMATION)
def outdated_baseline() -> None:
    """A baseline holds what is still found.

    An entry that matches nothing is done with: mended, or its text has changed and it is told of anew. It hides the
    next finding of the same words, and makes the work that is left look larger than it is.

    Bad:
        {"kit": "zed", "file": "content/zed/events.yaml", "check": "small-type", ...}    # it is larger now

    Good:
        pnp check --write-baseline baseline.json      # writes down what is found today
    """


def _outdated(baseline: Sequence[Known], left: Counter[Key], kits: Sequence[str]) -> Iterator[Finding]:
    for known in baseline:
        key, unmet = known.key, min(left[known.key], known.count)
        if key.kit in kits and unmet > 0:
            left[key] -= unmet
            about = f' on "{key.thing}"' if key.thing else ""
            found = "not found any more"
            if unmet < known.count:
                found = f"found only {known.count - unmet} of {known.count} times"
            message = f'"{key.check}" is {found} in {key.file}{about}: {key.message}'
            cure = "Take the entry out, or write the baseline anew with --write-baseline."
            yield Finding(known.where, "outdated-baseline", Level.INFORMATION, message, cure, key.kit, key.thing)


def _write_entry(key: Key, count: int) -> str:
    entry: dict[str, str | int] = {name: value for name, value in key._asdict().items() if value}
    if count > 1:
        entry["count"] = count
    text = json.dumps(entry, ensure_ascii=False)
    return "".join(letter if letter.isprintable() else json.dumps(letter)[1:-1] for letter in text)


def _read_entry(entry: object, number: int, lines: dict[str, int], shown: str) -> Known:
    if not isinstance(entry, dict):
        raise _no_baseline(shown, f"finding {number} has no check, file and message")
    words = {name: entry.get(name, "") for name in Key._fields}
    count = entry.get("count", 1)
    if not all(isinstance(word, str) for word in words.values()) or not all(
        words[name] for name in ("check", "file", "message")
    ):
        raise _no_baseline(shown, f"finding {number} has no check, file and message")
    if not isinstance(count, int) or isinstance(count, bool) or count < 1:
        raise _no_baseline(shown, f"the count of finding {number} is no number from 1 on")
    key = Key(**words)
    return Known(key, count, Where(shown, lines.get(_write_entry(key, count), 1)))


def _no_baseline(shown: str, why: str) -> PnpError:
    return PnpError(f"{shown} is no baseline: {why}", "`pnp check --write-baseline FILE` makes one.")
