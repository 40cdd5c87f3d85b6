"""What libyaml reads otherwise than YAML 1.2 or JSON has it: it travels through libyaml as noncharacters."""

import re

# YAML 1.2 takes these for text, libyaml for line breaks that it counts.
_BREAKS = (("\x85", "\ufdd0"), ("\u2028", "\ufdd1"), ("\u2029", "\ufdd2"))
# JSON writes an emoji as a pair of escapes, `\ud83d\ude00`, which YAML does not know: it travels as one escape, with
# two noncharacters behind it so that every column stays what it is.
_PAIR = r"(?<!\\)((?:\\\\)*)\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})"
_FILL = "\ufdd3\ufdd3"
_FILLED = rf"\\U([0-9A-F]{{8}}){_FILL}"


def disguise(text: str) -> str:
    """The text of a file as libyaml is given it; as long as it was, line by line."""
    if not text.isascii():
        for line_break, hidden in _BREAKS:
            text = text.replace(line_break, hidden)
    return re.sub(_PAIR, _joined, text) if "\\u" in text else text


def reveal(text: str, style: str) -> str:
    """What a value says that libyaml read in a text so disguised; `style` is its quote, `|`, `>`, or nothing."""
    for line_break, hidden in _BREAKS:  # hidden or escaped ones
        text = text.replace(hidden, "\n").replace(line_break, "\n")
    if _FILL not in text:
        return text
    return text.replace(_FILL, "") if style == '"' else re.sub(_FILLED, _parted, text)


def _joined(pair: re.Match[str]) -> str:
    code = 0x10000 + ((int(pair[2], 16) - 0xD800) << 10) + int(pair[3], 16) - 0xDC00
    return f"{pair[1]}\\U{code:08X}{_FILL}"


def _parted(escape: re.Match[str]) -> str:
    """The pair again, where the text is not in double quotes and an escape is none."""
    code = int(escape[1], 16) - 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"
