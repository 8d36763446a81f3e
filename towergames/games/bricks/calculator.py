"""The work of the tools of Brick Tower: judge a tower, and find the best one with the solver."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, cast

import msgspec
from msgspec import Meta, field

from towergames.core.bot import Clock
from towergames.core.options import Scalar, fill, is_day
from towergames.core.text import listed, quoted
from towergames.core.tool import ToolError, shown
from towergames.games.bricks import pieces
from towergames.games.bricks.card_words import CODED, meant, tower_in_words
from towergames.games.bricks.deal import CODES, DECK, PuzzleError, check_code, code_of, daily_code, deal
from towergames.games.bricks.judge import judge
from towergames.games.bricks.pieces import Code, Piece, Tower
from towergames.games.bricks.rule_names import cited
from towergames.games.bricks.rules import CHOICES, STANDARD, Readings
from towergames.games.bricks.solver import Solution, solve
from towergames.lexicon import Lexicon, LexiconError
from towergames.lexicon.options import load_list
from towergames.tool_documents import DocumentPart, read_document

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
    """Write the result of :func:`score` for people: verdict, broken rules, and a line for every rule with points."""
    if result["legal"]:
        lines = [f"legal: {result['score']} points"]
    else:
        lines = [f"not legal, so no score; it would be {result['raw_total']} points"]
    for rule, texts in result["violations"].items():
        name = "Cards" if rule == MATERIALS else cited(int(rule))
        lines += [f"  {name}: {text}" for text in texts]
    return "\n".join(lines + _points_lines(result))


def _points_lines(result: Mapping[str, Any]) -> list[str]:
    """A line for every rule with points, and the words that two of the rules found."""
    words = {"15": ", ".join(result["column_words"]), "19": result["longest_word"]}
    return [
        f"{points:>5}  {cited(int(rule))}{': ' + words[rule] if words.get(rule) else ''}"
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
        solution = _search(cards, lexicon, readings, Clock(seconds=seconds), seed, tell)
        result |= {
            "materials": " ".join(cards),
            "score": solution.score,
            "bound": solution.bound,
            "bound_how": solution.bound_how,
            "proven": solution.proven,
            "steps": solution.steps,
        }
        if solution.tower is None:
            return result
        ledger = judge(solution.tower, lexicon, readings)
    except LexiconError as error:
        raise ToolError(str(error)) from None
    return result | {
        "seconds": round(solution.seconds, 2),
        "tower": pieces.write_tower(solution.tower),
        "levels": [[names.write(piece) for piece in level] for level in solution.tower],
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
    """Write the result of :func:`run_solver` for people."""
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

    def __init__(self, cards: list[tuple[Code, CardEntry]]) -> None:
        self._ids: dict[Code, list[Any]] = {}
        for code, card in cards:
            self._ids.setdefault(code, []).append(None if isinstance(card, str) else card.id)

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
    given = read_document(document, DealDocument, 'an object such as {"materials": ["A5RY", "#B", "*"]}')
    cards = _cards(given.materials)
    if cards.count(pieces.WILD) > 1:
        raise ToolError("materials: there is at most one natural wildcard, R-31")
    return cards, _Names(list(zip(cards, given.materials, strict=True))), _readings(given.options)


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
_LEVELS = 'an object such as {"levels": [[{"kind": "window", "colour": "red"}]]}'
_PIECE = 'an object such as {"kind": "window", "colour": "red"}'


def _one_of(choices: tuple[str, ...]) -> Meta:
    return Meta(pattern=rf"\A({'|'.join(choices)})\Z", description=listed(choices, "or"))


Colour = Annotated[str, _one_of(pieces.COLOURS)]


class DocumentEntry(DocumentPart, kw_only=True):
    """A card or a piece; ``id`` is a name of the document for it."""

    id: Any = None


class WindowEntry(DocumentEntry, tag="window", tag_field="kind", kw_only=True):
    """A window."""

    colour: Colour


class BrickEntry(DocumentEntry, tag="brick", tag_field="kind", kw_only=True):
    """A brick; ``adj`` is how many tons it is heavier than printed."""

    letter: Annotated[str, Meta(pattern=r"\A[A-Za-z]\Z", description="a letter from A to Z")]
    colour: Colour
    weight: Annotated[int, Meta(ge=0, le=_HEAVIEST)]
    shape: Annotated[str, _one_of(pieces.SHAPES)]
    adj: Annotated[int, Meta(ge=-_HEAVIEST, le=_HEAVIEST)] = 0


FaceEntry = Annotated[str | BrickEntry | WindowEntry, Meta(description="a brick or a window")]


class WildEntry(DocumentEntry, tag="wild", tag_field="kind", kw_only=True):
    """The natural wildcard; in a level it needs what it stands for."""

    stands_for: FaceEntry | None = field(name="as", default=None)


CardEntry = str | BrickEntry | WindowEntry | WildEntry
"""A card of the materials, by its code or in full."""


class StackEntry(DocumentEntry, tag="stack", tag_field="kind", kw_only=True):
    """Two cards that stand together for one piece."""

    stands_for: FaceEntry | None = field(name="as", default=None)
    cards: Annotated[
        list[Annotated[CardEntry, Meta(title="cards, {}", description=_PIECE)]],
        Meta(min_length=2, max_length=2, description="a list of two cards"),
    ]


PieceEntry = str | BrickEntry | WindowEntry | WildEntry | StackEntry
LevelEntries = Annotated[
    list[Annotated[PieceEntry, Meta(title="piece {}", description=_PIECE)]],
    Meta(
        title="level {}",
        max_length=MOST_PLACES,
        description=f"a list of at most {MOST_PLACES} pieces, from left to right",
    ),
]
TowerEntries = Annotated[
    list[LevelEntries],
    Meta(max_length=MOST_LEVELS, description=f"a list of at most {MOST_LEVELS} levels, the bottom one first"),
]
Notation = Annotated[
    str, Meta(max_length=MOST_TEXT, description='a text such as "A5RY #Y / D4RB T3HB", the bottom level first')
]
MaterialEntries = Annotated[
    list[Annotated[CardEntry, Meta(title="materials, card {}", description=_PIECE)]],
    Meta(max_length=MOST_CARDS, description=f"a list of at most {MOST_CARDS} cards"),
]


class ScoreDocument(DocumentPart, kw_only=True):
    """A tower in ``levels`` or in notation, with its materials and the readings of the rules."""

    levels: TowerEntries | None = None
    tower: Notation | None = None
    materials: MaterialEntries | None = None
    options: Any = field(default_factory=dict)


class DealDocument(DocumentPart, kw_only=True):
    """Materials to build with; a tower in the document has no meaning here."""

    materials: MaterialEntries
    options: Any = field(default_factory=dict)
    levels: Any = None
    tower: Any = None


def _choice_type(choices: tuple[Any, ...]) -> Any:
    return bool if isinstance(choices[0], bool) else cast(Any, Literal)[choices]


OptionsDocument = msgspec.defstruct(
    "OptionsDocument",
    [(key, _choice_type(choices), choices[0]) for key, choices in CHOICES.items()],
    bases=(DocumentPart,),
)
"""The readings by their names, each with its usual choice."""


@dataclass(frozen=True, slots=True)
class ScoreRequest:
    """The tower of a document with its materials, None where none are given, and with the readings of the rules."""

    tower: Tower
    materials: tuple[Code, ...] | None
    readings: Readings


def read_request(document: Any) -> ScoreRequest:
    """A tower with its materials and options. Raises ToolError."""
    given = read_document(document, ScoreDocument, _LEVELS)
    if given.levels is not None and given.tower is not None:
        raise ToolError('give either "levels" or "tower", not both')
    if given.levels is not None:
        tower = _levels(given.levels)
    elif given.tower is not None:
        tower = _notation(given.tower)
    else:
        raise ToolError(f"expected {_LEVELS}")
    materials = None if given.materials is None else _cards(given.materials)
    return ScoreRequest(tower, materials, _readings(given.options))


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
    return {"kind": "wild"} if code == pieces.WILD else write_piece(pieces.read_piece(code))


# --- reading ----------------------------------------------------------------------------------------


def _readings(options: Any) -> Readings:
    given = read_document(options, OptionsDocument, 'an object such as {"gaps": "break"}', "options")
    return fill(Readings, msgspec.to_builtins(given))


def _levels(levels: list[list[PieceEntry]]) -> Tower:
    tower = []
    for number, level in enumerate(levels, start=1):
        tower.append(tuple(_piece(entry, f"level {number}, piece {at}: ") for at, entry in enumerate(level, start=1)))
    return tuple(tower)


def _notation(text: str) -> Tower:
    try:
        tower = pieces.read_tower(tower_in_words(text, _coded))
    except pieces.PieceError as error:
        raise ToolError(f"tower: {error}") from None
    if len(tower) > MOST_LEVELS or max(map(len, tower), default=0) > MOST_PLACES:
        raise ToolError(f"tower: expected at most {MOST_LEVELS} levels of at most {MOST_PLACES} pieces")
    return tower


def _piece(entry: PieceEntry, where: str) -> Piece:
    """A piece of a level: a card, or a wildcard with what it stands for."""
    if isinstance(entry, str):
        return _written(entry, where)
    if isinstance(entry, BrickEntry | WindowEntry):
        return _face(entry)
    if entry.stands_for is None:
        raise ToolError(f'{where}a wildcard needs "as", the brick or window that it stands for')
    made_of: tuple[Code, ...] = (pieces.WILD,)
    if isinstance(entry, StackEntry):
        made_of = tuple(_card(card, f"{where}cards, {number}: ") for number, card in enumerate(entry.cards, start=1))
    face = _written(entry.stands_for, where) if isinstance(entry.stands_for, str) else _face(entry.stands_for)
    if face.made_of:
        raise ToolError(f"{where}as: expected a brick or a window, not {shown(entry.stands_for)}")
    return Piece(face.colour, face.letter, face.weight, face.shape, face.adjust, made_of)


def _cards(materials: list[CardEntry]) -> tuple[Code, ...]:
    return tuple(_card(card, f"materials, card {number}: ") for number, card in enumerate(materials, start=1))


def _card(entry: CardEntry, where: str) -> Code:
    """A card as it lies in the materials."""
    if isinstance(entry, WildEntry) or entry in (pieces.WILD, "wildcard"):
        return pieces.WILD
    piece = _written(entry, where) if isinstance(entry, str) else _face(entry)
    if piece.made_of or piece.adjust:
        raise ToolError(f"{where}expected a card as it is printed, not {shown(piece.text)}")
    return piece.face


EVERY_CARD = (*DECK, *(f"#{colour[0].upper()}" for colour in pieces.COLOURS), pieces.WILD)
"""The cards that a document may name in words."""


def _coded(text: str) -> str:
    """The code of a card that may be named in words: ``yellow Z``. Raises PieceError."""
    is_code = text == pieces.WILD or CODED.search(text) is not None
    return text if is_code else meant(text, EVERY_CARD)


def _written(text: str, where: str) -> Piece:
    try:
        return pieces.read_piece(_coded(text[:60]))
    except pieces.PieceError as error:
        raise ToolError(f"{where}{error}") from None


def _face(entry: BrickEntry | WindowEntry) -> Piece:
    if isinstance(entry, WindowEntry):
        return Piece(entry.colour)
    return Piece(entry.colour, entry.letter.upper(), entry.weight, entry.shape, entry.adj)
