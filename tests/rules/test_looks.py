"""Faces beside each other."""

from pnp.model.face import Art, Face, FaceKey, Gallery, Slice
from pnp.model.finding import Fault, Finding
from pnp.model.place import Where
from pnp.rules.engine import inspect, settle
from pnp.rules.topics.looks import describe_look

from .nouns import EVENTS, card, deck, face, full, kit, rect, text, waiver


def hang(*faces: Face) -> Gallery:
    return Gallery("events", tuple(describe_look(each) for each in faces))


def found(*faces: Face, on: str = "") -> list[Finding]:
    waivers = (waiver("marked-backs", on=on),) if on else ()
    game = kit(deck(card("mall", 10), card("roof", 20), card("bus", 30)), waivers=waivers)
    return [each for each in settle(game, inspect(game, [hang(*faces)])) if each.check != "needless-waiver"]


def front(card: str, digest: str, fill: str = "#202020", words: str = "Run") -> Face:
    return face(full(fill=fill), texts=(text(words=words),), card=card)._replace(digest=digest)


def back(card: str, digest: str) -> Face:
    return face(full(), card="mall")._replace(key=FaceKey("events", card, "back"), digest=digest)


def test_only_colours_tell_two_cards_apart() -> None:
    (finding,) = found(front("mall", "a"), front("roof", "b", "#a02020"), front("bus", "c", words="Walk"))
    assert (finding.check, finding.where) == ("colour-alone", Where(EVENTS, 20, 5))
    assert finding.message == "mall and roof look the same but for their colours"


def test_equal_cards_are_no_matter_of_colour() -> None:
    assert found(front("mall", "a"), front("roof", "a")) == []


def test_all_but_the_colours_is_part_of_a_look() -> None:
    one = front("mall", "a")
    for other in (
        front("roof", "b", words="Walk"),
        one._replace(digest="b", shapes=(full(), rect(1, 1, 9, 9))),
        one._replace(digest="b", shapes=(rect(0, 0, 9, 9),)),
        one._replace(digest="b", files=("art/roof.png",)),
    ):
        assert describe_look(other).plain != describe_look(one).plain
    assert describe_look(front("roof", "b", "#a02020")).plain == describe_look(one).plain
    assert describe_look(one._replace(art=(Art(one.where, "a.png", 300.0),))).plain == describe_look(one).plain


def sliced(digest: str, definitions: str, markup: str) -> Face:
    return front("mall", digest)._replace(items=(Slice("<svg>", definitions, (), markup),))


def test_patterns_and_dashes_tell_cards_apart_and_their_colours_do_not() -> None:
    hatch = '<pattern id="p"><path d="M0 0L1 1" stroke="red"/></pattern>'
    one = describe_look(sliced("a", hatch, '<rect fill="url(#p)"/>')).plain
    assert describe_look(sliced("b", hatch.replace("red", "#00ff00"), '<rect fill="url(#p)"/>')).plain == one
    assert describe_look(sliced("b", hatch.replace("L1 1", "L1 0"), '<rect fill="url(#p)"/>')).plain != one
    dashes = '<path stroke-dasharray="1 2" style="stroke:red;fill:none"/>'
    two = describe_look(sliced("a", "", dashes)).plain
    assert describe_look(sliced("b", "", dashes.replace("red", "blue"))).plain == two
    assert describe_look(sliced("b", "", dashes.replace("1 2", "2 2"))).plain != two
    for sign in ("fill", "color", "stop-color"):
        three = describe_look(sliced("a", "", f'<g stroke-dasharray="1" {sign}="red"/>')).plain
        assert describe_look(sliced("b", "", f'<g stroke-dasharray="1" {sign}="blue"/>')).plain == three
    other = '<g stroke-dasharray="1" xfill="red"/>'
    assert (
        describe_look(sliced("b", "", other)).plain
        != describe_look(sliced("a", "", other.replace("red", "blue"))).plain
    )
    assert describe_look(sliced("b", "", dashes.replace("fill:none", "fill:url(#p)"))).plain != two
    picture = '<image href="data:image/png;base64,AAAA"/>'
    assert describe_look(sliced("b", "", picture)).plain != describe_look(sliced("a", "", picture[:-4])).plain


def test_backs_that_differ_mark_their_cards() -> None:
    (finding,) = found(back("mall", "a"), back("roof", "a"), back("bus", "b"))
    assert finding.check == "marked-backs"
    assert "bus has another back than the other 2" in finding.message
    (finding,) = found(back("mall", "a"), back("roof", "b"))
    assert "its cards have 2 different backs" in finding.message


def test_backs_that_only_could_differ_do_not() -> None:
    assert found(back("mall", "a"), back("roof", "a"), back("bus", "a")) == []


def test_two_faces_are_accepted_on_the_deck() -> None:
    assert found(back("mall", "a"), back("roof", "b"), on="events") == []


def test_faces_that_could_not_be_made_are_not_compared() -> None:
    fault = (Fault("bad-svg", Where(EVENTS), "broken"),)
    broken = [front(card, digest)._replace(faults=fault) for card, digest in (("mall", "a"), ("roof", "b"))]
    assert found(*broken) == []
    assert found(back("mall", "a")._replace(faults=fault), back("roof", "b")) == []
