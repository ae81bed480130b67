"""What can be written on a picture: the letters of its fonts. Names in another script are told by initials."""

import unicodedata

LETTERS = frozenset(map(chr, [*range(0x20, 0x7F), *range(0xA0, 0x17F)])) - set("ĬĭĲĳŦŧ") | set("ȘșȚț–—‘’“”„…−")
UNKNOWN = "–"


def writable(text: str) -> str:
    """Without what its fonts lack."""
    return "".join(letter for letter in unicodedata.normalize("NFC", text) if letter in LETTERS).strip()


def written_name(name: str) -> str:
    """The name, or its initials in Latin letters where another script has given it; a dash where that has none."""
    composed = unicodedata.normalize("NFC", name)
    if LETTERS.issuperset(composed):
        return composed
    initials = [letter for word in composed.split() if (letter := _latin(word[0]))]
    return " ".join(f"{letter}." for letter in initials) or UNKNOWN


def _latin(letter: str) -> str:
    """What the letter's own name begins with: CYRILLIC CAPITAL LETTER VE is a V; an ideograph's says nothing."""
    plain = unicodedata.normalize("NFD", letter)[0]
    if plain in LETTERS:
        return plain.upper() if plain.isalpha() else ""
    words = unicodedata.name(plain, "").split()
    return words[words.index("LETTER") + 1][0] if "LETTER" in words else ""
