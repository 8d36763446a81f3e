"""The game in plain words: what the cursor is on, what the judge says about pending tiles, and the whole table."""

from __future__ import annotations

import re
from collections.abc import Sequence

from towergames.boards.protocol import Description, ReadOut
from towergames.boards.words.input import cannot_lay
from towergames.boards.words.ui_state import RACK, Table, WordsContext, marked
from towergames.core.contract import Decide, Over, Refusal, tell
from towergames.core.text import count
from towergames.games.words import board as boards
from towergames.games.words.board import COLUMNS, Word, centre, show_rack, show_tile, square
from towergames.games.words.model import Play, View
from towergames.lexicon import define, definitions_read

TOLD = ("play", "exchange", "pass", "challenge", "ruling", "loses", "lost-turn", "bingo")
"""Kinds of events that the line under the board repeats."""
VERDICT = ("ruling", "loses", "lost-turn")
"""Kinds of events that tell the outcome of a challenge."""
GROWS = ("U-3", "U-5", "U-6", "U-20")
"""Rules that further tiles can satisfy: a longer word, no gap, a centre square, a touch."""
NOT_LISTED = "U-7"


def describe(c: WordsContext) -> Description:
    """The task, what the cursor is on, and the outcome of the looker's challenge."""
    news = " ".join(f"{tell(event, c.names)}." for event in c.marks if event.kind in VERDICT)
    return Description(doing(c), hint=_hint(c), pending=unfinished(c), news=news)


def read_out(c: WordsContext) -> ReadOut:
    """The table in sentences."""
    prepared = (_hint(c),) if c.ui.laid or c.ui.swapping else ()
    return ReadOut(_board_lines(c), _rack_lines(c), prepared)


def briefly(words: Sequence[str]) -> str:
    """The first word and how many there are besides.

    >>> briefly(["MOON"]), briefly(["MOON", "ON", "SO"])
    ('MOON', 'MOON +2')
    """
    return f"{words[0]} +{len(words) - 1}" if len(words) > 1 else "".join(words)


# --- words on the board -----------------------------------------------------------------------------


def words_at(c: Table, cell: int) -> tuple[str, ...]:
    """The words of two tiles or more through a square, the one played last first."""
    board = c.view.board
    runs = ((boards.run(board, cell, down), down) for down in (False, True))
    words = [boards.read(board, run, down) for run, down in runs if len(run) > 1]
    fresh = marked(c)
    return tuple(word.text for word in sorted(words, key=lambda word: -len(fresh & set(word.cells))))


def meaning_of(c: Table, word: str) -> str:
    """What a word means; empty for one that may still be challenged, since only words of the list have a meaning."""
    return "" if open_to_doubt(c, word) or not definitions_read() else str(define(word) or "")


def open_to_doubt(c: Table, word: str) -> bool:
    """Whether nobody knows yet that the word is one (U-12)."""
    return c.view.pending is not None and word in c.view.pending.words


def meaning_at(c: Table, cell: int) -> str:
    """What the words through a square mean, for a message."""
    found = words_at(c, cell)
    if not found:
        return "No word lies under the cursor."
    doubted = [word for word in found if open_to_doubt(c, word)]
    if doubted:
        return f"{' and '.join(doubted)} may still be challenged: whether that is a word is for you to say."
    known = [text for word in found if (text := meaning_of(c, word))]
    return "; ".join(known) if known else f"There is no definition of {' or '.join(found)} here."


# --- under the cursor -------------------------------------------------------------------------------


def _hint(c: WordsContext) -> str:
    """One line on what the cursor is on, or on the pending move."""
    ui, size = c.ui, c.view.terms.size
    if ui.zone == RACK:
        tile = show_tile(ui.order[ui.slot])
        if ui.swapping:
            return f"Exchange {tile} for a tile of the bag. Esc keeps it."
        return f"Tile {ui.slot + 1}: {tile}. Up shuffles, down takes all tiles back."
    if ui.held >= 0:
        refusal = cannot_lay(c, ui.held)
        tile, name = show_tile(ui.order[ui.held]), square(ui.cell, size)
        return refusal.text if refusal else f"Lay {tile} at {name}{_onto(c.view.board[ui.cell])}."
    return _hint_of_play(c) if isinstance(c.draft, Play) else _hint_of_square(c, ui.cell)


