import pytest

from pnp.faces.text.seams import split_word


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("well-known", "well-|known"),
        ("and—so", "and—|so"),
        ("ab\u200bcd", "ab\u200b|cd"),
        ("http://a.example/b_c?d=1&e", "http://|a.|example/|b_|c?|d=|1&|e"),
        ("and/or", "and/or"),
        ("-1", "-1"),
        ("x-ray", "x-ray"),
        ("2–4", "2–4"),
        ("a\u00a0b", "a\u00a0b"),
        ("co\u2011op", "co\u2011op"),
        ("「漢字」、漢。", "「漢|字」、|漢。"),
        ("カード（赤）", "カー|ド|（赤）"),
        ("時々ちょっと", "時々|ちょっ|と"),
        ("が\u3099き", "が\u3099|き"),
        ("Goldを10得", "Gold|を|10|得"),
        ("漢\u00a0字", "漢\u00a0字"),
        ("漢\u2060字", "漢\u2060字"),
        ("漢\ufe00字", "漢\ufe00|字"),
        ("￥100円", "￥100|円"),
        ("𠮷野", "𠮷|野"),
        ("中文，中文！", "中|文，|中|文！"),
        ("한글", "한|글"),
        ("เก็บการ์ด", "เก็บ|การ์ด"),
        ("(การ์ด)", "(การ์ด)"),
        ("ๆๆ", "ๆๆ"),
        ("เ", "เ"),
    ],
)
def test_where_a_word_may_break(word: str, parts: str) -> None:
    assert split_word(word) == parts.split("|")


def test_thai_signs_stay_on_their_letters() -> None:
    text = "เลือกการ์ดหนึ่งใบจากมือแล้วทิ้งการ์ดนั้นไปที่กองกลางทันทีๆ"
    parts = split_word(text)
    assert "".join(parts) == text
    assert len(parts) > 8
    assert not any(part[0] in "ะาำิีึืุู่้๊๋์ๆฯ" or part[-1] in "เแโใไ" for part in parts)
