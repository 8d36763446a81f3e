"""What a restless player types, chosen by a seed: keys, words, mouse reports, pastes and resizes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from string import ascii_lowercase

from tests.forked import ROOT
from towergames import registry

SIZES = ((80, 24), (80, 24), (100, 30), (120, 40), (191, 66), (220, 60), (60, 20), (61, 22), (40, 10), (1, 1))
WIDEST, HIGHEST = 220, 60
MORE_WORDS = (
    *("place A 1.1", "take 1.1", "pass", "build inferno b", "end", "claim 2 a", "score a", "roll", "fall", "accept"),
    *("large on 1", "medium", "small", "drop", "lean", "exchange AB", "play WORD h8", "play c5 might", "5e WAIR"),
    *("export a.svg", "export " + "x" * 260, "rule R-1", "say hello", "lookup mood", "try pass", "rules", "save again"),
)
"""Typed lines beside the words that the page of keys has."""
TEXTS = (
    *("Ann", "tower", "e", "[red]", "éü", "字", "👍🏽", "a\u0301", "\u202e", "x" * 300),
    *("(a+)+$", "*", "1e999", "-1", ""),
)
CONTEXTS = {
    "menu": "Menu",
    "new game": "New game",
    "saves": "Saved games",
    "replay": "Replay",
    "lesson": "Lesson",
    "settings": "Settings",
    "records": "Records",
    "words": "Look up a word",
    "export": "Export",
    "bricks": "Brick Tower",
    "konexi": "Konexi",
    "leaning": "Leaning Towers",
    "stacked": "Stacked Words",
    "takethat": "Take That Towers",
}
"""The section of the page of keys for a screen."""
GAMES = ("bricks", "konexi", "leaning", "stacked", "takethat")
NAMED = {
    "Up": "\x1b[A",
    "Down": "\x1b[B",
    "Right": "\x1b[C",
    "Left": "\x1b[D",
    "Shift+Up": "\x1b[1;2A",
    "Shift+Down": "\x1b[1;2B",
    "Shift+Right": "\x1b[1;2C",
    "Shift+Left": "\x1b[1;2D",
    "Enter": "\r",
    "Space": " ",
    "Esc": "\x1b",
    "Tab": "\t",
    "Shift+Tab": "\x1b[Z",
    "Bksp": "\x7f",
    "Del": "\x1b[3~",
    "Home": "\x1b[H",
    "End": "\x1b[F",
    "PgUp": "\x1b[5~",
    "PgDn": "\x1b[6~",
}
FUNCTION_KEYS = (
    *(f"\x1bO{last}" for last in "PQRS"),
    *(f"\x1b[{code}~" for code in (15, 17, 18, 19, 20, 21, 23, 24)),
)
NAMED |= {f"F{number}": code for number, code in enumerate(FUNCTION_KEYS, start=1)}
LEAVING = ("\x11", "\x03")
"""Ctrl+Q and Ctrl+C."""


@dataclass(frozen=True)
class Stroke:
    """Bytes that are typed at once, or another size, and the seconds until the next stroke."""

    data: str = ""
    size: tuple[int, int] | None = None
    wait: float = 0.02

    @property
    def told(self) -> list[object]:
        """What is written down of it."""
        return [self.data, self.size, self.wait]


def stroke(told: Sequence[object]) -> Stroke:
    """What was written down."""
    data, size, wait = told
    return Stroke(str(data), tuple(size) if size else None, float(wait))  # type: ignore[arg-type]


@cache
def page() -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
    """The keys of each section of the page of keys, as bytes, and all words."""
    keys: dict[str, list[str]] = {}
    words: dict[str, None] = {}
    section = ""
    for line in (ROOT / "docs" / "players" / "keys.md").read_text("utf-8").splitlines():
        if line.startswith("##"):
            section = line.lstrip("# ")
        if line.startswith("| "):
            *columns, _ = re.split(r"(?<!\\) ?\| ", line[2:].replace("\\|", "\0"))
            for found in re.findall(r"`([^`]+)`", " ".join(columns[:-1])):
                code = key(found.replace("\0", "|"))
                if code and code not in LEAVING:
                    keys.setdefault(section, []).append(code)
            words |= dict.fromkeys(re.findall(r"`([a-z -]{2,})`", columns[-1]))
    return {name: tuple(found) for name, found in keys.items()}, tuple(word for word in words if word != "quit")


def key(name: str) -> str:
    """The bytes of a key by its name on the page of keys.

    >>> key("Ctrl+P"), key("F5"), key("a")
    ('\\x10', '\\x1b[15~', 'a')
    """
    if name in NAMED or len(name) == 1:
        return NAMED.get(name, name)
    if name.startswith("Ctrl+") and len(name) == 6:
        return chr(ord(name[-1].upper()) & 0x1F)
    return ""


def screen_of(text: str) -> str:
    """Which screen that is, by its words; ``other`` where they tell nothing.

    >>> screen_of(" New game: Konexi, 2-4 players"), screen_of("nothing")
    ('new game', 'other')
    """
    first = text.lstrip("\n").partition("\n")[0]
    for name, pattern in MARKS:
        if re.search(pattern, text):
            return name
    for entry in registry.ENTRIES:
        if entry.game.info.title in first:
            return "stacked" if entry.key == "words" else entry.key
    return "other"


MARKS = (
    ("small", r"The window is too small|have \d+x\d+"),
    ("help", r"Keys and words of this screen"),
    ("finder", r"All commands of this screen"),
    ("command line", r"a command or a move; Tab"),
    ("curtain", r"Hand over to"),
    ("end card", r"Play again.*\n(.*\n)*.*[Rr]eplay"),
    ("lesson", r"Step \d+ of \d+|step \d+ of \d+|Lesson|lesson"),
    ("replay", r"move \d+ of \d+"),
    ("review", r"^ ?Review"),
    ("new game", r"New game:"),
    ("saves", r"Saved games"),
    ("settings", r"^ ?Settings"),
    ("records", r"▟▙ Records|JL Records"),
    ("words", r"Look up|look up"),
    ("rules", r"^ ?Rules"),
    ("score sheet", r"Score sheet"),
    ("export", r"Export|Write "),
    ("menu", r"q  Quit|Join a table|Enter Choose"),
)


class Player:
    """Chooses what comes next. ``malformed``: also bytes that no terminal sends."""

    def __init__(self, dice: Random, size: tuple[int, int], *, malformed: bool = False) -> None:
        self.dice, self.size, self.malformed = dice, size, malformed

    def next(self, text: str) -> Iterator[Stroke]:
        """A few strokes that have some meaning on the screen that shows the text."""
        screen = screen_of(text)
        kinds = [self.walk, self.known, self.click, self.mouse, self.resize, self.words, self.noise, self.dialogs]
        weights = [6, 8, 4, 3, 2, 2, 2, 2]
        if screen in GAMES:
            kinds += [self.moves, self.leave]
            weights += [12, 0.7]
        elif screen == "menu":
            kinds += [self.open]
            weights += [20]
        elif screen == "small":
            kinds += [self.larger]
            weights += [40]
        else:
            kinds += [self.back]
            weights += [6]
        (kind,) = self.dice.choices(kinds, weights)
        yield from kind(screen, text)

    def press(self, *keys: str) -> Iterator[Stroke]:
        """Keys one after another, at the pace of a person, of a held key, or all at once."""
        pace = self.dice.choice((0.0, 0.005, 0.03, 0.03, 0.1, 0.3))
        if pace == 0.0 and "\x1b" not in keys:  # an Esc before other bytes would be another key
            yield Stroke("".join(keys))
            return
        for code in keys:
            yield Stroke(code, wait=max(pace, 0.25) if code == "\x1b" else pace)  # sooner it would begin another key

    def some(self, keys: Sequence[str], most: int) -> Iterator[Stroke]:
        """Some of the keys, each perhaps several times."""
        chosen: list[str] = []
        for _ in range(self.dice.randint(1, most)):
            chosen += [self.dice.choice(keys)] * self.dice.choice((1, 1, 1, 2, 5))
        return self.press(*chosen)

    # --- kinds of things to do: each is given the name of the screen and its text ------------------------

    def walk(self, *_: str) -> Iterator[Stroke]:
        """Move the cursor, choose now and then."""
        return self.some([NAMED[name] for name in ("Up", "Down", "Left", "Right", "Enter", "Tab", "PgDn", "PgUp")], 8)

    def known(self, screen: str, _: str) -> Iterator[Stroke]:
        """Keys of the page of keys for this screen."""
        keys, _words = page()
        section = keys.get(CONTEXTS.get(screen, ""), ())
        everywhere = [code for name in ("Everywhere", "Cursor") for code in keys[name]]
        table = [code for name in ("The game", "Looking", "Bots") for code in keys[name]] if screen in GAMES else []
        return self.some([*section, *section, *everywhere, *table], 6)

    def moves(self, screen: str, _: str) -> Iterator[Stroke]:
        """What leads to moves: hints, completed lines, letters and Enter."""
        line = self.dice.randrange(8)
        if line == 0:
            yield from self.press(":", *"\t" * self.dice.randint(1, 6), "\r", "\r")
        elif line == 1:
            yield from self.press(key("F4"), "\r", "\r")
        elif line == 2:
            yield from self.press(*self.dice.choices(ascii_lowercase, k=self.dice.randint(1, 7)), "\r", "\r")
        elif line == 3:
            yield from self.press(self.dice.choice("123456789"), "\r")
        elif line == 4:
            keys, _words = page()
            yield from self.press(self.dice.choice(keys[CONTEXTS[screen]]), "\r", self.dice.choice("\r\r\x1b"))
        elif line == 5:
            yield from self.press(":", *f"{self.dice.choice(('go', 'hint', 'moves', 'pace', 'undo'))}", "\r")
        elif line == 6:
            yield Stroke(f":{self.dice.choice(MORE_WORDS)}\r", wait=0.1)
        else:
            yield from self.press(*["\r"] * self.dice.randint(1, 4))

    def open(self, *_: str) -> Iterator[Stroke]:
        """From the menu: a game, the way to one, or another page."""
        number = self.dice.randint(0, 5)
        yield from self.press(*[NAMED["Down"]] * number)
        choice = self.dice.choice(["\r", "\r", "n", "n", "t", "t", "u", "u", *"lrdaswbcy"])
        yield Stroke(choice, wait=0.6)
        if choice == "n":
            yield from self.press(*"g" * self.dice.randint(0, 5))
            yield from self.some([NAMED["Down"], NAMED["Right"], NAMED["Left"], "o", "a", "d", "z", "r"], 6)
            yield Stroke("s", wait=0.8)
        elif choice in "lrct":
            yield from self.press(*[NAMED["Down"]] * self.dice.randint(0, 8))
            yield Stroke("\r", wait=0.8)

    def leave(self, screen: str, _: str) -> Iterator[Stroke]:
        """From the table to the menu."""
        yield from self.press("\x1b", "\x0c" if screen in ("bricks", "konexi", "stacked") else "m", "\r")

    def back(self, *_: str) -> Iterator[Stroke]:
        """One or two steps back."""
        return self.press(*["\x1b"] * self.dice.randint(1, 3))

    def click(self, _: str, text: str) -> Iterator[Stroke]:
        """Click on something that is written there."""
        rows = text.split("\n")
        filled = [(x, y) for y, row in enumerate(rows) for x in range(0, len(row), 3) if row[x] != " "]
        for _time in range(self.dice.choice((1, 1, 1, 2, 4))):
            x, y = self.dice.choice(filled or [(0, 0)])
            button = self.dice.choice((0, 0, 0, 0, 1, 2))
            yield Stroke(f"\x1b[<35;{x + 1};{y + 1}M", wait=0.0)
            yield Stroke(f"\x1b[<{button};{x + 1};{y + 1}M\x1b[<{button};{x + 1};{y + 1}m", wait=self._moment())

    def mouse(self, *_: str) -> Iterator[Stroke]:
        """Move, drag, turn the wheel: also outside of the window."""
        columns, rows = self.size
        x, y = self.dice.randint(1, columns + 1), self.dice.randint(1, rows + 1)
        kind = self.dice.choice(("wheel", "drag", "hover"))
        if kind == "wheel":
            code = self.dice.choice((64, 65, 66, 67, 68, 80))
            yield Stroke(f"\x1b[<{code};{x};{y}M" * self.dice.choice((1, 3, 30)), wait=self._moment())
            return
        held = kind == "drag"
        if held:
            yield Stroke(f"\x1b[<0;{x};{y}M", wait=0.01)
        for _ in range(self.dice.randint(1, 12)):
            x = min(max(1, x + self.dice.randint(-9, 9)), columns)
            y = min(max(1, y + self.dice.randint(-4, 4)), rows)
            yield Stroke(f"\x1b[<{32 if held else 35};{x};{y}M", wait=0.01)
        if held and self.dice.random() < 0.8:
            yield Stroke(f"\x1b[<0;{x};{y}m", wait=self._moment())

    def resize(self, *_: str) -> Iterator[Stroke]:
        """Another size, or many one after another."""
        for _ in range(self.dice.choice((1, 1, 1, 8))):
            anything = (self.dice.randint(1, WIDEST), self.dice.randint(1, HIGHEST))
            yield self._sized(self.dice.choice((anything, self.dice.choice(SIZES))))

    def larger(self, *_: str) -> Iterator[Stroke]:
        """A size at which something can be seen."""
        yield self._sized(self.dice.choice(((80, 24), (80, 24), (100, 30), (120, 40), (191, 66), (220, 60))))

    def words(self, *_: str) -> Iterator[Stroke]:
        """A typed line, or a part of one, or a text for whatever field there is."""
        _keys, words = page()
        word = self.dice.choice((*words, *MORE_WORDS))
        kind = self.dice.randrange(4)
        if kind == 0:
            yield from self.press(":", *word, self.dice.choice(" \t\r"), *self.dice.choice(TEXTS)[:20], "\r")
        elif kind == 1:
            yield Stroke(f":{word} {self.dice.choice(TEXTS)}\r", wait=self._moment())
        elif kind == 2:
            yield from self.press(self.dice.choice(("\x10", key("F2"), "/")), *word[:3], self.dice.choice("\r\x1b"))
        else:
            start = self.dice.choice(("", "", ":"))
            text = self.dice.choice((*TEXTS, word, f"{word}\r{word}\n", "\t\x00\x07\x1b[A"))
            yield Stroke(f"{start}\x1b[200~{text}\x1b[201~", wait=self._moment())
            yield from self.press(self.dice.choice("\r\x1b"))

    def dialogs(self, *_: str) -> Iterator[Stroke]:
        """Dialogs, each opened over the one before."""
        return self.some([key("F1"), "\x10", ":", "\x0f", "\x05", "P", "\x04", "?", "#", "a", "%", "w", "/", "\x1b"], 8)

    def noise(self, *_: str) -> Iterator[Stroke]:
        """Any keys, with Alt too, and reports of the focus."""
        letters = [chr(code) for code in (*range(0x20, 0x7F), *range(1, 0x1B)) if chr(code) not in LEAVING]
        some = [*letters, "é", "字", *NAMED.values(), *(f"\x1b{letter}" for letter in "abfxz"), "\x1b[I", "\x1b[O"]
        if self.malformed:
            yield Stroke(self.dice.randbytes(self.dice.randint(1, 30)).decode("utf-8", "surrogateescape"))
        yield from self.some(some, 12)

    def _sized(self, size: tuple[int, int]) -> Stroke:
        self.size = size
        return Stroke(size=size, wait=self._moment())

    def _moment(self) -> float:
        return self.dice.choice((0.0, 0.02, 0.05, 0.2))
