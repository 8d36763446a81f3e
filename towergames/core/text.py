"""Untrusted text (names, file names, saves, word lists) made fit for a screen."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from pathlib import Path

NAME_CELLS = 16
"""The widest a player's name may be, in terminal cells."""

_MARKS_PER_BASE = 4

_NEAR = 0.65
"""Least likeness of a suggested word: twice the letters in common, divided by all letters of both words."""

_INVISIBLE = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters by their category that draw nothing: Hangul fillers and the blank Braille pattern."""


def cell_width(text: str) -> int:
    """How many terminal cells the text takes (wide characters two, combining marks none).

    >>> cell_width("Ann"), cell_width("\\u5854")
    (3, 2)
    """
    if text.isascii():
        return len(text)
    return sum(map(_char_width, text))


@lru_cache(maxsize=4096)
def _char_width(ch: str) -> int:
    if unicodedata.combining(ch) or unicodedata.category(ch) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(ch) in ("W", "F") else 1


def clean(text: str, cells: int = 32) -> str:
    """The text without anything that could act on a terminal or a reader: at most ``cells`` cells, one line, NFC.

    Dropped: C0, C1 and DEL, bidirectional and zero-width controls, surrogates, private use and unassigned characters,
    line separators, and combining marks beyond four on one base. Runs of white space become one blank.

    >>> clean("\\x1b[2JAnn\\u202e\\n Lee ")
    '[2JAnn Lee'
    """
    kept: list[str] = []
    width = marks = 0
    for ch in unicodedata.normalize("NFC", text[: cells * 64]):
        category = unicodedata.category(ch)
        if category in ("Zs", "Zl", "Zp") or ch in "\t\n\r\v\f" or ch in _INVISIBLE:
            ch = " "
            if not kept or kept[-1] == " ":
                continue
        elif category[0] == "C":  # Cc, Cf, Cs, Co, Cn
            continue
        if category in ("Mn", "Me", "Mc"):
            marks += 1
            if not kept or marks > _MARKS_PER_BASE:
                continue
        else:
            marks = 0
        width += _char_width(ch)
        if width > cells:
            break
        kept.append(ch)
    return unicodedata.normalize("NFC", "".join(kept)).strip()


NO_PICTURES = "a picture such as an emoji, which many terminals cannot show. Use letters, digits and ASCII signs"
"""The fault of a text that :func:`has_pictures`, as the end of a sentence."""


def has_pictures(text: str) -> bool:
    """Whether a text has pictures or their parts, for which the screen shows question marks.

    >>> has_pictures("Zoë-Łucja #2"), has_pictures("Ann \U0001f600")
    (False, True)
    """
    return any(not ch.isascii() and unicodedata.category(ch) in ("So", "Sk") for ch in text)


def fit(text: str, cells: int) -> str:
    """The text cut or padded with blanks to exactly ``cells`` cells; a cut is marked with ``~``.

    >>> fit("Balthasar", 5), fit("Ann", 5)
    ('Balt~', 'Ann  ')
    """
    width = cell_width(text)
    if width <= cells:
        return text + " " * (cells - width)
    if cells <= 0:
        return ""
    kept = used = 0
    while used + (step := _char_width(text[kept])) < cells:
        kept, used = kept + 1, used + step
    return text[:kept] + "~" + " " * (cells - 1 - used)


def fault(error: Exception) -> str:
    """A fault of ours in one sentence for people: its name, and what it says of itself.

    >>> fault(ValueError("no\\x1b such piece")), fault(KeyError())
    ('That failed with ValueError: no such piece.', 'That failed with KeyError.')
    """
    text = clean(str(error), 200)
    return sentence(f"That failed with {type(error).__name__}{': ' if text else ''}{text}")


def reason_of(error: Exception) -> str:
    """An error of the operating system, or of what was read, in a few clean words.

    >>> reason_of(OSError(28, "No space left on device")), reason_of(ValueError("no number"))
    ('No space left on device', 'no number')
    """
    return clean(getattr(error, "strerror", None) or str(error), 80)


def not_written(path: Path, error: OSError, result: str) -> str:
    """The reason why a file was not written, and the ``result``, a whole sentence.

    >>> not_written(Path("a.toml"), OSError(28, "No space left on device"), "The setting holds until you quit.")
    'a.toml cannot be written: No space left on device. The setting holds until you quit.'
    """
    return f"{clean(str(path), 120)} cannot be written: {reason_of(error)}. {result}"


def sentence(text: str) -> str:
    """The text with a capital first letter and a full stop. What is typed and names of files keep their letters.

    >>> sentence("the game is over"), sentence("did you mean 'end'?"), sentence("first=4 is too high")
    ('The game is over.', "Did you mean 'end'?", 'first=4 is too high.')
    >>> sentence("game.jsonl cannot be read"), sentence("yes.")
    ('game.jsonl cannot be read.', 'Yes.')
    """
    text = text.strip()
    word = text.partition(" ")[0]
    first = text[:1] if "=" in word or "." in word[:-1] else text[:1].upper()
    return first + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def count(number: int, one: str, many: str = "") -> str:
    """A number with its noun: ``1 move``, ``2,000 moves``.

    >>> count(1, "move"), count(-2000, "point"), count(2, "entry", "entries")
    ('1 move', '-2,000 points', '2 entries')
    """
    return f"{number:,} {one if abs(number) == 1 else many or f'{one}s'}"


def ordinal(number: int) -> str:
    """A number in a row.

    >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 112)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '112th']
    """
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    if number % 100 in (11, 12, 13):
        ending = "th"
    return f"{number}{ending}"


def listed(items: Iterable[str], last: str = "and") -> str:
    """Items in a row, with a word before the last one.

    >>> listed(["A"]), listed(["A", "B", "C"]), listed(["A", "B"], "or"), listed([])
    ('A', 'A, B and C', 'A or B', '')
    """
    *most, end = list(items) or [""]
    return f"{', '.join(most)} {last} {end}" if most else end


def closest(word: str, known: Iterable[str]) -> str | None:
    """The known word that a misspelt one most probably means, of equals the first; None where none is near.

    Case does not matter.

    >>> closest("checers", ("chess", "checkers")), closest("go", ("chess", "checkers"))
    ('checkers', None)
    """
    from difflib import SequenceMatcher  # here, since every command reads this module

    matcher = SequenceMatcher(b=word[:80].casefold())

    def likeness(name: str) -> float:
        matcher.set_seq1(name.casefold())
        return matcher.ratio()

    best = max(known, key=likeness, default="")
    return best if best and likeness(best) >= _NEAR else None


def quoted(text: str, cells: int = 40) -> str:
    """A person's text, cleaned, cut and between quotation marks.

    >>> quoted("chess"), quoted('a\\x1b"b')
    ('"chess"', '"a\\'b"')
    """
    return '"{}"'.format(clean(text, cells).replace('"', "'"))


def did_you_mean(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """The end of a refusal of an unknown word: a question where a known word is near, else ``otherwise``.

    >>> did_you_mean("checers", ["checkers"]), did_you_mean("go", ["checkers"], ". Games: checkers")
    ('. Did you mean "checkers"?', '. Games: checkers')
    """
    near = closest(word, known)
    return otherwise if near is None else f". Did you mean {quoted(near, 100)}?"


def did_you_mean_titled(word: str, titles: Mapping[str, str], otherwise: str = "") -> str:
    """The end of a refusal of an unknown key, where people may have typed the title of one.

    >>> did_you_mean_titled("tabel", {"surface": "Table", "tremor": "Hand"})
    '. Did you mean "surface" (Table)?'
    """
    key = closest(word, titles)
    if key is not None:
        return f". Did you mean {quoted(key, 100)}?"
    title = closest(word, titles.values())
    for key in titles:
        if titles[key] == title:
            return f". Did you mean {quoted(key, 100)} ({title})?"
    return otherwise


def unknown(what: str, word: str, known: Collection[str], plural: str = "") -> str:
    """The refusal of an unknown word: the word that may be meant, else all that there are under ``plural``.

    >>> unknown("game", "checers", ["checkers"]), unknown("game", "go", ["chess", "checkers"], "Games")
    ('no game "checers". Did you mean "checkers"?', 'no game "go". Games: chess, checkers')
    """
    others = f". {plural}: {', '.join(known) or 'none'}" if plural else ""
    return f"no {what} {quoted(word)}{did_you_mean(word, known, others)}"


_RESERVED = re.compile(r"^(con|prn|aux|nul|com\d|lpt\d)$")


def slug(text: str) -> str:
    """A file name made of the text: ``[a-z0-9][a-z0-9-]{0,62}``, never a device name; ``game`` if nothing is left.

    >>> slug("Ann & Bob / 2"), slug("../.."), slug("CON")
    ('ann-bob-2', 'game', 'con-game')
    """
    plain = unicodedata.normalize("NFKD", text[:400]).encode("ascii", "ignore").decode().lower()
    made = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:56].strip("-")
    if not made:
        return "game"
    return f"{made}-game" if _RESERVED.match(made) else made


RAREST_IN = 50
"""A chance smaller than 1 in this number has no closer words."""
SPOKEN_IN = (30, 20, 12, 8, 6, 4, 3, 2)
"""The numbers N for which a chance is said as 1 in N."""


def one_in(chance: float) -> str:
    """A chance in words, rounded: 1 in N.

    >>> one_in(0.005), one_in(0.03), one_in(0.08), one_in(0.5), one_in(0.8)
    ('fewer than 1 in 50', 'about 1 in 30', 'about 1 in 12', 'about 1 in 2', 'more than 1 in 2')
    """
    if chance < 1 / RAREST_IN:
        return f"fewer than 1 in {RAREST_IN}"
    if chance > 0.6:
        return "more than 1 in 2"
    nearest = min(SPOKEN_IN, key=lambda times: abs(math.log(chance * times)))
    return f"about 1 in {nearest}"
