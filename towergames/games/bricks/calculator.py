"""What the tools of Brick Tower do: judge a tower, and find the best one that the solver knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from towergames.core.bot import Clock
from towergames.core.options import Scalar, fill
from towergames.core.rulesheet import load_rule_sheet
from towergames.core.text import quoted
from towergames.core.tool import ToolError, shown
from towergames.games.bricks import pieces
from towergames.games.bricks.deal import CODES, PuzzleError, check_code, code_of, daily_code, deal, is_day
from towergames.games.bricks.judge import judge
from towergames.games.bricks.pieces import Code, Piece, Tower
from towergames.games.bricks.rules import CHOICES, STANDARD, Readings
from towergames.games.bricks.solver import Solution, solve
from towergames.lexicon import Lexicon, LexiconError
from towergames.lexicon.options import load_list

MATERIALS = "materials"
"""Stands in the violations where cards are used that the materials do not have: no rule has a number for that."""


def score(document: Any, flags: Mapping[str, Scalar]) -> dict[str, Any]:
    """Judge the tower of a document; ``score`` is None when it is illegal. Raises ToolError."""
    request = read_request(document)
    ledger = judge(request.tower, load_list(flags), request.readings)
    violations = {str(rule): list(texts) for rule, texts in ledger.violations.items()}
    if request.materials is not None and (lacking := pieces.missing(request.tower, request.materials)):
        violations[MATERIALS] = [
            f"the tower uses {count} more of {code} than there {'is' if count == 1 else 'are'}"
            for code, count in sorted(lacking.items())
        ]
    return {
        "legal": not violations,
        "score": None if violations else ledger.score,
        "violations": violations,
        "points": {str(rule): points for rule, points in ledger.points.items()},
        "raw_total": ledger.raw_total,
        "column_words": list(ledger.words.columns),
        "longest_word": ledger.words.longest,
    }


def render_score(result: Mapping[str, Any]) -> str:
    """The result of :func:`score` for people: the verdict, what is broken, and a line for every rule with points."""
    if result["legal"]:
        lines = [f"legal: {result['score']} points"]
    else:
        lines = [f"not legal, so no score; it would be {result['raw_total']} points"]
    for rule, texts in result["violations"].items():
        name = "cards" if rule == MATERIALS else f"rule {rule}"
        lines += [f"  {name:<8} {text}" for text in texts]
    return "\n".join(lines + _points_lines(result))


def _points_lines(result: Mapping[str, Any]) -> list[str]:
    """A line for every rule with points, and the words of rules 15 and 19."""
    titles = {rule.id: rule.title for rule in load_rule_sheet("towergames.games.bricks").rules}
    words = {"15": ", ".join(result["column_words"]), "19": result["longest_word"]}
    return [
        f"{points:>5}  rule {rule:<3} {titles[f'R-{rule}']}{': ' + words[rule] if words.get(rule) else ''}"
        for rule, points in result["points"].items()
    ]


# --- towergames solve bricks ----------------------------------------------------------------------


_LONGEST = 3600.0


def run_solver(document: Any, flags: Mapping[str, Scalar], tell: Callable[[str], None] | None = None) -> dict[str, Any]:
    """Solve the materials of a document, or a deal; ``tell`` hears how it goes. Raises ToolError.

    Ctrl+C ends the search: then the result is what was found so far.
    """
    seed, seconds = _seed(flags), _seconds(flags)
    result: dict[str, Any] = {}
    if document is None:
        result["puzzle"] = _puzzle(flags) or code_of("standard", seed % CODES)
        cards, names, readings = deal(result["puzzle"]), _Names([]), STANDARD
    elif _puzzle(flags):
        raise ToolError("--puzzle names the cards, and so does FILE; give one of them")
    else:
        cards, names, readings = _read(document)
    try:
        lexicon = load_list(flags)
        found = _search(cards, lexicon, readings, Clock(seconds=seconds), seed, tell)
        result |= {
            "materials": " ".join(cards),
            "score": found.score,
            "bound": found.bound,
            "bound_how": found.bound_how,
            "proven": found.proven,
            "steps": found.steps,
        }
        if found.tower is None:
            return result
        ledger = judge(found.tower, lexicon, readings)
    except LexiconError as error:
        raise ToolError(str(error)) from None
    return result | {
        "seconds": round(found.seconds, 2),
        "tower": pieces.write_tower(found.tower),
        "levels": [[names.write(piece) for piece in level] for level in found.tower],
        "points": {str(rule): points for rule, points in ledger.points.items()},
        "column_words": list(ledger.words.columns),
        "longest_word": ledger.words.longest,
    }


def _search(
    cards: tuple[Code, ...],
    lexicon: Lexicon,
    readings: Readings,
    clock: Clock,
    seed: int,
    tell: Callable[[str], None] | None,
) -> Solution:
    best: list[Solution] = []

    def better(found: Solution) -> None:
        best.append(found)
        if tell is not None:
            tell(f"{found.seconds:5.1f} s  {found.score} points")

    try:
        return solve(cards, lexicon, readings, clock=clock, seed=seed, on_improvement=better)
    except KeyboardInterrupt:
        if not best:
            raise
        if tell is not None:
            tell("Stopped; this is the best so far.")
        return best[-1]


def render_solution(result: Mapping[str, Any]) -> str:
    """The result of :func:`run_solver` for people."""
    lines = [f"puzzle {result['puzzle']}: {result['materials']}"] if "puzzle" in result else []
    if result["score"] is None:
        none = "There is no legal tower" if result["proven"] else "No legal tower was found"
        return "\n".join([*lines, f"{none}: {result['bound_how']}." if result["proven"] else f"{none}."])
    sure = "proven optimal" if result["proven"] else f"no tower scores more than {result['bound']}"
    lines.append(f"{result['score']} points, found after {result['seconds']:.1f} s; {sure}")
    if not result["proven"]:
        lines.append(f"  ({result['bound_how']})")
    levels = pieces.read_tower(result["tower"])
    lines += [f"  {row:>2}  {' '.join(piece.text for piece in levels[row - 1])}" for row in range(len(levels), 0, -1)]
    return "\n".join(lines + _points_lines(result))


class _Names:
    """The ids that a document gives its cards: handed out again to the pieces of the tower."""

    def __init__(self, cards: list[tuple[Code, Any]]) -> None:
        self._ids: dict[Code, list[Any]] = {}
        for code, card in cards:
            self._ids.setdefault(code, []).append(card["id"] if isinstance(card, Mapping) and "id" in card else None)

    def write(self, piece: Piece) -> dict[str, Any]:
        """A piece as documents have it, each card with its id."""
        shown = write_piece(piece)
        ids = [self._next(code) for code in piece.cards]
        if len(ids) == 2:
            for card, name in zip(shown["cards"], ids, strict=True):
                card.update(name)
        else:
            shown |= ids[0]
        return shown

    def _next(self, code: Code) -> dict[str, Any]:
        left = self._ids.get(code)
        name = left.pop(0) if left else None
        return {} if name is None else {"id": name}


def _read(document: Any) -> tuple[tuple[Code, ...], _Names, Readings]:
    if not isinstance(document, Mapping) or "materials" not in document:
        raise ToolError('expected an object such as {"materials": ["A5RY", "#B", "*"]}')
    only_known(document, ("materials", "options", "levels", "tower"), "")
    cards = read_materials(document["materials"])
    if cards.count(pieces.WILD) > 1:
        raise ToolError("materials: there is at most one natural wildcard (rule 31)")
    names = _Names(list(zip(cards, document["materials"], strict=True)))
    return cards, names, read_readings(document.get("options", {}))


def _puzzle(flags: Mapping[str, Scalar]) -> str:
    """The code of the puzzle asked for by code or by day, '' for none."""
    text = str(flags.get("puzzle") or "").strip()
    if not text:
        return ""
    try:
        return daily_code(text, "standard") if is_day(text) else check_code(text)
    except PuzzleError as error:
        raise ToolError(f"--puzzle: {error}") from None


def _seed(flags: Mapping[str, Scalar]) -> int:
    text = str(flags.get("seed", "1"))
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise ToolError(f"--seed: expected a whole number of at most 18 digits, not {quoted(text, 20)}")
    return int(text)


def _seconds(flags: Mapping[str, Scalar]) -> float:
    text = str(flags.get("seconds", "10"))
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds <= _LONGEST:
        raise ToolError(f"--seconds: expected a number above 0, at most {_LONGEST:.0f}, not {quoted(text, 20)}")
    return seconds


# --- towers as JSON documents ---------------------------------------------------------------------


MOST_LEVELS = 50
MOST_PLACES = 50
"""Pieces in one level."""
MOST_CARDS = 500
MOST_TEXT = 4000

_HEAVIEST = 9
_KEYS = {
    "brick": ("letter", "colour", "weight", "shape", "adj"),
    "window": ("colour",),
    "wild": ("as",),
    "stack": ("as", "cards"),
}


@dataclass(frozen=True, slots=True)
class Request:
    """What a document holds. ``materials`` is None where none are given; equal codes are equal cards."""

    tower: Tower
    materials: tuple[Code, ...] | None
    readings: Readings


def read_request(document: Any) -> Request:
    """A tower with its materials and options. Raises ToolError."""
    keys = ("levels", "tower", "materials", "options")
    if not isinstance(document, Mapping) or not {"levels", "tower"} & document.keys():
        raise ToolError('expected an object such as {"levels": [[{"kind": "window", "colour": "red"}]]}')
    only_known(document, keys, "")
    if "levels" in document and "tower" in document:
        raise ToolError('give either "levels" or "tower", not both')
    tower = _levels(document["levels"]) if "levels" in document else _notation(document["tower"])
    materials = read_materials(document["materials"]) if "materials" in document else None
    return Request(tower, materials, read_readings(document.get("options", {})))


def read_materials(value: Any) -> tuple[Code, ...]:
    """A list of cards, each a brick, a window or ``{"kind": "wild"}``, or a code such as ``A5RY``. Raises ToolError."""
    if not isinstance(value, list) or len(value) > MOST_CARDS:
        raise ToolError(f"materials: expected a list of at most {MOST_CARDS} cards")
    return tuple(_card(card, f"materials, card {number}: ") for number, card in enumerate(value, start=1))


def read_readings(value: Any) -> Readings:
    """Options by the names of :class:`Readings`, those left out as usual. Raises ToolError."""
    if not isinstance(value, Mapping):
        raise ToolError('options: expected an object such as {"gaps": "break"}')
    only_known(value, tuple(CHOICES), "options: ")
    for key, chosen in value.items():
        if not any(type(chosen) is type(choice) and chosen == choice for choice in CHOICES[key]):
            wanted = " or ".join(shown(choice) for choice in CHOICES[key])
            raise ToolError(f"options: {key}: expected {wanted}, not {shown(chosen)}")
    return fill(Readings, value)


def write_piece(piece: Piece) -> dict[str, Any]:
    """The piece as a document has it.

    >>> write_piece(pieces.read_piece("(A5RY+#B)=Q4HR-1"))["as"]
    {'kind': 'brick', 'letter': 'Q', 'colour': 'red', 'weight': 4, 'shape': 'hexagon', 'adj': -1}
    """
    shown: dict[str, Any] = {"kind": "window", "colour": piece.colour}
    if not piece.window:
        shown = {
            "kind": "brick",
            "letter": piece.letter,
            "colour": piece.colour,
            "weight": piece.weight,
            "shape": piece.shape,
        }
        if piece.adjust:
            shown["adj"] = piece.adjust
    if not piece.made_of:
        return shown
    if piece.made_of == (pieces.WILD,):
        return {"kind": "wild", "as": shown}
    return {"kind": "stack", "as": shown, "cards": [write_card(code) for code in piece.made_of]}


def write_card(code: Code) -> dict[str, Any]:
    """A card of the materials as a document has it."""
    return {"kind": "wild"} if code == pieces.WILD else write_piece(pieces.read_piece(code))


# --- reading ----------------------------------------------------------------------------------------


def _levels(value: Any) -> Tower:
    if not isinstance(value, list) or len(value) > MOST_LEVELS:
        raise ToolError(f"levels: expected a list of at most {MOST_LEVELS} levels, the bottom one first")
    return tuple(_level(level, f"level {number}") for number, level in enumerate(value, start=1))


def _level(value: Any, where: str) -> pieces.TowerLevel:
    if not isinstance(value, list) or len(value) > MOST_PLACES:
        raise ToolError(f"{where}: expected a list of at most {MOST_PLACES} pieces, from left to right")
    return tuple(_piece(piece, f"{where}, piece {number}: ") for number, piece in enumerate(value, start=1))


def _notation(value: Any) -> Tower:
    if not isinstance(value, str) or len(value) > MOST_TEXT:
        raise ToolError('tower: expected a text such as "A5RY #Y / D4RB T3HB", the bottom level first')
    try:
        tower = pieces.read_tower(value)
    except pieces.PieceError as error:
        raise ToolError(f"tower: {error}") from None
    if len(tower) > MOST_LEVELS or max(map(len, tower), default=0) > MOST_PLACES:
        raise ToolError(f"tower: expected at most {MOST_LEVELS} levels of at most {MOST_PLACES} pieces")
    return tower


def _piece(value: Any, where: str) -> Piece:
    """A piece of a level: a card, or a wildcard with what it stands for."""
    if isinstance(value, str):
        return _written(value, where)
    kind = _kind(value, where, tuple(_KEYS))
    if kind not in ("wild", "stack"):
        return _face(value, where)
    if "as" not in value:
        raise ToolError(f'{where}a wildcard needs "as", the brick or window that it stands for')
    made_of: tuple[Code, ...] = (pieces.WILD,)
    if kind == "stack":
        cards = value.get("cards")
        if not isinstance(cards, list) or len(cards) != 2:
            raise ToolError(f"{where}cards: expected a list of two cards")
        made_of = (_card(cards[0], f"{where}cards, 1: "), _card(cards[1], f"{where}cards, 2: "))
    face = _written(value["as"], where) if isinstance(value["as"], str) else _face(value["as"], f"{where}as: ")
    if face.made_of:
        raise ToolError(f"{where}as: expected a brick or a window, not {shown(value['as'])}")
    return Piece(face.colour, face.letter, face.weight, face.shape, face.adjust, made_of)


def _card(value: Any, where: str) -> Code:
    """A card as it lies in the materials."""
    if value == pieces.WILD:
        return pieces.WILD
    if isinstance(value, str):
        piece = _written(value, where)
    elif _kind(value, where, ("brick", "window", "wild")) == "wild":
        return pieces.WILD
    else:
        piece = _face(value, where)
    if piece.made_of or piece.adjust:
        raise ToolError(f"{where}expected a card as it is printed, not {shown(piece.text)}")
    return piece.face


def _written(text: str, where: str) -> Piece:
    try:
        return pieces.read_piece(text[:60])
    except pieces.PieceError as error:
        raise ToolError(f"{where}{error}") from None


def _face(value: Any, where: str) -> Piece:
    """A brick or a window."""
    kind = _kind(value, where, ("brick", "window"))
    colour = _one_of(value, "colour", pieces.COLOURS, where)
    if kind == "window":
        return Piece(colour)
    letter = value.get("letter")
    if not isinstance(letter, str) or len(letter) != 1 or letter.upper() not in pieces.LETTERS:
        raise ToolError(f"{where}letter: expected a letter from A to Z, not {shown(letter)}")
    weight = _whole(value.get("weight"), 0, f"{where}weight: ")
    adjust = _whole(value.get("adj", 0), -_HEAVIEST, f"{where}adj: ")
    return Piece(colour, letter.upper(), weight, _one_of(value, "shape", pieces.SHAPES, where), adjust)


def _kind(value: Any, where: str, kinds: tuple[str, ...]) -> str:
    if not isinstance(value, Mapping):
        raise ToolError(f'{where}expected an object such as {{"kind": "window", "colour": "red"}}, not {shown(value)}')
    kind = _one_of(value, "kind", kinds, where)
    only_known(value, ("kind", "id", *_KEYS[kind]), where)
    return kind


def _one_of(value: Mapping[str, Any], key: str, known: tuple[str, ...], where: str) -> str:
    chosen = value.get(key)
    if not isinstance(chosen, str) or chosen not in known:
        raise ToolError(f"{where}{key}: expected {', '.join(known[:-1])} or {known[-1]}, not {shown(chosen)}")
    return chosen


def _whole(value: Any, least: int, where: str) -> int:
    if type(value) is not int or not least <= value <= _HEAVIEST:
        raise ToolError(f"{where}expected a whole number from {least} to {_HEAVIEST}, not {shown(value)}")
    return value


def only_known(value: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    """Refuse unknown keys. Raises ToolError."""
    for key in value:
        if key not in known:
            raise ToolError(f"{where}unknown key {shown(key)}; known are {', '.join(known)}")
