"""Pages that show faces: everything lies on them, whatever its size, and nothing on anything else."""

from itertools import pairwise

from hypothesis import example, given, settings
from hypothesis import strategies as st

from pnp.model.face import Box, FaceKey, Gallery, Look
from pnp.model.kit import Card, Deck, Kit
from pnp.model.sheet import Piece
from pnp.press.exhibits.changes import Old, compare
from pnp.press.exhibits.difference import Scene, choose_sides, lay_changes
from pnp.press.exhibits.page import MARGIN, Exhibit, Picture, Words
from pnp.press.exhibits.plates import draw_exhibit, wrap
from pnp.press.exhibits.proof import COLOURS, FACES, choose_faces, lay_proof
from pnp.press.exhibits.wording import Word
from press.nouns import HERE

SIZES = st.tuples(st.floats(5, 400), st.floats(5, 400))
PAPERS = st.sampled_from(["letter", "a4", "a3", "60x90mm", "148x210mm"])


def deck(number: int, size: tuple[float, float]) -> Deck:
    cards = (Card("a", "A", 1, HERE), Card("b", "B", 1, HERE))
    return Deck(f"deck-{number}", "Deck", HERE, *size, "front.svg.j2", cards=cards)


def gallery(name: str, colours: int) -> Gallery:
    hues = tuple((number, f"#{number * 5 % 256:02x}{number * 37 % 256:02x}40") for number in range(colours))
    looks = [
        Look(FaceKey(name, card, "front"), card, card, (), hues[: len(hues) // (2 - at)])
        for at, card in enumerate("ab")
    ]
    return Gallery(name, (*looks, Look(FaceKey(name, "", "back"), "c", "c", (), ())))


def check(exhibit: Exhibit) -> None:
    """All pictures and words lie within the margins, no picture on another, no line of words on the next."""
    for page in exhibit.pages:
        pictures = [item for item in page.items if isinstance(item, Picture)]
        for picture in pictures:
            left, top, right, bottom = picture.trim
            assert MARGIN - 0.01 <= left < right <= page.width - MARGIN + 0.01
            assert MARGIN - 0.01 <= top < bottom <= page.height - MARGIN - 2
            assert picture.scale <= 1
        for words in (item for item in page.items if isinstance(item, Words)):
            assert MARGIN <= words.x <= page.width - MARGIN
            assert MARGIN <= words.y <= page.height - MARGIN
        for number, one in enumerate(pictures):
            for other in pictures[number + 1 :]:
                assert not overlap(one.trim, other.trim)
        lines = sorted((words.x, words.y) for words in page.items if isinstance(words, Words))
        assert all(left != x or below - y > 2.9 for (x, y), (left, below) in pairwise(lines))


def overlap(one: Box, two: Box) -> bool:
    return one.left < two.right and two.left < one.right and one.top < two.bottom and two.top < one.bottom


@given(sizes=st.lists(SIZES, min_size=1, max_size=12), colours=st.integers(0, 60), paper=PAPERS)
@settings(max_examples=40, derandomize=True, deadline=None)
def test_a_proof_lies_on_its_pages(sizes: list[tuple[float, float]], colours: int, paper: str) -> None:
    decks = tuple(deck(number, size) for number, size in enumerate(sizes))
    galleries = [gallery(each.id, colours) for each in decks]
    exhibit = lay_proof(Kit("game", "The Game", HERE, decks=decks), galleries, paper, "")
    check(exhibit)
    shown = {item.key for page in exhibit.pages for item in page.items if isinstance(item, Picture)}
    keys = choose_faces(galleries)
    assert len(keys) <= FACES
    assert len(shown) == 5 * len(keys)
    swatches = sum(
        " · " in item.text and " face" in item.text
        for page in exhibit.pages
        for item in page.items
        if isinstance(item, Words)
    )
    assert swatches == min(COLOURS, len({fill for each in galleries for look in each.looks for _, fill in look.hues}))


@given(sizes=st.lists(SIZES, min_size=1, max_size=9), paper=PAPERS)
@example(sizes=[(5.0, 57.0), (5.0, 5.0), (5.0, 5.0), (5.0, 5.0)], paper="60x90mm")
@settings(max_examples=40, derandomize=True, deadline=None)
def test_changes_lie_on_their_pages(sizes: list[tuple[float, float]], paper: str) -> None:
    """Of every three pieces one is changed, one new, one gone; each has forty words that changed."""
    olds, pieces, words = [], [], {}
    for number, size in enumerate(sizes):
        key = FaceKey("deck", str(number), "front")
        if number % 3 != 1:
            olds.append(Old(f"deck/{number}", "deck", "old", *size, key, None))
            words[key.in_ink("before")] = [Word("old" * 9, Box(1, 1, 2, 2))] * 40
        if number % 3 != 2:
            pieces.append((Piece(f"deck/{number}", "deck", 1, *size, 3.0, 3.0, key, None, HERE), "new"))
            words[key] = [Word("new", Box(1, 1, 2, 2)), Word("same", Box(1, 1, 2, 2))] * 20
    changes = compare(olds, pieces)
    scene = Scene(Kit("game", "The Game", HERE), "v1", paper, "", words)
    exhibit = lay_changes(scene, changes, choose_sides(changes, {}, {}))
    check(exhibit)
    shown = {item.key for page in exhibit.pages for item in page.items if isinstance(item, Picture)}
    assert shown == set(words)


def test_a_line_that_is_too_long_is_made_smaller_then_cut() -> None:
    from pnp.press.exhibits.page import Page

    page = Page(148, 210, [Words(12, 20, 10, "A title that is far too long " * 20, room=60)])
    data = draw_exhibit(Exhibit("game", "A", "proof", "letter", "", (page,)), [])
    import pypdfium2

    with pypdfium2.PdfDocument(data) as document:
        text = document[0].get_textpage()
        assert text.get_text_bounded().strip().endswith("…")
        right = max(text.get_charbox(number)[2] for number in range(text.count_chars()))
        assert right <= 72 / 25.4 * 72 + 0.5


def test_letters_that_the_font_lacks_are_lent() -> None:
    from pnp.press.exhibits.page import Page

    page = Page(148, 210, [Words(12, 20, 10, "Ωmega ☀ 漢")])
    data = draw_exhibit(Exhibit("game", "A", "proof", "letter", "", (page,)), [])
    import pypdfium2

    with pypdfium2.PdfDocument(data) as document:
        assert "Ωmega ☀ ?" in document[0].get_textpage().get_text_bounded()


def test_words_are_wrapped_at_spaces() -> None:
    assert wrap("one two three", 10, 1000) == ["one two three"]
    assert wrap("one two three", 10, 9) == ["one", "two", "three"]
    assert wrap("", 10, 9) == []