def forming(c: WordsContext) -> tuple[Word, ...] | None:
    """The words that the pending tiles form, None where they leave a gap or none lies there."""
    tiles, board, size = c.ui.tiles, c.view.board, c.view.terms.size
    if not tiles:
        return None
    low, high = min(tiles), max(tiles)
    step = size if high > low and low % size == high % size else 1
    if any(at not in tiles and not board[at] for at in range(low, high + 1, step)):
        return None
    return tuple(boards.formed(board, tiles))


def _hint_of_play(c: WordsContext) -> str:
    tiles, size, formed = c.ui.tiles, c.view.terms.size, forming(c)
    if formed is None:
        return f"{show_rack(''.join(tiles.values()))} laid, with a gap between."
    if not formed:
        return f"{show_tile(tiles[min(tiles)])} at {square(min(tiles), size)} forms no word of two tiles yet."
    names = ", ".join(word.text for word in formed)
    begins = f"{square(formed[0].cells[0], size)} {'down' if formed[0].down else 'across'}"
    if c.verdict is not None and not c.verdict.legal:
        if unfinished(c):
            return f"{names} from {begins}: type on, or Enter to ask the judge."
        return f"{names} from {begins} cannot be played like that."
    return f"Enter plays {names} from {begins}, with {count(len(tiles), 'tile')} of the rack."


def _hint_of_square(c: Table, cell: int) -> str:
    view = c.view
    name, stack = square(cell, view.terms.size), view.board[cell]
    if not stack:
        kind = "a centre square" if cell in centre(view.terms.size) else "empty"
        first = "; the first word must cover one of the four" if kind != "empty" and not any(view.board) else ""
        return f"{name}: {kind}{first}."
    text = f"{name}: {show_tile(stack[-1])}{_onto(stack[:-1])}"
    if len(stack) >= view.terms.height:
        text += ", full"
    found = words_at(c, cell)
    if doubted := [word for word in found if open_to_doubt(c, word)]:
        until = "until you play, exchange or pass" if c.phase == "turn" else "now"
        return f"{text}. {' and '.join(doubted)} may be challenged {until}."
    known = next((known for word in found if (known := meaning_of(c, word))), "")
    return f"{text}. {known or ', '.join(found)}".rstrip() + ("." if not found else "")


def _onto(stack: str) -> str:
    return f" on {', '.join(map(show_tile, reversed(stack)))}" if stack else ""


# --- the judge's answer -------------------------------------------------------------------------------


def unfinished(c: WordsContext) -> bool:
    """Whether typing on could cure what the judge refuses; nothing wrong stands on the board yet.

    Of words that are not in the list that is so for the one that is being typed, never for those that cross it.
    """
    refusal, tiles = _refusal(c), c.ui.tiles
    if refusal is None or not tiles or len(tiles) == len(c.ui.order) or c.ui.ended:
        return False
    if refusal.rule != NOT_LISTED:
        return refusal.rule in GROWS
    bad = [word for word in boards.formed(c.view.board, tiles) if word.text in _named(refusal)]
    return len(bad) == 1 and set(bad[0].cells) >= tiles.keys()


def refused(c: WordsContext) -> frozenset[int]:
    """The squares of what the judge refuses in the pending tiles: the words that he names, else where he points."""
    refusal, tiles, size = _refusal(c), c.ui.tiles, c.view.terms.size
    if refusal is None or not tiles or unfinished(c):
        return frozenset()
    named = _named(refusal)
    words = {cell for word in boards.formed(c.view.board, tiles) if word.text in named for cell in word.cells}
    return frozenset(words or (cell for cell in range(size**2) if boards.spot(cell, size) == refusal.at))


def _refusal(c: WordsContext) -> Refusal | None:
    return next(iter(c.verdict.refusals), None) if c.verdict is not None else None


def _named(refusal: Refusal) -> set[str]:
    return set(re.findall(r"[A-Z]{2,}", refusal.text))


# --- the whole table ----------------------------------------------------------------------------------


