"""How moves are written: ``play c5 across MOOD``, ``exchange E``, ``pass``, ``challenge``, ``accept``.

A play names the square of its first new tile, the direction, and a tile for each square from there on; ``.`` keeps the
tile that stands there: ``play c5 across W..L``. People may type the whole word from its first square instead, ``play c5
across WOOL``: a letter that stands there already is kept. How plays are typed without a verb is in ``reading.py``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from towergames.core.contract import NotationError
from towergames.core.text import closest, did_you_mean, quoted
from towergames.games.words.grid import (
    COLUMNS,
    Board,
    bracketed,
    formed,
    read_square,
    show_tile,
    size_of,
    spell,
    square,
)
from towergames.games.words.model import Accept, Action, Challenge, Exchange, Pass, Play, State

TEMPLATES: dict[str, tuple[str, ...]] = {
    "turn": ("play SQUARE across|down WORD", "exchange LETTER", "pass"),
    "answer": ("accept", "challenge"),
}
"""Forms of typed moves by phase."""

VERBS = ("play", "exchange", "pass", "challenge", "accept")
_FILLERS = frozenset({"at", "from", "on", "the", "word", "tile", "letter", "my", "turn"})
_DIRECTIONS = {"across": False, "a": False, "right": False, "down": True, "d": True}
_SQUARE = re.compile(r"([a-j])([0-9]{1,2})|([0-9]{1,2})([a-j])")
_TILES = re.compile(r"(?:[A-Za-z.()])+\Z")
_TILE = re.compile(r"QU?|[A-PR-Z.]")
_LONGEST = 200
_MOST = 10


def is_letter(value: object) -> bool:
    """Whether a value is a tile: one capital letter A to Z."""
    return type(value) is str and len(value) == 1 and "A" <= value <= "Z"


def cells_of(play: Play, size: int) -> dict[int, str] | None:
    """Square -> tile of a play in reading order, None when it names no tiles or squares of a board of that size.

    >>> cells_of(Play(4, 2, False, "W..L"), 10)
    {42: 'W', 45: 'L'}
    """
    tiles = play.tiles
    if type(tiles) is not str or type(play.row) is not int or type(play.col) is not int or type(play.down) is not bool:
        return None
    if not 1 <= len(tiles) <= size or not all(tile == "." or is_letter(tile) for tile in tiles):
        return None
    if tiles[0] == "." or tiles[-1] == "." or (len(tiles) == 1 and play.down):
        return None
    if not (0 <= play.row < size and 0 <= play.col < size):
        return None
    if (play.row if play.down else play.col) + len(tiles) > size:
        return None
    first, step = play.row * size + play.col, size if play.down else 1
    return {first + step * place: tile for place, tile in enumerate(tiles) if tile != "."}


def play_of(tiles: dict[int, str], size: int) -> Play:
    """The play that lays these tiles, which are all in one line: the inverse of :func:`cells_of`."""
    cells = sorted(tiles)
    down = len(cells) > 1 and cells[0] % size == cells[-1] % size
    row, col = divmod(cells[0], size)
    spelled = "".join(tiles.get(cell, ".") for cell in range(cells[0], cells[-1] + 1, size if down else 1))
    return Play(row, col, down, spelled)


def notate(action: Action) -> str:
    """The move on one line.

    >>> notate(Play(4, 2, False, "QIT"))
    'play c5 across QUIT'
    """
    match action:
        case Play(row, col, down, tiles):
            return f"play {COLUMNS[col]}{row + 1} {'down' if down else 'across'} {spell(tiles)}"
        case Exchange(tile):
            return f"exchange {spell(tile)}"
        case _:
            return type(action).__name__.lower()


def written(board: Board, play: Play) -> str:
    """A play as players of word games write it: square and word, letters that stand there already in brackets.

    The row comes first of a word across, the column of a word down; :mod:`.reading` reads both.

    >>> board = ("",) * 42 + ("W", "O", "O", "D") + ("",) * 54
    >>> written(board, Play(4, 5, False, "L")), written(board, Play(3, 3, True, "N.T"))
    ('5c (WOO)L', 'd4 N(O)T')
    """
    size = size_of(board)
    tiles = cells_of(play, size) or {}
    main = formed(board, tiles)[0]
    name = square(main.cells[0], size)
    return f"{name if main.down else name[1:] + name[0]} {bracketed(main, tiles)}"


def parse(text: str, state: State) -> Action:
    """Read a typed line; case, filler words and the order of square and direction do not matter.

    Raises NotationError, whose text names the forms that are understood.
    """
    words = words_of(text)
    if not words:
        raise NotationError("type a move, such as play e5 across MOOD, exchange E or pass")
    verb = _verb(words[0])
    rest = words[1:]
    if verb == "play":
        play = read_play(rest, size_of(state.board))
        return fitted(play, bool(play.down), state)
    if verb == "exchange":
        return _exchange(rest)
    if rest and not (len(rest) == 1 and rest[0].lower() in _FILLERS):
        raise NotationError(f"type nothing after {verb}")
    if verb == "pass":
        return Pass()
    return Challenge() if verb == "challenge" else Accept()


def words_of(text: str) -> list[str]:
    """The words of a typed line."""
    return text[:_LONGEST].replace(",", " ").split()


def verb_of(word: str) -> str:
    """The verb that a word is, or is the beginning of; empty where it is none."""
    lower = word.lower()
    if lower in ("swap", "x"):
        return "exchange"
    if lower == "p":
        return "play"
    found = [verb for verb in VERBS if verb.startswith(lower)] if lower.isascii() else []
    return found[0] if len(found) == 1 else ""


def is_square(word: str) -> bool:
    """Whether a word is written as a square is, ``c5`` or ``5c``."""
    return _SQUARE.fullmatch(word.lower()) is not None


def _verb(word: str) -> str:
    verb = verb_of(word)
    if not verb:
        raise NotationError(f"{quoted(word, 20)} is not a move{did_you_mean(word, VERBS)}")
    return verb


def _exchange(rest: list[str]) -> Exchange:
    tiles = [word.upper() for word in rest if word.lower() not in _FILLERS]
    if len(tiles) == 1:
        found = "Q" if tiles[0] == "QU" else tiles[0]
        if is_letter(found):
            return Exchange(found)
    raise NotationError("exchange needs one tile of your rack, such as: exchange E")


@dataclass(frozen=True, slots=True)
class WrittenPlay:
    """A play as it is typed: the place (row, column), the direction if it is said, and the tiles of the word.

    ``kept`` has the letters that were typed in brackets, and ``.`` for every other tile.
    """

    place: tuple[int, int]
    down: bool | None
    tiles: str
    kept: str


def read_play(rest: list[str], size: int) -> WrittenPlay:
    """The play in the words behind the verb. Raises NotationError."""
    usage = "play needs a square, a direction and a word"
    if not rest:
        raise NotationError(usage)
    *facts, word = _word_last(rest)
    place: tuple[int, int] | None = None
    down: bool | None = None
    for fact in map(str.lower, facts):
        if fact in _DIRECTIONS and down is None:
            down = _DIRECTIONS[fact]
        elif place is None and (found := _place(fact, size)) is not None:
            place = found
        elif fact not in _FILLERS:
            near = closest(fact, ("across", "down"))
            raise NotationError(f'{quoted(fact, 20)} is not a direction. Did you mean "{near}"?' if near else usage)
    if place is None or not _TILES.match(word) or not word.isascii():
        raise NotationError(usage)
    return WrittenPlay(place, down, *_tiles(word))


def _word_last(rest: list[str]) -> list[str]:
    """The words with the square and the direction before the word of the play, in whatever order they are typed."""
    facts = [word for word in rest if is_square(word) or word.lower() in _DIRECTIONS]
    others = [word for word in rest if word not in facts and word.lower() not in _FILLERS]
    if rest[-1] in facts and others:
        return [*(word for word in rest if word != others[-1]), others[-1]]
    return rest


def _place(text: str, size: int) -> tuple[int, int] | None:
    found = _SQUARE.fullmatch(text)
    if found is None:
        return None
    cell = read_square((found[1] or found[4]) + (found[2] or found[3]), size)
    if cell is None:
        raise NotationError(f"{text} is not on the board; use a1 to {COLUMNS[size - 1]}{size}")
    return divmod(cell, size)


def _tiles(word: str) -> tuple[str, str]:
    """The tiles of a typed word, ``.`` for the ones in brackets, and those alone: ``W(OO)L`` is ``W..L``, ``.OO.``."""
    tiles = kept = ""
    for at, part in enumerate(_bracketed(word)):
        found = ["Q" if tile == "QU" else tile for tile in _TILE.findall(part)]
        dots = "." * len(found)
        tiles += dots if at % 2 else "".join(found)
        kept += "".join(found) if at % 2 else dots
    if not 1 <= len(tiles) <= _MOST or not tiles.strip("."):
        raise NotationError("a word has 1 to 10 tiles, with . for a tile that stays as it is")
    return tiles, kept


def _bracketed(word: str) -> list[str]:
    parts = re.split(r"[()]", word.upper())
    if len(parts) % 2 == 0 or re.sub(r"[^()]", "", word) != "()" * (len(parts) // 2):
        raise NotationError("brackets stand around letters that stay as they are, such as W(OO)L")
    return parts


def fitted(play: WrittenPlay, down: bool, state: State) -> Play:
    """The play in a direction, with letters that stand there already turned into ``.``, from its first new tile.

    Raises NotationError.
    """
    size = size_of(state.board)
    row, col = play.place
    spelled = ""
    for offset, tile in enumerate(play.tiles):
        r, c = (row + offset, col) if down else (row, col + offset)
        inside = r < size and c < size
        here = state.board[r * size + c] if inside else ""
        old = play.kept[offset]
        if inside and old != "." and not here.endswith(old):
            found = show_tile(here[-1]) if here else "no tile"
            raise NotationError(f"{show_tile(old)} is in brackets, but {square(r * size + c, size)} has {found}")
        spelled += "." if here.endswith(tile) and tile != "." and here else tile
    if not spelled.strip("."):
        spelled = play.tiles  # only letters that stand there: let the judge say so
    start = len(spelled) - len(spelled.lstrip("."))
    spelled = spelled.strip(".")
    row, col = (row + start, col) if down else (row, col + start)
    if max(row, col) >= _MOST:
        raise NotationError("the word runs off the board; start it elsewhere")
    return Play(row, col, down and len(spelled) > 1, spelled)
