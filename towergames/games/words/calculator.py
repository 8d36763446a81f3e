"""What the tools of Stacked Words do: judge one play on a real board, find all plays of a rack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

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

SHOWN = 10
"""How many plays an analysis lists unless all are wanted."""

_SIZES = (10, 8)
_HIDDEN = "?"  # a tile below the top: only its being there counts
_SHARED_KEYS = ("board", "rack", "cover_rule", "plural_rule", "height")


def score(document: Any, flags: Mapping[str, Scalar]) -> dict[str, Any]:
    """Judge and score one play given by its ``placements``, ``[[row, col, "T"], ...]`` counted from 0.

    Answers ``{"legal": true, "score": 8, "words": ["MOOD"]}`` or ``{"legal": false, "rule": "U-2", "reason": ...}``.
    Raises ToolError for a document that describes no board and tiles.
    """
    _only_known(document, (*_SHARED_KEYS, "placements"))
    board = _read_board(document.get("board"))
    placed = _read_placements(document.get("placements"), grid.size_of(board))
    rack = _read_rack(document["rack"]) if "rack" in document else None
    refusal = _refuse_shape(placed, rack, grid.size_of(board))
    if refusal is None:
        laying = Laying(board, dict(placed), _read_terms(document, board), load_list(flags).words)
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
    _only_known(document, _SHARED_KEYS)
    board = _read_board(document.get("board"))
    rack = _read_rack(document.get("rack"))
    terms = _read_terms(document, board)
    found = generator_for(load_list(flags)).plays(board, rack, terms)
    size = terms.size
    listed = sorted(
        (-play.score, [[*divmod(at, size), tile] for at, tile in play.placements(size).items()], play) for play in found
    )
    shown = listed if flags.get("all") else listed[:SHOWN]
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


def _read_terms(document: Mapping[str, Any], board: Board) -> Terms:
    height = document.get("height", 5)
    if type(height) is not int or not 3 <= height <= 5:
        raise ToolError(f"height: expected 3, 4 or 5, not {shown(height)}")
    cover, plural = _read_truth(document, "cover_rule"), _read_truth(document, "plural_rule")
    return Terms(size=grid.size_of(board), cover=cover, plural=plural, height=height)


def _refuse_shape(placed: list[tuple[int, str]], rack: str | None, size: int) -> Refusal | None:
    """What the form of a played action makes sure of in the game: R-6, R-8 and R-13."""
    squares = Counter(cell for cell, _ in placed)
    for cell, tiles in squares.items():
        if tiles > 1:
            return Refusal("R-13", f"{square(cell, size)} gets more than one tile.", spot(cell, size))
    if len({cell // size for cell in squares}) > 1 and len({cell % size for cell in squares}) > 1:
        return Refusal("U-6", "The tiles do not lie in one row or column.")
    if len(placed) > RACK:
        return Refusal("R-6", f"A rack holds {RACK} tiles.")
    missing = Counter(tile for _, tile in placed) - Counter(rack) if rack is not None else Counter()
    if missing:
        return Refusal("R-6", f"The rack has no {', '.join(show_tile(tile) for tile in sorted(missing))}.")
    return None


def _read_board(value: Any) -> Board:
    """The stacks of ten (or eight) lines of cells such as ``..`` and ``2A``."""
    if not isinstance(value, list) or len(value) not in _SIZES:
        raise ToolError('board: expected a list of 10 strings such as ".. .. 1M 2O .. .. .. .. .. .."')
    stacks: list[str] = []
    for row, line in enumerate(value):
        cells = line.split() if isinstance(line, str) else []
        if len(cells) != len(value):
            raise ToolError(f"board: line {row + 1} has {len(cells)} cells, not {len(value)}")
        stacks += [_read_cell(cell, row, col) for col, cell in enumerate(cells)]
    return tuple(stacks)


def _read_cell(cell: str, row: int, col: int) -> str:
    if cell == "..":
        return ""
    if len(cell) == 2 and cell[0] in "12345" and is_letter(cell[1].upper()):
        return _HIDDEN * (int(cell[0]) - 1) + cell[1].upper()
    raise ToolError(
        f"board: row {row}, column {col}: {shown(cell)} is not a square. Write .. or a height 1 to 5 and a letter"
    )


def _read_rack(value: Any) -> str:
    rack = value.upper() if isinstance(value, str) else ""
    if not 1 <= len(rack) <= RACK or not all(map(is_letter, rack)):
        raise ToolError(f"rack: expected 1 to {RACK} letters, Q for the Qu tile, not {shown(value)}")
    return "".join(sorted(rack))


def _read_placements(value: Any, size: int) -> list[tuple[int, str]]:
    if not isinstance(value, list) or not 1 <= len(value) <= size * size:
        raise ToolError('placements: expected a list such as [[4, 2, "M"], [4, 3, "O"]]')
    placed = []
    for place, entry in enumerate(value, start=1):
        where = f"placement {place}"
        if not isinstance(entry, list) or len(entry) != 3:
            raise ToolError(f"{where}: expected [row, column, letter]")
        row, col, tile = entry
        for name, number in (("row", row), ("column", col)):
            if type(number) is not int or not 0 <= number < size:
                raise ToolError(f"{where}: {name}: expected a whole number from 0 to {size - 1}, not {shown(number)}")
        if not isinstance(tile, str) or not is_letter(tile.upper()):
            raise ToolError(f"{where}: expected a letter, Q for the Qu tile, not {shown(tile)}")
        placed.append((row * size + col, tile.upper()))
    return placed


def _read_truth(document: Mapping[str, Any], key: str) -> bool:
    value = document.get(key, True)
    if type(value) is not bool:
        raise ToolError(f"{key}: expected true or false, not {shown(value)}")
    return value


def _only_known(document: Any, known: tuple[str, ...]) -> None:
    if not isinstance(document, Mapping):
        raise ToolError('expected an object such as {"board": [...], "rack": "AEINRST"}')
    for key in document:
        if key not in known:
            raise ToolError(f"unknown key {shown(key)}; known are {', '.join(known)}")