def doing(c: Table) -> str:
    """The decision of the player on turn, in a few words."""
    view = c.view
    if isinstance(c.turn, Over):
        return "game over"
    if view.phase == "answer":
        return "accept or challenge?"
    if view.phase == "turn":
        if view.retry:
            return "play again or pass"
        return "play, or challenge" if view.pending is not None else "play, exchange, pass"
    return "drawing tiles"


def _board_lines(c: Table) -> tuple[str, ...]:
    """The board in words: last plays, whose turn, points, then row by row with heights."""
    view = c.view
    lines = [tell(event, c.names) + "." for event in c.marks if event.kind in TOLD]
    lines.append(_turn_line(c))
    points = ", ".join(f"{c.name_of(s)} {n}" for s, n in enumerate(view.points))
    lines.append(f"Points: {points}.")
    lines += _row_lines(view)
    lines += _word_lines(view)
    sizes = ", ".join(f"{c.name_of(s)} {n}" for s, n in enumerate(view.rack_sizes))
    lines.append(f"Tiles on racks: {sizes}. Bag: {view.bag}.")
    rules = f"Stacks go up to {view.terms.height} tiles."
    lines.append(f"Word list: {view.list_id}. {rules}" if view.list_id else rules)
    return tuple(lines)


def _turn_line(c: Table) -> str:
    view = c.view
    if isinstance(c.turn, Over):
        best = c.turn.ranking[0]
        ended = view.ending.format(*(c.name_of(s) for s in range(view.seats)))
        names = " and ".join(c.name_of(s) for s in best)
        if view.seats == 1:
            return f"Game over, {ended}: {c.name_of(0)} has {view.points[0]} points."
        return f"Game over, {ended}. {names} {'wins' if len(best) == 1 else 'win'}."
    if not isinstance(c.turn, Decide):
        return "Tiles are being drawn."
    who = c.name_of(c.turn.seat)
    if view.phase == "answer" and view.pending is not None:
        return f"{who} accepts or challenges {' and '.join(view.pending.words)}."
    if view.retry:
        return f"{who} plays another word or passes."
    may = ", or challenges the last play" if view.pending is not None else ""
    return f"{who} is on: plays a word, exchanges a tile or passes{may}."


def _row_lines(view: View) -> list[str]:
    """Each row with tiles: ``Row 5: c M, d O, e O 2 high``; the others in a few words."""
    size = view.terms.size
    if not any(view.board):
        middle = ", ".join(square(cell, size) for cell in sorted(centre(size)))
        return [f"The board is empty, rows 1 to {size}, columns a to {COLUMNS[size - 1]}; its centre is {middle}."]
    lines, bare = [], []
    for row in range(size):
        stacks = view.board[row * size : (row + 1) * size]
        if any(stacks):
            high = ["" if len(stack) < 2 else f" {len(stack)} high" for stack in stacks]
            told = [f"{COLUMNS[at]} {show_tile(stack[-1])}{high[at]}" for at, stack in enumerate(stacks) if stack]
            lines.append(f"Row {row + 1}: {', '.join(told)}.")
        else:
            bare.append(str(row + 1))
    return [*lines, f"Empty rows: {', '.join(bare)}."] if bare else lines


def _word_lines(view: View) -> list[str]:
    """The words that stand, by direction: ``Across: WOOD c5. Down: ...``."""
    board, size = view.board, view.terms.size
    lines = []
    for name, down in (("Across", False), ("Down", True)):
        runs = sorted({boards.run(board, cell, down) for cell, stack in enumerate(board) if stack})
        words = [f"{boards.read(board, run, down).text} {square(run[0], size)}" for run in runs if len(run) > 1]
        if words:
            lines.append(f"{name}: {', '.join(words)}.")
    return lines


def _rack_lines(c: Table) -> tuple[str, ...]:
    """The looker's rack in words."""
    if c.seat is None:
        return ("A spectator has no rack.",)
    tiles = c.view.racks[c.seat]
    name = c.name_of(c.seat)
    if tiles is None:
        return (f"The rack of {name} is hidden.",)
    if not tiles:
        return (f"{name} has no tiles.",)
    return (f"{count(len(tiles), 'tile')}: {show_rack(tiles)}",)
