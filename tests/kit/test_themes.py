"""`themes:` in kit.yaml."""

import pytest

from .conftest import HEAD, Read, places


def test_themes_are_read_in_their_order(read: Read) -> None:
    kit = read(head=HEAD + "themes: [low-ink, gold]\n")
    assert (kit.themes, kit.faults) == (("low-ink", "gold"), ())
    assert read(head=HEAD).themes == ()


@pytest.mark.parametrize(
    ("value", "check", "themes"),
    [
        ("low-ink", "wrong-type", ()),
        ("[low ink]", "bad-value", ()),
        ("[a, b, a]", "duplicate-id", ("a", "b")),
        ("[a, {b: c}]", "wrong-type", ("a",)),
    ],
)
def test_what_is_no_list_of_names_is_said(read: Read, value: str, check: str, themes: tuple[str, ...]) -> None:
    kit = read(head=f"{HEAD}themes: {value}\n")
    assert [(line, name) for line, _, name in places(kit)] == [(3, check)]
    assert kit.themes == themes
