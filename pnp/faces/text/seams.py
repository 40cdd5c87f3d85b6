"""Where a line may be broken inside what stands between two spaces.

After hyphens, in addresses, and in scripts without spaces. Thai words come from a model of budoux; this is the one
module that knows it.
"""

import re
from functools import cache, lru_cache
from typing import Any

_MARKS = "\u0300-\u036f\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef"
_FIXED = "\u00a0\u202f\u2060\ufeff"  # signs that forbid a break on either side
_CJK = (
    "\u2e80-\u2fdf\u3001-\u30ff\u3105-\u312f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f"
    "\uac00-\ud7ff\uf900-\ufaff\uff01-\uffee\U0001f200-\U0001f2ff\U00020000-\U0003ffff"
)
# Kinsoku: what begins no line (closing brackets, stops, small kana, marks of length and repetition, units of a number)
# and what ends none (opening brackets, signs of money).
_NEVER_FIRST = (
    r"%)\]},.!?:;…‥‼⁇⁈⁉’”»›°′″℃\-‐–—〜～゠"
    "、。，．・：；？！）］｝〉》」』】〕〗〙〛〞〟｠｡､｣･％"
    "ーｰ々〻ゝゞヽヾ゛゜ﾞﾟぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿｧ-ｯ\u3000\u3099\u309a"
    f"{_MARKS}{_FIXED}"
)
_NEVER_LAST = rf"(\[{{«‹‘“$£¥€（［｛〈《「『【〔〖〘〚〝｟｢＄￡￥{_FIXED}"
_ADDRESS = re.compile(r"(?<=[/?&=._#-])(?=[^/?&=._#-])")
_HYPHENS = r"(?<=\w\w[-‐–])(?=[^\W\d_])|(?<=\w—)(?=\w)|(?<=\u200b)(?!\u200b)"
_PLAIN = re.compile(_HYPHENS)
# The first letter of all those beside which a line may be broken without a sign: that is asked of a word with one.
_FIRST = "\u2e80"
_THAI = re.compile("[\u0e00-\u0e7f]+")
# A Thai word neither begins with a sign that belongs to the letter before nor ends with a vowel that stands first.
_THAI_LATER = re.compile("[\u0e2f-\u0e3a\u0e45-\u0e4e]")
_THAI_EARLIER = re.compile("[\u0e40-\u0e44]$")


def split_word(word: str) -> list[str]:
    """The parts of the word (text without a space) between which a line may be broken; joined they are the word."""
    if word.isascii() and (word.isalnum() or ("-" not in word and "://" not in word)):
        return [word]
    if "://" in word:
        return [text for text in _ADDRESS.split(word) if text]
    breaks = _PLAIN if max(word) < _FIRST else _breaks()
    texts = [text for text in breaks.split(word) if text]
    if _THAI.search(word):
        texts = [part for text in texts for part in _split_thai(text)]
    return texts


@lru_cache(maxsize=4096)
def _split_thai(text: str) -> tuple[str, ...]:
    parts: list[str] = []
    end = 0
    for match in _THAI.finditer(text):
        _join(parts, text[end : match.start()])
        first = True
        for word in _thai_words().parse(match[0]):
            held = bool(parts) and _THAI_EARLIER.search(parts[-1]) is not None
            if parts and (first or held or _THAI_LATER.match(word)):
                parts[-1] += word
            else:
                parts.append(word)
            first = False
        end = match.end()
    _join(parts, text[end:])
    return tuple(parts)


def _join(parts: list[str], text: str) -> None:
    """What is not Thai stays with the Thai beside it: quotes, brackets, numbers."""
    if text and parts:
        parts[-1] += text
    elif text:
        parts.append(text)


@cache
def _breaks() -> re.Pattern[str]:
    """All places between two letters; made when a word asks for them, since so large a pattern takes its time."""
    return re.compile(
        rf"{_HYPHENS}"
        rf"|(?<=[{_CJK}])(?<![{_NEVER_LAST}])(?=[^{_NEVER_FIRST}])|(?<=[^{_NEVER_LAST}])(?=[{_CJK}])(?![{_NEVER_FIRST}])"
        rf"|(?<=[\u2e80-\uffee][ー、。，．？！）」』】])(?=\w)"
    )


@cache
def _thai_words() -> Any:
    import budoux

    return budoux.load_default_thai_parser()
