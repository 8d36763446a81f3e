"""What the tools of Stacked Words do: judge one play on a real board, find all plays of a rack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta

from towergames.core.contract import Refusal
from towergames.core.options import Scalar
from towergames.core.text import count, listed
from towergames.core.tool import ToolError, shown
from towergames.games.words import grid
from towergames.games.words.generator import generator_for
from towergames.games.words.grid import Board, show_tile, spot, square
from towergames.games.words.model import RACK, Terms
from towergames.games.words.moves import score_lines
from towergames.games.words.notation import is_letter, notate, play_of
from towergames.games.words.rules import Laying, laying_refusal
from towergames.lexicon.options import load_list
from towergames.tool_documents import DocumentPart, read_document

LISTED_PLAYS = 10
"""Plays that an analysis lists unless all are wanted."""

_SIZES = (10, 8)
_HIDDEN = "?"  # a tile below the top: only its being there counts
_EXAMPLE = 'an object such as {"board": [...], "rack": "AEINRST"}'
_LINES = 'a list of 10 strings such as ".. .. 1M 2O .. .. .. .. .. .."'

Line = Annotated[str, Meta(title="board: line {}", description='cells such as ".. .. 1M"')]
Rack = Annotated[str, Meta(pattern=rf"\A[A-Za-z]{{1,{RACK}}}\Z", description=f"1 to {RACK} letters, Q for the Qu tile")]
Row = Annotated[int, Meta(ge=0, le=9, title="row")]
Column = Annotated[int, Meta(ge=0, le=9, title="column")]
Tile = Annotated[str, Meta(pattern=r"\A[A-Za-z]\Z", title="letter", description="a letter, Q for the Qu tile")]
Placed = Annotated[
    tuple[Row, Column, Tile],
    Meta(title="placement {}", description='row, column and letter such as [4, 2, "M"]'),
]


class BoardDocument(DocumentPart, kw_only=True):
    """A board with the options of its game."""

    board: Annotated[list[Line], Meta(min_length=min(_SIZES), max_length=max(_SIZES), description=_LINES)]
    cover_rule: bool = True
    plural_rule: bool = True
    height: Literal[3, 4, 5] = 5

    def terms(self) -> Terms:
        """The settled options of the game."""
        return Terms(size=len(self.board), cover=self.cover_rule, plural=self.plural_rule, height=self.height)


class PlayDocument(BoardDocument, kw_only=True):
    """A play on a board; with a ``rack`` it must hold the tiles."""

    placements: Annotated[
        list[Placed],
        Meta(min_length=1, max_length=100, description='a list such as [[4, 2, "M"], [4, 3, "O"]]'),
    ]
    rack: Rack | None = None


class RackDocument(BoardDocument, kw_only=True):
    """A board, and the rack to be played from."""

    rack: Rack


def score(document: Any, flags: Mapping[str, Scalar]) -> dict[str, Any]:
    """Judge and score one play given by its ``placements``, ``[[row, col, "T"], ...]`` counted from 0.

    Answers ``{"legal": true, "score": 8, "words": ["MOOD"]}`` or ``{"legal": false, "rule": "U-2", "reason": ...}``.
    Raises ToolError for a document that describes no board and tiles.
    """
    given = read_document(document, PlayDocument, _EXAMPLE)
    board = _board(given.board)
    placed = _squares(given.placements, len(given.board))
    refusal = _refuse_shape(placed, given.rack, len(given.board))
    if refusal is None:
        laying = Laying(board, dict(placed), given.terms(), load_list(flags).words)
        refusal = laying_refusal(laying)
    if refusal is not None:
        return {"legal": False, "rule": refusal.rule, "reason": refusal.text}
    lines = score_lines(0, laying.formed, len(placed), laying.terms.bingo)
    return {"legal": True, "score": sum(line.points for line in lines), "words": [word.text for word in laying.formed]}


def analyse(document: Any, flags: Mapping[str, Scalar]) -> dict[str, Any]:
    """Every legal play of a rack: how many, the best score, and the best ten (or all) with their words.

    Answers ``{"plays": n, "best": score, "top": [{"placements": [[row, col, "T"], ...], "score": s, "words": [...]}]}``
    with the highest score first, equal ones in the order of their placements; ``best`` is 0 where nothing can be
    played. Raises ToolError.
    """
    given = read_document(document, RackDocument, _EXAMPLE)
    board, terms = _board(given.board), given.terms()
    found = generator_for(load_list(flags)).plays(board, "".join(sorted(given.rack.upper())), terms)
    size = terms.size
    listed = sorted(
        (-play.score, [[*divmod(at, size), tile] for at, tile in play.placements(size).items()], play) for play in found
    )
    shown = listed if flags.get("all") else listed[:LISTED_PLAYS]
    return {
        "plays": len(listed),
        "best": -listed[0][0] if listed else 0,
        "top": [
            {
                "placements": placements,
                "score": play.score,
                "words": [word.text for word in grid.formed(board, play.placements(size))],
            }
            for _, placements, play in shown
        ],
    }


def render_score(result: Mapping[str, Any]) -> str:
    """The result of :func:`score` for people."""
    if not result["legal"]:
        return f"Not legal: {result['reason']} {result['rule']}"
    return f"{listed(result['words'])}: {count(result['score'], 'point')}"


def render_analysis(result: Mapping[str, Any]) -> str:
    """The result of :func:`analyse` for people."""
    plays, best = result["plays"], len(result["top"])
    if not plays:
        return "No word can be played."
    head = count(plays, "play")
    head += f", the best {best} of them (--all lists every one):" if best < plays else ":"
    rows = [(f"{play['score']:>4}", _typed(play["placements"]), ", ".join(play["words"])) for play in result["top"]]
    width = max(len(typed) for _, typed, _ in rows)
    return "\n".join([head, *(f"{score}  {typed:<{width}}  {words}" for score, typed, words in rows)])


def _typed(placements: Any) -> str:
    """The play as it is typed in the game, without its verb: ``b4 across NASTIER``."""
    tiles = {row * _SIZES[0] + col: tile for row, col, tile in placements}
    return notate(play_of(tiles, _SIZES[0])).removeprefix("play ")


# --- reading ----------------------------------------------------------------------------------------


def _refuse_shape(placed: list[tuple[int, str]], rack: str | None, size: int) -> Refusal | None:
    """R-6, R-8, R-13: refuse tiles that no played action of a game could hold."""
    squares = Counter(cell for cell, _ in placed)
    for cell, tiles in squares.items():
        if tiles > 1:
            return Refusal("R-13", f"{square(cell, size)} gets more than one tile.", spot(cell, size))
    if len({cell // size for cell in squares}) > 1 and len({cell % size for cell in squares}) > 1:
        return Refusal("U-6", "The tiles do not lie in one row or column.")
    if len(placed) > RACK:
        return Refusal("R-6", f"A rack holds {RACK} tiles.")
    missing = Counter(tile for _, tile in placed) - Counter(rack.upper()) if rack is not None else Counter()
    if missing:
        return Refusal("R-6", f"The rack has no {', '.join(show_tile(tile) for tile in sorted(missing))}.")
    return None


def _board(lines: list[str]) -> Board:
    """The stacks of ten (or eight) lines of cells such as ``..`` and ``2A``. Raises ToolError."""
    if len(lines) not in _SIZES:
        raise ToolError(f"board: expected {_LINES}, not {len(lines)}")
    stacks: list[str] = []
    for row, line in enumerate(lines):
        cells = line.split()
        if len(cells) != len(lines):
            raise ToolError(f"board: line {row + 1} has {len(cells)} cells, not {len(lines)}")
        stacks += [_stack(cell, row, col) for col, cell in enumerate(cells)]
    return tuple(stacks)


def _stack(cell: str, row: int, col: int) -> str:
    if cell == "..":
        return ""
    if len(cell) == 2 and cell[0] in "12345" and is_letter(cell[1].upper()):
        return _HIDDEN * (int(cell[0]) - 1) + cell[1].upper()
    raise ToolError(
        f"board: row {row}, column {col}: {shown(cell)} is not a square. Write .. or a height 1 to 5 and a letter"
    )


def _squares(placements: list[tuple[int, int, str]], size: int) -> list[tuple[int, str]]:
    """Square and tile of each placement. Raises ToolError for one beside the board."""
    squares = []
    for place, (row, column, tile) in enumerate(placements, start=1):
        for name, number in (("row", row), ("column", column)):
            if number >= size:
                raise ToolError(
                    f"placement {place}: {name}: expected a whole number from 0 to {size - 1}, not {number}"
                )
        squares.append((row * size + column, tile.upper()))
    return squares
